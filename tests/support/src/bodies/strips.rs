//! Decodes bare data of strips and z-planes in an otherwise sound room.

use scumm_room::{Dialect, Room, RoomParts, Tag, block};

use super::input::FuzzInput;
use super::room::draw;

/// The size in bytes of the head of an old room. Its pictures follow.
const OLD_HEAD: u8 = 0x20;

/// Handles the data of a picture, as the version's chunk has it: a table of offsets and the strips.
pub fn strips(bytes: &[u8]) {
    show(bytes, |picture, _| picture.to_vec(), |_| Vec::new());
}

/// Handles the data of two z-planes, each half of the input, behind an empty picture.
pub fn zplanes(bytes: &[u8]) {
    show(bytes, |_, empty| empty, <[u8]>::to_vec);
}

/// Creates a room and draws it. The input has the dialect, the number of strips, the height and a
/// byte for the layout; the rest becomes the picture or the planes.
fn show(
    bytes: &[u8],
    picture: impl Fn(&[u8], Vec<u8>) -> Vec<u8>,
    planes: impl Fn(&[u8]) -> Vec<u8>,
) {
    let mut input = FuzzInput::new(bytes);
    let (dialect, strips, height, kind) =
        (input.dialect(), input.byte(), input.byte(), input.byte());
    let data = input.rest();
    let empty = vec![0; 4 * usize::from(strips)];
    let sheet = Sheet {
        strips,
        height,
        kind,
        picture: picture(data, empty),
        planes: planes(data),
    };
    let Some(bytes) = sheet.room(&dialect) else {
        return;
    };
    let parts = RoomParts {
        room: &bytes,
        ..RoomParts::default()
    };
    let room = Room::parse(&parts, &dialect);
    if let Ok(room) = room {
        draw(&room, &dialect, 1);
    }
}

/// The picture and the planes of a room, and its size.
struct Sheet {
    strips: u8,
    height: u8,
    kind: u8,
    picture: Vec<u8>,
    planes: Vec<u8>,
}

fn block(tag: &[u8; 4], parts: &[Vec<u8>]) -> Option<Vec<u8>> {
    block::write(Tag(*tag), &parts.concat()).ok()
}

/// Returns a chunk of v3 and v4: its length, two letters, its data (F5).
fn small(tag: &[u8; 2], data: &[u8]) -> Option<Vec<u8>> {
    let size = u32::try_from(data.len()).ok()?.checked_add(6)?;
    Some([&size.to_le_bytes()[..], tag, data].concat())
}

impl Sheet {
    fn width(&self) -> u16 {
        u16::from(self.strips) * 8
    }

    fn size(&self) -> Vec<u8> {
        [
            self.width().to_le_bytes(),
            u16::from(self.height).to_le_bytes(),
        ]
        .concat()
    }

    fn wide_size(&self) -> Vec<u8> {
        [
            u32::from(self.width()).to_le_bytes(),
            u32::from(self.height).to_le_bytes(),
        ]
        .concat()
    }

    /// Returns the two halves of the planes' data.
    fn halves(&self) -> (&[u8], &[u8]) {
        self.planes.split_at(self.planes.len() / 2)
    }

    fn room(&self, dialect: &Dialect) -> Option<Vec<u8>> {
        match dialect.version() {
            8 => self.v8(),
            5.. => self.large(dialect),
            _ if dialect.is_old_bundle() => Some(self.old(dialect)),
            _ => self.small(dialect),
        }
    }

