//! The object under the pointer in a war: foes to attack, ground to land on, and the meaning of a right click
//! there.
//!
//! - Enters: the object under the pointer, if it is in sight, or the one for which a row of a list stands; the
//!   selected ships.
//! - Leaves: the member of a stack that an order means (`meant.rs`); a [`HoverTarget`] for tools, words, odds and
//!   the shape of the cursor.
//! - Must never: name an owner unknown to the player, or give an order.
//!
//! | file | does |
//! |---|---|
//! | `meant.rs` | the member of a stack of marks that an order means |
//! | `point.rs` | the point, the body and the ring under the pointer |
//! | `right_click.rs` | the goal of a right click, in the sky, on the map and on rows of lists |
//! | `yard.rs` | the yard there, and what it does for the ships |
//! | `words.rs`, `cursor.rs` | the effect of a click in words, and as the shape of the cursor |

pub mod cursor;
pub mod meant;
pub mod point;
pub mod right_click;
mod words;
mod yard;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::hud::planet::gather::{Conquest, PlanetData};
use crate::client::input::structure_pick::Beneath;
use crate::client::input::{Held, HoveredStructure, Pointed, Selected, Tool, UnderPointer};
use crate::client::orders::planning::buttons::able::Able;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::sight_view::ghosts::PointedGhost;
use crate::client::view::known::seen::SeenShip;
use crate::client::view::{ScreenAnchor, SeenShips, SeenStructures};
use crate::level::Assault;
use crate::sim::forecast::needed_troopers;
use crate::sim::motion::wells::all_about;
use crate::sim::order::{Abilities, Refusal, check_goal};
use crate::sim::task::war::attack::sees_foes_about;
use crate::sim::task::war::engagement::widest_well;
use crate::sim::visibility::WorldView;
use crate::sim::{
    AttackTarget, BodyId, ClassId, FactionId, Goal, Holding, MemberOf, ShipClasses, Sky, StructureClasses,
    TargetId,
};
use meant::Meant;
pub use right_click::Leader;

/// A foe under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct FoeThere {
    /// The target of an attack: a ship, its fleet, or a structure.
    pub who: AttackTarget,
    /// Name.
    pub name: String,
    /// The class of the ship or the structure.
    pub class: ClassId,
    /// The fleet of a ship.
    pub fleet: Option<Entity>,
    /// All ships of the same class in the same well; in open space all in sight. With their name.
    pub kin: Option<(AttackTarget, String)>,
}

/// A body under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyThere {
    /// The body.
    pub body: BodyId,
    /// Its name within a sentence.
    pub name: String,
    /// All foes about it.
    pub foes_about: AttackTarget,
    /// Why no ship could carry out each of [`Assault::ALL`] there.
    pub no_assault: [Option<Refusal>; 2],
    /// Its owner, as far as the player knows.
    pub owner: Owner,
    /// Whether the player knows what happens on its ground.
    pub sees_ground: bool,
    /// The troopers that overcome its defenders; `None` if it is on the own side.
    pub needed_troopers: Option<Needed>,
    /// What it would bring; `None` if it cannot be captured.
    pub conquest: Option<Conquest>,
    /// Whether foes are in sight about it.
    pub has_foes: bool,
}

/// The least number of troopers that overcomes the defenders of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Needed {
    /// Its ground is in sight. Troopers of the own side who fight there already are not needed again.
    Known(f64),
    /// It was in sight.
    Seen {
        /// By its garrison as it was seen last.
        needed: f64,
        /// The time since then, seconds of play.
        age_s: f64,
    },
    /// It never was: by its worth.
    Usual {
        /// If nobody holds it; `None` if a foe is known to do so.
        free: Option<f64>,
        /// If a foe holds it, with a full garrison.
        held: f64,
    },
}

/// The owner of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// None, as far as the player knows.
    #[default]
    Nobody,
    /// The own side.
    OwnSide,
    /// A foe.
    Foe,
}

