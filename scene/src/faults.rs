//! Which faults of costumes have been reported.

use std::collections::HashSet;

use scumm_engine::Fault;

/// The most different faults that are remembered; further ones are not reported.
const FAULTS: usize = 1024;

/// Which faults have been reported: what is wrong in a costume comes again in every frame, but is worth one warning.
#[derive(Clone, Debug, Default)]
pub struct FaultsTold(HashSet<(u16, Fault)>);

impl FaultsTold {
    /// Whether an actor's fault is new.
    pub fn is_new(&mut self, actor: u16, fault: Fault) -> bool {
        self.0.len() < FAULTS && self.0.insert((actor, fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_new_once_for_each_actor() {
        let mut told = FaultsTold::default();
        let seen = [(1, 5), (1, 5), (2, 5), (1, 6)].map(|(actor, cel)| told.is_new(actor, Fault::NoCostume(cel)));
        assert_eq!(seen, [true, false, true, true]);
        let many = (0..u16::MAX).filter(|&cel| told.is_new(3, Fault::NoCostume(cel))).count();
        assert_eq!(many, FAULTS - 3);
    }
}
