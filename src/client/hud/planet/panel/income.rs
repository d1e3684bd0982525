//! The profit of a body, part by part, and its texts.

use super::fitting::cut_to_row;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{amount_words, grouped};
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::sim::economy::Gain;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, PlanetBooks};

/// The parts of a profit that are not zero, with their names.
fn parts(gain: &Gain) -> Vec<(&'static str, Amount)> {
    let parts = [
        ("body", Amount::from(gain.body)),
        ("structures", Amount::from(gain.works)),
        ("upkeep", Amount::ZERO.minus(Amount::from(gain.upkeep))),
        ("overextension", gain.tax_amount()),
    ];
    parts.into_iter().filter(|(_, amount)| !amount.is_zero()).collect()
}

/// The parts of a gain as a sentence.
fn tip(gain: &Gain) -> String {
    let words = |(name, amount): (&str, Amount)| format!("{name} {}", amount_words(amount));
    let parts: Vec<String> = parts(gain).into_iter().map(words).collect();
    if parts.is_empty() {
        return "No income and no costs here.".to_owned();
    }
    format!("Each economy tick: {}.", parts.join(", "))
}

/// The value of a body, and its present or possible profit for the player.
pub fn worth_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    let is_own = planet_data.view().owner(body) == Some(planet_data.me());
    let (gain, books, number) = planet_data.economy().gain(body);
    let mut rows = gain_rows(&books, &gain, is_own, number);
    if planet_data.is_comet(body) {
        rows.push(comet_row(comet_holder(planet_data, body), planet_data.rules.0.income.rare_of_comets));
        rows.extend(miners_row(&miners_at(planet_data, body)));
    }
    rows
}

/// The holder of a comet, as it concerns a player's miners.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CometHolder {
    /// No known holder.
    Nobody,
    /// The own side.
    OwnSide,
    /// A foe of this name.
    Foe(String),
}

fn comet_holder(planet_data: &PlanetData, body: BodyId) -> CometHolder {
    match planet_data.view().holding(body).owner {
        None => CometHolder::Nobody,
        Some(owner) if !planet_data.sides.are_foes(owner, planet_data.me()) => CometHolder::OwnSide,
        Some(owner) => CometHolder::Foe(planet_data.faction_name(owner).to_owned()),
    }
}

/// The yield of a comet, and who may mine it.
fn comet_row(holder: CometHolder, rare: u32) -> Row {
    let (words, color) = match &holder {
        CometHolder::Nobody => ("Unclaimed: open to all miners".to_owned(), WORDS),
        CometHolder::OwnSide => ("Open to the miners of your side only".to_owned(), WORDS),
        CometHolder::Foe(name) => (format!("Closed to your miners: held by {name}"), STRONG),
    };
    let tip = format!(
        "A held comet brings {rare} rare each economy tick; miners near it bring more. Only miners of its holder's side gain anything here."
    );
    Row::of(vec![Cell::words(cut_to_row(&words), color).with_tip(tip)])
}

/// The miners in sight at a comet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Miners {
    /// Number of the player's.
    own: usize,
    /// What the player's bring in an economy tick, without handicaps.
    rare: u32,
    /// Number of those of others.
    others: usize,
}

fn miners_at(planet_data: &PlanetData, comet: BodyId) -> Miners {
    let view = planet_data.view();
    let mut miners = Miners::default();
    for ship in view.ships().filter(|ship| view.mined_by(ship) == Some(comet)) {
        if ship.owner == planet_data.me() {
            miners.own += 1;
            miners.rare += planet_data.ship_classes.0.get(ship.ship.class).map_or(0, |class| class.mines);
        } else {
            miners.others += 1;
        }
    }
    miners
}

/// Who mines a comet; `None` if nobody in sight does.
fn miners_row(miners: &Miners) -> Option<Row> {
    let own = (miners.own > 0).then(|| format!("{} of yours, +{} rare", miners.own, miners.rare));
    let others = (miners.others > 0).then(|| format!("{} of others", miners.others));
    let words: Vec<String> = own.into_iter().chain(others).collect();
    let tip = "Miners at work, and what yours bring each economy tick.";
    let row = || Row::of(vec![Cell::words(format!("Mined by {}", words.join("; ")), WORDS).with_tip(tip)]);
    (!words.is_empty()).then(row)
}