impl Owner {
    fn of(view: WorldView, owner: Option<FactionId>) -> Self {
        match owner {
            None => Self::Nobody,
            Some(owner) if view.is_foe(owner) => Self::Foe,
            Some(_) => Self::OwnSide,
        }
    }
}

/// All foes about a body, as the target of an attack; `None` if none are known there.
pub fn foes_about(view: WorldView, body: BodyId) -> Option<AttackTarget> {
    let is_hostile = Owner::of(view, view.owner(body)) == Owner::Foe || sees_foes_about(view, body);
    is_hostile.then(|| all_about(&view.almanac().sky, body))
}

impl BodyThere {
    /// Whether there are foes at the body to attack.
    fn is_hostile(&self) -> bool {
        self.owner == Owner::Foe || self.has_foes
    }

    /// Why no ship could carry out an assault there; `None` if some could.
    fn no_assault(&self, assault: Assault) -> Option<&Refusal> {
        self.no_assault[assault as usize].as_ref()
    }

    /// Whether troopers may land there.
    fn can_land(&self) -> bool {
        self.no_assault(Assault::Land).is_none()
    }

    /// Whether troopers may land there to help the own side.
    fn can_be_helped(&self) -> bool {
        self.owner == Owner::OwnSide && self.can_land()
    }

    /// Whether a landing has a known purpose. Ground of the own side out of sight may be invaded, or at peace.
    fn asks_for_troopers(&self) -> bool {
        self.can_land() && (self.owner != Owner::OwnSide || self.sees_ground)
    }
}

/// The object under the pointer, and what the selected ships could do about it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HoverTarget {
    /// A foe there.
    pub foe: Option<FoeThere>,
    /// A body there; never beside a foe.
    pub body: Option<BodyThere>,
    /// The own fleet there that a right click follows.
    pub follows: Option<Leader>,
    /// Whether foes about the body are meant, and not the body itself: a right click attacks all of them.
    pub means_foes: bool,
    /// The class of a foe that was last seen there, and is out of sight: it cannot be attacked.
    pub ghost: Option<String>,
    /// The class of a yard there that takes care of the selected ships; a click sends them into its ring.
    pub yard: Option<String>,
    /// The abilities of the selected ships.
    pub able: Abilities,
    /// Whether the attack tool addresses all of a foe's class.
    pub takes_kin: bool,
}

impl HoverTarget {
    /// The target for a click of the attack tool; `None` if the click only sends the ships there.
    pub fn attack_target(&self) -> Option<AttackTarget> {
        if let Some(foe) = &self.foe {
            return Some(self.kin().map_or(foe.who, |(kin, _)| *kin));
        }
        self.body.as_ref().filter(|body| body.is_hostile()).map(|body| body.foes_about)
    }

    fn kin(&self) -> Option<&(AttackTarget, String)> {
        self.foe.as_ref().filter(|_| self.takes_kin)?.kin.as_ref()
    }

    /// The attack or the landing of a right click; `None` if it only sends the ships there.
    pub fn strike(&self) -> Option<Goal> {
        if let Some(foe) = &self.foe {
            return self.able.is_armed().then_some(Goal::Attack(foe.who));
        }
        if self.means_foes && self.able.is_armed() {
            return self.attack_target().map(Goal::Attack);
        }
        let body = self.body.as_ref().filter(|body| self.able.all_carry() && body.asks_for_troopers())?;
        Some(Goal::Ground { body: body.body, assault: Assault::Land })
    }

    /// Why an assault on the object under the pointer would be refused; `None` if it would not.
    fn no_assault(&self, assault: Assault) -> Option<&Refusal> {
        self.able.no_assault(assault).or_else(|| self.body.as_ref()?.no_assault(assault))
    }
}

