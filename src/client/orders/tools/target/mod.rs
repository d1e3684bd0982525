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
//! | `there.rs` | what may be there: a foe, an own fleet, or a body with its owner and its ground |
//! | `scene.rs` | what is there, in the world as the player knows it |
//! | `meant.rs` | the member of a stack of marks that an order means |
//! | `point.rs` | the point, the body and the ring under the pointer |
//! | `right_click.rs` | the goal of a right click, in the sky, on the map and on rows of lists |
//! | `yard.rs` | the yard there, and what it does for the ships |
//! | `words.rs`, `cursor.rs` | the effect of a click in words, and as the shape of the cursor |

pub mod cursor;
pub mod meant;
pub mod point;
pub mod right_click;
mod scene;
mod there;
mod words;
mod yard;

use bevy::prelude::*;

use crate::client::input::{Held, Pointed, Tool, UnderPointer};
use crate::client::orders::planning::buttons::able::Able;
use crate::level::Assault;
use crate::sim::order::{Abilities, Refusal};
use crate::sim::{AttackTarget, Goal};
use meant::Meant;
pub use scene::TargetInputs;
pub use there::{BodyThere, FoeThere, Leader, Needed, Owner, foes_about};

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
    use crate::sim::{Anchor, AnchoredPlace, BodyId, ClassId, FleetId};

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
