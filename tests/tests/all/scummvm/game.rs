//! A game with the demo's room and costumes, and with a boot script that places eight actors on the
//! stage.

use std::path::Path;

use scumm_costume::Cost;
use scumm_costume::Damage;
use scumm_costume::edit::cost::{self, CostDraft};
use scumm_engine::Game;
use scumm_room::edit::NewGame;
use scumm_room::resource::GlobalObject;
use scumm_room::resource::ResourceKind;
use scumm_room::{Dialect, Tag, block, edit};

/// The number of the room.
pub const ROOM: u8 = 1;
/// The height of the room and of the stage in lines.
pub const HEIGHT: u16 = 200;

/// An actor, as ScummVM and this project's stage set it up.
pub struct Extra {
    pub id: u8,
    pub costume: u8,
    pub scale: u8,
    /// The z-plane that hides the actor everywhere.
    pub clip: Option<u8>,
    pub at: (u16, u16),
    /// The operand of `animate` that turns the actor: 0xf8 and a direction (C9).
    pub turn: u8,
}

/// Returns eight actors at eight scales. Every second actor is behind plane 1 at the places where
/// the plane hides: the barrels and the lamp post.
pub fn actors() -> [Extra; 8] {
    let scales = [255, 254, 200, 160, 128, 96, 64, 32];
    let feet = [
        (30, 190),
        (64, 186),
        (214, 184),
        (100, 180),
        (208, 160),
        (250, 170),
        (60, 180),
        (300, 150),
    ];
    let mut number = 0;
    scales.map(|scale| {
        let i = usize::from(number);
        number += 1;
        Extra {
            id: number,
            costume: (number - 1) % 3 + 1,
            scale,
            clip: (number % 2 == 1).then_some(1),
            at: feet[i],
            turn: 0xf8 + number % 4,
        }
    })
}

/// Returns the demo.
pub fn demo() -> Game {
    Game::open(scumm_test_support::repository().join("data/demo/built")).unwrap()
}

/// Returns a costume of the demo that stands still, because every sequence stays on its first
/// picture.
pub fn costume(demo: &Game, id: u16, dialect: Dialect) -> Vec<u8> {
    let raw = demo.load_costume(id).unwrap();
    let cost = Cost::parse_with(&raw.data, &demo.dialect(), &mut Damage::strict()).unwrap();
    let mut draft = CostDraft::from_cost(&cost).unwrap();
    for entry in draft
        .records
        .iter_mut()
        .flatten()
        .flat_map(|record| &mut record.entries)
    {
        if let Some(sequence) = &mut entry.sequence {
            sequence.extra = 0;
        }
    }
    cost::encode(&draft, &dialect).unwrap()
}

/// Returns the demo's room without colour cycles.
pub fn room(demo: &Game, dialect: Dialect) -> Vec<u8> {
    let plan = edit::RoomPlan {
        cycles: Vec::new(),
        ..demo.room(ROOM.into()).unwrap().plan()
    };
    edit::encode_room(&plan, &dialect).unwrap()
}

/// Writes the files of the game.
pub fn write(dialect: Dialect, base: &str, folder: &Path) {
    let demo = demo();
    let object = GlobalObject {
        owner: Some(15),
        ..GlobalObject::default()
    };
    let mut game = NewGame {
        objects: vec![object; 64],
        ..NewGame::default()
    };
    game.add_room(ROOM, "harbour", room(&demo, dialect));
    for id in 1..=3 {
        game.add(ResourceKind::Costume, id, ROOM, costume(&demo, id, dialect));
    }
    let boot = if dialect.version() == 5 {
        boot_v5()
    } else {
        boot_v6()
    };
    game.add(
        ResourceKind::Script,
        1,
        ROOM,
        block::write(Tag(*b"SCRP"), &boot).unwrap(),
    );
    game.add(
        ResourceKind::Charset,
        1,
        ROOM,
        block::write(Tag(*b"CHAR"), &charset()).unwrap(),
    );
    for file in game.files(dialect, base).unwrap() {
        std::fs::write(folder.join(&file.name), &file.bytes).unwrap();
    }
}

/// Returns a character set without characters: the size, the version, the colours, one bit for each
/// pixel, eight lines, and empty offsets.
fn charset() -> Vec<u8> {
    const CHARACTERS: u16 = 256;
    let mut set = vec![0; 6 + 15];
    set.extend([1, 8]);
    set.extend(CHARACTERS.to_le_bytes());
    set.extend(vec![0; 4 * usize::from(CHARACTERS)]);
    let size = u32::try_from(set.len()).unwrap();
    set[..4].copy_from_slice(&size.to_le_bytes());
    set
}

/// The number of the interpreter's variable for the jiffies of a frame, and its value.
const TIMER_NEXT: u8 = 19;
const JIFFIES: u8 = 4;

fn boot_v5() -> Vec<u8> {
    let word = |n: u16| n.to_le_bytes();
    let [low, high] = word(HEIGHT);
    let mut code = vec![
        0x33, 0x03, 0, 0, low, high, 0x1a, TIMER_NEXT, 0, JIFFIES, 0, 0x72, ROOM,
    ];
    for Extra {
        id,
        costume,
        scale,
        clip,
        at,
        turn,
    } in actors()
    {
        code.extend([0x13, id, 0x08, 0x01, costume, 0x14, 0x11, scale, scale]);
        code.extend(clip.into_iter().flat_map(|plane| [0x13, plane]));
        code.push(0xff);
        code.extend([0x2d, id, ROOM, 0x01, id]);
        code.extend(word(at.0));
        code.extend(word(at.1));
        code.extend([0x11, id, turn]);
    }
    // An endless loop of frames: the jump leads back over itself and the break.
    code.extend([0x80, 0x18, 0xfc, 0xff]);
    code
}

fn boot_v6() -> Vec<u8> {
    let mut code = Vec::new();
    let push = |code: &mut Vec<u8>, n: u16| {
        code.push(0x01);
        code.extend(n.to_le_bytes());
    };
    push(&mut code, 0);
    push(&mut code, HEIGHT);
    code.extend([0x9c, 174]);
    push(&mut code, JIFFIES.into());
    code.extend([0x43, TIMER_NEXT, 0]);
    push(&mut code, ROOM.into());
    code.push(0x7b);
    for Extra {
        id,
        costume,
        scale,
        clip,
        at,
        turn,
    } in actors()
    {
        push(&mut code, id.into());
        code.extend([0x9d, 197, 0x9d, 83]);
        push(&mut code, costume.into());
        code.extend([0x9d, 76, 0x9d, 95]);
        push(&mut code, scale.into());
        code.extend([0x9d, 92]);
        if let Some(plane) = clip {
            push(&mut code, plane.into());
            code.extend([0x9d, 94]);
        }
        for n in [id.into(), at.0, at.1, ROOM.into()] {
            push(&mut code, n);
        }
        code.push(0x7f);
        push(&mut code, id.into());
        push(&mut code, turn.into());
        code.push(0x82);
    }
    code.extend([0x6c, 0x73, 0xfc, 0xff]);
    code
}
