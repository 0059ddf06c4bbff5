//! Questions about game files.

use super::Dialect;
use crate::block::Header;

impl Dialect {
    /// The header of this version's resources (C1, F4).
    #[must_use]
    pub fn header(&self) -> Header {
        match self.version {
            5.. => Header::Large,
            _ if self.is_old_bundle() => Header::Old,
            _ => Header::Small,
        }
    }

    /// HE70+: directories store sizes, rooms have positions of their own in the index (N6, F3e).
    #[must_use]
    pub fn has_directory_sizes(&self) -> bool {
        self.he_at_least(70)
    }

    /// HE80+: the index has the names of rooms as plain text (N6).
    pub(crate) fn has_plain_room_names(&self) -> bool {
        self.he_at_least(80)
    }

    /// v8: counts in the index have 32 bits, objects have names (N5).
    pub(crate) fn has_wide_directories(&self) -> bool {
        self.version == 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_the_version_c1() {
        assert_eq!(Dialect::new(2).header(), Header::Old);
        assert_eq!(Dialect::new(3).header(), Header::Old);
        assert_eq!(Dialect::new(3).with_old256(true).header(), Header::Small);
        assert_eq!(Dialect::new(4).header(), Header::Small);
        assert_eq!(Dialect::new(5).header(), Header::Large);
    }
}
