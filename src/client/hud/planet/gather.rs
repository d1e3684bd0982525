//! What panels ask about the world.
//!
//! - Enters: the world's components and resources, to be looked at.
//! - Leaves: answers: what stands at a body in the order of numbers, what may be built there, what a body
//!   brings.
//! - Must never: change anything, or answer in an order that depends on how things are stored.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::models::palette::FactionColors;
use crate::client::view::owners::KnownOwners;
use crate::client::view::seen::{SeenStructures, Standing};
use crate::level::holdings::{Price, StructureClass};
use crate::level::{BodyKind, Surrender};
use crate::sim::Sky;
use crate::sim::combat::mending::Repairs;
use crate::sim::economy::building::may_build;
use crate::sim::economy::refitting::Refits;
use crate::sim::economy::research_percent;
use crate::sim::economy::upkeep::Reserves;
use crate::sim::ids::{BodyId, FactionId, StructureId};
use crate::sim::money::{Growth, Ledger, PlanetBooks};
use crate::sim::visibility::{View, Viewer};
use crate::sim::world::{
    Armoury, EconomyChoice, Factions, Fleet, Ground, Grounds, Holding, Holdings, Ledgers, MemberOf, Position,
    Rings, Ship, ShipClasses, Shipyard, Sides, SourceLevel, Structure, StructureClasses, taken_slots,
};

/// Troopers of others are told in such steps.
const ROUGH_TROOPERS: f64 = 10.0;

/// The world as far as it is about places that are held.
#[derive(SystemParam)]
pub struct Estate<'w, 's> {
    /// The bodies.
    pub sky: Res<'w, Sky>,
    /// Who looks.
    pub player: Res<'w, Player>,
    /// The sides.
    pub factions: Res<'w, Factions>,
    /// Their colours.
    pub colors: Res<'w, FactionColors>,
    /// The rings of the bodies.
    pub rings: Res<'w, Rings>,
    /// The structure classes.
    pub classes: Res<'w, StructureClasses>,
    /// The ship classes.
    pub ship_classes: Res<'w, ShipClasses>,
    /// The numbers of the economy.
    pub rules: Res<'w, EconomyChoice>,
    /// What classes can take and deal.
    pub armoury: Res<'w, Armoury>,
    /// Who is on whose side.
    pub sides: Res<'w, Sides>,
    // Whose bodies are, what others have and where they are is asked below, as far as it may be told.
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    ledgers: Res<'w, Ledgers>,
    reserves: Res<'w, Reserves>,
    repairs: Res<'w, Repairs>,
    refits: Res<'w, Refits>,
    structures: SeenStructures<'w, 's>,
    ships: Query<'w, 's, (&'static Position, &'static MemberOf), With<Ship>>,
    fleets: Query<'w, 's, &'static Fleet>,
    owners: Res<'w, KnownOwners>,
    sight: View<'w>,
    level: Option<Res<'w, SourceLevel>>,
}

/// A finished yard.
#[derive(Clone, Copy, Debug)]
pub struct Yard<'a> {
    /// The structure.
    pub structure: &'a Structure,
    /// What it builds.
    pub yard: &'a Shipyard,
    /// Whether it went unpaid.
    pub is_unpaid: bool,
}

/// What a yard does for the ships and structures of which it takes care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YardCare {
    /// How many it mends.
    pub mended: usize,
    /// How many troop ships it fills up.
    pub filled: usize,
    /// How many of these wait for money.
    pub short: usize,
}

/// What a player may do at a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is the player's: building is allowed.
    Own,
    /// It is nobody's, and a ship of the player's is near: building is allowed.
    Near,
    /// It is nobody's, and no ship of the player's is near.
    Far,
    /// It belongs to a faction of this name.
    Others(String),
}

impl Claim {
    /// Whether building is allowed.
    pub fn may_build(&self) -> bool {
        matches!(self, Self::Own | Self::Near)
    }
}

