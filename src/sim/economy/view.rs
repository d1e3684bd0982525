//! A faction's view of its own economy, and of building at bodies as far as it knows them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::building::{is_near_enough, may_build, resists};
use super::refitting::Refits;
use super::research_percent;
use super::upkeep::Reserves;
use crate::level::{BodyKind, Handicap, Price, StructureClass};
use crate::rules::combat::GroundNumbers;
use crate::rules::economy::IncomeNumbers;
use crate::sim::combat::repair::Repairs;
use crate::sim::visibility::{Almanac, SeenStructure, WorldView};
use crate::sim::world::money::{Amount, economy_tick_s, planet_tax};
use crate::sim::{
    BodyId, ClassId, EconomyChoice, FactionId, Ground, Growth, Holding, Ledger, Ledgers, PlanetBooks,
    Shipyard, Sky, Structure, StructureClasses, StructureId, by_number,
};

/// The inputs of an [`EconomyView`] besides the [`WorldView`].
#[derive(SystemParam)]
pub struct Economies<'w> {
    ledgers: Res<'w, Ledgers>,
    reserves: Res<'w, Reserves>,
    repairs: Res<'w, Repairs>,
    refits: Res<'w, Refits>,
    rules: Res<'w, EconomyChoice>,
    classes: Res<'w, StructureClasses>,
    sky: Res<'w, Sky>,
}

impl Economies<'_> {
    /// The economy of a faction, as a viewer knows it.
    pub fn of<'a>(&'a self, faction: FactionId, view: WorldView<'a>) -> EconomyView<'a> {
        EconomyView { economies: self, faction, view }
    }
}

/// A finished yard.
#[derive(Clone, Copy, Debug)]
pub struct Yard<'a> {
    /// The structure.
    pub structure: &'a Structure,
    /// The yard's production.
    pub yard: &'a Shipyard,
    /// Whether it went unpaid.
    pub is_unpaid: bool,
}

/// The care of a yard for ships and structures in its reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YardCare {
    /// Number of units under repair.
    pub repaired: usize,
    /// Number of troop ships being refilled.
    pub filled: usize,
    /// Number of the refilled ships that wait for money.
    pub short: usize,
}

/// The right of a faction at a body, as far as it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The body is the faction's: building is allowed.
    Own,
    /// The body has no owner and does not resist, and a ship of the faction is near: building is allowed.
    Near,
    /// The body has no owner, and no ship of the faction is near.
    Far,
    /// The body has no owner, and this number of defenders: too many for a founding.
    Resists(u32),
    /// The body belongs to another faction, or did when the faction knew last and no ship of it is near.
    Others(FactionId),
}

impl Claim {
    /// Whether building is allowed.
    pub fn may_build(self) -> bool {
        matches!(self, Self::Own | Self::Near)
    }
}

/// The profit of a body to its owner in each economy tick, by its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Income of the body itself.
    pub body: Price,
    /// Income of structures there.
    pub works: Price,
    /// Upkeep of structures there.
    pub upkeep: Price,
    /// The organisation tax on it, money.
    pub tax: u32,
}

impl Gain {
    /// The profit of a body with the tax for this ordinal number, from 1.
    pub fn of(books: &PlanetBooks, upkeep: Price, number: u32, rules: &IncomeNumbers) -> Self {
        Self { body: books.yields(rules), works: books.works, upkeep, tax: planet_tax(number, rules) }
    }

    /// Net profit before the tax.
    pub fn before_tax(&self) -> Amount {
        Amount::from(self.body).plus(Amount::from(self.works)).minus(Amount::from(self.upkeep))
    }

    /// Net profit after the tax.
    pub fn net(&self) -> Amount {
        self.before_tax().plus(self.tax_amount())
    }

    /// The tax as a negative amount.
    pub fn tax_amount(&self) -> Amount {
        Amount { money: -i64::from(self.tax), ..Amount::ZERO }
    }

    /// Whether the body has neither income nor expenses except for the tax.
    pub fn is_nothing(&self) -> bool {
        self.body.is_free() && self.works.is_free() && self.upkeep.is_free()
    }
}

/// The income and the upkeep of a structure that is not built yet, in each economy tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// Its own income, and what it adds to the income of its body.
    pub income: Price,
    /// Its upkeep.
    pub upkeep: Price,
}

impl Prospect {
    /// Income less upkeep.
    pub fn net(self) -> Amount {
        Amount::from(self.income).minus(Amount::from(self.upkeep))
    }
}

/// The economy of one faction, as a viewer knows it.
#[derive(Clone, Copy)]
pub struct EconomyView<'a> {
    economies: &'a Economies<'a>,
    faction: FactionId,
    view: WorldView<'a>,
}

