//! Tests that costumes go to Aseprite and back.

use std::collections::BTreeMap;

use scumm_costume::edit::akos;
use scumm_costume::{ChoreLimb, Costume, PlacedCel};
use scumm_engine::Game;
use scumm_room::Dialect;

use super::draft::LayerPicture;
use super::file::{FrameChunks, Sprite};
use super::*;
use crate::build::animated;
use crate::build::aseprite::Aseprite;
use crate::build::companions::CompanionFiles;
use crate::build::sheet::SavedPicture;
use crate::colours::{ColouredCostume, RoomColours};
use crate::{costume_input, demo};

/// Returns a costume of the demo in a version, with its file.
fn demo_file(version: u8, number: u16) -> (ColouredCostume, LayeredFile) {
    let game = Game::from_files(demo::files(version).unwrap()).unwrap();
    let rooms = RoomColours::new(&game);
    let loaded = costume_input::load_costume(&game, number).unwrap();
    let coloured = ColouredCostume::from_game(&rooms, loaded, number);
    let file = LayeredFile::new(&coloured).unwrap();
    (coloured, file)
}

fn beside(file: &LayeredFile) -> CompanionFiles {
    let files = BTreeMap::from([(file.block_name.clone(), file.block.clone())]);
    CompanionFiles::memory(files)
}

/// Builds a changed file beside the block of the original.
fn build(original: &LayeredFile, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    animated::build(bytes, &beside(original), None)
}

/// A file that a test changes: its layers, and its frames with their cels.
struct Drawing {
    head: String,
    layers: Vec<String>,
    tags: Vec<(String, u16, u16, bool)>,
    anchor: (i32, i32),
    size: (u16, u16),
    transparent: u8,
    palette: scumm_room::Palette,
    /// The duration, and the cels by layer: place, size, pixels and name.
    frames: Vec<(u16, BTreeMap<u16, DrawnCel>)>,
}

#[derive(Clone)]
struct DrawnCel {
    at: (i16, i16),
    size: (u16, u16),
    pixels: Vec<u8>,
    name: String,
}