impl Estate<'_, '_> {
    /// The player's faction.
    pub fn me(&self) -> FactionId {
        self.player.faction
    }

    /// The player's ledger.
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledgers.0.get(self.me())
    }

    /// A body as a property, as far as the player may know whose it is; worth nothing where there is no such
    /// body.
    pub fn holding(&self, body: BodyId) -> Holding {
        let holding = self.holdings.0.get(body).copied().unwrap_or_default();
        Holding { owner: self.owners.of(body), ..holding }
    }

    /// What the player knows of what goes on upon the ground of a body, or in the well of a comet: all of it
    /// at home, what can be made out where the player looks or has troops; `None` elsewhere.
    pub fn ground(&self, body: BodyId) -> Option<GroundTold> {
        let ground = self.grounds.0.get(body)?;
        let owner = self.holdings.0.get(body).and_then(|holding| holding.owner);
        let knows = |faction: FactionId| self.sight.shows_secrets_of(faction);
        let is_exact = owner.map_or(self.sight.viewer() == Viewer::Everything, knows);
        let is_known = is_exact || self.owners.sees_ground(body);
        is_known.then(|| GroundTold { ground: told_ground(ground, is_exact, knows), is_exact })
    }

    /// Whether a body is a comet.
    pub fn is_comet(&self, body: BodyId) -> bool {
        self.sky.system.bodies.get(body).is_some_and(|body| body.kind == BodyKind::Comet)
    }

    /// The name of a body.
    pub fn body_name(&self, body: BodyId) -> &str {
        self.sky.system.bodies.get(body).map_or("nowhere", |body| body.name.as_str())
    }

    /// The player's bodies, in the order of the sky.
    pub fn own_bodies(&self) -> Vec<BodyId> {
        let all = self.holdings.0.iter_enumerated();
        all.filter(|(_, holding)| holding.owner == Some(self.me())).map(|(body, _)| body).collect()
    }

    /// The class of a structure.
    pub fn class_of(&self, structure: &Structure) -> Option<&StructureClass> {
        self.classes.0.get(structure.class)
    }

    /// The name of a structure's class.
    pub fn class_name(&self, structure: &Structure) -> &str {
        self.class_of(structure).map_or("structure", |class| class.name.as_str())
    }

    /// What stands and grows at a body, in the order of numbers.
    pub fn at(&self, body: BodyId) -> Vec<Standing<'_>> {
        let here = self.structures.iter().filter(|one| one.structure.body == body);
        let mut found: Vec<Standing<'_>> = here.collect();
        found.sort_unstable_by_key(|one| one.structure.id);
        found
    }

    /// The player's finished yards, in the order of their numbers.
    pub fn own_yards(&self) -> Vec<Yard<'_>> {
        let me = self.me();
        let own = self.structures.iter().filter(|one| one.structure.faction == me && one.grown.is_none());
        let mut yards: Vec<Yard<'_>> = own
            .filter_map(|one| {
                one.yard.map(|yard| Yard { structure: one.structure, yard, is_unpaid: one.is_idle })
            })
            .collect();
        yards.sort_unstable_by_key(|yard| yard.structure.id);
        yards
    }

    /// What one of the player's yards does for ships, and for what stands beside it.
    pub fn care(&self, yard: &Yard) -> YardCare {
        let id = yard.structure.id;
        YardCare {
            mended: self.repairs.count_at(id),
            filled: self.refits.at(id).count(),
            short: self.refits.at(id).filter(|refit| refit.is_short).count(),
        }
    }

    /// The player's structures that grow, or could for want of money only; the others of those that are not
    /// paused wait for their turn.
    pub fn growing_now(&self) -> BTreeSet<StructureId> {
        let me = self.me();
        let mut waiting: Vec<StructureId> = self
            .structures
            .iter()
            .filter(|one| one.structure.faction == me)
            .filter(|one| one.growing.is_some_and(|growing| !growing.paused))
            .map(|one| one.structure.id)
            .collect();
        waiting.sort_unstable();
        let at_once = self.rules.0.building.growing_at_once as usize;
        waiting.into_iter().take(at_once).collect()
    }

    /// Whether the player has what the next instalment of something asks for, and what must be left then.
    pub fn can_grow(&self, growth: &Growth) -> bool {
        let needed = with_reserve(growth.next_instalment(), self.reserves.of(self.me()));
        self.ledger().is_some_and(|ledger| ledger.can_pay(needed))
    }

    /// Of what the player has too little for the next instalment of something, and what must be left then;
    /// `None` where there is enough of everything.
    pub fn lacking(&self, growth: &Growth) -> Option<&'static str> {
        let needed = with_reserve(growth.next_instalment(), self.reserves.of(self.me()));
        let has = self.ledger()?.balance();
        let kinds = [
            ("money", has.money, needed.money),
            ("resources", has.resources, needed.resources),
            ("rare", has.rare, needed.rare),
        ];
        kinds.into_iter().find(|(_, has, needed)| *has < i64::from(*needed)).map(|(kind, ..)| kind)
    }

    /// The bodies on which somebody has landed, in the order of the sky, as far as the player knows of it.
    pub fn invasions(&self) -> Vec<(BodyId, GroundTold)> {
        let fought = self.grounds.0.iter_enumerated().filter(|(_, ground)| ground.is_fought_over());
        fought.filter_map(|(body, _)| Some((body, self.ground(body)?))).collect()
    }

    /// What becomes of what stands in the rings of a body that is taken.
    pub fn surrender(&self) -> Surrender {
        self.level.as_ref().map(|level| level.0.surrender).unwrap_or_default()
    }

    /// By how many hundredths research lowers the price of the player's ships.
    pub fn research(&self) -> u32 {
        let me = self.me();
        let working = self.structures.iter().filter(|one| one.works() && one.structure.faction == me);
        research_percent(&self.classes, &self.rules.0, working.map(|one| one.structure))
    }

    /// What the player may do at a body.
    pub fn claim(&self, body: BodyId) -> Claim {
        let owner = self.holding(body).owner;
        match owner {
            Some(owner) if owner != self.me() => {
                let faction = self.factions.0.get(owner);
                Claim::Others(faction.map_or_else(|| "others".to_owned(), |faction| faction.name.clone()))
            }
            Some(_) => Claim::Own,
            None if may_build(owner, self.me(), || self.has_ship_near(body)) => Claim::Near,
            None => Claim::Far,
        }
    }

    /// Whether a ship of the player's is near enough to a body to found something there.
    fn has_ship_near(&self, body: BodyId) -> bool {
        let (Some(this), Some(state)) = (self.sky.system.bodies.get(body), self.sky.now.get(body)) else {
            return false;
        };
        let reach_km = self.rules.0.building.founding_reach * this.well_radius_km;
        let me = self.me();
        reach_km > 0.0
            && self.ships.iter().any(|(position, fleet)| {
                position.0.distance_squared(state.position) <= reach_km * reach_km
                    && self.fleets.get(fleet.0).is_ok_and(|fleet| fleet.faction == me)
            })
    }

    /// The books of a body as they are for its owner. What grows or went unpaid counts for nothing.
    pub fn books(&self, body: BodyId) -> PlanetBooks {
        let Holding { owner, economics, resources, .. } = self.holding(body);
        // What goes on upon the ground of others is theirs to know.
        let ground = self.grounds.of(body);
        let brings = |worth: u32| if owner == Some(self.me()) { ground.brings(worth) } else { worth };
        let (economics, resources) = (brings(economics), brings(resources));
        let rare = if self.is_comet(body) { brings(self.rules.0.income.rare_of_comets) } else { 0 };
        let mut books = PlanetBooks { economics, resources, rare, ..PlanetBooks::default() };
        let own = self.structures.iter().filter(|one| one.structure.body == body && one.works());
        for one in own.filter(|one| owner == Some(one.structure.faction)) {
            if let Some(class) = self.class_of(one.structure) {
                books.works = books.works.saturating_add(class.earns);
                books.habitat_percent = books.habitat_percent.saturating_add(class.economy_percent);
            }
        }
        books
    }

    /// What the player's finished structures at a body cost to keep each economy tick, paid for or not.
    pub fn upkeep_at(&self, body: BodyId) -> Price {
        let me = self.me();
        let here = self.structures.iter().filter(|one| one.structure.body == body && one.grown.is_none());
        here.filter(|one| one.structure.faction == me)
            .filter_map(|one| self.class_of(one.structure))
            .fold(Price::ZERO, |sum, class| sum.saturating_add(class.upkeep))
    }

    /// Which slots of a body's rings are seen to be taken, ring by ring from the innermost; empty without rings.
    pub fn taken(&self, body: BodyId) -> Vec<Vec<bool>> {
        let Some(layout) = self.rings.of(body) else { return Vec::new() };
        let here: Vec<&Structure> =
            self.structures.iter().map(|one| one.structure).filter(|one| one.body == body).collect();
        let ring = |ring| taken_slots(layout, body, ring, here.iter().copied());
        (0..layout.count()).map(ring).collect()
    }
}