impl<'a> EconomyView<'a> {
    /// The ledger; `None` if the viewer does not know it.
    pub fn ledger(self) -> Option<&'a Ledger> {
        self.economies.ledgers.0.get(self.faction).filter(|_| self.view.knows_secrets_of(self.faction))
    }

    /// The structures of the faction that are in sight, in no particular order.
    fn own_structures(self) -> impl Iterator<Item = SeenStructure<'a>> {
        self.view.structures().filter(move |one| one.structure.faction == self.faction)
    }

    /// The finished yards, by their numbers.
    pub fn yards(self) -> Vec<Yard<'a>> {
        let finished = self.own_structures().filter(|one| one.grown.is_none());
        let yard = |one: SeenStructure<'a>| {
            Some(Yard { structure: one.structure, yard: one.yard?, is_unpaid: one.is_idle })
        };
        by_number(finished.filter_map(yard), |yard| yard.structure.id)
    }

    /// The care of a yard for ships, and for structures beside it.
    pub fn care(self, yard: &Yard) -> YardCare {
        let id = yard.structure.id;
        YardCare {
            repaired: self.economies.repairs.count_at(id),
            filled: self.economies.refits.at(id).count(),
            short: self.economies.refits.at(id).filter(|refit| refit.is_short).count(),
        }
    }

    /// The structures that are growing, or are halted for want of money only; other unpaused ones wait for their
    /// turn.
    pub fn growing_now(self) -> BTreeSet<StructureId> {
        let growing = self.own_structures().filter(|one| one.growing.is_some_and(|growing| !growing.paused));
        let waiting = by_number(growing.map(|one| one.structure.id), |id| *id);
        let at_once = self.economies.rules.0.building.growing_at_once as usize;
        waiting.into_iter().take(at_once).collect()
    }

    /// Whether the treasury covers the next instalment of a growth and the reserve.
    pub fn can_grow(self, growth: &Growth) -> bool {
        self.ledger().is_some_and(|ledger| ledger.can_pay(self.needed(growth)))
    }

    /// The kind that is lacking for the next instalment of a growth and the reserve; `None` if nothing is lacking.
    pub fn lacking(self, growth: &Growth) -> Option<&'static str> {
        let missing = self.missing(growth);
        let kinds =
            [("money", missing.money), ("resources", missing.resources), ("rare materials", missing.rare)];
        kinds.into_iter().find(|(_, missing)| *missing > 0).map(|(kind, _)| kind)
    }

    /// How much is lacking for the next instalment of a growth and the reserve.
    pub fn missing(self, growth: &Growth) -> Price {
        let has = self.ledger().map(Ledger::balance);
        has.map_or(Price::ZERO, |has| Amount::from(self.needed(growth)).minus(has).as_price())
    }

    fn needed(self, growth: &Growth) -> Price {
        with_reserve(growth.next_instalment(), self.economies.reserves.of(self.faction))
    }

    /// Discount on ships by research, percent.
    pub fn research_percent(self) -> u32 {
        let working = self.own_structures().filter(|one| one.works()).map(|one| one.structure);
        research_percent(&self.economies.classes, &self.economies.rules.0, working)
    }

    /// See [`claim`].
    pub fn claim(self, body: BodyId) -> Claim {
        claim(self.view, self.faction, body)
    }

    /// The books of a body as kept by its owner. Growing and unpaid structures do not count.
    pub fn books(self, body: BodyId) -> PlanetBooks {
        let Holding { owner, economics, resources, .. } = self.view.holding(body);
        // The state of foreign ground is private.
        let ground = self.view.ground(body).filter(|_| owner == Some(self.faction));
        let brings = |worth: u32| ground.map_or(worth, |known| known.ground.brings(worth));
        let rare = if self.is_comet(body) { self.economies.rules.0.income.rare_of_comets } else { 0 };
        let factions = &self.view.almanac().factions;
        let handicap = owner.map_or_else(Handicap::default, |owner| factions.handicap(owner));
        let mut books = PlanetBooks {
            economics: brings(economics),
            resources: brings(resources),
            rare: brings(rare),
            handicap,
            ..PlanetBooks::default()
        };
        let here = self.view.structures().filter(|one| one.structure.body == body && one.works());
        for one in here.filter(|one| owner == Some(one.structure.faction)) {
            if let Some(class) = self.economies.classes.0.get(one.structure.class) {
                books.works = books.works.saturating_add(handicap.income(class.earns));
                books.habitat_percent = books.habitat_percent.saturating_add(class.economy_percent);
            }
        }
        books
    }

    fn is_comet(self, body: BodyId) -> bool {
        self.economies.sky.system.bodies.get(body).is_some_and(|body| body.kind == BodyKind::Comet)
    }

    /// Upkeep of the faction's finished structures at a body in each economy tick, paid or not.
    pub fn upkeep_at(self, body: BodyId) -> Price {
        let here = self.own_structures().filter(|one| one.structure.body == body && one.grown.is_none());
        here.filter_map(|one| self.economies.classes.0.get(one.structure.class))
            .fold(Price::ZERO, |sum, class| sum.saturating_add(class.upkeep))
    }

    /// The time from one economy tick to the next, seconds of play; above 0.
    pub fn tick_s(self) -> f64 {
        let days_per_tick = self.view.almanac().calendar.clock.days_per_tick();
        economy_tick_s(days_per_tick, &self.economies.rules.0.income)
    }

    /// The faction's working structures that earn, by class: their number, and their joint income in each economy
    /// tick.
    pub fn earners(self) -> BTreeMap<ClassId, (usize, Price)> {
        let handicap = self.view.almanac().factions.handicap(self.faction);
        let mut earners: BTreeMap<ClassId, (usize, Price)> = BTreeMap::new();
        for one in self.own_structures().filter(SeenStructure::works) {
            let class = self.economies.classes.0.get(one.structure.class);
            if let Some(class) = class.filter(|class| !class.earns.is_free()) {
                let (count, sum) = earners.entry(one.structure.class).or_default();
                *count += 1;
                *sum = sum.saturating_add(handicap.income(class.earns));
            }
        }
        earners
    }

    /// The income and the upkeep of one more structure of a class at a body. Only bodies of the faction bring more.
    pub fn prospect(self, class: &StructureClass, body: BodyId) -> Prospect {
        let handicap = self.view.almanac().factions.handicap(self.faction);
        let earns = handicap.income(class.earns);
        let is_raised = class.economy_percent > 0 && self.view.owner(body) == Some(self.faction);
        let raise = if is_raised { self.raise(class, body) } else { Price::ZERO };
        Prospect { income: earns.saturating_add(raise), upkeep: class.upkeep }
    }

    /// What one more structure of a class adds to the income of a body.
    fn raise(self, class: &StructureClass, body: BodyId) -> Price {
        let rules = &self.economies.rules.0.income;
        let before = self.books(body);
        let habitat_percent = before.habitat_percent.saturating_add(class.economy_percent);
        let after = PlanetBooks { habitat_percent, ..before };
        after.yields(rules).saturating_sub(before.yields(rules))
    }

    /// The profit of a body of the faction, or the profit that a foreign body would bring, without foreign
    /// structures; and the ordinal number of the body, from 1, for its tax.
    pub fn gain(self, body: BodyId) -> (Gain, PlanetBooks, u32) {
        let is_own = self.view.owner(body) == Some(self.faction);
        let held = u32::try_from(self.view.bodies_of(self.faction).len()).unwrap_or(u32::MAX);
        let number = if is_own { held } else { held.saturating_add(1) };
        let mut books = self.books(body);
        if !is_own {
            let PlanetBooks { economics, resources, rare, .. } = books;
            let handicap = self.view.almanac().factions.handicap(self.faction);
            books = PlanetBooks { economics, resources, rare, handicap, ..PlanetBooks::default() };
        }
        let upkeep = if is_own { self.upkeep_at(body) } else { Price::ZERO };
        (Gain::of(&books, upkeep, number, &self.economies.rules.0.income), books, number)
    }

    /// The profit that a foreign body would bring in the unrest after its capture, when its income has just begun; see
    /// [`gain`](Self::gain).
    pub fn gain_in_unrest(self, body: BodyId, numbers: &GroundNumbers) -> Gain {
        let (_, books, number) = self.gain(body);
        let ground = Ground { unrest: numbers.unrest, ..Ground::default() };
        let [economics, resources, rare] =
            [books.economics, books.resources, books.rare].map(|worth| ground.brings(worth));
        let books = PlanetBooks { economics, resources, rare, ..books };
        Gain::of(&books, Price::ZERO, number, &self.economies.rules.0.income)
    }
}

