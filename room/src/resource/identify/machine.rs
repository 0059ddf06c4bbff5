//! The machines that games were made for, as the table of known index files names them (I23).

use super::super::refused;
use crate::dialect::Platform;

/// A machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    word: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// How its games are drawn, or what is refused.
    pub platform: Result<Platform, &'static str>,
}

const MACHINES: [Machine; 15] = [
    machine("dos", "DOS", Ok(Platform::Dos)),
    machine("windows", "Windows", Ok(Platform::Windows)),
    machine("amiga", "Amiga", Ok(Platform::Amiga)),
    machine("atarist", "Atari ST", Ok(Platform::AtariSt)),
    machine("mac", "Macintosh", Ok(Platform::Mac)),
    machine("fmtowns", "FM-Towns", Ok(Platform::FmTowns)),
    machine("segacd", "Sega CD", Ok(Platform::SegaCd)),
    machine("c64", "Commodore 64", Ok(Platform::C64)),
    machine("wii", "Wii", Ok(Platform::Windows)),
    machine("ios", "iOS", Ok(Platform::Windows)),
    machine("3do", "3DO", Ok(Platform::Dos)),
    machine("nes", "Nintendo (NES)", Ok(Platform::Nes)),
    machine("pcengine", "PC-Engine", Err(refused::PC_ENGINE)),
    machine("apple2", "Apple II", Ok(Platform::Apple2)),
    machine("apple2gs", "Apple II", Ok(Platform::Apple2)),
];

const fn machine(word: &'static str, label: &'static str, platform: Result<Platform, &'static str>) -> Machine {
    Machine { word, label, platform }
}

impl Machine {
    /// The machine of a word of the table.
    pub fn of(word: &str) -> Option<Self> {
        MACHINES.into_iter().find(|machine| machine.word == word)
    }

    /// The machine that a platform is named after.
    pub fn of_platform(platform: Platform) -> Self {
        let named = MACHINES.into_iter().find(|machine| machine.platform == Ok(platform));
        named.unwrap_or(MACHINES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_platform_is_a_machine_under_the_same_name_i23() {
        for (name, platform) in Platform::ALL {
            let machine = Machine::of(name).unwrap();
            assert_eq!((machine.platform, Machine::of_platform(platform)), (Ok(platform), machine));
        }
    }
}
