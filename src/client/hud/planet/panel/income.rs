//! The profit of a body, part by part, and its texts.

use super::fitting::cut_to_row;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::{Conquest, PlanetData};
use crate::client::hud::planet::words::{
    OVEREXTENSION, amount_words, gain_color, grouped, per_minute, percent, signed,
};
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::rules::combat::GroundNumbers;
use crate::sim::economy::Gain;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, PlanetBooks};

/// Why the income of one planet is more than that of the treasury.
const SHIPS_APART: &str = "The upkeep of ships is no part of it; the treasury at the top counts it.";

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

/// The parts of a gain as a sentence; the time from one economy tick to the next, seconds.
fn tip(gain: &Gain, tick_s: f64) -> String {
    let words =
        |(name, amount): (&str, Amount)| format!("{name} {}", amount_words(per_minute(amount, tick_s)));
    let parts: Vec<String> = parts(gain).into_iter().map(words).collect();
    if parts.is_empty() {
        return "No income and no costs here.".to_owned();
    }
    format!("A minute: {}. {SHIPS_APART}", parts.join(", "))
}

/// What a body of the player's brings in a minute, for the head of its panel; `None` for the bodies of others, and for
/// one that brings nothing.
pub fn income_cell(planet_data: &PlanetData, body: BodyId) -> Option<Cell> {
    if planet_data.view().owner(body) != Some(planet_data.me()) {
        return None;
    }
    let economy = planet_data.economy();
    let gain = economy.gain(body).0;
    Some(brief(per_minute(gain.net(), economy.tick_s()))?.with_tip(tip(&gain, economy.tick_s())))
}

/// The first two kinds of goods that are not zero in an amount, in a line each; `None` without any.
fn brief(Amount { money, resources, rare }: Amount) -> Option<Cell> {
    let kinds = [(money, "money"), (resources, "resources"), (rare, "rare")].into_iter();
    let line = |(value, kind): (i64, &str)| (format!("{} {kind}", signed(value)), gain_color(value));
    let mut lines = kinds.filter(|(value, _)| *value != 0).take(2).map(line);
    let (words, color) = lines.next()?;
    Some(Cell::label(words, color).with_lines(lines.collect()))
}

/// The value of a body, and its present or possible profit for the player, or for its owner before a spectator; no
/// rows for a star, which nobody can hold.
pub fn worth_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    if planet_data.is_star(body) {
        return Vec::new();
    }
    // A spectator has no books: those of the owner count.
    let owner = planet_data.view().owner(body);
    let whose = owner.filter(|_| planet_data.looks_on()).unwrap_or(planet_data.me());
    let economy = planet_data.economy_of(whose);
    let (gain, books, number) = economy.gain(body);
    let tick_s = economy.tick_s();
    let this = &planet_data.sky.system.bodies[body];
    let usual = planet_data.rules.0.income.worth_of(this.kind, this.radius_km);
    let mut rows = gain_rows(&books, usual, &gain, (owner == Some(whose), number), tick_s);
    let cost = planet_data.conquest(body).and_then(Conquest::cost_words);
    rows.extend(cost.map(|cost| capture_row(&cost, &planet_data.arms_table.rules.ground)));
    if planet_data.is_comet(body) {
        let rare = planet_data.rules.0.income.rare_of_comets;
        rows.push(comet_row(comet_holder(planet_data, body), rare_a_minute(rare, tick_s)));
        rows.extend(miners_row(&miners_at(planet_data, body), tick_s));
    }
    rows
}

/// What the capture of a body costs at first, in these words.
fn capture_row(cost: &str, numbers: &GroundNumbers) -> Row {
    let tip = format!(
        "A captured body brings nothing for {:.0} s. Then unrest takes {} of its income, and less and less as it \
         falls. Overextension is paid from the beginning.",
        numbers.income_delay_s,
        percent(numbers.unrest)
    );
    Row::of(vec![Cell::words(cut_to_row(&format!("If captured: {cost}")), WORDS).with_tip(tip)])
}

/// The holder of a comet, as it concerns a player's miners.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CometHolder {
    /// None that is known, out of sight.
    Unknown,
    /// None.
    Nobody,
    /// The own side.
    OwnSide,
    /// A foe of this name.
    Foe(String),
    /// A side of this name, before a spectator.
    Side(String),
}

fn comet_holder(planet_data: &PlanetData, body: BodyId) -> CometHolder {
    match planet_data.view().holding(body).owner {
        None if planet_data.looks_at(body) => CometHolder::Nobody,
        None => CometHolder::Unknown,
        Some(owner) if planet_data.looks_on() => {
            CometHolder::Side(planet_data.almanac().faction_name(owner).to_owned())
        }
        Some(owner) if !planet_data.sides.are_foes(owner, planet_data.me()) => CometHolder::OwnSide,
        Some(owner) => CometHolder::Foe(planet_data.almanac().faction_name(owner).to_owned()),
    }
}

/// Rare materials of each economy tick as those of a minute.
fn rare_a_minute(rare: u32, tick_s: f64) -> i64 {
    per_minute(Amount { rare: i64::from(rare), ..Amount::ZERO }, tick_s).rare
}