/// The rows about the worth of a body; one if it is worth nothing.
fn gain_rows(books: &PlanetBooks, gain: &Gain, is_own: bool, number: u32) -> Vec<Row> {
    let tax = grouped(-i64::from(gain.tax));
    let tax_tip = format!(
        "Overextension grows with every body that you hold: for number {number} it is {tax} money each economy tick."
    );
    if gain.is_nothing() {
        let words = format!("No income, overextension {tax}");
        return vec![Row::of(vec![Cell::words(words, QUIET).with_tip(tax_tip)])];
    }
    let worth =
        format!("Economy {} %, resources {} %, overextension {tax}", books.economics, books.resources);
    let worth_tip = format!("Income in percent of that of an average planet. {tax_tip}");
    let brings =
        format!("{}: {}", if is_own { "Income" } else { "Income if held" }, amount_words(gain.net()));
    let color = if is_own { WORDS } else { QUIET };
    vec![
        Row::of(vec![Cell::words(worth, WORDS).with_tip(worth_tip)]),
        Row::of(vec![Cell::words(cut_to_row(&brings), color).with_tip(tip(gain))]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::level::model::holdings::Price;
    use crate::rules::economy::IncomeNumbers;

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
        let sum = parts(&gain).into_iter().fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount));
        assert_eq!(gain.net(), sum);
    }

    #[test]
    fn the_tip_names_the_parts_that_there_are() {
        assert_eq!(
            tip(&gain()),
            "Each economy tick: body +40 money +25 resources, structures +5 money, upkeep -4 money \
             -1 resources, overextension -12 money."
        );
        assert_eq!(tip(&Gain::default()), "No income and no costs here.");
    }

    #[test]
    fn a_comet_says_what_holding_it_brings_and_who_may_mine_there() {
        let holders = [CometHolder::Nobody, CometHolder::OwnSide, CometHolder::Foe("A".repeat(60))];
        let rows = holders.map(|holder| comet_row(holder, 2));
        let words = rows.each_ref().map(|row| row.cells[0].words.as_str());
        assert!(words[0].contains("all") && words[1].contains("your side") && words[2].starts_with("Closed"));
        for row in &rows {
            assert!(fits_row(&row.cells[0].words), "{row:?}");
            assert!(row.cells[0].tip.contains("brings 2 rare each economy tick"), "{row:?}");
        }
        let income = IncomeNumbers::default();
        let books = PlanetBooks { rare: 2, ..PlanetBooks::default() };
        let gain = Gain::of(&books, Price::ZERO, 1, &income);
        assert_eq!(gain_rows(&books, &gain, true, 1)[1].cells[0].words, "Income: +2 rare");
    }

    #[test]
    fn a_comet_says_who_mines_it() {
        let words = |own: usize, others: usize| {
            let row = miners_row(&Miners { own, rare: 2 * own as u32, others });
            row.map(|row| row.cells[0].words.clone())
        };
        assert_eq!(words(0, 0), None);
        assert_eq!(words(3, 0).as_deref(), Some("Mined by 3 of yours, +6 rare"));
        assert_eq!(words(1, 2).as_deref(), Some("Mined by 1 of yours, +2 rare; 2 of others"));
        assert!(words(200, 300).is_some_and(|words| fits_row(&words)));
    }

    #[test]
    fn a_body_that_brings_nothing_takes_one_row() {
        let books = PlanetBooks::default();
        let rows = gain_rows(&books, &Gain { tax: 7, ..Gain::default() }, false, 3);
        assert_eq!(rows.len(), 1);
        assert!(rows[0].cells[0].words.starts_with("No income, overextension -7"), "{rows:?}");
        assert!(fits_row(&rows[0].cells[0].words));
        let rows = gain_rows(&books, &gain(), true, 3);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].cells[0].words, "Income: +29 money +24 resources");
        assert!(rows.iter().all(|row| !row.cells[0].tip.is_empty()), "every sum tells its parts");
    }
}
