//! Where fights are, near and far.
//!
//! - Enters: the fights in sight with their places, signs and ships, as `scene/battle` notes them in each frame.
//! - Leaves: whether a place is in a fight; where ships are seen as icons, which of them fight, and on which side.
//!   `knots.rs` folds the marks of these; `knot_sides.rs` has the sides of such a knot.
//! - Must never: look for a fight itself, or hold one that the viewer does not see.

pub mod knot_sides;
pub mod knots;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use crate::sim::{ClassId, FactionId};

/// A fight that has a sign on the sky.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FightPlace {
    /// The number of the battle.
    pub battle: u64,
    /// Its middle, heliocentric ecliptic km.
    pub middle: DVec3,
    /// How far its marks reach, km: never less than a length on the screen.
    pub reach_km: f64,
    /// How far the fighting itself reaches, km.
    pub fought_km: f64,
    /// The faction whose side is the first; `None`: no mark of it is folded into its sign.
    pub first: Option<FactionId>,
    /// The numbers of armed structures of both sides.
    pub structures: [usize; 2],
}

/// A ship in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The number of the battle.
    pub battle: u64,
    /// 0: the first side, the viewer's if it takes part; 1: its foes.
    pub side: usize,
    /// The class of the ship.
    pub class: ClassId,
}

/// The fights of this frame. `scene/battle` notes those that have a sign on the sky, and the signs.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct FightPlaces {
    places: Vec<FightPlace>,
    /// Middle and reach of every fight, km, whether it has a sign or its hulls are seen.
    areas: Vec<(DVec3, f64)>,
    fighters: HashMap<Entity, Fighter>,
    /// The battles with their signs.
    signs: Vec<(u64, Entity)>,
}

impl FightPlace {
    /// Whether a place is in the fight.
    fn holds(&self, place: DVec3) -> bool {
        self.middle.distance_squared(place) < self.reach_km * self.reach_km
    }
}