impl Drawing {
    /// Reads a file as an editor does. Cels lose their links and become as large as the canvas.
    fn read(bytes: &[u8], palette: &scumm_room::Palette) -> Self {
        let file = Aseprite::read(bytes).unwrap();
        let (width, height) = file.size();
        let size = (width as u16, height as u16);
        let layers: Vec<String> = file.layer_names().flatten().map(str::to_owned).collect();
        let mut frames = Vec::new();
        let mut transparent = 0;
        for (number, duration) in file.durations().enumerate() {
            let mut cels = BTreeMap::new();
            for layer in 0..layers.len() as u16 {
                let Some(shown) = file.shown_frame(number, layer) else {
                    continue;
                };
                let cel = file.layer_cel(shown, layer, |_| Ok(())).unwrap().unwrap();
                let SavedPicture::Indexed(picture) = cel.picture else {
                    panic!("the file is indexed");
                };
                let clear = picture.opacities.iter().position(|opacity| *opacity == 0);
                transparent = clear.unwrap() as u8;
                let cel = DrawnCel {
                    at: (0, 0),
                    size,
                    pixels: picture.surface.pixels().to_vec(),
                    name: cel.text.to_owned(),
                };
                cels.insert(layer, cel);
            }
            frames.push((duration as u16, cels));
        }
        let tags = file.tags().iter();
        let tags = tags.map(|tag| {
            let (from, to) = (tag.from as u16, tag.to as u16);
            (tag.name.clone(), from, to, tag.loops())
        });
        Self {
            head: file.text().to_owned(),
            layers,
            tags: tags.collect(),
            anchor: file.slice("anchor").unwrap(),
            size,
            transparent,
            palette: palette.clone(),
            frames,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut frames = Vec::new();
        for (number, (duration, cels)) in self.frames.iter().enumerate() {
            let mut chunks = FrameChunks::default();
            if number == 0 {
                chunks.palette(&self.palette).unwrap();
                chunks.user_data(&self.head).unwrap();
                for layer in &self.layers {
                    chunks.layer(layer).unwrap();
                }
                chunks.tags(&self.tags).unwrap();
                chunks.point("anchor", self.anchor).unwrap();
            }
            for (layer, cel) in cels {
                chunks.cel(*layer, cel.at, cel.size, &cel.pixels).unwrap();
                chunks.user_data(&cel.name).unwrap();
            }
            frames.push((chunks, *duration));
        }
        let sprite = Sprite {
            size: self.size,
            transparent: self.transparent,
            frames,
        };
        sprite.encode().unwrap()
    }

    fn tag(&self, name: &str) -> (usize, usize) {
        let tag = self.tags.iter().find(|tag| tag.0 == name).unwrap();
        (tag.1.into(), tag.2.into())
    }

    /// Returns the first visible pixel of a cel and its colour.
    fn first_pixel(&self, frame: usize, layer: u16) -> (usize, u8) {
        let pixels = &self.frames[frame].1[&layer].pixels;
        let place = pixels.iter().position(|pixel| *pixel != self.transparent);
        let place = place.unwrap();
        (place, pixels[place])
    }
}

fn parse(block: &[u8], dialect: &Dialect) -> Costume {
    Costume::parse(block, dialect).unwrap()
}

/// Returns the cels that the first limb shows in the first frames of an animation.
fn shown(costume: &Costume, number: u16) -> Vec<PlacedCel> {
    let animations = frames::animations(costume, true);
    let animation = animations.iter().find(|one| one.number == number).unwrap();
    let mut shown = Vec::new();
    for frame in &animation.frames {
        shown.extend(frame.cels.first().copied());
    }
    shown
}

#[test]
fn an_unchanged_file_is_built_to_the_same_bytes_even_without_links() {
    for version in [5, 6, 7] {
        for number in 1..=3 {
            let (coloured, file) = demo_file(version, number);
            let same = build(&file, &file.bytes).unwrap();
            assert!(same == coloured.loaded.data, "v{version}, costume {number}");
            let drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
            let same = build(&file, &drawing.write()).unwrap();
            assert!(same == coloured.loaded.data, "v{version}, costume {number}");
        }
    }
}

/// Returns a costume of v7 whose limb 0 plays a program, and its file. Limb 1 shows cel 2.
fn program_file(program: &str) -> (ColouredCostume, LayeredFile) {
    let dialect = Dialect::new(7);
    let game = Game::from_files(demo::files(7).unwrap()).unwrap();
    let rooms = RoomColours::new(&game);
    let mut loaded = costume_input::load_costume(&game, 1).unwrap();
    let Costume::Akos(stored) = &*loaded.costume else {
        panic!("the demo's costumes of v7 are AKOS");
    };
    let (mut draft, arrangement) = akos::take_apart(&loaded.data, stored).unwrap();
    draft.sequence = akos::assemble(program, &dialect).unwrap();
    let length = draft.sequence.len() as u16;
    draft.sequence.push(2);
    let played = |limb, mode, start, length| ChoreLimb {
        limb,
        mode,
        start,
        length,
    };
    for chore in draft.chores.iter_mut().flatten() {
        chore.limbs = vec![
            played(0, akos::mode::PROGRAM, 0, length - 1),
            played(1, akos::mode::RUN, length, 0),
        ];
    }
    loaded.data = akos::encode_as(&draft, &arrangement).unwrap();
    loaded.costume = parse(&loaded.data, &dialect).into();
    let coloured = ColouredCostume::from_game(&rooms, loaded, 1);
    let file = LayeredFile::new(&coloured).unwrap();
    (coloured, file)
}

/// Two frames with two items each.
const TWO_FRAMES: &str = "
    start:
    draw [(3,-40: cel 0) (20,-30: cel 1)]
    draw [(4,-40: cel 0) (20,-31: cel 1)]
    jump start";

#[test]
fn cels_of_draw_many_commands_come_back_at_their_places_a42_a43() {
    let one_item = "start:\n draw [(3,-40: cel 0)]\n jump start";
    let moved = "start:\n draw-move 5, -7, [(3,-40: cel 0)]\n jump start";
    for program in [one_item, moved, TWO_FRAMES] {
        let (coloured, file) = program_file(program);
        assert!(
            build(&file, &file.bytes).unwrap() == coloured.loaded.data,
            "{program}"
        );
        let drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
        let same = build(&file, &drawing.write()).unwrap();
        assert!(same == coloured.loaded.data, "{program}");
    }
    let (_, file) = program_file(TWO_FRAMES);
    let read = Aseprite::read(&file.bytes).unwrap();
    let layers: Vec<&str> = read.layer_names().flatten().collect();
    assert_eq!(layers, ["limb0", "limb0 part 2", "limb1"]);
    let cel = read.layer_cel(0, 1, |_| Ok(())).unwrap().unwrap();
    assert_eq!(cel.text, "1 at 20,-30");
}

/// Returns the drawing of [`TWO_FRAMES`].
fn items_drawing() -> (ColouredCostume, LayeredFile, Drawing) {
    let (coloured, file) = program_file(TWO_FRAMES);
    let drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
    (coloured, file, drawing)
}

#[test]
fn cels_of_draw_many_commands_can_be_repainted_in_all_their_frames_a42() {
    let (coloured, file, mut drawing) = items_drawing();
    let transparent = drawing.transparent;
    let (_, old) = drawing.first_pixel(0, 1);
    let pixels = &drawing.frames[0].1[&1].pixels;
    let others = pixels
        .iter()
        .copied()
        .filter(|pixel| ![old, transparent].contains(pixel));
    let new = others.max().unwrap();
    for (_, cels) in &mut drawing.frames {
        for cel in cels.values_mut().filter(|cel| cel.name.starts_with("1 at")) {
            let first = cel.pixels.iter().position(|pixel| *pixel != transparent);
            cel.pixels[first.unwrap()] = new;
        }
    }
    let built = build(&file, &drawing.write()).unwrap();
    let dialect = coloured.loaded.dialect;
    let before = parse(&coloured.loaded.data, &dialect);
    let after = parse(&built, &dialect);
    assert_eq!(before.cels(), after.cels(), "sizes and places stay");
    for cel in before.cels() {
        let is_same = before.cel_pixels(cel.number) == after.cel_pixels(cel.number);
        assert_eq!(is_same, cel.number != 1, "cel {}", cel.number);
    }
    let animations = |costume: &Costume| frames::animations(costume, true);
    assert_eq!(animations(&before), animations(&after));
}

#[test]
fn other_changes_of_cels_of_draw_many_commands_are_refused_with_the_reason_a42() {
    let refused = |change: fn(&mut Drawing)| {
        let (_, file, mut drawing) = items_drawing();
        change(&mut drawing);
        let error = build(&file, &drawing.write()).unwrap_err();
        format!("{error:#}")
    };
    let in_one_frame = refused(|drawing| {
        let (place, _) = drawing.first_pixel(0, 1);
        drawing.frames[0].1.get_mut(&1).unwrap().pixels[place] = drawing.transparent;
    });
    assert!(
        in_one_frame.contains("frame 0: layer limb0 part 2 shows a new picture")
            && in_one_frame.contains("repainted in all their frames"),
        "{in_one_frame}"
    );
    let moved = refused(|drawing| drawing.frames[1].1.get_mut(&0).unwrap().at.0 += 1);
    assert!(moved.contains("frame 1: layer limb0 shows"), "{moved}");
    let removed = refused(|drawing| {
        drawing.frames[0].1.remove(&1);
    });
    assert!(
        removed.contains("shows other cels than before"),
        "{removed}"
    );
    let larger = refused(|drawing| {
        for (_, cels) in &mut drawing.frames {
            for cel in cels.values_mut().filter(|cel| cel.name.starts_with("0 at")) {
                cel.at.1 += 1;
            }
        }
    });
    assert!(
        larger.contains("cel 0: expected pixels within its") && larger.contains("keeps its size"),
        "{larger}"
    );
}

#[test]
fn a_file_has_a_layer_for_each_limb_and_linked_cels() {
    let (coloured, file) = demo_file(5, 1);
    let read = Aseprite::read(&file.bytes).unwrap();
    let layers: Vec<&str> = read.layer_names().flatten().collect();
    assert!(layers.len() > 1, "{layers:?}");
    assert!(layers.iter().all(|name| LimbLayer::parse(name).is_some()));
    assert!(read.tags().iter().any(|tag| tag.name == "walk-east"));
    let frames = read.durations().count();
    let is_linked = |number: &usize| read.shown_frame(*number, 0).is_some_and(|at| at < *number);
    assert!((0..frames).any(|number| is_linked(&number)));
    assert_eq!(coloured.loaded.data, file.block);
}

#[test]
fn a_cel_that_changes_in_all_its_frames_is_replaced() {
    for version in [5, 7] {
        let (coloured, file) = demo_file(version, 1);
        let palette = &coloured.colours.palette;
        let mut drawing = Drawing::read(&file.bytes, palette);
        let (from, _) = drawing.tag("stand-south");
        let name = drawing.frames[from].1[&0].name.clone();
        let (place, old) = drawing.first_pixel(from, 0);
        let new = drawing.frames[from].1[&0].pixels.iter().copied();
        let new = new.filter(|pixel| *pixel != drawing.transparent && *pixel != old);
        let new = new.max().unwrap();
        for (_, cels) in &mut drawing.frames {
            for cel in cels.values_mut().filter(|cel| cel.name == name) {
                // The cel may have another place in another frame.
                let first = cel.pixels.iter().position(|pixel| *pixel == old);
                let first = first.filter(|_| cel.pixels[place] != old);
                cel.pixels[first.unwrap_or(place)] = new;
            }
        }
        let built = build(&file, &drawing.write()).unwrap();
        let dialect = coloured.loaded.dialect;
        let before = parse(&coloured.loaded.data, &dialect);
        let after = parse(&built, &dialect);
        assert_eq!(before.cels().len(), after.cels().len(), "v{version}");
        assert_eq!(
            before.animations().collect::<Vec<_>>(),
            after.animations().collect::<Vec<_>>()
        );
        let changed: Vec<u16> = before
            .cels()
            .iter()
            .filter(|cel| before.cel_pixels(cel.number) != after.cel_pixels(cel.number))
            .map(|cel| cel.number)
            .collect();
        assert_eq!(changed.len(), 1, "v{version}: {changed:?}");
    }
}

#[test]
fn a_cel_that_changes_in_one_frame_becomes_a_new_cel_of_that_animation() {
    let (coloured, file) = demo_file(5, 1);
    let mut drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
    let (from, to) = drawing.tag("walk-south");
    assert!(to > from);
    let (place, _) = drawing.first_pixel(from, 0);
    let transparent = drawing.transparent;
    let name = drawing.frames[from].1[&0].name.clone();
    let is_elsewhere = |(number, (_, cels)): (usize, &(u16, BTreeMap<u16, DrawnCel>))| {
        number != from && cels.values().any(|cel| cel.name == name)
    };
    // The cel is shown in another frame, too, which keeps it.
    let is_shared = drawing.frames.iter().enumerate().any(is_elsewhere);
    if !is_shared {
        let copy = drawing.frames[from].clone();
        drawing.frames.push(copy);
    }
    let cel = drawing.frames[from].1.get_mut(&0).unwrap();
    cel.pixels[place] = transparent;
    let built = build(&file, &drawing.write()).unwrap();
    let dialect = coloured.loaded.dialect;
    let before = parse(&coloured.loaded.data, &dialect);
    let after = parse(&built, &dialect);
    assert_eq!(after.cels().len(), before.cels().len() + 1);
    let walk_south = 2 * 4 + 2;
    assert_ne!(shown(&before, walk_south), shown(&after, walk_south));
    for animation in frames::animations(&before, true) {
        let number = animation.number;
        if number != walk_south {
            assert_eq!(shown(&before, number), shown(&after, number), "{number}");
        }
    }
}

#[test]
fn a_moved_cel_gets_another_place_and_a_new_tag_a_new_animation() {
    let (coloured, file) = demo_file(5, 2);
    let mut drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
    let (from, _) = drawing.tag("stand-south");
    let mut frame = drawing.frames[from].clone();
    for cel in frame.1.values_mut() {
        cel.at.1 -= 1;
    }
    frame.0 = 300;
    let last = drawing.frames.len() as u16;
    drawing.frames.push(frame);
    drawing
        .tags
        .push(("chore-9-east".to_owned(), last, last, true));
    let built = build(&file, &drawing.write()).unwrap();
    let after = parse(&built, &coloured.loaded.dialect);
    let old = shown(&after, 3 * 4 + 2)[0];
    let new = shown(&after, 9 * 4 + 1)[0];
    assert_eq!((new.x, new.y), (old.x, old.y - 1));
    let of_chore = after.animations().filter(|animation| animation.frame == 9);
    let mut numbers: Vec<u16> = of_chore.map(|animation| animation.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [9 * 4, 9 * 4 + 1], "the west is the mirrored east");
}

#[test]
fn a_new_colour_takes_a_free_number_of_the_costume() {
    let (coloured, file) = demo_file(5, 3);
    let mut drawing = Drawing::read(&file.bytes, &coloured.colours.palette);
    let Costume::Cost(cost) = &*coloured.loaded.costume else {
        panic!("the demo's costumes are COST");
    };
    let palette = cost.palette().to_vec();
    let new = (1..=255u8)
        .find(|colour| !palette.contains(colour) && *colour != drawing.transparent)
        .unwrap();
    let (place, _) = drawing.first_pixel(0, 0);
    drawing.frames[0].1.get_mut(&0).unwrap().pixels[place] = new;
    let built = build(&file, &drawing.write());
    let used: std::collections::BTreeSet<u8> = cost
        .pictures()
        .iter()
        .flat_map(|picture| cost.cel(picture).unwrap().pixels().to_vec())
        .collect();
    let is_free = (1..palette.len() as u8).any(|number| !used.contains(&number));
    match built {
        Ok(built) => {
            assert!(is_free);
            let Costume::Cost(after) = parse(&built, &coloured.loaded.dialect) else {
                panic!("a COST stays a COST");
            };
            assert!(after.palette().contains(&new));
        }
        Err(error) => {
            assert!(!is_free);
            assert!(format!("{error:#}").contains("are in use"), "{error:#}");
        }
    }
}

#[test]
fn layers_without_an_original_become_a_new_costume() {
    let square = |colour: u8, at: (i16, i16)| DrawnCel {
        at,
        size: (2, 2),
        pixels: vec![colour; 4],
        name: String::new(),
    };
    let drawing = Drawing {
        head: String::new(),
        layers: vec!["limb0".to_owned(), "Limb 1".to_owned()],
        tags: vec![("walk-east".to_owned(), 0, 1, true)],
        anchor: (4, 8),
        size: (8, 8),
        transparent: 0,
        palette: scumm_room::Palette::greys(),
        frames: vec![
            (
                100,
                BTreeMap::from([(0, square(7, (3, 6))), (1, square(9, (3, 2)))]),
            ),
            (
                200,
                BTreeMap::from([(0, square(7, (2, 6))), (1, square(9, (3, 2)))]),
            ),
        ],
    };
    let beside = CompanionFiles::memory(BTreeMap::new());
    let built = animated::build(&drawing.write(), &beside, Some(Dialect::new(6))).unwrap();
    let costume = parse(&built, &Dialect::new(6));
    let Costume::Cost(cost) = &costume else {
        panic!("a costume of v6 is a COST");
    };
    assert_eq!(cost.palette()[1..3], [7, 9]);
    let animations: Vec<_> = costume.animations().collect();
    assert_eq!(animations.len(), 2, "east, and west as its mirror");
    let walk = frames::animations(&costume, true);
    let frames = &walk[0].frames;
    let ticks: Vec<usize> = frames.iter().map(|frame| frame.ticks).collect();
    assert_eq!(ticks, [1, 2]);
    assert_eq!(frames[0].cels.len(), 2);
    let place = |cel: &PlacedCel| (cel.x, cel.y);
    assert_eq!(place(&frames[0].cels[0]), (-1, -2));
    assert_eq!(place(&frames[1].cels[0]), (-2, -2));
    assert_eq!(place(&frames[1].cels[1]), (-1, -6));
}

#[test]
fn names_of_cels_and_layers_come_back() {
    for text in ["1:6", "12"] {
        assert_eq!(CelName::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "a:1", "1:2:3", "-1"] {
        assert_eq!(CelName::parse(text), None, "{text}");
    }
    for text in ["6", "1:6", "6 at -3,40"] {
        assert_eq!(CelText::parse(text).unwrap().to_string(), text);
    }
    for text in ["6 at", "6 at 3", "6 at 3,40000", "at 3,4"] {
        assert_eq!(CelText::parse(text), None, "{text}");
    }
    for text in ["limb0", "limb3 part 2"] {
        assert_eq!(LimbLayer::parse(text).unwrap().to_string(), text);
    }
    for text in ["body", "limb16", "limb", "limb1 part 0"] {
        assert_eq!(LimbLayer::parse(text), None, "{text}");
    }
}

#[test]
fn a_picture_is_trimmed_to_its_visible_pixels() {
    let picture = LayerPicture {
        width: 3,
        pixels: vec![None, None, None, None, Some(4), None],
        rel: (-5, 2),
    };
    let trimmed = LayerPicture {
        width: 1,
        pixels: vec![Some(4)],
        rel: (-4, 3),
    };
    assert_eq!(picture.trimmed(), trimmed);
}

#[test]
fn the_block_must_lie_beside_the_file() {
    let (_, file) = demo_file(5, 1);
    let beside = CompanionFiles::memory(BTreeMap::new());
    let error = animated::build(&file.bytes, &beside, None).unwrap_err();
    assert!(
        format!("{error:#}").contains("was made from costume.cost"),
        "{error:#}"
    );
}
