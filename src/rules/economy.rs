//! The numbers of rings, economy, building and sight, from `assets/rules/economy.ron`.

use serde::{Deserialize, Serialize};

use crate::level::ranges::WORTH;
use crate::level::{Amount, BodyKind, RingNumbers};

/// The parameters of possessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EconomyRules {
    /// The number of rings of a well, their places and their rotation.
    pub rings: RingNumbers,
    /// Incomes and expenses of an economy tick.
    pub income: IncomeNumbers,
    /// The rules of building.
    pub building: BuildingNumbers,
    /// Ranges of sight.
    pub sight: SightNumbers,
}

ranges!(EconomyRules { rings, income, building, sight });

/// The numbers of the economy. Money and goods are whole numbers, so shares are in percent and thousandths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncomeNumbers {
    /// From one economy tick to the next, days of the calendar.
    pub tick_days: f64,
    /// The longest time from one economy tick to the next, seconds of play at pace 1.
    pub longest_tick_s: f64,
    /// Money that a body brings each economy tick, percent of its economics.
    pub money_per_economics_percent: u32,
    /// Resources that a body brings each economy tick, percent of its resources.
    pub resources_percent: u32,
    /// Organisation tax on the n-th body of a faction each economy tick, thousandths of money:
    /// `tax = rate * (n - 1)^exponent`, rounded down to whole money.
    pub tax_rate: u32,
    /// The exponent in that formula, in thousandths.
    pub tax_exponent: u32,
    /// The default treasury of a faction at the start.
    pub start: Amount,
    /// Default values of bodies. Of the entries of a body's kind the one with the largest `from_radius_km` within
    /// its radius applies; a body without an entry is worth nothing.
    pub worth: Vec<BodyWorth>,
    /// Limit on the discount of research on the price of ships, percent.
    pub most_research_percent: u32,
    /// A miner yields while it is this near to a comet, as a share of the radius of the comet's well.
    pub mining_reach: f64,
    /// Rare materials that a comet brings its holder each economy tick, without any miner.
    pub rare_of_comets: u32,
    /// The share of its speed that an unpaid ship makes.
    pub unpaid_speed_share: f64,
}

ranges!(IncomeNumbers {
    tick_days: 1.0e-3..=1.0e6,
    longest_tick_s: 0.1..=3600.0,
    money_per_economics_percent: 0.0..=10_000.0,
    resources_percent: 0.0..=10_000.0,
    tax_rate: 0.0..=1.0e6,
    tax_exponent: 0.0..=3000.0,
    start,
    worth,
    most_research_percent: 0.0..=90.0,
    mining_reach: 0.01..=1.0,
    rare_of_comets: 0.0..=10_000.0,
    unpaid_speed_share: 0.001..=1.0,
});

/// The worth of a body of a kind and size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyWorth {
    /// The kind of body.
    pub kind: BodyKind,
    /// Least true radius of the bodies, km.
    #[serde(default)]
    pub from_radius_km: f64,
    /// Value in money, 100 for a planet of average wealth.
    pub economics: u32,
    /// Value in common materials, 100 for an average planet.
    pub resources: u32,
}

ranges!(BodyWorth { from_radius_km: 0.0..=1.0e10, economics: WORTH, resources: WORTH });

