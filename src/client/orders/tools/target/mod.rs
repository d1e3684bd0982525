//! The object under the pointer in a war: foes to attack, ground to land on, and the meaning of a right click
//! there.
//!
//! - Enters: the object under the pointer, if it is in sight; the selected ships.
//! - Leaves: a [`HoverTarget`] for tools, words, odds and the shape of the cursor.
//! - Must never: name an owner unknown to the player, or give an order.

pub mod cursor;
pub mod point;
mod words;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::hud::planet::gather::Estate;
use crate::client::hud::planet::panel::ground_rows::equal_troopers;
use crate::client::input::gestures::{Held, UnderPointer};
use crate::client::input::pointed::Pointed;
use crate::client::input::structure_pick::{Beneath, HoveredStructure};
use crate::client::input::tool::Tool;
use crate::client::orders::planning::able::Able;
use crate::client::scene::labels::markers::Marker;
use crate::client::view::screen::Seen;
use crate::client::view::seen::{SeenShip, SeenShips, SeenStructures};
use crate::level::{Assault, BodyKind, NamedGoal, NamedQuarry};
use crate::sim::Sky;
use crate::sim::ids::{BodyId, ClassId, FactionId};
use crate::sim::motion::wells::about_km;
use crate::sim::order::Abilities;
use crate::sim::task::war::engagement::widest_well;
use crate::sim::world::{Factions, Holding, ShipClasses, Sides, StructureClasses, has_ground};

/// A foe under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct FoeThere {
    /// The target of an attack: a ship, its fleet, or a structure.
    pub who: NamedQuarry,
    /// Name.
    pub name: String,
    /// The class of the ship or the structure.
    pub class: ClassId,
    /// The fleet of a ship.
    pub fleet: Option<Entity>,
    /// All ships of the same class in the same well; in open space all in sight.
    pub kin: Option<NamedQuarry>,
}

/// The side of a body's ground, as far as the player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// No ground.
    Bare,
    /// The own side's.
    Own,
    /// The own side's, and foes have landed there.
    Beset,
    /// A foe's.
    Foe,
    /// Without an owner.
    Free,
}

/// A body under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyThere {
    /// Name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The number of troopers that equals its defenders; `None` if it is on the own side, or unknown.
    pub equal_troopers: Option<f64>,
    /// Whether foes are in sight about it.
    pub has_foes: bool,
}

impl BodyThere {
    /// Whether there are foes at the body to attack.
    fn is_hostile(&self) -> bool {
        self.side == Side::Foe || self.has_foes
    }
}

/// The object under the pointer, and what the selected ships could do about it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HoverTarget {
    /// A foe there.
    pub foe: Option<FoeThere>,
    /// A body there; never beside a foe.
    pub body: Option<BodyThere>,
    /// The abilities of the selected ships.
    pub able: Abilities,
    /// Whether the attack tool addresses all of a foe's class.
    pub takes_kin: bool,
}

impl HoverTarget {
    /// The target for a click of the attack tool; `None` if the click only sends the ships there.
    pub fn quarry(&self) -> Option<NamedQuarry> {
        if let Some(foe) = &self.foe {
            return Some(self.kin().unwrap_or(&foe.who).clone());
        }
        let body = self.body.as_ref().filter(|body| body.is_hostile())?;
        Some(NamedQuarry::Well(body.name.clone()))
    }

    fn kin(&self) -> Option<&NamedQuarry> {
        self.foe.as_ref().filter(|_| self.takes_kin)?.kin.as_ref()
    }

    /// The attack or the landing of a right click; `None` if it only sends the ships there.
    pub fn strike(&self) -> Option<NamedGoal> {
        if let Some(foe) = &self.foe {
            return self.able.is_armed().then(|| NamedGoal::Attack(foe.who.clone()));
        }
        let body = self.body.as_ref().filter(|_| self.able.all_carry())?;
        matches!(body.side, Side::Foe | Side::Free | Side::Beset).then(|| Assault::Land.at(body.name.clone()))
    }
}

/// The side of the ground of a kind of body; `is_foes`: whether its owner, if known, is a foe; `is_beset`: whether
/// foes have landed there.
fn side_of(kind: BodyKind, is_foes: Option<bool>, is_beset: bool) -> Side {
    match is_foes {
        _ if !has_ground(kind) => Side::Bare,
        Some(true) => Side::Foe,
        Some(false) if is_beset => Side::Beset,
        Some(false) => Side::Own,
        None => Side::Free,
    }
}

/// Query bundle for the object under the pointer.
#[derive(SystemParam)]
pub struct Scene<'w, 's> {
    ships: SeenShips<'w, 's>,
    structures: SeenStructures<'w, 's>,
    markers: Query<'w, 's, &'static Marker>,
    places: Query<'w, 's, &'static Seen>,
    hovered: Res<'w, HoveredStructure>,
    sides: Res<'w, Sides>,
    sky: Res<'w, Sky>,
    player: Res<'w, Player>,
    factions: Res<'w, Factions>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    estate: Estate<'w, 's>,
}

