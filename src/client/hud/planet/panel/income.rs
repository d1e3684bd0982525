//! The profit of a body, part by part, and its texts.

use bevy::prelude::Color;

use super::fitting::{BESIDE_LABEL, cut_to_row, labelled, with_tip};
use super::ground_rows::IF_CAPTURED;
use crate::client::frame::capital;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::{Conquest, PlanetData};
use crate::client::hud::planet::words::{
    GOODS, OVEREXTENSION, amount_words, gain_color, grouped, per_minute, percent, signed,
};
use crate::client::widgets::{Column, QUIET, STRONG, WORDS};
use crate::rules::combat::GroundNumbers;
use crate::sim::economy::Gain;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, PlanetBooks};

/// Why the income of one planet is more than that of the treasury.
const SHIPS_APART: &str = "The upkeep of ships is no part of it; the treasury at the top counts it.";

/// Width of a column of one kind of goods, with its sign, pixels: the first sign stands where the values of other rows
/// begin.
const GOODS_WIDTH: f32 = BESIDE_LABEL / 3.0;

/// The name of the tax among the parts of a profit.
const TAX: &str = "overextension";

/// Whose profit rows tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Profit {
    /// The player's, whose sum stands in the head of the panel.
    Own,
    /// That of its owner, before a spectator.
    Owners,
    /// What the player would have.
    Possible,
}

/// A row with a column for each kind of goods, with its sign at its left; columns without words are empty.
fn goods_row(label: &str, parts: [(String, Color); 3], tip: &str) -> Row {
    let columns = parts.into_iter().zip(GOODS).map(|((words, color), (icon, sign_color))| {
        let icon = Some(icon).filter(|_| !words.is_empty());
        let column = Column::from((words, GOODS_WIDTH));
        Column { color: Some(color), icon, sign_color: Some(sign_color), is_spread: true, ..column }
    });
    Row::of(vec![Cell::words(label, QUIET).with_columns(columns).with_tip(tip)])
}

/// An amount of a minute in such a row, without what is zero.
fn amount_row(label: &str, amount: Amount, tip: &str) -> Row {
    let part = |value: i64| {
        let words = if value == 0 { String::new() } else { signed(value) };
        (words, gain_color(value))
    };
    goods_row(label, [amount.money, amount.resources, amount.rare].map(part), tip)
}

