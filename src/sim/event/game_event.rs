//! The kinds of events.

use glam::DVec3;

use crate::level::DamageKind;
use crate::sim::{BodyId, ClassId, FactionId, FleetId, TargetId, WeaponId};

/// A ship or a structure that takes part in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// Number.
    pub id: TargetId,
    /// Owner at that moment.
    pub faction: FactionId,
}

/// The outcome of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotOutcome {
    /// A miss.
    Missed,
    /// A body or a wreck stood in its way.
    Stopped,
    /// A hit on a shield.
    HitShield,
    /// A hit on armour.
    HitArmour,
}

impl ShotOutcome {
    /// Whether it hit a shield or armour.
    pub fn is_hit(self) -> bool {
        matches!(self, Self::HitShield | Self::HitArmour)
    }
}

/// An event. Places are heliocentric, J2000 ecliptic, km, at the end of the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameEvent {
    /// A shot was fired.
    Shot {
        /// The shooter.
        by: Party,
        /// The unit hit, or the intended target of a miss.
        at: Party,
        /// Weapon.
        weapon: WeaponId,
        /// Point of the shooter's hull from which the shot left.
        from: DVec3,
        /// Place of its end.
        to: DVec3,
        /// Outcome.
        outcome: ShotOutcome,
    },
    /// A torpedo was launched.
    Launched {
        /// The attacker.
        by: Party,
        /// Weapon.
        weapon: WeaponId,
        /// Place.
        place: DVec3,
    },
    /// Point defence shot at a torpedo.
    Intercepted {
        /// The shooter.
        by: Party,
        /// Weapon.
        weapon: WeaponId,
        /// Place of the shooter.
        from: DVec3,
        /// Place of the torpedo.
        to: DVec3,
        /// Whether any shot of the salvo hit it.
        hit: bool,
    },
    /// A torpedo burst: by contact, interception, or without fuel.
    Burst {
        /// The faction that launched it.
        by: FactionId,
        /// Place.
        place: DVec3,
        /// Radius of its blast, km; 0 for a torpedo that was shot down or ran out of fuel.
        blast_km: f64,
        /// The ship or structure touched.
        touched: Option<Party>,
        /// The body on which it burst, if its weapon bombards.
        ground: Option<BodyId>,
    },
    /// Damage to a ship or a structure: all hits, leaps and blasts of a tick, and burn damage since its last event
    /// of this kind.
    Suffered {
        /// The unit.
        what: Party,
        /// Loss of its shield, points.
        shield: f64,
        /// Loss of its armour, points.
        armour: f64,
        /// Unit vector from the middle of the hull to one attacker; zero for burn damage alone. It is the attacker
        /// whose hit took most from the shield; if no hit met the shield, most from the armour.
        toward: DVec3,
        /// Position.
        place: DVec3,
    },
    /// The part of an attacker in the damage of a [`Suffered`](Self::Suffered), of one kind. Fires that no foe has
    /// lit have no attacker.
    Inflicted {
        /// The attacker, which may be destroyed by now.
        by: Party,
        /// The damaged unit.
        what: Party,
        /// The kind of damage.
        kind: DamageKind,
        /// Loss of shield and armour together, points.
        points: f64,
        /// Position of the damaged unit.
        place: DVec3,
    },
    /// A ship or a structure was destroyed.
    Destroyed {
        /// The unit.
        what: Party,
        /// Class, an index of the ship or structure classes.
        class: ClassId,
        /// The fleet of a ship. It is no secret from a witness: the membership in a fleet is public.
        fleet: Option<FleetId>,
        /// The faction whose shot or fire it was; `None`: an own torpedo, a fire that no foe has lit, or its
        /// own crew.
        by: Option<FactionId>,
        /// Place.
        place: DVec3,
        /// Bounding radius, km.
        radius_km: f64,
    },
    /// A ship fired at the ground of a body with a weapon that hits at once. Torpedoes are
    /// [`Launched`](Self::Launched).
    Bombarded {
        /// The ship.
        by: Party,
        /// Weapon.
        weapon: WeaponId,
        /// Place of the ship.
        from: DVec3,
        /// The point of the surface that was hit.
        to: DVec3,
        /// The body.
        body: BodyId,
    },
    /// Troopers landed on a body without any of their side fighting there.
    Landed {
        /// The body.
        body: BodyId,
        /// The owner of the troopers.
        faction: FactionId,
    },
    /// Troopers began to land beside others of their side.
    Reinforced {
        /// The body.
        body: BodyId,
        /// The owner of the troopers.
        faction: FactionId,
        /// The faction that they join: the first that landed, or the owner of the body.
        side: FactionId,
        /// Whether they defend the body.
        defends: bool,
        /// The faction against which they defend it: the first that landed; `None` if they attack.
        against: Option<FactionId>,
    },
    /// A landing has failed: no invader is left, and no more land.
    Repelled {
        /// The body.
        body: BodyId,
        /// The faction that had landed.
        faction: FactionId,
        /// The owner of the body.
        owner: Option<FactionId>,
    },
    /// A body was taken.
    Taken {
        /// The body.
        body: BodyId,
        /// New owner.
        by: FactionId,
        /// Owner before.
        from: Option<FactionId>,
    },
    /// A body without an owner became a faction's, by the first structure finished there.
    Founded {
        /// The body.
        body: BodyId,
        /// Owner.
        by: FactionId,
    },
    /// A yard finished a ship, which is beside it now.
    ShipBuilt {
        /// The ship.
        what: Party,
        /// Class, among those of ships.
        class: ClassId,
        /// Position.
        place: DVec3,
    },
    /// A structure was finished.
    StructureBuilt {
        /// The structure.
        what: Party,
        /// Class, among those of structures.
        class: ClassId,
        /// The body in whose well it stands.
        body: BodyId,
    },
    /// A structure stopped growing, because its owner cannot pay for it.
    BuildingHalted {
        /// The structure.
        what: Party,
        /// Class, among those of structures.
        class: ClassId,
        /// The body in whose well it stands.
        body: BodyId,
    },
    /// A structure grows again that had been [`BuildingHalted`](Self::BuildingHalted).
    BuildingResumed {
        /// The structure.
        what: Party,
    },
    /// A fleet reached the end of its route; at most waits are left.
    FleetArrived {
        /// The fleet.
        fleet: FleetId,
        /// Owner.
        faction: FactionId,
        /// The middle of its ships.
        place: DVec3,
    },
    /// A sighting: the faction did not see the unit at its last look. Units in sight at the beginning of a
    /// game have no event.
    Sighted {
        /// The faction that sees it.
        by: FactionId,
        /// The unit.
        what: Party,
        /// Class, an index of the ship or structure classes.
        class: ClassId,
        /// Position.
        place: DVec3,
        /// The tick in which the faction saw it last; `None` if it never did, or has forgotten.
        last_seen_tick: Option<u64>,
    },
    /// A fleet lost sight of the ship that it attacked, and sees nothing else of its target. A ship whose end was seen
    /// is not lost.
    TargetLost {
        /// The fleet that attacks.
        fleet: FleetId,
        /// Owner of that fleet.
        faction: FactionId,
        /// The ship. The owner of the fleet remembers it, with its place.
        what: Party,
        /// Class of the ship.
        class: ClassId,
        /// Whether the attack ends; otherwise the fleet is on its way to the attacked area, or to where the ship was
        /// last seen.
        ends: bool,
    },
    /// A faction has given up everything that it had.
    Surrendered {
        /// The faction.
        faction: FactionId,
    },
    /// A side has won; the world goes on.
    Decided {
        /// The first faction of that side.
        winner: FactionId,
    },
}