/// The right of a faction to build at a body, as far as the viewer knows. An owner that is only remembered forbids
/// nothing, but explains why nothing is built there from afar.
pub fn claim(view: WorldView, faction: FactionId, body: BodyId) -> Claim {
    match view.owner_now(body) {
        Some(owner) if owner != faction => Claim::Others(owner),
        Some(_) => Claim::Own,
        None if let Some(defenders) = resistance(view, body) => Claim::Resists(defenders),
        owner if may_build(owner, faction, || has_ship_near(view, faction, body)) => Claim::Near,
        _ => view.owner(body).map_or(Claim::Far, Claim::Others),
    }
}

/// The defenders of a body without an owner that resists a founding, as far as the viewer sees its ground.
fn resistance(view: WorldView, body: BodyId) -> Option<u32> {
    let defenders = view.ground(body)?.ground.defenders;
    resists(defenders, &view.almanac().economy.0.building).then_some(defenders.ceil() as u32)
}

/// Whether a ship of a faction in sight is near enough to a body to found something there.
fn has_ship_near(view: WorldView, faction: FactionId, body: BodyId) -> bool {
    let Almanac { sky, economy, .. } = view.almanac();
    let mut own = view.ships().filter(|seen| seen.owner == faction);
    own.any(|seen| is_near_enough(sky, economy, body, seen.position))
}

