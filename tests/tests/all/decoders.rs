//! The costs of the decoders: checks the table in docs/robustness.md with the worst known input of
//! each decoder.

use std::fs;
use std::time::Duration;

use scumm_costume::edit::codec::{Order, decode_bomp, decode_majmin, decode_trle};
use scumm_costume::edit::codec::{Packing, Runs};
use scumm_costume::{Damage, V0};
use scumm_room::{Dialect, Surface};
use scumm_test_support::bodies;
use scumm_test_support::bodies::input::dialect_byte;
use scumm_test_support::memory::peak;
use scumm_test_support::repository;
use scumm_test_support::time::Stopwatch;

/// A row of the table, which describes a decoder.
struct Decoder {
    name: &'static str,
    /// The most pixels that a byte of data can make. If a byte can make any number of pixels, the
    /// limit that applies instead.
    pixels: Pixels,
    /// The bytes of memory for each pixel.
    memory: usize,
    /// The nanoseconds of processor time for each pixel, in a build for tests.
    time: u64,
    /// A description of the worst known input.
    worst: &'static str,
    /// Decodes the worst input. Returns the number of bytes of data and the number of pixels.
    decode: fn() -> (usize, usize),
}

/// The most pixels that data may make.
enum Pixels {
    /// The number of pixels for each byte of data.
    PerByte(usize),
    /// The number of pixels of a cel or of a room, independent of its data.
    AtMost(usize, &'static str),
}

/// The most pixels of a cel of an AKOS (`CEL_PIXELS`).
const CEL: usize = 1 << 20;
/// The width of a cel of [`CEL`] pixels, which is the largest that a cel may have.
const WIDTH: usize = 1 << 15;
/// The width in strips and the height of the room that is drawn.
const SIDE: u8 = 255;

const TABLE: [Decoder; 7] = [
    Decoder {
        name: "COST, AKOS codec 1",
        pixels: Pixels::PerByte(128),
        memory: 1,
        time: 20,
        worst: "runs of 255 in two bytes",
        decode: || {
            let data = [0x10, 0xff].repeat(8192);
            let mut surface = Surface::filled(8192, 255, 0);
            let filled = Runs::new(&data, Packing::Colours16).fill_columns(&mut surface);
            (data.len(), filled)
        },
    },
    Decoder {
        name: "AKOS codec 5",
        pixels: Pixels::AtMost(CEL, "a cel"),
        memory: 1,
        time: 20,
        worst: "rows without data",
        decode: || {
            let data = vec![0; 2 * CEL / WIDTH];
            let mut pixels = vec![0; CEL];
            decode_bomp(&data, WIDTH, Order::Mirrored, &mut pixels);
            (data.len(), pixels.len())
        },
    },
    Decoder {
        name: "AKOS codec 16",
        pixels: Pixels::AtMost(CEL, "a cel"),
        memory: 1,
        time: 40,
        worst: "a new colour a pixel",
        decode: || {
            let data = [&[8, 0][..], &[0b0101_0101, 0xaa, 0x55].repeat(CEL / 2)].concat();
            let mut pixels = vec![0; CEL];
            decode_majmin(&data, &mut pixels);
            (data.len(), pixels.len())
        },
    },
    Decoder {
        name: "AKOS codec 32",
        pixels: Pixels::AtMost(CEL, "a cel"),
        memory: 2,
        time: 20,
        worst: "rows without data",
        decode: || {
            let data = vec![0; 2 * CEL / WIDTH];
            let (mut pixels, mut gaps) = (vec![0; CEL], vec![0; CEL]);
            decode_trle(&data, WIDTH, &mut pixels, &mut gaps);
            (data.len(), pixels.len())
        },
    },
    Decoder {
        name: "V0",
        pixels: Pixels::AtMost(320 * 200, "a picture"),
        memory: 1,
        time: 20,
        worst: "a picture without data",
        decode: || {
            let block = picture_of_v0();
            let dialect = Dialect::new(0);
            let costume = V0::parse_with(&block, &dialect, &mut Damage::silent()).unwrap();
            let surface = costume.pictures()[0].0.surface();
            (block.len(), surface.pixels().len())
        },
    },
    Decoder {
        name: "strips of a room",
        pixels: Pixels::PerByte(256),
        memory: 2,
        time: 60,
        worst: "255 strips that begin in the same data, parsed and drawn twice",
        decode: || strips("strips"),
    },
    Decoder {
        name: "z-planes of a room",
        pixels: Pixels::PerByte(256),
        memory: 2,
        time: 60,
        worst: "two planes of 255 strips that begin in the same data, parsed and drawn twice",
        decode: || strips("zplanes"),
    },
];

/// Returns a costume of version 0. Its only picture is as large as the screen and has no data
/// (V20..V24).
fn picture_of_v0() -> Vec<u8> {
    let tables = [0, 0, 25, 0, 0];
    let limbs = [8, 8, 8, 8, 8, 8, 8, 8, 10, 0, 4, 255];
    let commands = [0, 255, 255, 255, 255, 255, 255, 255];
    let picture = [40, 200, 0, 0, 0, 0];
    let base = [&tables[..], &limbs, &commands, &picture].concat();
    let head = [9 + base.len() as u8, 0, 0, 0, 3, 5, 0, 17, 0];
    [&head[..], &base].concat()
}

/// Draws a room of version 5 whose strips all have the same data. The room may always have its own
/// number of pixels, whatever its data are.
fn strips(body: &str) -> (usize, usize) {
    let table: Vec<u8> = (0..SIDE)
        .flat_map(|_| (8 + 4 * u32::from(SIDE)).to_le_bytes())
        .collect();
    // The data are code 14 with a new colour for each pixel. In a plane, the same data are runs of
    // one line.
    let data = [&[14, 0][..], &[0xff; 4096]].concat();
    let input = [
        &[dialect_byte(&Dialect::new(5)), SIDE, SIDE, 0][..],
        &table,
        &data,
    ]
    .concat();
    let run = bodies::named(body).unwrap();
    run(&input);
    (input.len(), 8 * usize::from(SIDE) * usize::from(SIDE))
}

/// Returns a row of the table as the document has it.
fn row(decoder: &Decoder) -> String {
    let Decoder {
        name,
        memory,
        time,
        worst,
        ..
    } = decoder;
    let pixels = match decoder.pixels {
        Pixels::PerByte(pixels) => format!("{pixels} pixels"),
        Pixels::AtMost(pixels, of) => format!("any number, of {of} {pixels}"),
    };
    let bytes = if *memory == 1 {
        "1 byte".to_owned()
    } else {
        format!("{memory} bytes")
    };
    format!("| {name} | {pixels} | {bytes} | {time} ns | {worst} |\n")
}

#[test]
fn no_decoder_costs_more_than_the_document_says() {
    let document = fs::read_to_string(repository().join("docs/robustness.md")).unwrap();
    for decoder in &TABLE {
        assert!(
            document.contains(&row(decoder)),
            "docs/robustness.md should have\n{}",
            row(decoder)
        );
        let watch = cfg!(target_os = "linux").then(Stopwatch::start);
        let ((bytes, pixels), memory) = peak(decoder.decode);
        let time = watch.map(|watch| watch.elapsed());
        println!(
            "{}: {bytes} bytes, {pixels} pixels, {memory} bytes of memory, {time:?}",
            decoder.name
        );
        match decoder.pixels {
            // A room additionally has the pixels of a screen.
            Pixels::PerByte(most) => assert!(
                pixels <= most * bytes + 320 * 200,
                "{}: {pixels}",
                decoder.name
            ),
            Pixels::AtMost(most, _) => assert!(pixels <= most, "{}: {pixels}", decoder.name),
        }
        // The data are in memory, too.
        assert!(
            memory <= decoder.memory * pixels + 2 * bytes + 4096,
            "{}: {memory} bytes",
            decoder.name
        );
        if let Some(time) = time {
            let most = Duration::from_nanos(decoder.time * pixels as u64);
            assert!(
                time <= most,
                "{}: {time:?} for {pixels} pixels, stated are {most:?}",
                decoder.name
            );
        }
    }
}
