//! Foreign units: those of foes in sight or in memory, those of allies in sight.

use glam::DVec3;

use crate::sim::visibility::{HullState, UnitClass, WorldView};
use crate::sim::{ArmedClass, BodyId, ClassId, FactionId, TargetId, by_number};

/// A foreign unit in sight or in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Number.
    pub id: TargetId,
    /// The side of its owner, see [`Sides`](crate::sim::Sides).
    pub side: u16,
    /// Its class, of ships or of structures.
    pub class: ClassId,
    /// Present place, or present place of its ghost, km.
    pub place: DVec3,
    /// The body in whose rings it stands; `None` of ships.
    pub stands_at: Option<BodyId>,
    /// Whether it is in sight.
    pub in_sight: bool,
    /// Ticks since it was last seen; 0 in sight.
    pub age_ticks: u64,
    /// Whether it can shoot at ships.
    pub is_armed: bool,
    /// Whether it is a finished yard, as far as known.
    pub is_yard: bool,
    /// The troopers of a whole ship of its class.
    pub troopers: f64,
    /// Its price, with rare materials counted ten times.
    pub worth: f64,
    /// Remaining armour, 0 to 1,
    pub armour: f64,
    /// and shield; 1 of ghosts.
    pub shield: f64,
}

impl Contact {
    /// Whether it is a ship, not a structure.
    pub fn is_ship(&self) -> bool {
        matches!(self.id, TargetId::Ship(_))
    }

    /// Whether it can shoot at ships or land troopers.
    pub fn fights_or_lands(&self) -> bool {
        self.is_armed || self.troopers > 0.0
    }
}

/// The units of foes, by number.
pub fn contacts(view: WorldView, tick: u64) -> Vec<Contact> {
    units(view, tick, |owner| view.is_foe(owner))
}

/// The units of allies in sight, by number.
pub fn allied(view: WorldView, me: FactionId, tick: u64) -> Vec<Contact> {
    let is_ally = |owner: FactionId| owner != me && !view.is_foe(owner);
    if !view.almanac().factions.0.keys().any(is_ally) {
        return Vec::new();
    }
    let mut allied = units(view, tick, is_ally);
    allied.retain(|one| one.in_sight);
    allied
}

/// The units of some factions, in sight or in memory, by number.
fn units(view: WorldView, tick: u64, is_wanted: impl Fn(FactionId) -> bool) -> Vec<Contact> {
    let almanac = view.almanac();
    let side = |owner: FactionId| almanac.sides.side(owner);
    let is_yard = |class: ClassId| almanac.structures.0.get(class).is_some_and(|class| class.is_yard());
    let ships = view.ships().filter(|seen| is_wanted(seen.owner)).filter_map(|seen| {
        let hull = view.hull_of_ship(&seen);
        let class = almanac.arms_table.ships.get(seen.ship.class)?;
        let id = TargetId::Ship(seen.ship.id);
        let about = (id, side(seen.owner), seen.ship.class, seen.position);
        Some(Contact { in_sight: true, ..contact(about, class, hull) })
    });
    let structures = view.structures().filter(|seen| is_wanted(seen.structure.faction));
    let structures = structures.filter_map(|seen| {
        let hull = view.hull_of_structure(&seen);
        let class = almanac.arms_table.structures.get(seen.structure.class)?;
        let id = TargetId::Structure(seen.structure.id);
        let about = (id, side(seen.structure.faction), seen.structure.class, seen.position);
        Some(Contact {
            in_sight: true,
            stands_at: Some(seen.structure.body),
            is_armed: class.is_armed() && seen.grown.is_none(),
            is_yard: is_yard(seen.structure.class) && seen.grown.is_none(),
            ..contact(about, class, hull)
        })
    });
    let ghosts = view.ghosts().filter(|ghost| is_wanted(ghost.faction)).filter_map(|ghost| {
        let is_ship = matches!(ghost.of, UnitClass::Ship(..));
        let classes = if is_ship { &almanac.arms_table.ships } else { &almanac.arms_table.structures };
        let class = classes.get(ghost.class())?;
        let about = (ghost.id(), side(ghost.faction), ghost.class(), view.place_of(ghost));
        Some(Contact {
            stands_at: ghost.anchor.filter(|_| !is_ship),
            age_ticks: tick.saturating_sub(ghost.seen_tick),
            is_yard: !is_ship && is_yard(ghost.class()),
            ..contact(about, class, None)
        })
    });
    by_number(ships.chain(structures).chain(ghosts), |contact| contact.id)
}

/// A unit as it would be out of sight; the callers change what is different.
fn contact(
    (id, side, class_id, place): (TargetId, u16, ClassId, DVec3),
    class: &ArmedClass,
    hull: Option<HullState>,
) -> Contact {
    Contact {
        id,
        side,
        class: class_id,
        place,
        stands_at: None,
        in_sight: false,
        age_ticks: 0,
        is_armed: class.is_armed(),
        is_yard: false,
        troopers: class.troopers,
        worth: class.worth,
        armour: hull.map_or(1.0, |hull| hull.armour_share()),
        shield: hull.and_then(|hull| hull.shield_share()).unwrap_or(1.0),
    }
}
