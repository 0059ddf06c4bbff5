//! Tests the picture of the window in each scale mode, on the screens of the handhelds. The window
//! is read back and compared pixel by pixel.
//!
//! The pictures of all tests remain in the target folder (`tmp/scaling`), where they can be
//! inspected.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use glam::UVec2;
use libtest_mimic::Trial;
use scumm_media::file::AtomicFiles;
use scumm_platform::sdl::{WindowOptions, with_window};
use scumm_platform::{
    FrontEnd as _, IndexedFrame, RgbPalette, ScaleMode, TexturePalette, Viewport, WindowSettings,
};

use crate::Outcome;

/// The screens to fill.
const SIZES: [(u32, u32); 7] = [
    (320, 240),
    (480, 320),
    (640, 480),
    (720, 720),
    (854, 480),
    (1280, 720),
    (1920, 1080),
];
const BORDER: [u8; 3] = [24, 16, 48];

/// The tests of this file, on these drivers.
pub fn trials(drivers: &[&'static str]) -> Vec<Trial> {
    let mut trials = Vec::new();
    for &driver in drivers {
        for frame in [Picture::demo(), Picture::high()] {
            let name = format!("{driver}_{}x{}", frame.width, frame.height);
            trials.push(Trial::test(name, move || all_modes(driver, &frame)));
        }
        trials.push(Trial::test(format!("{driver}_uploads"), move || {
            only_changes_are_uploaded(driver)
        }));
    }
    trials
}

/// A frame that owns its pixels.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    palette: RgbPalette,
    /// The palette as words.
    table: [u32; 256],
}

impl Picture {
    /// Returns a frame of the demo, which the README shows at twice its size.
    fn demo() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/demo.png");
        let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let info = reader.info();
        let mut palette = [[0; 3]; 256];
        for (to, from) in palette
            .iter_mut()
            .zip(info.palette.as_deref().unwrap().chunks_exact(3))
        {
            to.copy_from_slice(from);
        }
        let rows = pixels.chunks_exact(info.width as usize).step_by(2);
        let pixels = rows
            .flat_map(|row| row.iter().copied().step_by(2))
            .collect();
        Self::new(
            info.width as usize / 2,
            info.height as usize / 2,
            pixels,
            palette,
        )
    }

    /// Returns a frame with the size of version 8, in which adjacent pixels have different colours.
    fn high() -> Self {
        let pixels = (0..640 * 480)
            .map(|i| (i % 640 * 3 + i / 640 * 5) as u8)
            .collect();
        Self::new(
            640,
            480,
            pixels,
            std::array::from_fn(|i| [i as u8, (i * 7) as u8, !(i as u8)]),
        )
    }

    fn new(width: usize, height: usize, pixels: Vec<u8>, palette: RgbPalette) -> Self {
        Self {
            width,
            height,
            pixels,
            table: TexturePalette::argb(&palette),
            palette,
        }
    }

    fn frame(&self) -> IndexedFrame<'_> {
        IndexedFrame::new(self.width, self.height, &self.pixels, &self.palette).unwrap()
    }

    /// Returns the colour of a pixel as a word.
    fn at(&self, at: UVec2) -> u32 {
        self.table[usize::from(self.pixels[at.y as usize * self.width + at.x as usize])]
    }
}

fn options(driver: &str, size: (u32, u32), scale: ScaleMode) -> WindowOptions {
    WindowOptions {
        size: Some(size.into()),
        wishes: WindowSettings {
            scale,
            border: BORDER,
            ..WindowSettings::default()
        },
        unpaced: true,
        software: true,
        driver: Some(driver.to_owned()),
        ..WindowOptions::default()
    }
}

fn all_modes(driver: &str, picture: &Picture) -> Outcome {
    for size in SIZES {
        for (name, mode) in ScaleMode::ALL {
            with_window(&options(driver, size, mode), |window| {
                window.present(&picture.frame(), true)?;
                let (shown, words) = window.read_back()?;
                assert_eq!(shown, UVec2::from(size), "{name}");
                let place = window.viewport()?;
                assert_eq!(
                    place,
                    Viewport::new(size.into(), picture.frame_size(), mode)
                );
                check(picture, &words, &place, shown)
                    .unwrap_or_else(|wrong| panic!("{size:?} {name}: {wrong}"));
                let name = format!(
                    "{driver}-{}x{}-{}x{}-{}",
                    picture.width, picture.height, size.0, size.1, name
                );
                write(&name.replace(':', "to"), shown, &words);
                Ok(())
            })?;
        }
    }
    Ok(())
}