/// The parts of a profit that are not zero, with their names.
fn parts(gain: &Gain) -> Vec<(&'static str, Amount)> {
    let parts = [
        ("body", Amount::from(gain.body)),
        ("structures", Amount::from(gain.works)),
        ("upkeep", Amount::ZERO.minus(Amount::from(gain.upkeep))),
        (TAX, gain.tax_amount()),
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
    let profit = match owner == Some(whose) {
        true if planet_data.looks_on() => Profit::Owners,
        true => Profit::Own,
        false => Profit::Possible,
    };
    let mut rows = gain_rows(&books, usual, &gain, (profit, number), tick_s);
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
    with_tip(labelled(IF_CAPTURED, cost, WORDS), &tip)
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

/// The rows about the worth of a body. Of the player's own profit only the parts are told: the head of the panel has
/// their sum. `number` is its number among the bodies of its holder. `usual`: as in [`reason_words`].
fn gain_rows(
    books: &PlanetBooks,
    usual: (u32, u32),
    gain: &Gain,
    (profit, number): (Profit, u32),
    tick_s: f64,
) -> Vec<Row> {
    let tax = per_minute(gain.tax_amount(), tick_s);
    let tax_tip = format!(
        "Overextension: {OVEREXTENSION} For a body that is number {number} it is {} money a minute.",
        grouped(tax.money)
    );
    if gain.is_nothing() {
        let none = with_tip(Row::words("No income", QUIET), &tax_tip);
        let overextension = (tax.money != 0).then(|| amount_row(&capital(TAX), tax, &tax_tip));
        return vec![overextension.unwrap_or(none)];
    }
    let sum = |label: &str| {
        let tip = format!("{} {tax_tip}", tip(gain, tick_s));
        vec![amount_row(label, per_minute(gain.net(), tick_s), &tip)]
    };
    let mut rows = match profit {
        Profit::Own => part_rows(gain, &tax_tip, tick_s),
        Profit::Owners => sum("Income"),
        Profit::Possible => sum("If held"),
    };
    rows.extend(worth_row(books, usual));
    rows
}

/// The parts of a profit; none for a single one, which is its sum.
fn part_rows(gain: &Gain, tax_tip: &str, tick_s: f64) -> Vec<Row> {
    let parts = parts(gain);
    if parts.len() < 2 {
        return Vec::new();
    }
    let row = |(name, amount): (&str, Amount)| {
        let tip = if name == TAX { tax_tip.to_owned() } else { tip(gain, tick_s) };
        amount_row(&capital(name), per_minute(amount, tick_s), &tip)
    };
    parts.into_iter().map(row).collect()
}

/// What the body itself is worth, in percent of an average planet; `None` for one without worth.
fn worth_row(books: &PlanetBooks, usual: (u32, u32)) -> Option<Row> {
    let part = |value: u32| (if value == 0 { String::new() } else { format!("{value} %") }, WORDS);
    let tip = format!("Income in percent of that of an average planet. {}", reason_words(books, usual));
    let parts = [part(books.economics), part(books.resources), part(0)];
    (books.economics > 0 || books.resources > 0).then(|| goods_row("Yield", parts, &tip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::client::hud::layout::places::PANEL_WORDS;
    use crate::client::hud::planet::panel::fitting::{fits_beside, fits_row};
    use crate::client::hud::planet::test_support::seen_by;
    use crate::client::widgets::Icon;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::rows::{SIGN_ROOM, SPREAD_GAP};
    use crate::client::widgets::theme::SMALL_PIXELS;
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
        let row = worth_row(&books, (100, 100)).expect("it is worth something");
        assert!(row.cells[0].tip.contains("Usual for its kind and size"), "{row:?}");
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
        let rows = gain_rows(&books, (0, 20), &gain, (Profit::Possible, 1), 2.0);
        assert_eq!(told(&rows), ["If held: +60"]);
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

    /// The labels of rows of goods, with the amounts that they have.
    fn told(rows: &[Row]) -> Vec<String> {
        let amounts = |row: &Row| {
            let words = row.cells[0].columns.iter().map(|column| column.words.as_str());
            words.filter(|words| !words.is_empty()).collect::<Vec<&str>>().join(" ")
        };
        rows.iter().map(|row| format!("{}: {}", row.cells[0].words, amounts(row))).collect()
    }

    #[test]
    fn the_sum_of_the_players_income_stands_in_the_head_alone() {
        let labels = |player: FactionId, body: BodyId| -> Vec<String> {
            let rows = seen_by(player, |data| worth_rows(data, body));
            rows.into_iter().map(|row| row.cells[0].words.clone()).collect()
        };
        let has = |labels: &[String], label: &str| labels.iter().any(|words| words == label);
        let own = labels(TERRA, EARTH);
        assert!(!has(&own, "Income") && !has(&own, "If held") && has(&own, "Yield"), "{own:?}");
        assert!(has(&labels(TERRA, VENUS), "If held"), "{:?}", labels(TERRA, VENUS));
        for body in [EARTH, VENUS] {
            assert!(has(&labels(SPECTATOR, body), "Income"), "{:?}", labels(SPECTATOR, body));
        }
    }

    #[test]
    fn a_body_that_costs_money_at_first_says_when_it_is_captured() {
        let numbers = GroundNumbers::default();
        let cost = Conquest { in_unrest: -1_180, later: 1_270 }.cost_words().expect("it costs");
        let row = capture_row(&cost, &numbers);
        assert_eq!(row.cells[1].words, "-1,180 money/min in unrest, then +1,270");
        assert!(fits_beside(&row), "{row:?}");
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
        let of = |gain: &Gain| told(&gain_rows(&books, (100, 100), gain, (Profit::Possible, 3), 60.0));
        assert_eq!(of(&Gain { tax: 7, ..Gain::default() }), ["Overextension: -7"]);
        assert_eq!(of(&Gain::default()), ["No income: "]);
    }

    #[test]
    fn the_parts_of_the_players_income_have_a_row_each() {
        let books = PlanetBooks { economics: 120, resources: 100, ..PlanetBooks::default() };
        let rows = gain_rows(&books, (100, 100), &gain(), (Profit::Own, 3), 2.0);
        let wanted = [
            "Body: +1,200 +750",
            "Structures: +150",
            "Upkeep: -120 -30",
            "Overextension: -360",
            "Yield: 120 % 100 %",
        ];
        assert_eq!(told(&rows), wanted);
        let only = Gain { body: gain().body, ..Gain::default() };
        let rows = gain_rows(&books, (100, 100), &only, (Profit::Own, 1), 2.0);
        assert_eq!(told(&rows), ["Yield: 120 % 100 %"], "one part is the sum");
        let rows = gain_rows(&books, (100, 100), &gain(), (Profit::Owners, 3), 2.0);
        assert_eq!(told(&rows), ["Income: +870 +720", "Yield: 120 % 100 %"]);
        assert!(rows.iter().all(|row| !row.cells[0].tip.is_empty()), "every sum tells its parts");
    }

    #[test]
    fn columns_of_goods_have_room_beside_their_labels() {
        let longest = words_width("Overextension", SMALL_PIXELS);
        assert!(longest + 3.0 * GOODS_WIDTH <= PANEL_WORDS);
        assert!(words_width("+125,000", SMALL_PIXELS) + SIGN_ROOM + SPREAD_GAP <= GOODS_WIDTH);
        let row = amount_row("Income", Amount { money: -5, resources: 0, rare: 3 }, "");
        let signs: Vec<_> = row.cells[0].columns.iter().map(|column| column.icon).collect();
        assert_eq!(signs, [Some(Icon::Money), None, Some(Icon::Rare)]);
        assert!(row.cells[0].columns.iter().all(|column| column.is_spread), "a short number moves no sign");
    }
}