    fn v8(&self) -> Option<Vec<u8>> {
        let header = [
            vec![0; 4],
            self.wide_size(),
            vec![0; 4],
            2_u32.to_le_bytes().to_vec(),
            vec![0; 4],
        ];
        let strips = block(
            b"BSTR",
            &[block(
                b"WRAP",
                &[block(b"OFFS", std::slice::from_ref(&self.picture))?],
            )?],
        )?;
        let (one, other) = self.halves();
        let plane = |data: &[u8]| {
            block(
                b"ZSTR",
                &[block(b"WRAP", &[block(b"OFFS", &[data.to_vec()])?])?],
            )
        };
        let (one, other) = (plane(one)?, plane(other)?);
        let second = 16 + u32::try_from(one.len()).ok()?;
        let table = block(
            b"OFFS",
            &[16_u32.to_le_bytes().to_vec(), second.to_le_bytes().to_vec()],
        )?;
        let planes = block(b"ZPLN", &[block(b"WRAP", &[table, one, other])?])?;
        let smap = block(b"SMAP", &[strips, planes])?;
        let imag = block(
            b"IMAG",
            &[block(
                b"WRAP",
                &[block(b"OFFS", &[12_u32.to_le_bytes().to_vec()])?, smap],
            )?],
        )?;
        block(b"ROOM", &[block(b"RMHD", &header)?, imag])
    }

    fn large(&self, dialect: &Dialect) -> Option<Vec<u8>> {
        let version = if dialect.is_v7_plus() {
            vec![0; 4]
        } else {
            Vec::new()
        };
        let header = block(b"RMHD", &[version, self.size(), vec![0; 2]])?;
        let is_bmap = dialect.has_bmap_backgrounds() && self.kind & 1 != 0;
        let body = block(
            if is_bmap { b"BMAP" } else { b"SMAP" },
            std::slice::from_ref(&self.picture),
        )?;
        let (one, other) = self.halves();
        let planes = [
            block(b"ZP01", &[one.to_vec()])?,
            block(b"ZP02", &[other.to_vec()])?,
        ]
        .concat();
        let eraser = if self.kind & 2 != 0 {
            block(b"TMSK", &[other.to_vec()])?
        } else {
            Vec::new()
        };
        let image = block(b"IM00", &[body, planes, eraser])?;
        block(
            b"ROOM",
            &[
                header,
                block(b"RMIM", &[block(b"RMIH", &[vec![2, 0]])?, image])?,
            ],
        )
    }

    fn small(&self, dialect: &Dialect) -> Option<Vec<u8>> {
        let header = small(b"HD", &[self.size(), vec![0; 2]].concat())?;
        // The picture and each plane begin with their length.
        let length = |size: usize, wide: bool| -> Vec<u8> {
            let bytes = u32::try_from(size).unwrap_or(u32::MAX).to_le_bytes();
            bytes[..if wide { 4 } else { 2 }].to_vec()
        };
        let wide = !dialect.is_sixteen_colour();
        let size = self.picture.len() + if wide { 4 } else { 2 };
        let (one, other) = self.halves();
        let plane = |data: &[u8]| {
            let wide = dialect.is_v3_256();
            [
                length(data.len() + if wide { 4 } else { 2 }, wide),
                data.to_vec(),
            ]
            .concat()
        };
        let data = [
            length(size, wide),
            self.picture.clone(),
            plane(one),
            plane(other),
        ]
        .concat();
        small(b"RO", &[header, small(b"BM", &data)?].concat())
    }

    /// Returns a room whose head has the offset of the picture. In v1 the head also has the offsets
    /// of the other tables. The byte for the layout decides how much these tables overlap.
    fn old(&self, dialect: &Dialect) -> Vec<u8> {
        let mut head = vec![0; OLD_HEAD.into()];
        let size = if dialect.version() == 1 {
            vec![self.strips, self.height / 8, 0, 0]
        } else {
            self.size()
        };
        head[4..8].copy_from_slice(&size);
        for (n, at) in (0_u8..).zip([0x0a, 0x0c, 0x0e, 0x10, 0x12]) {
            let step = if dialect.version() == 1 {
                n.wrapping_mul(self.kind)
            } else {
                0
            };
            head[at] = OLD_HEAD.saturating_add(step);
        }
        [head, self.picture.clone(), self.planes.clone()].concat()
    }
}
