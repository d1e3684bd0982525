//! A viewer's knowledge of the world: the one door for the screen, for minds and for the network.
//!
//! - Enters: the world, and a [`Viewer`]: any faction, at any time.
//! - Leaves: a [`WorldView`], which answers all questions about the others' units and deeds: ships and structures
//!   in sight, last known ones, owners as far as known, grounds, free slots, events.
//! - Must never: depend on anything that the viewer neither owns, sees nor remembers; or decide what is in sight,
//!   which is the look's part (`visibility/system.rs`).
//!
//! | file | knowledge of |
//! |---|---|
//! | `almanac.rs` | public facts |
//! | `things.rs` | a ship or structure in sight |
//! | `fleets.rs` | fleets |
//! | `hull.rs` | shield and armour |
//! | `ground.rs` | the ground of a body |
//! | `mining.rs` | comets and their miners |
//!
//! A system asks for [`Views`]; code with the whole `World` at hand calls [`with_view`].

mod almanac;
mod fleets;
mod ground;
mod hull;
mod mining;
mod things;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

pub use almanac::Almanac;
pub use fleets::KnownFleet;
pub use ground::KnownGround;
pub use hull::HullState;
pub use things::{SeenShip, SeenStructure};

use super::knowledge::{Knowledge, Viewer, faction_number, may_see, place_of};
use super::known_events::USUAL;
use super::system::Lookout;
use super::{KnownBody, LastKnown, SeenGarrison, Survey};
use crate::sim::event::{Entry, Events};
use crate::sim::{
    BodyId, FactionId, Fleet, Grounds, Holding, Holdings, NextIds, Ship, ShipId, StructureId, TargetId,
    by_number, slots_taken,
};
use fleets::FleetParts;
use things::{ShipParts, StructureParts};

/// What a query finds.
type Found<'a, Parts> = <Parts as QueryData>::Item<'a, 'a>;

/// The inputs of a [`WorldView`].
#[derive(SystemParam)]
pub struct Views<'w, 's> {
    ships: Query<'w, 's, ShipParts>,
    structures: Query<'w, 's, StructureParts>,
    fleets: Query<'w, 's, FleetParts>,
    survey: Survey<'w, 's>,
    knowledge: Res<'w, Knowledge>,
    lookout: Res<'w, Lookout>,
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    events: Res<'w, Events>,
    next: Res<'w, NextIds>,
    almanac: Almanac<'w>,
}

impl Views<'_, '_> {
    /// Whether bodies may have got other owners, or owners become known, since the asking system ran last: in a tick,
    /// or by a surrender between two ticks.
    pub fn have_new_owners(&self) -> bool {
        self.holdings.is_changed() || self.knowledge.is_changed()
    }

    /// The view of a faction.
    pub fn of(&self, faction: FactionId) -> WorldView<'_> {
        self.by(Viewer::Faction(faction))
    }

    /// The view of a viewer.
    pub fn by(&self, viewer: Viewer) -> WorldView<'_> {
        WorldView { views: self, viewer, noted: None }
    }

    /// The view for many questions about bodies within one tick: `noted` is the result of
    /// [`WorldView::known_bodies`] or of [`WorldView::last_known_bodies`] for the same viewer in that tick.
    pub fn with_noted<'a>(&'a self, viewer: Viewer, noted: &'a TiSlice<BodyId, KnownBody>) -> WorldView<'a> {
        WorldView { noted: Some(noted), ..self.by(viewer) }
    }
}

/// Answers a question by a viewer's view; `None` in a world that has not been filled.
pub fn with_view<Answer>(
    world: &mut World,
    viewer: Viewer,
    ask: impl FnOnce(WorldView) -> Answer,
) -> Option<Answer> {
    let mut views = SystemState::<Views>::new(world);
    views.get(world).ok().map(|views| ask(views.by(viewer)))
}

/// One viewer's knowledge of the world.
#[derive(Clone, Copy)]
pub struct WorldView<'a> {
    views: &'a Views<'a, 'a>,
    viewer: Viewer,
    noted: Option<&'a TiSlice<BodyId, KnownBody>>,
}

impl<'a> WorldView<'a> {
    /// The faction of the viewer; `None` if the viewer is no faction.
    pub fn faction(self) -> Option<FactionId> {
        self.viewer.faction()
    }

    /// The public facts.
    pub fn almanac(self) -> &'a Almanac<'a> {
        &self.views.almanac
    }