/// A price plus the reserve of each kind that the price contains.
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
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::visibility::test_support::{ARES, MARS, TERRA, held, visit_mars};
    use crate::sim::visibility::{KnownBody, Viewer, Views};

    #[test]
    fn an_owner_that_is_only_remembered_forbids_no_founding() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let claims = |world: &mut World, mars: KnownBody| {
            let ask = move |views: Views| {
                let viewer = Viewer::Faction(TERRA);
                let mut known = views.by(viewer).known_bodies();
                known[MARS] = mars;
                claim(views.with_noted(viewer, &known), TERRA, MARS)
            };
            world.run_system_once(ask).expect("it runs")
        };
        let remembered = KnownBody { owner: Some(ARES), is_remembered: true, sees_ground: false };
        let seen = KnownBody { is_remembered: false, ..remembered };
        assert_eq!(claims(world, KnownBody::default()), Claim::Far);
        assert_eq!(claims(world, remembered), Claim::Others(ARES), "it explains why");
        visit_mars(world, false);
        assert_eq!(claims(world, remembered), Claim::Near);
        assert_eq!(claims(world, seen), Claim::Others(ARES));
    }

    #[test]
    fn a_reserve_counts_only_for_the_kinds_in_the_price() {
        let price = Price { money: 5, resources: 0, rare: u32::MAX };
        let reserve = Price { money: 10, resources: 10, rare: 10 };
        assert_eq!(with_reserve(price, reserve), Price { money: 15, resources: 0, rare: u32::MAX });
    }

    #[test]
    fn building_is_allowed_at_home_and_near_ships() {
        assert!(Claim::Own.may_build() && Claim::Near.may_build());
        assert!(!Claim::Far.may_build() && !Claim::Others(FactionId(1)).may_build());
        assert!(!Claim::Resists(60).may_build());
    }

    #[test]
    fn a_prospect_is_income_less_upkeep() {
        let price = |money: u32, resources: u32| Price { money, resources, rare: 0 };
        let prospect = Prospect { income: price(9, 2), upkeep: price(3, 5) };
        assert_eq!(prospect.net(), Amount { money: 6, resources: -3, rare: 0 });
    }

    #[test]
    fn unrest_takes_the_income_of_a_captured_body_and_leaves_its_tax() {
        let mut simulation = held();
        let gains = |world: &mut World, unrest: f64| {
            let ask = move |views: Views, economies: Economies| {
                let economy = economies.of(TERRA, views.by(Viewer::Faction(TERRA)));
                let numbers = GroundNumbers { unrest, ..GroundNumbers::default() };
                (economy.gain_in_unrest(MARS, &numbers), economy.gain(MARS).0)
            };
            world.run_system_once(ask).expect("it runs")
        };
        let world = simulation.world_mut();
        let (calm, later) = gains(world, 0.0);
        assert_eq!(calm, later);
        let (shaken, _) = gains(world, 0.5);
        assert!(0 < shaken.body.money && shaken.body.money < later.body.money, "{shaken:?}");
        let (wild, _) = gains(world, 1.0);
        assert_eq!(wild, Gain { tax: later.tax, ..Gain::default() });
    }

    #[test]
    fn a_gain_is_income_less_upkeep_and_tax() {
        let gain = Gain {
            body: Price { money: 40, resources: 25, rare: 0 },
            works: Price { money: 5, resources: 0, rare: 0 },
            upkeep: Price { money: 4, resources: 1, rare: 0 },
            tax: 12,
        };
        assert_eq!(gain.before_tax(), Amount { money: 41, resources: 24, rare: 0 });
        assert_eq!(gain.net(), Amount { money: 29, resources: 24, rare: 0 });
        assert!(!gain.is_nothing() && Gain { tax: 7, ..Gain::default() }.is_nothing());
    }
}