impl FightPlaces {
    /// Forgets all fights. Their signs stay until they are noted again.
    pub fn clear(&mut self) {
        self.places.clear();
        self.areas.clear();
        self.fighters.clear();
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Adds a fight.
    pub fn add(&mut self, place: FightPlace) {
        self.places.push(place);
    }

    /// Adds the area of a fight that may be seen from near: its middle, heliocentric ecliptic km, and its reach, km.
    pub fn add_area(&mut self, middle: DVec3, reach_km: f64) {
        self.areas.push((middle, reach_km));
    }

    /// Adds a ship at a place, heliocentric ecliptic km, if it is in a fight or near enough to join it, km.
    /// `is_foe_of`: whether it is a foe of a faction.
    pub fn enter(
        &mut self,
        (ship, class): (Entity, ClassId),
        place: DVec3,
        near_km: f64,
        is_foe_of: impl Fn(FactionId) -> bool,
    ) {
        let is_there = |fight: &&FightPlace| fight.middle.distance(place) < fight.fought_km + near_km;
        let Some(fight) = self.places.iter().find(is_there) else { return };
        if let Some(first) = fight.first {
            let side = usize::from(is_foe_of(first));
            self.fighters.insert(ship, Fighter { battle: fight.battle, side, class });
        }
    }

    /// Notes the battles that have got signs, with these, and forgets the ships of all others.
    pub fn note_signs(&mut self, signs: &[(u64, Entity)]) {
        self.signs.clear();
        self.signs.extend_from_slice(signs);
        self.fighters.retain(|_, fighter| signs.iter().any(|(battle, _)| *battle == fighter.battle));
    }

    /// The sign of a battle; `None` for one without.
    pub fn sign_of(&self, battle: u64) -> Option<Entity> {
        self.signs.iter().find(|(of, _)| *of == battle).map(|(_, sign)| *sign)
    }

    /// The numbers of armed structures of both sides of a battle.
    pub fn structures_of(&self, battle: u64) -> [usize; 2] {
        self.places.iter().find(|fight| fight.battle == battle).map_or([0; 2], |fight| fight.structures)
    }

    /// How far the fighting of a battle with a sign reaches, km; 0 for others.
    pub fn fought_km_of(&self, battle: u64) -> f64 {
        self.places.iter().find(|fight| fight.battle == battle).map_or(0.0, |fight| fight.fought_km)
    }

    /// Whether a place is in one of the fights that have a sign.
    pub fn hold(&self, place: DVec3) -> bool {
        self.places.iter().any(|fight| fight.holds(place))
    }

    /// Whether a place is in any fight, seen from near or from afar.
    pub fn reach(&self, place: DVec3) -> bool {
        let is_there = |(middle, reach_km): &(DVec3, f64)| middle.distance(place) < *reach_km;
        self.hold(place) || self.areas.iter().any(is_there)
    }

    /// Middle, heliocentric ecliptic km, and reach, km, of all fights, seen from near or from afar.
    pub fn areas(&self) -> impl Iterator<Item = (DVec3, f64)> {
        self.areas.iter().copied()
    }

    /// The ships in a battle that has a sign.
    pub fn fighters_of(&self, battle: u64) -> impl Iterator<Item = Entity> {
        let of_battle = self.fighters.iter().filter(move |(_, fighter)| fighter.battle == battle);
        of_battle.map(|(ship, _)| *ship)
    }

    /// What a ship is in its fight; `None` for one that is in none.
    pub fn fighter(&self, ship: Entity) -> Option<Fighter> {
        self.fighters.get(&ship).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fight(battle: u64, middle: DVec3, reach_km: f64) -> FightPlace {
        let (fought_km, first) = (0.5 * reach_km, Some(FactionId(0)));
        FightPlace { battle, middle, reach_km, fought_km, first, structures: [0, 2] }
    }

    #[test]
    fn a_fight_reaches_to_its_edge() {
        let mut fights = FightPlaces::default();
        assert!(!fights.hold(DVec3::ZERO));
        fights.add(fight(0, DVec3::X * 100.0, 10.0));
        fights.add(fight(1, DVec3::Y * 100.0, 1.0));
        assert!(fights.hold(DVec3::X * 109.0) && !fights.hold(DVec3::X * 111.0));
        assert!(!fights.hold(DVec3::Y * 109.0));
        fights.add_area(DVec3::Z * 100.0, 10.0);
        assert_eq!([109.0, 111.0].map(|z| fights.reach(DVec3::Z * z)), [true, false]);
        assert!(fights.reach(DVec3::X * 109.0) && !fights.hold(DVec3::Z * 100.0), "its hulls are seen");
        assert!(fights.areas().eq([(DVec3::Z * 100.0, 10.0)]));
        fights.clear();
        assert!(!fights.reach(DVec3::Z * 100.0));
    }

    #[test]
    fn ships_in_a_fight_are_on_one_of_two_sides() {
        let mut world = World::new();
        let [own, foe, passer] = [(); 3].map(|()| world.spawn_empty().id());
        let mut fights = FightPlaces::default();
        fights.add(fight(7, DVec3::ZERO, 10.0));
        let class = ClassId::FIRST;
        fights.enter((own, class), DVec3::X, 2.0, |first| first != FactionId(0));
        fights.enter((foe, class), DVec3::Y * 6.0, 2.0, |first| first != FactionId(1));
        fights.enter((passer, class), DVec3::X * 8.0, 2.0, |_| true);
        assert!(fights.hold(DVec3::X * 8.0), "its mark is there");
        let side = |fights: &FightPlaces, ship: Entity| fights.fighter(ship).map(|fighter| fighter.side);
        assert_eq!([own, foe, passer].map(|ship| side(&fights, ship)), [Some(0), Some(1), None]);
        let fighters: Vec<Entity> = fights.fighters_of(7).collect();
        assert!(fighters.len() == 2 && [own, foe].iter().all(|ship| fighters.contains(ship)));
        assert_eq!(fights.fighters_of(8).count(), 0);
        let sign = world.spawn_empty().id();
        fights.note_signs(&[(7, sign)]);
        assert_eq!((side(&fights, own), fights.sign_of(7)), (Some(0), Some(sign)));
        assert_eq!([7, 8].map(|battle| fights.structures_of(battle)), [[0, 2], [0, 0]]);
        assert_eq!([7, 8].map(|battle| fights.fought_km_of(battle)), [5.0, 0.0]);
        fights.note_signs(&[]);
        assert_eq!((side(&fights, own), fights.sign_of(7)), (None, None), "its battle has no sign");
    }
}
