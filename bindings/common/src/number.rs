//! Converts numbers that other languages pass in a wider type than the type of the engine.

use scumm_engine::Facing;

use crate::{Failure, Result};

/// Converts an angle in degrees clockwise from north to a facing. The angle is cut to 16 bits,
/// which the original stores; -1 stays -1.
pub fn facing(angle: i32) -> Facing {
    Facing::from_degrees(angle as u16)
}

/// Converts a number of animation steps of one limb.
///
/// # Errors
/// Returns `ResultCode::Misuse` if `times` is above 65,535.
pub fn steps(times: u32) -> Result<u16> {
    match u16::try_from(times) {
        Ok(times) => Ok(times),
        Err(_) => Err(Failure::misuse(format!(
            "expected at most {} steps of a limb, found {times}",
            u16::MAX
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_is_cut_to_16_bits() {
        assert_eq!(facing(270), Facing::WEST);
        assert_eq!(facing(-1).degrees(), 0xffff);
        assert_eq!(facing(0x1_005a), Facing::EAST);
    }

    #[test]
    fn a_limb_takes_at_most_65535_steps_at_once() {
        assert_eq!(steps(65_535).unwrap(), 65_535);
        assert!(steps(65_536).is_err());
    }
}
