//! Blend tables of HE90 and later: what actors' shaded pixels go through (A61, H6).

use std::sync::Arc;

use scumm_room::block::{self, Header};
use scumm_room::{Reader, Result, Tag};

/// Bytes of a blend table: 256 colours over 256 colours of the screen (A61).
pub(crate) const SIZE: usize = 65536;

/// The blend table in an image's resource: the chunk XMAP among its children (H6). Images of several states have none.
///
/// # Errors
/// The image has no such chunk, or one that is cut short.
pub fn blend_table(image: &[u8]) -> Result<Arc<[u8]>> {
    let image = block::read(&mut Reader::new(image), Header::Large)?;
    let mut xmap = block::need(image.data, Header::Large, Tag(*b"XMAP"))?;
    Ok(xmap.data.bytes(SIZE, "a blend table")?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(tag: &[u8; 4], children: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let children = children.iter().map(|(tag, data)| block::write(Tag(**tag), data).unwrap());
        block::write(Tag(*tag), &children.collect::<Vec<_>>().concat()).unwrap()
    }

    #[test]
    fn the_table_stands_anywhere_among_the_children_of_an_image_h6() {
        let bytes: Vec<u8> = (0..SIZE).map(|i| (i / 256 + i) as u8).collect();
        let before = image(b"AWIZ", &[(b"XMAP", &bytes), (b"WIZH", &[0; 12])]);
        let after =
            image(b"AWIZ", &[(b"WIZH", &[0; 12]), (b"WIZD", &[1; 7]), (b"XMAP", &[&bytes[..], &[9; 4]].concat())]);
        for image in [before, after] {
            assert_eq!(&*blend_table(&image).unwrap(), bytes);
        }
    }

    #[test]
    fn an_image_without_a_whole_table_is_an_error_h6() {
        let inner = image(b"AWIZ", &[(b"XMAP", &[0; SIZE])]);
        for image in [
            [].to_vec(),
            image(b"AWIZ", &[(b"WIZH", &[0; 12])]),
            image(b"AWIZ", &[(b"XMAP", &[0; SIZE - 1])]),
            image(b"MULT", &[(b"WRAP", &inner)]),
        ] {
            assert!(blend_table(&image).is_err());
        }
    }
}
