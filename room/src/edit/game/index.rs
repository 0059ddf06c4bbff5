//! The index file: `RNAM`, `MAXS`, directories, objects (F2, N3, N4).

use super::{Limits, NewGame, Offsets};
use crate::resource::ResourceKind;
use crate::{Dialect, Error, Misuse, Result, Tag, block};

/// The directories in their usual order.
const DIRECTORIES: [(ResourceKind, &[u8; 4]); 5] = [
    (ResourceKind::Room, b"DROO"),
    (ResourceKind::Script, b"DSCR"),
    (ResourceKind::Sound, b"DSOU"),
    (ResourceKind::Costume, b"DCOS"),
    (ResourceKind::Charset, b"DCHR"),
];

/// Number of letters of a room's name.
const NAME: usize = 9;

/// Number of bytes of the version text in v7's `MAXS`.
const TEXT: usize = 50;

/// Returns the index without encryption.
pub(super) fn file(game: &NewGame, dialect: Dialect, offsets: &Offsets) -> Result<Vec<u8>> {
    let mut bytes = block::write(Tag(*b"RNAM"), &names(game)?)?;
    bytes.extend(block::write(Tag(*b"MAXS"), &maxs(game, dialect)?)?);
    for (kind, tag) in DIRECTORIES {
        bytes.extend(block::write(Tag(*tag), &directory(game, kind, offsets)?)?);
    }
    bytes.extend(block::write(Tag(*b"DOBJ"), &objects(game, dialect)?)?);
    if dialect.version() >= 6 {
        // Number 0 ends the list of arrays; scripts create their own arrays.
        bytes.extend(block::write(Tag(*b"AARY"), &[0, 0])?);
    }
    Ok(bytes)
}

fn names(game: &NewGame) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    for (&id, room) in game.rooms.iter().filter(|(_, room)| !room.name.is_empty()) {
        let letters: Option<Vec<u8>> = room
            .name
            .chars()
            .map(|c| u8::try_from(c).ok().filter(|&b| b != 0))
            .collect();
        let Some(mut letters) = letters.filter(|l| l.len() <= NAME) else {
            return Err(Error::misuse(
                Misuse::Invalid,
                format!(
                    "room {id}: the name {:?} has more than {NAME} characters, or characters \
                     outside Latin-1",
                    room.name
                ),
            ));
        };
        letters.resize(NAME, 0);
        data.push(id);
        data.extend(letters.into_iter().map(|b| !b));
    }
    data.push(0);
    Ok(data)
}

/// Returns the number of entries of a directory: the highest number plus one.
fn count(game: &NewGame, kind: ResourceKind) -> u16 {
    let rooms = game
        .rooms
        .keys()
        .filter(|_| kind == ResourceKind::Room)
        .map(|&id| id.into());
    let resources = game
        .resources
        .keys()
        .filter(|(of, _)| *of == kind)
        .map(|&(_, id)| id);
    rooms
        .chain(resources)
        .max()
        .map_or(1, |id| id.saturating_add(1))
}

fn object_count(game: &NewGame) -> Result<u16> {
    u16::try_from(game.objects.len()).map_err(|_| {
        Error::misuse(
            Misuse::OutOfRange,
            format!(
                "found {} objects, but an index contains at most {}",
                game.objects.len(),
                u16::MAX
            ),
        )
    })
}

fn maxs(game: &NewGame, dialect: Dialect) -> Result<Vec<u8>> {
    let Limits {
        variables,
        bit_variables,
        local_objects,
        arrays,
        verbs,
        floating_objects,
        inventory,
        new_names,
    } = game.limits;
    let [rooms, scripts, sounds, costumes, charsets] =
        DIRECTORIES.map(|(kind, _)| count(game, kind));
    let resources = [rooms, scripts, sounds, charsets, costumes];
    let objects = object_count(game)?;
    // No interpreter uses the words without a name, so they are written with the values of the
    // games.
    let words = match dialect.version() {
        5 => vec![
            variables,
            16,
            bit_variables,
            local_objects,
            50,
            charsets,
            100,
            50,
            inventory,
        ],
        6 => {
            let first = [
                variables,
                0,
                bit_variables,
                local_objects,
                arrays,
                0,
                verbs,
                floating_objects,
                inventory,
            ];
            [&first[..], &resources, &[objects]].concat()
        }
        _ => {
            let first = [
                variables,
                bit_variables,
                40,
                objects,
                local_objects,
                new_names,
                verbs,
                floating_objects,
            ];
            [&first[..], &[inventory, arrays], &resources].concat()
        }
    };
    let text = if dialect.is_v7_plus() { 2 * TEXT } else { 0 };
    Ok(std::iter::repeat_n(0, text)
        .chain(words.iter().flat_map(|word| word.to_le_bytes()))
        .collect())
}

fn directory(game: &NewGame, kind: ResourceKind, offsets: &Offsets) -> Result<Vec<u8>> {
    let count = count(game, kind);
    let mut data = count.to_le_bytes().to_vec();
    let mut column = Vec::new();
    for id in 0..count {
        let (room, offset) = match kind {
            ResourceKind::Room => (
                u8::try_from(id)
                    .ok()
                    .and_then(|id| game.rooms.get(&id))
                    .map_or(0, |room| room.disk),
                0,
            ),
            _ => {
                let room = game
                    .resources
                    .get(&(kind, id))
                    .map_or(0, |resource| resource.room);
                (room, offsets.get(&(kind, id)).copied().unwrap_or(0))
            }
        };
        data.push(room);
        column.extend(offset.to_le_bytes());
    }
    data.extend(column);
    Ok(data)
}

fn objects(game: &NewGame, dialect: Dialect) -> Result<Vec<u8>> {
    let mut data = object_count(game)?.to_le_bytes().to_vec();
    if dialect.is_v7_plus() {
        data.extend(game.objects.iter().map(|object| object.state));
        data.extend(game.objects.iter().map(|object| object.room.unwrap_or(0)));
    } else {
        data.extend(
            game.objects
                .iter()
                .map(|object| object.owner.unwrap_or(15) & 15 | object.state << 4),
        );
    }
    data.extend(
        game.objects
            .iter()
            .flat_map(|object| object.class.to_le_bytes()),
    );
    Ok(data)
}
