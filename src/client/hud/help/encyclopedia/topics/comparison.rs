//! The ship classes beside each other: their figures, each as a share of the greatest of all classes.

use crate::client::frame::{capital, grouped};
use crate::client::hud::help::encyclopedia::entry::{Compared, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::planet::classes::arms;
use crate::client::hud::planet::classes::numbers::plain;
use crate::client::models::{IconShape, ShipMark};
use crate::level::ShipClass;
use crate::sim::ArmedClass;

/// How the figures of the table are to be read.
pub(super) const READING: &str = "A bar compares a class with the best one: a full bar is the greatest figure of all. \
    Cost counts money and resources, and rare materials ten times; speed is that between wells, in km/s; arms are \
    the damage of all weapons in a second; sight is in million km.";
/// Kilometres of the unit of sight.
const MILLION: f64 = 1.0e6;

/// A figure by which classes are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The worth of the price.
    Cost,
    /// The speed between wells.
    Speed,
    /// The full shield.
    Shield,
    /// The full armour.
    Armour,
    /// The damage of all weapons.
    Arms,
    /// The range of sight.
    Sight,
}

impl Measure {
    /// All of them, in the order of the columns.
    const ALL: [Self; 6] = [Self::Cost, Self::Speed, Self::Shield, Self::Armour, Self::Arms, Self::Sight];

    /// Its name, as that of the figure of a class.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cost => "Cost",
            Self::Speed => "Speed",
            Self::Shield => "Shield",
            Self::Armour => "Armour",
            Self::Arms => "Arms",
            Self::Sight => "Sight",
        }
    }

    /// The measure of the figure with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// Its figure for a class.
    fn of(self, facts: &Facts, ship: &Ship) -> f64 {
        let armed = |figure: fn(&ArmedClass) -> f64| ship.armed.map(figure).unwrap_or_default();
        match self {
            // What grows in hangars is not paid for.
            Self::Cost if !ship.class.is_built_in_yards() => 0.0,
            Self::Cost => armed(|class| class.worth),
            Self::Speed => ship.class.cruise_km_s,
            Self::Shield => armed(|class| class.shield),
            Self::Armour => armed(|class| class.armour),
            Self::Arms => ship.armed.map(|class| arms::harm(class, facts.arms)).unwrap_or_default(),
            Self::Sight => ship.class.sight_km,
        }
    }

    /// A figure in few letters.
    fn words(self, figure: f64) -> String {
        match self {
            _ if figure <= 0.0 => "–".to_owned(),
            Self::Sight => plain(figure / MILLION),
            Self::Speed => plain(figure),
            Self::Arms if figure < 10.0 => format!("{figure:.1}"),
            Self::Cost | Self::Shield | Self::Armour | Self::Arms => grouped(figure.round() as i64),
        }
    }
}

/// A ship class, and its combat numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ship<'a> {
    /// The class.
    pub(super) class: &'a ShipClass,
    /// Its combat numbers.
    pub(super) armed: Option<&'a ArmedClass>,
}

/// The greatest figures of some classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison<'a> {
    facts: &'a Facts<'a>,
    most: [f64; Measure::ALL.len()],
}

impl<'a> Comparison<'a> {
    /// Those of these classes.
    pub(super) fn of(facts: &'a Facts<'a>, ships: &[Ship]) -> Self {
        let most = |measure: Measure| ships.iter().map(|ship| measure.of(facts, ship)).fold(0.0, f64::max);
        Self { facts, most: Measure::ALL.map(most) }
    }

    /// The figure of a class as a share of the greatest, 0 to 1.
    pub(super) fn share(&self, measure: Measure, ship: &Ship) -> f32 {
        let most = self.most[measure as usize];
        if most > 0.0 { (measure.of(self.facts, ship) / most) as f32 } else { 0.0 }
    }

    /// The table of these classes, the head first.
    pub(super) fn table(&self, ships: &[Ship]) -> Vec<Line> {
        let head = Line::ComparedHead(Measure::ALL.map(Measure::name).to_vec());
        std::iter::once(head).chain(ships.iter().map(|ship| Line::Compared(self.row(ship)))).collect()
    }

    fn row(&self, ship: &Ship) -> Compared {
        let bar = |measure: Measure| (measure.words(measure.of(self.facts, ship)), self.share(measure, ship));
        Compared {
            picture: Sign::Lines(Sketch::of_class(ship.class)),
            mark: Sign::Mark(IconShape::Ship(ShipMark::of(ship.class)), true),
            name: capital(&ship.class.name),
            words: ship.class.role.clone(),
            bars: Measure::ALL.map(bar).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::entry::RuleBook;
    use crate::client::hud::help::encyclopedia::test_support::shipped;

    fn ships(game: &RuleBook) -> Vec<Ship<'_>> {
        let classes = game.ships.0.iter_enumerated();
        classes.map(|(index, class)| Ship { class, armed: game.arms.ships.get(index) }).collect()
    }

    #[test]
    fn the_best_class_of_each_measure_has_a_full_bar_and_none_has_a_longer_one() {
        let game = shipped();
        let (facts, ships) = (game.facts(), ships(&game));
        let comparison = Comparison::of(&facts, &ships);
        for measure in Measure::ALL {
            let shares: Vec<f32> = ships.iter().map(|ship| comparison.share(measure, ship)).collect();
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{measure:?}: {shares:?}");
            assert!(shares.contains(&1.0), "{measure:?}: {shares:?}");
        }
        let of = |name: &str| ships.iter().find(|ship| ship.class.name == name).expect("it is there");
        let (scout, dreadnought) = (of("scout"), of("dreadnought"));
        assert_eq!(comparison.share(Measure::Sight, scout), 1.0, "it sees the farthest");
        assert_eq!(comparison.share(Measure::Armour, dreadnought), 1.0);
        assert_eq!(comparison.share(Measure::Arms, scout), 0.0, "it is unarmed");
        assert_eq!(Measure::Arms.words(0.0), "–");
    }

    #[test]
    fn the_table_has_a_row_for_each_class_and_a_cell_for_each_column() {
        let game = shipped();
        let (facts, ships) = (game.facts(), ships(&game));
        let table = Comparison::of(&facts, &ships).table(&ships);
        assert_eq!(table.len(), 1 + ships.len());
        let Line::ComparedHead(columns) = &table[0] else { panic!("{:?}", table[0]) };
        for (line, ship) in table[1..].iter().zip(&ships) {
            let Line::Compared(row) = line else { panic!("{line:?}") };
            assert_eq!((row.bars.len(), &row.words), (columns.len(), &ship.class.role));
            assert!(row.bars.iter().all(|(words, _)| !words.is_empty()), "{row:?}");
        }
    }

    #[test]
    fn figures_find_their_measures_by_their_names() {
        for measure in Measure::ALL {
            assert_eq!(Measure::named(measure.name()), Some(measure));
        }
        assert_eq!(Measure::named("Upkeep"), None);
    }
}