impl Scene<'_, '_> {
    fn is_foe(&self, owner: FactionId) -> bool {
        self.sides.are_foes(self.player.faction, owner)
    }

    /// The foe under the pointer: a ship or a fleet comes before a structure.
    fn foe(&self, on: Option<Entity>, is_body: bool) -> Option<FoeThere> {
        if let Some(seen) = on.and_then(|entity| self.ships.meant_by(entity)) {
            let is_ship = on == Some(seen.entity) && !self.is_stacked(seen.entity);
            return self.is_foe(seen.owner).then(|| self.ship(&seen, is_ship));
        }
        let beneath = if is_body { Beneath::Body } else { Beneath::Sky };
        let id = self.hovered.meant(beneath)?.id;
        let structure = self.structures.iter().map(|one| one.structure).find(|one| one.id == id)?;
        let class = self.structure_classes.0.get(structure.class);
        let class = class.map_or("structure", |class| class.name.as_str());
        let owner = self.factions.0.get(structure.faction).map_or("others", |faction| faction.name.as_str());
        self.is_foe(structure.faction).then(|| FoeThere {
            who: NamedQuarry::Structure(id.0),
            name: format!("{owner} {class}"),
            class: structure.class,
            fleet: None,
            kin: None,
        })
    }

    /// A single ship, or its fleet.
    fn ship(&self, seen: &SeenShip, is_alone: bool) -> FoeThere {
        let class = self.ship_classes.0.get(seen.ship.class).map_or("ship", |class| class.name.as_str());
        let fleet = self.ships.name_of_fleet(seen, &self.factions);
        let (who, name) = if is_alone {
            (NamedQuarry::Ship(seen.ship.id.0), format!("{fleet} {class}"))
        } else {
            (NamedQuarry::FleetOf(seen.ship.id.0), fleet.to_owned())
        };
        let well = self.places.get(seen.entity).ok().and_then(|seen| widest_well(&self.sky, seen.place));
        let body = well.and_then(|body| self.sky.system.bodies.get(body)).map(|body| body.name.clone());
        let kin = Some(NamedQuarry::Class { class: class.to_owned(), body });
        FoeThere { who, name, class: seen.ship.class, fleet: Some(seen.fleet), kin }
    }

    /// Whether an icon represents several ships: then a click does not address a single one.
    fn is_stacked(&self, ship: Entity) -> bool {
        self.markers.get(ship).is_ok_and(|marker| marker.stack().is_some())
            || self.markers.iter().any(|marker| marker.stack() == Some(ship))
    }

    fn body(&self, body: BodyId) -> Option<BodyThere> {
        let this = self.sky.system.bodies.get(body)?;
        let Holding { owner, terrain, .. } = self.estate.view().holding(body);
        let me = self.player.faction;
        let is_beset =
            self.estate.view().ground(body).is_some_and(|told| told.ground.is_beset(me, &self.sides));
        let side = side_of(this.kind, owner.map(|owner| self.is_foe(owner)), is_beset);
        let told = self.estate.view().ground(body).filter(|_| matches!(side, Side::Foe | Side::Free));
        let equal_troopers = told.map(|told| equal_troopers(told.ground.defenders, terrain));
        Some(BodyThere { name: this.name.clone(), side, equal_troopers, has_foes: self.has_foes(body) })
    }

    /// Whether foes are in sight about a body, within the radius of an attack on everything there.
    fn has_foes(&self, body: BodyId) -> bool {
        let (Some(this), Some(state)) = (self.sky.system.bodies.get(body), self.sky.now.get(body)) else {
            return false;
        };
        let reach_km = about_km(this);
        let is_near = |entity: Entity| {
            let place = self.places.get(entity).ok().map(|seen| seen.place);
            place.is_some_and(|place| place.distance(state.position) <= reach_km)
        };
        let mut structures = self.structures.iter().map(|one| one.structure);
        structures.any(|one| one.body == body && self.is_foe(one.faction))
            || self.ships.iter().any(|seen| self.is_foe(seen.owner) && is_near(seen.entity))
    }
}

