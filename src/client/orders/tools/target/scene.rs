//! The foe, the fleet, the body and the last known place under the pointer, in the world as the player knows it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::there::{BodyThere, FoeThere, Leader, Needed, Owner};
use super::words;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::input::structure_pick::Beneath;
use crate::client::input::{HoveredStructure, Selected};
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::sight_view::ghosts::PointedGhost;
use crate::client::view::known::seen::SeenShip;
use crate::client::view::{ScreenAnchor, SeenShips, SeenStructures};
use crate::level::Assault;
use crate::sim::forecast::needed_troopers;
use crate::sim::motion::wells::all_about;
use crate::sim::order::{Refusal, check_goal};
use crate::sim::task::war::attack::sees_foes_about;
use crate::sim::task::war::engagement::widest_well;
use crate::sim::{
    AttackTarget, BodyId, Goal, Holding, MemberOf, ShipClasses, Sky, StructureClasses, TargetId,
};

/// Query bundle for the object under the pointer.
#[derive(SystemParam)]
pub struct TargetInputs<'w, 's> {
    pub(super) ships: SeenShips<'w, 's>,
    pub(super) structures: SeenStructures<'w, 's>,
    markers: Query<'w, 's, &'static Marker>,
    places: Query<'w, 's, &'static ScreenAnchor>,
    pub(super) hovered: Res<'w, HoveredStructure>,
    selected: Query<'w, 's, &'static MemberOf, With<Selected>>,
    sky: Res<'w, Sky>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    pub(super) planet_data: PlanetData<'w, 's>,
    ghost: Option<Res<'w, PointedGhost>>,
}

impl TargetInputs<'_, '_> {
    /// Why nobody could be sent to a goal; `None` if ships could.
    fn refusal(&self, goal: Goal) -> Option<Refusal> {
        check_goal(self.planet_data.view(), &goal).err()
    }

    /// A unit, if it may be attacked.
    fn attackable(&self, unit: FoeThere) -> Option<FoeThere> {
        self.refusal(Goal::Attack(unit.who)).is_none().then_some(unit)
    }

    /// The foe under the pointer: a ship or a fleet comes before a structure.
    pub(super) fn foe(&self, on: Option<Entity>, is_body: bool) -> Option<FoeThere> {
        if let Some(seen) = on.and_then(|entity| self.ships.meant_by(entity)) {
            let is_ship = on == Some(seen.entity) && !self.is_stacked(seen.entity);
            return self.attackable(self.ship(&seen, is_ship)?);
        }
        let beneath = if is_body { Beneath::Body } else { Beneath::Sky };
        let id = self.hovered.meant(beneath)?.id;
        let structure = self.structures.iter().map(|one| one.structure).find(|one| one.id == id)?;
        let class = self.structure_classes.0.get(structure.class);
        let class = class.map_or("structure", |class| class.name.as_str());
        let owner = self.planet_data.almanac().faction_name(structure.faction);
        self.attackable(FoeThere {
            who: AttackTarget::Target(TargetId::Structure(id)),
            name: format!("{owner} {class}"),
            class: structure.class,
            fleet: None,
            kin: None,
        })
    }

    /// A single ship, or its fleet.
    fn ship(&self, seen: &SeenShip, is_alone: bool) -> Option<FoeThere> {
        let class = self.ship_classes.0.get(seen.ship.class).map_or("ship", |class| class.name.as_str());
        let fleet = self.ships.name_of_fleet(seen);
        let (who, name) = if is_alone {
            (AttackTarget::Target(TargetId::Ship(seen.ship.id)), format!("{fleet} {class}"))
        } else {
            (AttackTarget::Fleet(self.ships.fleet_of(seen)?), fleet.to_owned())
        };
        let well = self.places.get(seen.entity).ok().and_then(|seen| widest_well(&self.sky, seen.place));
        let about = well.and_then(|body| self.sky.system.bodies.get(body)).map(|body| body.in_words.as_str());
        let kin = AttackTarget::Class { class: seen.ship.class, body: well };
        let kin = Some((kin, words::kin_name(class, about)));
        Some(FoeThere { who, name, class: seen.ship.class, fleet: Some(seen.fleet), kin })
    }

    /// The class of a foe whose last known place is under the pointer.
    pub(super) fn ghost(&self) -> Option<String> {
        let there = self.ghost.as_ref()?.0.as_ref()?;
        self.planet_data.view().is_foe(there.faction).then(|| there.name.clone())
    }

    /// The own fleet at an entity, unless ships of it are selected.
    pub(super) fn other_own_fleet(&self, on: Option<Entity>) -> Option<Leader> {
        let seen = self.ships.meant_by(on?).filter(|seen| seen.owner == self.planet_data.me())?;
        if self.selected.iter().any(|of| of.0 == seen.fleet) {
            return None;
        }
        Some(Leader { fleet: self.ships.fleet_of(&seen)?, name: self.ships.name_of_fleet(&seen).to_owned() })
    }

    /// Whether an icon represents several ships: then a click does not address a single one.
    fn is_stacked(&self, ship: Entity) -> bool {
        self.markers.get(ship).is_ok_and(|marker| marker.stack().is_some())
            || self.markers.iter().any(|marker| marker.stack() == Some(ship))
    }

    /// The troopers needed by the garrison of a body as it was seen last; `None` if it never was.
    fn needed_as_seen(&self, body: BodyId, needed: impl Fn(f64) -> f64) -> Option<Needed> {
        let view = self.planet_data.view();
        let garrison = view.last_garrison(body)?;
        Some(Needed::Seen {
            needed: needed(garrison.defenders),
            age_s: garrison.age_s(view.almanac().calendar.tick),
        })
    }

    /// What is known of a body; what it would bring only for those who can land.
    pub(super) fn body(&self, body: BodyId, can_land: bool) -> Option<BodyThere> {
        let this = self.sky.system.bodies.get(body)?;
        let view = self.planet_data.view();
        let Holding { owner, terrain, .. } = view.holding(body);
        let owner = Owner::of(view, owner);
        let ground = view.ground(body);
        let ground_numbers = &self.planet_data.arms_table.rules.ground;
        let needed = |defenders: f64| needed_troopers(defenders, terrain, ground_numbers);
        let usual = |is_held: bool| self.planet_data.usual_defenders(body, is_held).map(needed);
        let needed_troopers = match &ground {
            _ if owner == Owner::OwnSide => None,
            Some(known) => {
                let landed = known.ground.invaders.filter(|(faction, _)| !view.is_foe(*faction));
                let landed = landed.map_or(0.0, |(_, troopers)| troopers);
                Some(Needed::Known((needed(known.ground.defenders) - landed).max(0.0)))
            }
            None => self.needed_as_seen(body, needed).or_else(|| {
                let free = usual(false).filter(|_| owner == Owner::Nobody);
                usual(true).map(|held| Needed::Usual { free, held })
            }),
        };
        Some(BodyThere {
            body,
            name: this.in_words.clone(),
            foes_about: all_about(&self.sky, body),
            no_assault: Assault::ALL.map(|assault| self.refusal(Goal::Ground { body, assault })),
            owner,
            sees_ground: ground.is_some(),
            needed_troopers,
            conquest: can_land.then(|| self.planet_data.conquest(body)).flatten(),
            has_foes: sees_foes_about(view, body),
        })
    }
}