/// Query bundle for the object under the pointer.
#[derive(SystemParam)]
pub struct TargetInputs<'w, 's> {
    ships: SeenShips<'w, 's>,
    structures: SeenStructures<'w, 's>,
    markers: Query<'w, 's, &'static Marker>,
    places: Query<'w, 's, &'static ScreenAnchor>,
    hovered: Res<'w, HoveredStructure>,
    selected: Query<'w, 's, &'static MemberOf, With<Selected>>,
    sky: Res<'w, Sky>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    planet_data: PlanetData<'w, 's>,
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
    fn foe(&self, on: Option<Entity>, is_body: bool) -> Option<FoeThere> {
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
    fn ghost(&self) -> Option<String> {
        let there = self.ghost.as_ref()?.0.as_ref()?;
        self.planet_data.view().is_foe(there.faction).then(|| there.name.clone())
    }

    /// The own fleet at an entity, unless ships of it are selected.
    fn other_own_fleet(&self, on: Option<Entity>) -> Option<Leader> {
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
    fn body(&self, body: BodyId, can_land: bool) -> Option<BodyThere> {
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

/// Notes what is under the pointer for the tool that is held.
pub fn note_target(
    scene: TargetInputs,
    able: Res<Able>,
    held: Res<Held>,
    tool: Res<Tool>,
    (under, meant): (Res<UnderPointer>, Res<Meant>),
    mut pointed: ResMut<Pointed>,
    mut target: ResMut<HoverTarget>,
) {
    let takes_kin = *tool == Tool::Attack && held.group;
    let mut now = HoverTarget { able: able.abilities.clone(), takes_kin, ..default() };
    // At a body with foes before it, the ground tool addresses the ground.
    let wants_ground = matches!(*tool, Tool::Ground(_));
    if now.able.ships > 0 && !tool.is_panels() {
        let on_body = pointed.body.is_some();
        let on_ground = wants_ground && on_body;
        now.foe = if on_ground || under.is_panel() { None } else { scene.foe(meant.0, on_body) };
        let can_land = now.able.troopers > 0.0;
        now.body = pointed.body.filter(|_| now.foe.is_none()).and_then(|body| scene.body(body, can_land));
        if *tool == Tool::Select && !under.is_panel() && now.strike().is_none() {
            now.follows = scene.other_own_fleet(meant.0);
        }
        let seeks_yard = tool.goes() && !under.is_panel() && yard::needed_care(&now.able).is_some();
        if seeks_yard
            && now.foe.is_none()
            && now.strike().is_none()
            && let Some((class, ring)) = scene.yard(meant.0, on_body)
        {
            (now.yard, now.body) = (Some(class), None);
            (pointed.body, pointed.ring) = (None, Some(ring));
        }
    }
    let is_open = pointed.body.is_none() && pointed.ring.is_none() && under.entity.is_none();
    let sends = tool.goes() || *tool == Tool::Attack;
    if sends && is_open && !under.is_panel() && now.able.ships > 0 && now.foe.is_none() {
        now.ghost = scene.ghost();
    }
    // Few tools address a ring, and none does at a foe or a fleet to follow, which have their own words.
    if !(tool.goes() || tool.rally().is_some()) || now.strike().is_some() || now.follows.is_some() {
        pointed.ring = None;
    }
    target.set_if_neq(now);
}

#[cfg(test)]
pub(super) mod tests {
    use bevy::math::DVec3;

    use super::*;
    pub use crate::client::orders::planning::test_support::{landers, quiet, warships};
    use crate::sim::order::TaskRefusal;
    use crate::sim::{Anchor, AnchoredPlace, FleetId};

    pub const STRAND: BodyId = BodyId(4);
    pub const WHO: AttackTarget = AttackTarget::Fleet(FleetId(9));
    const KIN: AttackTarget = AttackTarget::Class { class: ClassId::FIRST, body: Some(STRAND) };
    pub const ABOUT_STRAND: AttackTarget = AttackTarget::Area {
        middle: AnchoredPlace { anchor: Anchor::Body(STRAND), offset: DVec3::ZERO },
        radius_km: 1.0e6,
    };

    /// The pointer is on a fleet of foes.
    pub fn on_foe(able: Abilities) -> HoverTarget {
        let name = "Wayfarers".to_owned();
        let kin = Some((KIN, words::kin_name("frigate", Some("Strand"))));
        let foe = FoeThere { who: WHO, name, class: ClassId::FIRST, fleet: None, kin };
        HoverTarget { foe: Some(foe), able, ..HoverTarget::default() }
    }

    /// A kind of body to point at.
    #[derive(Clone, Copy, Debug)]
    pub enum Side {
        Bare,
        Own,
        Beset,
        Foe,
        Free,
    }

    /// The pointer is on a body.
    pub fn on_body(side: Side, able: Abilities) -> HoverTarget {
        let refused = |why: fn(String) -> TaskRefusal| Some(why("Strand".to_owned()).into());
        let (owner, no_assault) = match side {
            Side::Bare => (Owner::Nobody, [refused(TaskRefusal::NoGround), refused(TaskRefusal::NoGround)]),
            Side::Own => (Owner::OwnSide, [refused(TaskRefusal::NotBeset), refused(TaskRefusal::OwnSide)]),
            Side::Beset => (Owner::OwnSide, [None, refused(TaskRefusal::OwnSide)]),
            Side::Foe => (Owner::Foe, [None, None]),
            Side::Free => (Owner::Nobody, [None, None]),
        };
        let body = BodyThere {
            body: STRAND,
            name: "Strand".to_owned(),
            foes_about: ABOUT_STRAND,
            no_assault,
            owner,
            sees_ground: true,
            needed_troopers: None,
            conquest: None,
            has_foes: false,
        };
        HoverTarget { body: Some(body), able, ..HoverTarget::default() }
    }

    /// The pointer is where a frigate was last seen.
    pub fn on_ghost(able: Abilities) -> HoverTarget {
        HoverTarget { ghost: Some("frigate".to_owned()), able, ..HoverTarget::default() }
    }

    /// The pointer is on another own fleet.
    pub fn on_own_fleet(able: Abilities) -> HoverTarget {
        let leader = Leader { fleet: FleetId(2), name: "2nd Alder Squadron".to_owned() };
        HoverTarget { follows: Some(leader), able, ..HoverTarget::default() }
    }

    /// The pointer is on no object.
    pub fn anywhere(able: Abilities) -> HoverTarget {
        HoverTarget { able, ..HoverTarget::default() }
    }

    #[test]
    fn a_right_click_on_a_foe_attacks_with_what_is_armed() {
        let strike = on_foe(warships()).strike();
        assert_eq!(strike, Some(Goal::Attack(WHO)));
        assert_eq!(on_foe(landers()).strike(), None, "they have no weapon");
        assert_eq!(on_foe(warships()).strike_words().as_deref(), Some("Attack Wayfarers"));
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
        let mut unseen = on_body(Side::Beset, landers());
        unseen.body = unseen.body.map(|body| BodyThere { sees_ground: false, ..body });
        assert_eq!(unseen.strike(), None, "there may be nobody to help against");
    }

    #[test]
    fn an_attack_is_for_one_or_for_all_of_its_class() {
        let one = on_foe(warships());
        assert_eq!(one.attack_target(), Some(WHO));
        let all = HoverTarget { takes_kin: true, ..one };
        assert_eq!(all.attack_target(), Some(KIN));
    }

    #[test]
    fn foes_about_a_body_are_attacked_whosever_it_is() {
        let about = Some(ABOUT_STRAND);
        assert_eq!(on_body(Side::Foe, warships()).attack_target(), about);
        for side in [Side::Own, Side::Free, Side::Bare] {
            let quiet = on_body(side, warships());
            assert_eq!(quiet.attack_target(), None, "{side:?}");
            assert_eq!(quiet.attack_words(), "Move to Strand, and fight foes on the way");
            let body = quiet.body.map(|body| BodyThere { has_foes: true, ..body });
            let embattled = HoverTarget { body, ..anywhere(warships()) };
            assert_eq!(embattled.attack_target(), about, "{side:?}");
            assert_eq!(embattled.attack_words(), "Attack everything near Strand");
        }
        assert_eq!(anywhere(warships()).attack_target(), None);
    }
}
