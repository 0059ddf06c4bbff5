//! The book's tables of commands, made from the tables of the code.

use std::fmt::Write as _;

use scumm_costume::CostCommand;
use scumm_costume::edit::akos::{AksqCommand, AksqOperand, COMMANDS, Versions};
use scumm_room::Dialect;

/// Returns the table of the commands of AKSQ (A30).
pub fn akos_commands() -> String {
    let mut text =
        String::from("| code | name | operands | bytes | games | what it does | rules |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for command in COMMANDS {
        let mut names = 'a'..='z';
        let operands: Vec<String> = command
            .operands
            .iter()
            .map(|o| operand(*o, &mut names))
            .collect();
        let _ = writeln!(
            text,
            "| {:04X} | `{}` | {} | {} | {} | {} | {} |",
            command.code,
            command.name,
            operands.join(", "),
            length(command),
            games(command.versions),
            command.text,
            command.rules
        );
    }
    text
}

fn operand(operand: AksqOperand, names: &mut impl Iterator<Item = char>) -> String {
    let what = match operand {
        AksqOperand::Unused(count) => return format!("{count} unused"),
        AksqOperand::Target => "position",
        AksqOperand::TargetBehind => "position, behind the instruction",
        AksqOperand::Var => "variable",
        AksqOperand::Byte => "u8",
        AksqOperand::Word => "s16",
        AksqOperand::Number => "u16",
        AksqOperand::Size => "length u8",
        AksqOperand::Indices => "n u8, n x u8",
        AksqOperand::Items => "n u8, n items",
    };
    format!("{}: {what}", names.next().unwrap())
}

/// Returns a text for the length of an instruction.
fn length(command: &AksqCommand) -> String {
    let mut fixed = 2;
    let mut more = "";
    for operand in command.operands {
        match operand {
            AksqOperand::Size => return "a".to_owned(),
            AksqOperand::Indices | AksqOperand::Items => {
                fixed += 1;
                more = " + items";
            }
            AksqOperand::Target | AksqOperand::Word | AksqOperand::Number => fixed += 2,
            AksqOperand::Var | AksqOperand::Byte => fixed += 1,
            AksqOperand::Unused(count) => fixed += u32::from(*count),
            AksqOperand::TargetBehind => {}
        }
    }
    format!("{fixed}{more}")
}

fn games(versions: Versions) -> &'static str {
    match versions {
        Versions::All => "all",
        Versions::NotHumongous => "v7, v8",
        Versions::Humongous | Versions::HumongousToRun => "HE",
        Versions::He71 => "HE71+",
        Versions::BelowHe71 => "v7, v8, HE61, HE70",
    }
}

/// Returns the table of the commands of COST (C22).
pub fn cost_commands() -> String {
    let games = [
        Dialect::new(3),
        Dialect::new(5),
        Dialect::new(6),
        Dialect::humongous(60),
    ];
    let meaning = |byte: u8| {
        games.map(|game| match CostCommand::from_byte(byte, &game) {
            CostCommand::Picture => "picture".to_owned(),
            CostCommand::Count => "animCounter + 1".to_owned(),
            CostCommand::CountSound => "soundCounter + 1".to_owned(),
            CostCommand::Sound(number) => format!("sound {number}"),
        })
    };
    let mut text =
        "| command | v1 to v3 | v4, v5 | v6 | HE60 |\n|---|---|---|---|---|\n".to_owned();
    let mut rows: Vec<(u8, u8, [String; 4])> = Vec::new();
    for byte in 0..=0x7f {
        let columns = meaning(byte);
        match rows.last_mut() {
            Some((_, last, same)) if *same == columns => *last = byte,
            _ => rows.push((byte, byte, columns)),
        }
    }
    for (first, last, columns) in rows {
        let range = if first == last {
            format!("0x{first:02X}")
        } else {
            format!("0x{first:02X} to 0x{last:02X}")
        };
        let _ = writeln!(text, "| {range} | {} |", columns.join(" | "));
    }
    text
}