/// What is known of the ground of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundTold {
    /// What goes on there; of others only what can be made out.
    pub ground: Ground,
    /// Whether it is known exactly, as the owner knows it.
    pub is_exact: bool,
}

/// What can be made out of the ground of a body. Of others troopers are estimated, and neither unrest nor
/// income is told; `knows` says whose own count is known.
fn told_ground(ground: &Ground, is_exact: bool, knows: impl Fn(FactionId) -> bool) -> Ground {
    if is_exact {
        return *ground;
    }
    let rough = |count: f64| (count / ROUGH_TROOPERS).round() * ROUGH_TROOPERS;
    let told = |(who, count): (FactionId, f64)| (who, if knows(who) { count } else { rough(count) });
    Ground {
        defenders: rough(ground.defenders),
        invaders: ground.invaders.map(told),
        unrest: 0.0,
        delay_ticks: 0,
        ..*ground
    }
}

/// A price with what must be left of each kind that it asks for.
fn with_reserve(price: Price, reserve: Price) -> Price {
    let part = |price: u32, reserve: u32| if price == 0 { 0 } else { price.saturating_add(reserve) };
    Price {
        money: part(price.money, reserve.money),
        resources: part(price.resources, reserve.resources),
        rare: part(price.rare, reserve.rare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_counts_only_for_what_is_asked() {
        let price = Price { money: 5, resources: 0, rare: u32::MAX };
        let reserve = Price { money: 10, resources: 10, rare: 10 };
        assert_eq!(with_reserve(price, reserve), Price { money: 15, resources: 0, rare: u32::MAX });
    }

    #[test]
    fn the_troopers_of_others_are_estimated() {
        let ground = Ground {
            defenders: 123.4,
            invaders: Some((FactionId(0), 56.7)),
            unrest: 0.5,
            ruin: 0.25,
            delay_ticks: 9,
            held: None,
        };
        assert_eq!(told_ground(&ground, true, |_| false), ground);
        let seen = Ground { defenders: 120.0, unrest: 0.0, delay_ticks: 0, ..ground };
        assert_eq!(told_ground(&ground, false, |who| who == FactionId(0)), seen, "one knows one's own");
        let others = Ground { invaders: Some((FactionId(0), 60.0)), ..seen };
        assert_eq!(told_ground(&ground, false, |_| false), others);
    }

    #[test]
    fn one_builds_at_home_and_where_one_is() {
        assert!(Claim::Own.may_build() && Claim::Near.may_build());
        assert!(!Claim::Far.may_build() && !Claim::Others("Ares".to_owned()).may_build());
    }
}