    /// The next numbers of ships, fleets and structures.
    pub(in crate::sim) fn next_ids(self) -> &'a NextIds {
        &self.views.next
    }

    /// Whether a faction is a foe of the viewer's; `false` for a viewer that is no faction.
    pub fn is_foe(self, owner: FactionId) -> bool {
        self.faction().is_some_and(|own| self.almanac().sides.are_foes(own, owner))
    }

    /// Whether the viewer knows the secrets of a faction: its treasury, orders and queues.
    pub fn knows_secrets_of(self, faction: FactionId) -> bool {
        self.viewer.sees_all() || self.faction() == Some(faction)
    }

    /// Whether a ship of a faction is in sight.
    pub fn sees_ship(self, owner: FactionId, id: ShipId) -> bool {
        may_see(&self.views.knowledge, self.viewer, owner, TargetId::Ship(id))
    }

    /// Whether a structure of a faction is in sight.
    pub fn sees_structure(self, owner: FactionId, id: StructureId) -> bool {
        may_see(&self.views.knowledge, self.viewer, owner, TargetId::Structure(id))
    }

    /// Whether a thing of usual size at a place (heliocentric, ecliptic, km) is in sight: for torpedoes, bursts
    /// and wrecks, whose owner does not matter.
    pub fn sees_place(self, place: DVec3) -> bool {
        match self.viewer {
            Viewer::Nobody => false,
            Viewer::Faction(faction) => {
                self.views.lookout.scan.sees_place(faction_number(faction), place, USUAL)
            }
            Viewer::Revealed(_) | Viewer::Everything => true,
        }
    }

    /// The ships in sight, in no particular order.
    pub fn ships(self) -> impl Iterator<Item = SeenShip<'a>> {
        self.ships_that(|_| true)
    }

    /// Ships in sight of some kind, in no particular order.
    pub fn ships_that(self, is_wanted: impl Fn(&Ship) -> bool) -> impl Iterator<Item = SeenShip<'a>> {
        let wanted = self.views.ships.iter().filter(move |(_, ship, ..)| is_wanted(ship));
        wanted.filter_map(move |parts| self.seen_ship(parts))
    }

    /// The ship of an entity; `None` if it is not in sight or not a ship.
    pub fn ship(self, entity: Entity) -> Option<SeenShip<'a>> {
        self.seen_ship(self.views.ships.get(entity).ok()?)
    }

    /// The ship that an entity stands for: the ship itself, or the ship in sight with the lowest number of a
    /// fleet.
    pub fn ship_meant_by(self, entity: Entity) -> Option<SeenShip<'a>> {
        let of_fleet = || self.ships().filter(|seen| seen.fleet == entity).min_by_key(|seen| seen.ship.id);
        self.ship(entity).or_else(of_fleet)
    }

    /// The structures in sight, in no particular order.
    pub fn structures(self) -> impl Iterator<Item = SeenStructure<'a>> {
        self.views.structures.iter().filter_map(move |parts| self.seen_structure(parts))
    }

    /// The structure of an entity; `None` if it is not in sight or not a structure.
    pub fn structure(self, entity: Entity) -> Option<SeenStructure<'a>> {
        self.seen_structure(self.views.structures.get(entity).ok()?)
    }

    /// The structures in sight at a body, by their numbers.
    pub fn structures_at(self, body: BodyId) -> Vec<SeenStructure<'a>> {
        let found = self.structures().filter(|seen| seen.structure.body == body);
        by_number(found, |seen| seen.structure.id)
    }

    /// Ghosts of foreign units, by number; empty for an all-seeing viewer. [`WorldView::place_of`] gives the
    /// present place.
    pub fn ghosts(self) -> impl Iterator<Item = &'a LastKnown> {
        let remembers = self.faction().filter(|_| !self.viewer.sees_all());
        remembers.into_iter().flat_map(move |faction| self.views.knowledge.ghosts(faction))
    }

    /// Present place of a ghost, heliocentric ecliptic km: a ghost in a well moves with the well's body.
    pub fn place_of(self, ghost: &LastKnown) -> DVec3 {
        let Almanac { sky, rings, calendar, .. } = self.almanac();
        place_of(ghost, sky, rings, calendar.tick)
    }

    /// The public name of a fleet: its own name for a viewer that may know it, else that of its faction. Names of
    /// fleets reveal their number and their yards.
    pub fn fleet_name(self, fleet: &'a Fleet) -> &'a str {
        if self.knows_secrets_of(fleet.faction) {
            return &fleet.name;
        }
        self.almanac().faction_name(fleet.faction)
    }

    /// The public name of the fleet of a ship in sight.
    pub fn name_of_fleet(self, seen: &SeenShip) -> &'a str {
        self.views.fleets.get(seen.fleet).map_or("others", |(_, fleet, ..)| self.fleet_name(fleet))
    }

    /// Shield and armour of a ship in sight; `None` for an unknown class.
    pub fn hull_of_ship(self, seen: &SeenShip) -> Option<HullState> {
        let class = self.almanac().arms_table.ships.get(seen.ship.class)?;
        Some(self.known_hull(HullState::of(seen.condition, class), seen.owner))
    }

    /// Troopers aboard a ship in sight: the present number for own ships, and for others the number of a new ship of
    /// the class.
    pub fn troopers(self, seen: &SeenShip) -> f64 {
        let as_built =
            self.almanac().arms_table.ships.get(seen.ship.class).map_or(0.0, |class| class.troopers);
        let known = seen.condition.filter(|_| self.knows_secrets_of(seen.owner));
        known.map_or(as_built, |condition| condition.troopers)
    }

    /// Ticks since the last hit on an own ship, up to [`MOST_CALM_TICKS`](crate::sim::MOST_CALM_TICKS); `None` for a
    /// ship of others, and for one without a condition yet.
    pub fn calm_ticks(self, seen: &SeenShip) -> Option<u32> {
        let known = seen.condition.filter(|_| self.knows_secrets_of(seen.owner));
        known.map(|condition| condition.calm_ticks)
    }

    /// Shield and armour of a structure in sight.
    pub fn hull_of_structure(self, seen: &SeenStructure) -> Option<HullState> {
        let class = self.almanac().arms_table.structures.get(seen.structure.class)?;
        Some(self.known_hull(HullState::of(seen.condition, class), seen.structure.faction))
    }

    /// Knowledge of all bodies, in the order of the sky.
    pub fn known_bodies(self) -> TiVec<BodyId, KnownBody> {
        match (self.noted, self.viewer) {
            (Some(noted), _) => noted.to_owned(),
            (None, Viewer::Faction(faction)) => self.views.survey.of(faction),
            (None, Viewer::Nobody | Viewer::Revealed(_) | Viewer::Everything) => {
                self.views.holdings.0.keys().map(|body| self.known_body(body)).collect()
            }
        }
    }

    /// Knowledge of all bodies, in the order of the sky, with memory: the owner of a body out of sight is the one that
    /// the viewer saw or was told of last.
    pub fn last_known_bodies(self) -> TiVec<BodyId, KnownBody> {
        let mut known = self.known_bodies();
        if let Some(faction) = self.faction() {
            for (body, known) in known.iter_mut_enumerated() {
                *known = known.with_memory(self.views.knowledge.last_owner(faction, body));
            }
        }
        known
    }

    /// Knowledge of a body.
    pub fn known_body(self, body: BodyId) -> KnownBody {
        if let Some(noted) = self.noted {
            return noted.get(body).copied().unwrap_or_default();
        }
        let holding = self.views.holdings.0.get(body);
        match self.viewer {
            Viewer::Nobody => KnownBody::default(),
            Viewer::Faction(faction) => self.views.survey.of_body(faction, body),
            Viewer::Revealed(_) | Viewer::Everything => {
                let owner = holding.and_then(|holding| holding.owner);
                KnownBody { owner, is_remembered: false, sees_ground: holding.is_some() }
            }
        }
    }

    /// The owner of a body as far as known: the viewer itself, or a faction with a unit in sight there, or whose
    /// ground is observed; in a view with memory else the one that was known last. `None` for a body without an owner,
    /// too.
    pub fn owner(self, body: BodyId) -> Option<FactionId> {
        self.known_body(body).owner
    }

    /// The owner of a body that is known now, not only remembered. Orders are checked by it, so that a view with memory
    /// refuses what the world would refuse.
    pub fn owner_now(self, body: BodyId) -> Option<FactionId> {
        self.known_body(body).owner_now()
    }

    /// The foe that owns a body, as far as known.
    pub fn foe_at(self, body: BodyId) -> Option<FactionId> {
        self.owner(body).filter(|owner| self.is_foe(*owner))
    }

    /// A body as a property, with its owner as far as known; worthless for an unknown body.
    pub fn holding(self, body: BodyId) -> Holding {
        let holding = self.views.holdings.0.get(body).copied().unwrap_or_default();
        Holding { owner: self.owner(body), ..holding }
    }

    /// The bodies of a faction, in the order of the sky; empty for a faction whose secrets the viewer does not
    /// know.
    pub fn bodies_of(self, faction: FactionId) -> Vec<BodyId> {
        let all = self.views.holdings.0.iter_enumerated().filter(|_| self.knows_secrets_of(faction));
        all.filter(|(_, holding)| holding.owner == Some(faction)).map(|(body, _)| body).collect()
    }

    /// Knowledge of the ground of a body, or of the well of a comet: all of it at an own body, estimates where the
    /// viewer looks or has troops; `None` elsewhere.
    pub fn ground(self, body: BodyId) -> Option<KnownGround> {
        let ground = self.views.grounds.0.get(body)?;
        let owner = self.views.holdings.0.get(body).and_then(|holding| holding.owner);
        let is_exact = owner.map_or(self.viewer.sees_all(), |owner| self.knows_secrets_of(owner));
        let is_known = is_exact || self.known_body(body).sees_ground;
        is_known.then(|| KnownGround::of(ground, is_exact, |faction| self.knows_secrets_of(faction)))
    }

    /// The garrison of a body of others as the viewer's faction saw it last; `None` if it never did.
    pub fn last_garrison(self, body: BodyId) -> Option<SeenGarrison> {
        self.views.knowledge.garrison(self.faction()?, body)
    }

    /// The bodies on which invaders are known to fight, in the order of the sky.
    pub fn invasions(self) -> Vec<(BodyId, KnownGround)> {
        let fought = self.views.grounds.0.iter_enumerated().filter(|(_, ground)| ground.is_fought_over());
        fought.filter_map(|(body, _)| Some((body, self.ground(body)?))).collect()
    }

    /// The slots of a body's rings that are taken by structures in sight and remembered ones: by ring from the
    /// innermost, and by slot; empty without rings.
    pub fn taken_slots(self, body: BodyId) -> Vec<Vec<bool>> {
        let Some(layout) = self.almanac().rings.of(body) else { return Vec::new() };
        let seen = self.structures().map(|seen| seen.structure).filter(|one| one.body == body);
        let remembered = self.ghosts().filter(|ghost| ghost.anchor == Some(body));
        let remembered = remembered.filter_map(|ghost| ghost.stands);
        let places: Vec<_> = seen.map(|one| one.ring_place()).chain(remembered).collect();
        (0..layout.count()).map(|ring| slots_taken(layout, ring, places.iter().copied())).collect()
    }

    /// The events since a number that the viewer knows of, as far as they are kept.
    pub fn events(self, since: u64) -> impl Iterator<Item = &'a Entry> {
        self.views.events.since(since).filter(move |entry| self.viewer.knows(entry))
    }

    /// Number of events that were ever recorded, known or not: a reader passes it to [`WorldView::events`] the next
    /// time.
    pub fn event_count(self) -> u64 {
        self.views.events.count()
    }

    fn seen_ship(
        self,
        (entity, ship, fleet, position, flight, condition, is_idle): Found<'a, ShipParts>,
    ) -> Option<SeenShip<'a>> {
        // A ship without a fleet has no owner.
        let owner = self.views.fleets.get(fleet.0).map_or(FactionId::NOBODY, |(_, fleet, ..)| fleet.faction);
        let seen = || SeenShip {
            entity,
            ship,
            fleet: fleet.0,
            owner,
            position: position.0,
            heading: flight.heading,
            own_velocity: flight.own_velocity,
            is_idle: is_idle && self.knows_secrets_of(owner),
            is_burning: condition.is_some_and(|condition| condition.burning > 0.0),
            experience: condition
                .filter(|_| self.knows_secrets_of(owner))
                .map(|condition| condition.experience),
            condition,
        };
        self.sees_ship(owner, ship.id).then(seen)
    }

    fn seen_structure(
        self,
        (entity, structure, position, growing, yard, condition, is_idle): Found<'a, StructureParts>,
    ) -> Option<SeenStructure<'a>> {
        let knows_secrets = self.knows_secrets_of(structure.faction);
        let seen = || SeenStructure {
            entity,
            structure,
            position: position.0,
            grown: growing.map(|growing| growing.growth.share()),
            growing: growing.filter(|_| knows_secrets),
            yard: yard.filter(|_| knows_secrets),
            is_idle: is_idle && knows_secrets,
            condition,
        };
        self.sees_structure(structure.faction, structure.id).then(seen)
    }

    fn known_hull(self, hull: HullState, owner: FactionId) -> HullState {
        if self.knows_secrets_of(owner) { hull } else { hull.in_steps() }
    }
}
