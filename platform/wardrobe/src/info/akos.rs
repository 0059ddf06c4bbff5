//! What `info` tells of an AKOS.

use scumm_costume::akos::Akos;
use scumm_costume::akos::akch::{ChoreLimb, mode};
use scumm_costume::akos::aksq::{Aksq, CEL_MASK, Field, Instruction};
use scumm_costume::akos::command::Command;
use scumm_room::Dialect;

use super::{Animation, Cel, Limb, frame_and_facing};

/// The chores that exist.
pub fn animations(akos: &Akos, dialect: &Dialect) -> Vec<Animation> {
    let eight = dialect.is_v7_plus() && akos.header().has_eight_directions();
    let chores = (0u16..).zip(akos.chores()).filter_map(|(number, chore)| Some((number, chore.as_ref()?)));
    chores
        .map(|(number, chore)| {
            let (frame, facing) = frame_and_facing(number, eight);
            Animation { number, frame, facing, limbs: chore.limbs.iter().map(limb).collect() }
        })
        .collect()
}

fn limb(of: &ChoreLimb) -> Limb {
    let name = match of.mode {
        mode::KILL => "off",
        mode::LOOP => "loop",
        mode::RUN => "once",
        mode::HIDE => "hide",
        mode::SHOW => "unhide",
        mode::PROGRAM => "program",
        mode::CONSTANT => "stand",
        mode::DELTA => "delta",
        _ => "unknown",
    };
    let range = (!mode::is_bare(of.mode)).then(|| (of.start, of.start.wrapping_add(of.length)));
    Limb { limb: of.limb, mode: name, range }
}

/// The cels that are sound.
pub fn cels(akos: &Akos) -> Vec<Cel> {
    let sound = (0u16..).zip(akos.cels()).filter_map(|(number, cel)| Some((number, cel.as_ref()?)));
    sound
        .map(|(number, c)| Cel {
            number,
            width: c.width,
            height: c.height,
            x: c.rel_x,
            y: c.rel_y,
            move_x: c.move_x,
            move_y: c.move_y,
            shown_as: Vec::new(),
        })
        .collect()
}

/// The instructions of the stream, one after another from its start; a byte that begins none stands alone.
pub fn code(akos: &Akos, dialect: &Dialect) -> Vec<String> {
    let stream = akos.sequence();
    let (mut position, mut lines) = (0u32, Vec::new());
    while usize::try_from(position).is_ok_and(|at| at < stream.len()) {
        let step = stream.length(position, dialect).ok().filter(|&bytes| bytes > 0);
        let text = match (step, stream.instruction(position, dialect)) {
            (Some(_), Ok(Instruction::Cel(code))) => format!("cel {}", code & CEL_MASK),
            (Some(_), Ok(Instruction::Command(command))) => command_text(&stream, position, command),
            _ => "?".to_owned(),
        };
        lines.push(format!("{position}: {text}"));
        position = position.saturating_add(step.unwrap_or(1));
    }
    lines
}

fn command_text(stream: &Aksq<'_>, position: u32, command: &'static Command) -> String {
    let operands: Vec<String> = stream.fields(position, command).map_while(Result::ok).map(|f| operand(&f)).collect();
    [command.name.to_owned(), operands.join(", ")].join(" ").trim_end().to_owned()
}

fn operand(field: &Field<'_>) -> String {
    match field {
        Field::Target(to) => format!("@{to}"),
        Field::Var(number) => format!("var{number}"),
        Field::Byte(n) | Field::Size(n) => n.to_string(),
        Field::Word(n) => n.to_string(),
        Field::Number(n) => n.to_string(),
        Field::Unused(bytes) => format!("{bytes:02x?}"),
        Field::Indices(indices) => format!("{indices:?}"),
        Field::Items(items) => {
            let item = |i: scumm_costume::akos::aksq::Item| format!("{},{} cel {}", i.x, i.y, i.code & CEL_MASK);
            format!("[{}]", items.map_while(Result::ok).map(item).collect::<Vec<_>>().join("; "))
        }
    }
}
