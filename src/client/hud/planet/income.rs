//! What a body brings, part by part, and the words that tell it.
//!
//! - Enters: the books of a body, and what its structures cost.
//! - Leaves: a sum that is the sum of its parts, rows of the planet panel, a tip that names the parts.
//! - Must never: show a sum whose parts cannot be seen.

use super::gather::{Claim, Estate};
use super::rows::{Cell, Row};
use super::words::{amount_words, cut};
use crate::client::hud::status::{QUIET, STRONG, WORDS};
use crate::level::holdings::Price;
use crate::rules::economy::IncomeNumbers;
use crate::sim::ids::BodyId;
use crate::sim::money::{Amount, PlanetBooks, planet_tax};

/// Letters of usual size that have room in a row of the panel.
pub const ROW_LETTERS: usize = 43;

/// What a body brings each economy tick, by its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// What the body itself brings.
    pub body: Price,
    /// What structures there earn.
    pub works: Price,
    /// What structures there cost to keep.
    pub upkeep: Price,
    /// The organisation tax on it, money.
    pub tax: u32,
}

impl Gain {
    /// What a body brings its owner, with the tax on the body of this number, from 1.
    pub fn of(books: &PlanetBooks, upkeep: Price, number: u32, rules: &IncomeNumbers) -> Self {
        Self { body: books.yields(rules), works: books.works, upkeep, tax: planet_tax(number, rules) }
    }

    /// What is left of it before the tax.
    pub fn before_tax(&self) -> Amount {
        Amount::from(self.body).plus(Amount::from(self.works)).minus(Amount::from(self.upkeep))
    }

    /// What is left of it.
    pub fn net(&self) -> Amount {
        self.before_tax().plus(self.tax_amount())
    }

    /// Whether the body brings and costs nothing but the tax.
    pub fn is_nothing(&self) -> bool {
        self.body.is_free() && self.works.is_free() && self.upkeep.is_free()
    }

    /// The parts that are not nothing, with their names.
    pub fn parts(&self) -> Vec<(&'static str, Amount)> {
        let parts = [
            ("the body", Amount::from(self.body)),
            ("structures", Amount::from(self.works)),
            ("their upkeep", Amount::ZERO.minus(Amount::from(self.upkeep))),
            ("organisation tax", self.tax_amount()),
        ];
        parts.into_iter().filter(|(_, amount)| !amount.is_zero()).collect()
    }

    /// The parts as a sentence.
    pub fn tip(&self) -> String {
        let words = |(name, amount): (&str, Amount)| format!("{name} {}", amount_words(amount));
        let parts: Vec<String> = self.parts().into_iter().map(words).collect();
        if parts.is_empty() {
            return "Nothing comes from here, and nothing goes.".to_owned();
        }
        format!("Each economy tick: {}.", parts.join(", "))
    }

    fn tax_amount(&self) -> Amount {
        Amount { money: -i64::from(self.tax), ..Amount::ZERO }
    }
}

/// What a body is worth, and what it brings the player or would bring.
pub fn worth_rows(estate: &Estate, body: BodyId) -> Vec<Row> {
    let is_own = estate.claim(body) == Claim::Own;
    let held = u32::try_from(estate.own_bodies().len()).unwrap_or(u32::MAX);
    let number = if is_own { held } else { held.saturating_add(1) };
    let mut books = estate.books(body);
    if !is_own {
        // What others built there would not come with the body.
        let PlanetBooks { economics, resources, rare, .. } = books;
        books = PlanetBooks { economics, resources, rare, ..PlanetBooks::default() };
    }
    let upkeep = if is_own { estate.upkeep_at(body) } else { Price::ZERO };
    let gain = Gain::of(&books, upkeep, number, &estate.rules.0.income);
    let mut rows = gain_rows(&books, &gain, is_own, number);
    if estate.is_comet(body) {
        rows.push(comet_row(comet_holder(estate, body), estate.rules.0.income.rare_of_comets));
    }
    rows
}

/// Who holds a comet, as far as a player's miners are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CometHolder {
    /// Nobody that is known.
    Nobody,
    /// The own side.
    OwnSide,
    /// A foe of this name.
    Foe(String),
}

fn comet_holder(estate: &Estate, body: BodyId) -> CometHolder {
    match estate.holding(body).owner {
        None => CometHolder::Nobody,
        Some(owner) if !estate.sides.are_foes(owner, estate.me()) => CometHolder::OwnSide,
        Some(owner) => {
            let faction = estate.factions.0.get(owner);
            CometHolder::Foe(faction.map_or_else(|| "others".to_owned(), |faction| faction.name.clone()))
        }
    }
}