numbers! {
    /// The numbers of building. Structures grow without a ship that constructs them.
    pub struct BuildingNumbers {
        /// At a body without an owner, a faction may build while one of its ships is this near to the body, a
        /// share of the well's radius. It may always build at its own bodies, and never at those of others.
        pub founding_reach: f64 [0.01..=1.0],
        /// A body without an owner resists a founding while it has more defenders than this: nothing is built there
        /// until troopers take it, or a bombardment leaves no more.
        pub founding_garrison: u32 [0.0..=1.0e6],
        /// Number of structures of a faction that grow at the same time; the others wait in the order of their
        /// orders.
        pub growing_at_once: u32 [1.0..=1000.0],
        /// The most ships in a fleet of a yard: after that a new ship founds another.
        pub largest_yard_fleet: u32 [1.0..=10_000.0],
        /// The most ships in the queue of a yard.
        pub longest_queue: u32 [1.0..=100.0],
        /// The greatest effect of constructors on building at a body, percent.
        pub most_constructor_percent: u32 [0.0..=10_000.0],
        /// The refund for a ship scrapped at a yard, percent of its price.
        pub scrap_percent: u32 [0.0..=100.0],
    }

    /// The numbers of sight. A unit is seen within the sight range of a ship or structure times its visibility, see
    /// [`SightNumbers::visibility`].
    pub struct SightNumbers {
        /// Bounding radius of a unit that is seen at the plain range, km.
        pub usual_radius_km: f64 [1.0e-3..=1.0e6],
        /// Lower bound of the size's factor on visibility.
        pub least_size_factor: f64 [0.01..=1.0],
        /// Upper bound of the size's factor on visibility.
        pub most_size_factor: f64 [1.0..=100.0],
        /// Factor for a ship whose engines burn.
        pub burning_factor: f64 [0.01..=100.0],
        /// Factor for a ship at rest, and for a structure.
        pub resting_factor: f64 [0.01..=100.0],
        /// Time after which an unseen ship is forgotten, seconds of play.
        pub forget_ships_s: f64 [1.0..=1.0e6],
        /// Limit on the ghosts of a faction; beyond it the oldest are forgotten.
        pub most_remembered: u32 [1.0..=100_000.0],
    }
}

impl IncomeNumbers {
    /// The worth of a body of a kind and true radius in km: economics and resources.
    pub fn worth_of(&self, kind: BodyKind, radius_km: f64) -> (u32, u32) {
        let reached =
            self.worth.iter().filter(|worth| worth.kind == kind && worth.from_radius_km <= radius_km);
        let best = reached.max_by(|one, other| one.from_radius_km.total_cmp(&other.from_radius_km));
        best.map_or((0, 0), |worth| (worth.economics, worth.resources))
    }
}

impl SightNumbers {
    /// The factor on the range of sight: the root of the size, so that a unit four times as large is seen twice as
    /// far, within bounds, times the factor of the engines. `radius_km` is the bounding radius, above 0.
    pub fn visibility(&self, radius_km: f64, is_burning: bool) -> f64 {
        let size = (radius_km / self.usual_radius_km).max(0.0).sqrt();
        let engines = if is_burning { self.burning_factor } else { self.resting_factor };
        size.max(self.least_size_factor).min(self.most_size_factor) * engines
    }

    /// The least value of [`visibility`](Self::visibility) for a unit of this size.
    pub fn least_visibility(&self, radius_km: f64) -> f64 {
        self.visibility(radius_km, false).min(self.visibility(radius_km, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eighth_planet_still_pays() {
        let income = IncomeNumbers::default();
        let (economics, _) = income.worth_of(BodyKind::Planet, 6000.0);
        let brings = economics * income.money_per_economics_percent / 100;
        let exponent = f64::from(income.tax_exponent) / 1000.0;
        let tax = |n: f64| f64::from(income.tax_rate) / 1000.0 * libm::pow(n - 1.0, exponent);
        assert!(tax(8.0) < f64::from(brings) && tax(8.0) > 0.2 * f64::from(brings), "{}", tax(8.0));
        assert!(tax(16.0) < f64::from(brings), "a leader is slowed, not stopped");
    }

    #[test]
    fn bodies_have_worth_by_size() {
        let income = IncomeNumbers::default();
        assert_eq!(income.worth_of(BodyKind::Planet, 2440.0), (60, 80));
        assert_eq!(income.worth_of(BodyKind::Planet, 3000.0), (100, 100));
        assert_eq!(income.worth_of(BodyKind::Planet, 69_911.0), (80, 160));
        assert_eq!(income.worth_of(BodyKind::Moon, 1737.4), (40, 60));
        let nothing = IncomeNumbers { worth: Vec::new(), ..income };
        assert_eq!(nothing.worth_of(BodyKind::Planet, 3000.0), (0, 0));
    }

    #[test]
    fn large_things_with_burning_engines_are_seen_from_afar() {
        let sight = SightNumbers::default();
        assert_eq!(sight.visibility(600.0, true), 1.5);
        assert_eq!(sight.visibility(2400.0, false), 2.0 * 0.75);
        assert_eq!(sight.visibility(0.0, true), 0.5 * 1.5, "not even a speck is invisible");
        assert_eq!(sight.visibility(1.0e9, true), 2.5 * 1.5);
        assert_eq!(sight.least_visibility(2400.0), 2.0 * 0.75);
    }
}
