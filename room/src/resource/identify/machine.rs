//! The machines for which games were made, with their names in the table of known index files
//! (I23).

use super::super::refused;
use crate::dialect::Platform;

/// A machine for which games were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    word: &'static str,
    /// The usual name.
    pub label: &'static str,
    /// The platform whose rules apply to its games, or the reason why they are refused.
    pub platform: Result<Platform, &'static str>,
}

const MACHINES: [Machine; 15] = [
    Machine {
        word: "dos",
        label: "DOS",
        platform: Ok(Platform::Dos),
    },
    Machine {
        word: "windows",
        label: "Windows",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "amiga",
        label: "Amiga",
        platform: Ok(Platform::Amiga),
    },
    Machine {
        word: "atarist",
        label: "Atari ST",
        platform: Ok(Platform::AtariSt),
    },
    Machine {
        word: "mac",
        label: "Macintosh",
        platform: Ok(Platform::Mac),
    },
    Machine {
        word: "fmtowns",
        label: "FM-Towns",
        platform: Ok(Platform::FmTowns),
    },
    Machine {
        word: "segacd",
        label: "Sega CD",
        platform: Ok(Platform::SegaCd),
    },
    Machine {
        word: "c64",
        label: "Commodore 64",
        platform: Ok(Platform::C64),
    },
    Machine {
        word: "wii",
        label: "Wii",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "ios",
        label: "iOS",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "3do",
        label: "3DO",
        platform: Ok(Platform::Dos),
    },
    Machine {
        word: "nes",
        label: "Nintendo (NES)",
        platform: Ok(Platform::Nes),
    },
    Machine {
        word: "pcengine",
        label: "PC-Engine",
        platform: Err(refused::PC_ENGINE),
    },
    Machine {
        word: "apple2",
        label: "Apple II",
        platform: Ok(Platform::Apple2),
    },
    Machine {
        word: "apple2gs",
        label: "Apple II",
        platform: Ok(Platform::Apple2),
    },
];

impl Machine {
    /// Returns the machine for a word of the table.
    pub fn of(word: &str) -> Option<Self> {
        MACHINES.into_iter().find(|machine| machine.word == word)
    }

    /// Returns the machine for a platform.
    pub fn of_platform(platform: Platform) -> Self {
        let named = MACHINES
            .into_iter()
            .find(|machine| machine.platform == Ok(platform));
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
            assert_eq!(
                (machine.platform, Machine::of_platform(platform)),
                (Ok(platform), machine)
            );
        }
    }
}