/// The yield of a comet in a minute, and who may mine it.
fn comet_row(holder: CometHolder, rare: i64) -> Row {
    let (words, color) = match &holder {
        CometHolder::Unknown => ("Open to all miners unless a side holds it".to_owned(), WORDS),
        CometHolder::Nobody => ("Open to all miners".to_owned(), WORDS),
        CometHolder::OwnSide => ("Open to the miners of your side only".to_owned(), WORDS),
        CometHolder::Foe(name) => (format!("Closed to your miners: held by {name}"), STRONG),
        CometHolder::Side(name) => (format!("Open to the miners of one side only: held by {name}"), WORDS),
    };
    let tip = format!(
        "A held comet brings {rare} rare a minute; miners near it bring more. Only miners of its holder's side gain \
         anything here."
    );
    Row::of(vec![Cell::words(cut_to_row(&words), color).with_tip(tip)])
}

/// The miners in sight at a comet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Miners {
    /// Number of the player's miners.
    own: usize,
    /// What the player's miners bring in an economy tick, without handicaps.
    rare: u32,
    /// Number of miners of others.
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
fn miners_row(miners: &Miners, tick_s: f64) -> Option<Row> {
    let rare = rare_a_minute(miners.rare, tick_s);
    let own = (miners.own > 0).then(|| format!("{} of your miners, +{} rare", miners.own, grouped(rare)));
    let others = (miners.others > 0).then(|| format!("{} of other sides", miners.others));
    let words: Vec<String> = own.into_iter().chain(others).collect();
    let tip = "Miners at work, and what your own bring a minute.";
    let row = || Row::of(vec![Cell::words(format!("Mined by {}", words.join("; ")), WORDS).with_tip(tip)]);
    (!words.is_empty()).then(row)
}

/// Why a body brings what it brings. `usual`: economics and resources of a body of its kind and size.
fn reason_words(books: &PlanetBooks, usual: (u32, u32)) -> String {
    if (books.economics, books.resources) == usual {
        return "That is usual for its kind and size.".to_owned();
    }
    let (economics, resources) = usual;
    format!(
        "Usual for its kind and size: economy {economics} %, resources {resources} %; its nature, stations and \
         ruined ground change that."
    )
}

