//! Ships and structures in one list, each with a unique number.

use crate::sim::{ShipId, StructureId, TargetId};

/// Distinguishes numbers of structures from those of ships in a common list.
const STRUCTURE_MARK: u64 = 1 << 32;

/// Decodes a ghost's `id`.
pub fn what(id: u64) -> TargetId {
    let number = (id & u64::from(u32::MAX)) as u32;
    if id & STRUCTURE_MARK == 0 {
        TargetId::Ship(ShipId(number))
    } else {
        TargetId::Structure(StructureId(number))
    }
}

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

    #[test]
    fn ships_and_structures_of_one_number_are_two_things() {
        for of in
            [TargetId::Ship(ShipId(7)), TargetId::Structure(StructureId(7)), TargetId::Ship(ShipId(u32::MAX))]
        {
            assert_eq!(what(mark(of)), of);
        }
        assert!(mark(TargetId::Ship(ShipId(u32::MAX))) < mark(TargetId::Structure(StructureId(0))));
    }
}