/// Notes what is under the pointer for the tool that is held.
pub fn note_target(
    scene: Scene,
    able: Res<Able>,
    held: Res<Held>,
    tool: Res<Tool>,
    under: Res<UnderPointer>,
    mut pointed: ResMut<Pointed>,
    mut target: ResMut<HoverTarget>,
) {
    let takes_kin = *tool == Tool::Attack && held.group;
    let mut now = HoverTarget { able: able.0.clone(), takes_kin, ..default() };
    // At a body with foes before it, the ground tool addresses the ground.
    let wants_ground = matches!(*tool, Tool::Ground(_));
    if now.able.ships > 0 && !under.is_panel && !tool.is_panels() {
        let on_body = pointed.body.is_some();
        now.foe = if wants_ground && on_body { None } else { scene.foe(under.entity, on_body) };
        now.body = pointed.body.filter(|_| now.foe.is_none()).and_then(|body| scene.body(body));
    }
    // Few tools address a ring, and none does at a foe, which would have its own words.
    if !(tool.goes() || tool.rally().is_some()) || now.strike().is_some() {
        pointed.ring = None;
    }
    target.set_if_neq(now);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub use crate::client::orders::planning::trial::{landers, quiet, warships};

    /// The pointer is on a fleet of foes.
    pub fn on_foe(able: Abilities) -> HoverTarget {
        let who = NamedQuarry::FleetOf(9);
        let kin = NamedQuarry::Class { class: "frigate".to_owned(), body: Some("Strand".to_owned()) };
        let foe = FoeThere {
            who,
            name: "Wayfarers".to_owned(),
            class: ClassId::FIRST,
            fleet: None,
            kin: Some(kin),
        };
        HoverTarget { foe: Some(foe), able, ..HoverTarget::default() }
    }

    /// The pointer is on a body.
    pub fn on_body(side: Side, able: Abilities) -> HoverTarget {
        let body = BodyThere { name: "Strand".to_owned(), side, equal_troopers: None, has_foes: false };
        HoverTarget { body: Some(body), able, ..HoverTarget::default() }
    }

    /// The pointer is on no object.
    pub fn anywhere(able: Abilities) -> HoverTarget {
        HoverTarget { able, ..HoverTarget::default() }
    }

    #[test]
    fn a_right_click_on_a_foe_attacks_with_what_is_armed() {
        let strike = on_foe(warships()).strike();
        assert_eq!(strike, Some(NamedGoal::Attack(NamedQuarry::FleetOf(9))));
        assert_eq!(on_foe(landers()).strike(), None, "they have no weapon");
        assert_eq!(on_foe(warships()).strike_words().as_deref(), Some("attack Wayfarers"));
    }

    #[test]
    fn a_right_click_on_ground_lands_where_all_carry_troopers() {
        let sides = [
            (Side::Foe, true),
            (Side::Free, true),
            (Side::Beset, true),
            (Side::Own, false),
            (Side::Bare, false),
        ];
        for (side, lands) in sides {
            assert_eq!(on_body(side, landers()).strike().is_some(), lands, "{side:?}");
        }
        assert_eq!(on_body(Side::Foe, warships()).strike(), None, "they fly there");
        let mixed = Abilities { ships: 3, ..landers() };
        assert_eq!(on_body(Side::Foe, mixed).strike(), None);
    }

    #[test]
    fn an_attack_is_for_one_or_for_all_of_its_class() {
        let one = on_foe(warships());
        assert_eq!(one.quarry(), Some(NamedQuarry::FleetOf(9)));
        let all = HoverTarget { takes_kin: true, ..one };
        let (class, body) = ("frigate".to_owned(), Some("Strand".to_owned()));
        assert_eq!(all.quarry(), Some(NamedQuarry::Class { class, body }));
    }

    #[test]
    fn foes_about_a_body_are_attacked_whosever_it_is() {
        let well = Some(NamedQuarry::Well("Strand".to_owned()));
        assert_eq!(on_body(Side::Foe, warships()).quarry(), well);
        for side in [Side::Own, Side::Free, Side::Bare] {
            let quiet = on_body(side, warships());
            assert_eq!(quiet.quarry(), None, "{side:?}");
            assert_eq!(quiet.attack_words(), "go to Strand, and attack on the way");
            let body = quiet.body.map(|body| BodyThere { has_foes: true, ..body });
            let embattled = HoverTarget { body, ..anywhere(warships()) };
            assert_eq!(embattled.quarry(), well, "{side:?}");
            assert_eq!(embattled.attack_words(), "attack all about Strand");
        }
        assert_eq!(anywhere(warships()).quarry(), None);
    }

    #[test]
    fn stars_and_comets_have_no_ground() {
        assert_eq!(side_of(BodyKind::Comet, Some(true), false), Side::Bare);
        assert_eq!(side_of(BodyKind::Star, None, false), Side::Bare);
        assert_eq!(side_of(BodyKind::Moon, Some(true), true), Side::Foe);
        assert_eq!(side_of(BodyKind::Planet, Some(false), false), Side::Own);
        assert_eq!(side_of(BodyKind::Planet, Some(false), true), Side::Beset);
        assert_eq!(side_of(BodyKind::Dwarf, None, true), Side::Free);
    }
}