/// The rows about the worth of a body, whether it is held or not. `number` is its number among the bodies of its
/// holder. A body that is worth nothing has one row. `usual`: as in [`reason_words`].
fn gain_rows(
    books: &PlanetBooks,
    usual: (u32, u32),
    gain: &Gain,
    (is_held, number): (bool, u32),
    tick_s: f64,
) -> Vec<Row> {
    let tax = grouped(per_minute(gain.tax_amount(), tick_s).money);
    let tax_tip = format!(
        "Overextension: {OVEREXTENSION} For a body that is number {number} it is {tax} money a minute."
    );
    if gain.is_nothing() {
        let words = format!("No income, overextension {tax} money a minute");
        return vec![Row::of(vec![Cell::words(words, QUIET).with_tip(tax_tip)])];
    }
    let worth =
        format!("Economy {} %, resources {} %, overextension {tax}/min", books.economics, books.resources);
    let reason = reason_words(books, usual);
    let worth_tip = format!("Income in percent of that of an average planet. {reason} {tax_tip}");
    let what = if is_held { "Income" } else { "Income if held" };
    let brings = format!("{what}: {} a minute", amount_words(per_minute(gain.net(), tick_s)));
    let color = if is_held { WORDS } else { QUIET };
    vec![
        Row::of(vec![Cell::words(cut_to_row(&worth), WORDS).with_tip(worth_tip)]),
        Row::of(vec![Cell::words(cut_to_row(&brings), color).with_tip(tip(gain, tick_s))]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::level::model::holdings::Price;
    use crate::rules::economy::IncomeNumbers;
    use crate::sim::FactionId;
    use crate::sim::visibility::test_support::{EARTH, SUN, TERRA, VENUS};

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
            tip(&gain(), 2.0),
            format!(
                "A minute: body +1,200 money +750 resources, structures +150 money, upkeep -120 money \
                 -30 resources, overextension -360 money. {SHIPS_APART}"
            )
        );
        assert_eq!(tip(&Gain::default(), 2.0), "No income and no costs here.");
    }

    #[test]
    fn the_head_has_the_first_two_kinds_of_an_income_in_a_line_each() {
        let lines = |money: i64, resources: i64, rare: i64| -> Vec<String> {
            let cell = brief(Amount { money, resources, rare });
            let lines = |cell: Cell| {
                std::iter::once(cell.words).chain(cell.lines.into_iter().map(|(words, _)| words))
            };
            cell.into_iter().flat_map(lines).collect()
        };
        assert_eq!(lines(1_200, -30, 5), ["+1,200 money", "-30 resources"]);
        assert_eq!(lines(0, 0, 60), ["+60 rare"]);
        assert!(lines(0, 0, 0).is_empty());
    }

    #[test]
    fn the_tip_of_the_worth_has_its_reason() {
        let books = PlanetBooks { economics: 40, resources: 200, ..PlanetBooks::default() };
        assert_eq!(reason_words(&books, (40, 200)), "That is usual for its kind and size.");
        assert!(reason_words(&books, (100, 100)).contains("economy 100 %, resources 100 %"));
        let rows = gain_rows(&books, (100, 100), &gain(), (true, 3), 2.0);
        assert!(rows[0].cells[0].tip.contains("Usual for its kind and size"), "{rows:?}");
    }

    #[test]
    fn a_comet_says_what_holding_it_brings_and_who_may_mine_there() {
        let foe = CometHolder::Foe("A".repeat(60));
        let side = CometHolder::Side("B".repeat(60));
        let holders = [CometHolder::Nobody, CometHolder::OwnSide, foe, side, CometHolder::Unknown];
        let rows = holders.map(|holder| comet_row(holder, 2));
        let words = rows.each_ref().map(|row| row.cells[0].words.as_str());
        assert!(words[0].contains("all") && words[1].contains("your side") && words[2].starts_with("Closed"));
        assert!(!words[3].contains("your"), "a spectator has no miners");
        assert!(words[4].contains("unless"), "nobody has looked there");
        for row in &rows {
            assert!(fits_row(&row.cells[0].words), "{row:?}");
            assert!(row.cells[0].tip.contains("brings 2 rare a minute"), "{row:?}");
        }
        let income = IncomeNumbers::default();
        let books = PlanetBooks { rare: 2, ..PlanetBooks::default() };
        let gain = Gain::of(&books, Price::ZERO, 1, &income);
        let rows = gain_rows(&books, (0, 20), &gain, (true, 1), 2.0);
        assert_eq!(rows[1].cells[0].words, "Income: +60 rare a minute");
    }

    #[test]
    fn a_comet_says_who_mines_it() {
        let words = |own: usize, others: usize| {
            let row = miners_row(&Miners { own, rare: 2 * own as u32, others }, 60.0);
            row.map(|row| row.cells[0].words.clone())
        };
        assert_eq!(words(0, 0), None);
        assert_eq!(words(3, 0).as_deref(), Some("Mined by 3 of your miners, +6 rare"));
        assert_eq!(words(1, 2).as_deref(), Some("Mined by 1 of your miners, +2 rare; 2 of other sides"));
        assert!(words(200, 300).is_some_and(|words| fits_row(&words)));
    }

    #[test]
    fn a_body_that_somebody_holds_has_an_income_and_no_possible_one() {
        let income_row = |player: FactionId, body: BodyId| {
            seen_by(player, |data| {
                let rows = worth_rows(data, body);
                rows.last().map(|row| row.cells[0].words.clone()).unwrap_or_default()
            })
        };
        assert!(income_row(TERRA, EARTH).starts_with("Income: "), "{}", income_row(TERRA, EARTH));
        assert!(income_row(TERRA, VENUS).starts_with("Income if held: "), "{}", income_row(TERRA, VENUS));
        for body in [EARTH, VENUS] {
            assert!(income_row(SPECTATOR, body).starts_with("Income: "), "{}", income_row(SPECTATOR, body));
        }
    }

    #[test]
    fn a_body_that_costs_money_at_first_says_when_it_is_captured() {
        let numbers = GroundNumbers::default();
        let cost = Conquest { in_unrest: -1_180, later: 1_270 }.cost_words().expect("it costs");
        let row = capture_row(&cost, &numbers);
        assert_eq!(row.cells[0].words, "If captured: -1,180 money/min in unrest, then +1,270");
        assert!(row.cells[0].tip.contains(&percent(numbers.unrest)), "{row:?}");
    }

    #[test]
    fn a_star_is_worth_nothing_and_its_panel_is_silent_about_it() {
        for player in [TERRA, SPECTATOR] {
            assert!(seen_by(player, |data| worth_rows(data, SUN)).is_empty());
        }
    }

    #[test]
    fn a_body_that_brings_nothing_takes_one_row() {
        let books = PlanetBooks::default();
        let rows = gain_rows(&books, (100, 100), &Gain { tax: 7, ..Gain::default() }, (false, 3), 60.0);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].cells[0].words, "No income, overextension -7 money a minute");
        assert!(fits_row(&rows[0].cells[0].words));
        let rows = gain_rows(&books, (100, 100), &gain(), (true, 3), 2.0);
        assert_eq!(rows.len(), 2);
        assert!(rows[0].cells[0].words.ends_with(", overextension -360/min"), "{rows:?}");
        let rich = PlanetBooks { economics: 120, resources: 100, ..books };
        let costly = gain_rows(&rich, (100, 100), &Gain { tax: 50, ..gain() }, (true, 3), 2.0);
        assert!(fits_row(&costly[0].cells[0].words) && !costly[0].cells[0].words.contains('…'), "{costly:?}");
        assert_eq!(rows[1].cells[0].words, "Income: +870 money +720 resources a minute");
        assert!(fits_row(&rows[1].cells[0].words), "{rows:?}");
        assert!(rows.iter().all(|row| !row.cells[0].tip.is_empty()), "every sum tells its parts");
    }
}
