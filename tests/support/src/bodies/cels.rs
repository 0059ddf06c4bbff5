//! Decodes bare cel data with each codec.

use scumm_costume::edit::codec::encode_columns as encode;
use scumm_costume::edit::codec::{Order, decode_bomp, decode_majmin, decode_trle, encode_majmin};
use scumm_costume::edit::codec::{Packing, Runs};
use scumm_room::Surface;

use super::input::FuzzInput;

/// Takes the size of a picture: one byte for the width and one for the height.
fn size(input: &mut FuzzInput<'_>) -> (usize, usize) {
    (input.byte().into(), input.byte().into())
}

/// Decodes the columns of runs of COST and of codec 1 (C36). Checks that the encoder's output
/// decodes to the same pixels.
pub fn rle(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let packing =
        [Packing::Colours16, Packing::Colours32, Packing::Colours64][usize::from(input.byte()) % 3];
    let (width, height) = size(&mut input);
    let skipped = input.byte();
    let mut surface = Surface::filled(width, height, 0);
    let filled = Runs::new(input.rest(), packing).fill_columns(&mut surface);
    assert!(filled <= width * height);
    assert!(
        surface
            .pixels()
            .iter()
            .all(|&pixel| usize::from(pixel) < packing.colours())
    );

    let pixels: Vec<u8> = Runs::new(input.rest(), packing)
        .take(width * height)
        .collect();
    assert_eq!(pixels.len(), filled);
    let data = encode(pixels.iter().copied(), packing);
    assert!(Runs::new(&data, packing).eq(pixels.iter().copied()));

    let mut passed = Runs::new(input.rest(), packing);
    passed.skip_pixels(skipped.into());
    let behind = Runs::new(input.rest(), packing)
        .skip(skipped.into())
        .take(100);
    assert!(passed.take(100).eq(behind));
}

/// Decodes codec 5 in all three orders (A70, A73).
pub fn bomp(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let (width, height) = size(&mut input);
    let decoded = |order| {
        let mut pixels = vec![0; width * height];
        decode_bomp(input.rest(), width, order, &mut pixels);
        pixels
    };
    let (stored, mirrored) = (decoded(Order::Stored), decoded(Order::Mirrored));
    decoded(Order::MirroredRuns);
    if width > 0 {
        let rows = stored.chunks_exact(width).zip(mirrored.chunks_exact(width));
        rows.for_each(|(stored, mirrored)| assert!(stored.iter().eq(mirrored.iter().rev())));
    }
}

/// Decodes codec 16 (A80). Checks that the encoder's output decodes to the same pixels.
pub fn majmin(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let (width, height) = size(&mut input);
    let mut pixels = vec![0; width * height];
    decode_majmin(input.rest(), &mut pixels);
    let mut again = vec![0; pixels.len()];
    decode_majmin(&encode_majmin(&pixels), &mut again);
    assert!(pixels == again);
}

/// Decodes codec 32 (A90).
pub fn trle(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let (width, height) = size(&mut input);
    let (mut pixels, mut gaps) = (vec![0; width * height], vec![0; width * height]);
    decode_trle(input.rest(), width, &mut pixels, &mut gaps);
    assert!(gaps.iter().all(|&gap| gap == 0 || gap == 0xff));
    assert!(
        pixels
            .iter()
            .zip(&gaps)
            .all(|(&pixel, &gap)| gap == 0 || pixel == 0)
    );
}