/// What a comet yields, and whose miners it is open to.
fn comet_row(holder: CometHolder, rare: u32) -> Row {
    let (words, color) = match &holder {
        CometHolder::Nobody => ("nobody holds it: open to all miners".to_owned(), WORDS),
        CometHolder::OwnSide => ("open to the miners of your side only".to_owned(), WORDS),
        CometHolder::Foe(name) => (format!("closed to your miners: {name} holds it"), STRONG),
    };
    let tip = format!(
        "A comet brings {rare} rare each economy tick to whoever holds it, and more to miners that stay \
         near. Once it is held, only miners of its holder's side gain anything here."
    );
    Row(vec![Cell::words(cut(&words, ROW_LETTERS), color).with_tip(tip)])
}

/// The rows about the worth of a body; one where it is worth nothing.
fn gain_rows(books: &PlanetBooks, gain: &Gain, is_own: bool, number: u32) -> Vec<Row> {
    let tax = gain.tax;
    let tax_tip = format!(
        "The organisation tax grows with every body that you hold: your number {number} costs {tax} money."
    );
    if gain.is_nothing() {
        let words = format!("brings nothing; tax {tax} for who holds it");
        return vec![Row(vec![Cell::words(words, QUIET).with_tip(tax_tip)])];
    }
    let worth = format!("economics {}, resources {}, tax {tax}", books.economics, books.resources);
    let worth_tip = format!("What it can bring each economy tick. {tax_tip}");
    let brings = format!("{} {}", if is_own { "brings" } else { "would bring" }, amount_words(gain.net()));
    let color = if is_own { WORDS } else { QUIET };
    vec![
        Row(vec![Cell::words(worth, WORDS).with_tip(worth_tip)]),
        Row(vec![Cell::words(cut(&brings, ROW_LETTERS), color).with_tip(gain.tip())]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain() -> Gain {
        Gain {
            body: Price { money: 40, resources: 25, rare: 0 },
            works: Price { money: 5, resources: 0, rare: 0 },
            upkeep: Price { money: 4, resources: 1, rare: 0 },
            tax: 12,
        }
    }

    #[test]
    fn a_sum_is_the_sum_of_its_parts() {
        let gain = gain();
        let sum = gain.parts().into_iter().fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount));
        assert_eq!(gain.net(), sum);
        assert_eq!(gain.net(), Amount { money: 29, resources: 24, rare: 0 });
        assert_eq!(gain.before_tax(), Amount { money: 41, resources: 24, rare: 0 });
    }

    #[test]
    fn the_tip_names_the_parts_that_there_are() {
        assert_eq!(
            gain().tip(),
            "Each economy tick: the body +40 money +25 resources, structures +5 money, their upkeep -4 money \
             -1 resources, organisation tax -12 money."
        );
        assert_eq!(Gain::default().tip(), "Nothing comes from here, and nothing goes.");
    }

    #[test]
    fn a_comet_says_what_holding_it_brings_and_who_may_mine_there() {
        let holders = [CometHolder::Nobody, CometHolder::OwnSide, CometHolder::Foe("A".repeat(60))];
        let rows = holders.map(|holder| comet_row(holder, 2));
        let words = rows.each_ref().map(|row| row.0[0].words.as_str());
        assert!(words[0].contains("all") && words[1].contains("your side") && words[2].starts_with("closed"));
        for row in &rows {
            assert!(row.0[0].words.chars().count() <= ROW_LETTERS, "{row:?}");
            assert!(row.0[0].tip.contains("brings 2 rare each economy tick"), "{row:?}");
        }
        let income = IncomeNumbers::default();
        let books = PlanetBooks { rare: 2, ..PlanetBooks::default() };
        let gain = Gain::of(&books, Price::ZERO, 1, &income);
        assert_eq!(gain_rows(&books, &gain, true, 1)[1].0[0].words, "brings +2 rare");
    }

    #[test]
    fn a_body_that_brings_nothing_takes_one_row() {
        let books = PlanetBooks::default();
        let rows = gain_rows(&books, &Gain { tax: 7, ..Gain::default() }, false, 3);
        assert_eq!(rows.len(), 1);
        assert!(rows[0].0[0].words.starts_with("brings nothing"), "{rows:?}");
        assert!(rows[0].0[0].words.chars().count() <= ROW_LETTERS);
        let rows = gain_rows(&books, &gain(), true, 3);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].0[0].words, "brings +29 money +24 resources");
        assert!(rows.iter().all(|row| !row.0[0].tip.is_empty()), "every sum tells its parts");
    }
}
