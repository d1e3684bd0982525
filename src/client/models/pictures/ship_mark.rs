//! The marks of ship classes: a silhouette for each kind of ship, by what a class can do.

use serde::Deserialize;

use crate::level::{Hull, ShipClass, ShipKind};

/// The mark of a ship class. `assets/models/outlines.ron` has the silhouettes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipMark {
    /// It has no weapons, and no other use.
    Scout,
    /// It grows in a hangar.
    Fighter,
    /// A small warship.
    #[default]
    Corvette,
    /// A warship with wings.
    Frigate,
    /// A long escort.
    Destroyer,
    /// A ship of the line.
    Cruiser,
    /// The largest warship.
    Dreadnought,
    /// It launches fighters.
    Carrier,
    /// It lands troopers.
    TroopShip,
    /// It mines comets.
    Miner,
    /// It helps to build.
    Constructor,
    /// It repairs others.
    RepairShip,
}

impl ShipMark {
    /// All marks.
    pub const ALL: [Self; 12] = [
        Self::Scout,
        Self::Fighter,
        Self::Corvette,
        Self::Frigate,
        Self::Destroyer,
        Self::Cruiser,
        Self::Dreadnought,
        Self::Carrier,
        Self::TroopShip,
        Self::Miner,
        Self::Constructor,
        Self::RepairShip,
    ];

    /// The mark of a class: by its use if it has one besides fighting, else by its hull and its role.
    pub fn of(class: &ShipClass) -> Self {
        match class {
            _ if class.hangar.is_some() => Self::Carrier,
            _ if class.troopers > 0 => Self::TroopShip,
            _ if class.mines > 0 => Self::Miner,
            _ if class.builds_percent > 0 => Self::Constructor,
            _ if class.repairs > 0.0 => Self::RepairShip,
            _ if class.kind == ShipKind::Wing => Self::Fighter,
            _ if class.arms.weapons.is_empty() => Self::Scout,
            _ => Self::of_warship(class.hull, class.kind),
        }
    }

    fn of_warship(hull: Hull, kind: ShipKind) -> Self {
        match (hull, kind) {
            (Hull::Dart, _) => Self::Corvette,
            (Hull::Wing, _) => Self::Frigate,
            (_, ShipKind::Capital) => Self::Dreadnought,
            (_, ShipKind::Line) => Self::Cruiser,
            _ => Self::Destroyer,
        }
    }

    /// The size of its icon, pixels: a larger ship has a larger one.
    pub fn pixels(self) -> f32 {
        match self {
            Self::Fighter => 11.0,
            Self::Scout => 13.0,
            Self::Corvette => 14.0,
            Self::Frigate | Self::Miner | Self::RepairShip => 15.0,
            Self::Destroyer | Self::Constructor | Self::TroopShip => 16.0,
            Self::Cruiser => 18.0,
            Self::Carrier => 20.0,
            Self::Dreadnought => 21.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_shipped_classes_have_the_same_mark() {
        let classes = crate::rules::test_support::shipped().ship_classes;
        let marks: Vec<ShipMark> = classes.iter().map(ShipMark::of).collect();
        for (index, mark) in marks.iter().enumerate() {
            assert!(!marks[..index].contains(mark), "{}: {mark:?}", classes[index].name);
        }
        let unused = ShipMark::ALL.into_iter().find(|mark| !marks.contains(mark));
        assert_eq!(unused, None);
    }

    #[test]
    fn marks_stand_in_their_order() {
        assert!(ShipMark::ALL.iter().enumerate().all(|(index, mark)| *mark as usize == index));
    }
}