impl Picture {
    fn frame_size(&self) -> UVec2 {
        UVec2::new(self.width as u32, self.height as u32)
    }
}

/// Compares the window with the picture. If each pixel of the picture covers whole pixels of the
/// window, all pixels must be equal. Otherwise each colour must lie between the colours of the
/// pixel and its neighbours, and the centre of each enlarged pixel must have the exact colour.
fn check(picture: &Picture, words: &[u32], place: &Viewport, size: UVec2) -> Result<(), String> {
    let [r, g, b] = BORDER;
    let border = u32::from_be_bytes([0, r, g, b]);
    let (mut exact, mut inside) = (0_u32, 0_u32);
    for (i, &word) in words.iter().enumerate() {
        let at = UVec2::new(i as u32 % size.x, i as u32 / size.x);
        let Some(pixel) = place.to_frame(at.as_vec2() + 0.5) else {
            if word & 0xff_ffff != border {
                return Err(format!("{word:08x} on the border at {at}"));
            }
            continue;
        };
        inside += 1;
        if word == picture.at(pixel) {
            exact += 1;
        } else if place.is_whole() {
            return Err(format!(
                "{word:08x} instead of {:08x} at {at}",
                picture.at(pixel)
            ));
        } else if place.size.cmpge(place.frame).all() && !is_between(picture, word, pixel) {
            return Err(format!(
                "{word:08x} at {at} is not between the colours around {pixel}"
            ));
        }
    }
    // If each pixel covers about k columns of the window, all but the first and the last of them
    // have the exact colour. The same applies to rows.
    let least = |k: u32| {
        if k > 1 {
            (k - 1) as f32 / (k + 1) as f32
        } else {
            0.0
        }
    };
    let [across, down] = place.whole_part().into();
    let part = exact as f32 / inside as f32;
    if part < least(across) * least(down) {
        return Err(format!("only {part} of the pixels are exact"));
    }
    Ok(())
}

/// Returns whether each component lies between the least and the greatest value in the nine pixels
/// around. A difference of one is allowed for rounding.
fn is_between(picture: &Picture, word: u32, pixel: UVec2) -> bool {
    let last = picture.frame_size() - UVec2::ONE;
    let (from, to) = (
        pixel.saturating_sub(UVec2::ONE),
        (pixel + UVec2::ONE).min(last),
    );
    let around = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| UVec2::new(x, y)));
    let around = around.map(|at| picture.at(at).to_be_bytes());
    word.to_be_bytes()
        .iter()
        .enumerate()
        .skip(1)
        .all(|(part, &value)| {
            let (least, greatest) = around.clone().fold((255, 0), |(least, greatest), c| {
                (c[part].min(least), c[part].max(greatest))
            });
            (least.saturating_sub(1)..=greatest.saturating_add(1)).contains(&value)
        })
}

fn write(name: &str, size: UVec2, words: &[u32]) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("scaling")
        .join(format!("{name}.png"));
    let rgb: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_be_bytes().into_iter().skip(1))
        .collect();
    AtomicFiles::default()
        .write(&path, |out| {
            let mut encoder = png::Encoder::new(out, size.x, size.y);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_compression(png::Compression::Fastest);
            encoder.write_header()?.write_image_data(&rgb)?;
            Ok(())
        })
        .unwrap();
}

/// A frame that has not changed is drawn from the texture. Therefore a different picture that is
/// passed as unchanged is not shown.
fn only_changes_are_uploaded(driver: &str) -> Outcome {
    let (one, mut other) = (Picture::demo(), Picture::demo());
    other.pixels.fill(0);
    for mode in [ScaleMode::Integer, ScaleMode::Aspect] {
        with_window(&options(driver, (640, 480), mode), |window| {
            window.present(&one.frame(), true)?;
            let seen = window.read_back()?;
            window.present(&other.frame(), false)?;
            assert!(window.read_back()? == seen, "{mode:?}: it was uploaded");
            window.present(&other.frame(), true)?;
            assert!(window.read_back()? != seen, "{mode:?}: it was not uploaded");
            Ok(())
        })?;
    }
    Ok(())
}
