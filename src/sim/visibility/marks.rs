//! Ships and structures in one list, each with a unique number.

use crate::sim::TargetId;

/// Distinguishes numbers of structures from those of ships in a common list.
const STRUCTURE_MARK: u64 = 1 << 32;

/// The number of a ship or structure in a list of both; ships come first.
pub(in crate::sim) fn mark(of: TargetId) -> u64 {
    match of {
        TargetId::Ship(id) => u64::from(id.0),
        TargetId::Structure(id) => STRUCTURE_MARK | u64::from(id.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{ShipId, StructureId};

    #[test]
    fn ships_and_structures_of_one_number_are_two_things() {
        assert_ne!(mark(TargetId::Ship(ShipId(7))), mark(TargetId::Structure(StructureId(7))));
        assert!(mark(TargetId::Ship(ShipId(u32::MAX))) < mark(TargetId::Structure(StructureId(0))));
    }
}
