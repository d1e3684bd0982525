//! The bar at the top: the player's stocks with their income of a minute, and the numbers of planets and of idle yards.
//! A stock is red if it runs out soon, or if something waits for it. The tip says why, and is a table of the sources and
//! of the change of the income in the last minute. A spectator sees the books of all sides.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use bevy::prelude::*;

use super::actions::{Cell, PanelAction, Row, Rows};
use super::all_sides;
use super::gather::PlanetData;
use super::income_change::{CountHistory, Counts, IncomeChange};
use super::jump::idle_yards;
use super::planet_list::PlanetList;
use super::words::{per_minute, seconds_words, signed, stock_cells};
use crate::client::frame::{PollTimer, visible_if};
use crate::client::hud::layout::places::{CoversSky, OUTLINER_CORNER, TOP_BAR};
use crate::client::settings::{Action, Binding, Settings, first_key, keyed};
use crate::client::view::ViewCamera;
use crate::client::widgets::{Icon, LOSS, PANEL, QUIET, STRONG, WORDS, plate};
use crate::client::worlds::Kept;
use crate::level::{LedgerSource, Price, counted};
use crate::sim::Ledger;
use crate::sim::world::money::{Amount, Sums};

/// Marks the bar.
#[derive(Component)]
pub struct TreasuryBar;

/// Marks the list of the parts by source.
#[derive(Component)]
pub struct TreasuryParts;

/// Money and resources, and their income, have room for such numbers, and grow for larger ones.
const USUAL: (&str, &str) = ("00,000", "+0,000");
/// The same for rare materials.
const USUAL_RARE: (&str, &str) = ("000", "+00");
/// Between two kinds, and between the last one and the buttons, pixels; the gaps of two cells come to it.
const BETWEEN_KINDS: f32 = 4.0;
/// The buttons have words on screens of at least this width, pixels. On others the clock needs the room when it says
/// why it slowed down.
const WORDY_SCREEN: f32 = 1040.0;
/// A button has room for such a number, and grows for larger ones.
const USUAL_COUNT: &str = "00";
/// A stock runs out soon if it is empty within this time at the present rate, seconds of play.
const SOON_S: f64 = 60.0;
/// Width of the list of the parts, pixels.
const PARTS_WIDTH: f32 = 470.0;

/// Spawns the bar, and the list of the parts, hidden.
pub fn spawn_bar(mut commands: Commands) {
    let node = |top: f32| Node {
        position_type: PositionType::Absolute,
        left: px(OUTLINER_CORNER.x),
        top: px(top),
        padding: UiRect::axes(px(12), px(4)),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let bar = Node { height: px(TOP_BAR.1), ..node(TOP_BAR.0) };
    commands.spawn((TreasuryBar, CoversSky, Rows::default(), Interaction::default(), plate(bar)));
    let parts = Node { width: px(PARTS_WIDTH), ..node(TOP_BAR.0 + TOP_BAR.1) };
    let parts =
        (TreasuryParts, CoversSky, Rows::default(), plate(parts), Visibility::Hidden, GlobalZIndex(5));
    commands.spawn(parts).insert(BackgroundColor(PANEL.with_alpha(1.0)));
}

type ListParts = (Entity, &'static mut Visibility, &'static mut Rows);

/// Writes the bar and the list of the parts.
pub fn write_bar(
    mut commands: Commands,
    planet_data: PlanetData,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    (view, ui_scale): (Res<ViewCamera>, Res<UiScale>),
    bar: Single<(Entity, &Interaction, &mut Rows), With<TreasuryBar>>,
    parts: Single<ListParts, (With<TreasuryParts>, Without<TreasuryBar>)>,
    list: Query<&Visibility, (With<PlanetList>, Without<TreasuryParts>)>,
    mut beat: Kept<PollTimer>,
    mut past: Kept<CountHistory>,
) {
    let beat = beat.now();
    let (bar, interaction, mut bar_rows) = bar.into_inner();
    let (parts, mut visibility, mut parts_rows) = parts.into_inner();
    let is_covered = list.iter().any(|list| *list != Visibility::Hidden);
    let is_shown = *interaction != Interaction::None && !is_covered;
    visibility.set_if_neq(visible_if(is_shown));
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let Some(ledger) = planet_data.economy().ledger() else {
        // A spectator has none.
        let books = all_sides::open_books(&planet_data);
        bar_rows.show(&mut commands, bar, all_sides::bar_rows(&books, USUAL));
        parts_rows.show(&mut commands, parts, all_sides::table(&books));
        return;
    };
    let counts = (planet_data.own_bodies().len(), idle_yards(&planet_data).len());
    let tick_s = planet_data.economy().tick_s();
    let screen_width = view.screen(ui_scale.0).x;
    let stocks = stocks(ledger, tick_s, &awaited(&planet_data));
    let row = bar_row(&stocks, counts, screen_width, &settings.keys);
    bar_rows.show(&mut commands, bar, vec![row]);
    let accounts = Accounts::of(&planet_data, ledger, past.now());
    let rows = trouble_rows(&stocks).chain(accounts.rows()).collect();
    parts_rows.show(&mut commands, parts, rows);
}

/// A stock of the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stock {
    /// The goods as [`EconomyView::lacking`](crate::sim::economy::EconomyView::lacking) calls them.
    kind: &'static str,
    icon: Icon,
    /// Numbers for which its cells have room.
    usual: (&'static str, &'static str),
    has: i64,
    /// The income of a minute of play; `None` before the first economy tick.
    gain: Option<i64>,
    trouble: Option<Trouble>,
}

/// Why a stock is red.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    /// A construction or a yard is halted until there is more of it.
    Awaited,
    /// It is empty in this time at the present rate, seconds of play.
    RunsOut(f64),
}

impl Trouble {
    /// The trouble with a stock that changes by so much in a minute of play; `None` without any.
    fn of(has: i64, change: i64, is_awaited: bool) -> Option<Self> {
        if is_awaited {
            return Some(Self::Awaited);
        }
        let left_s = 60.0 * has as f64 / -(change as f64);
        (change < 0 && left_s < SOON_S).then_some(Self::RunsOut(left_s))
    }

    /// The reason in a line.
    fn words(self, kind: &str) -> String {
        match self {
            Self::Awaited => format!("Short of {kind}: construction or a yard is halted"),
            Self::RunsOut(left_s) if left_s < 1.0 => format!("No {kind} left: spending exceeds the income"),
            Self::RunsOut(left_s) => {
                format!("Enough {kind} for {}: spending exceeds the income", seconds_words(left_s))
            }
        }
    }
}

/// The kinds of goods for want of which a construction or a yard of the player's is halted.
fn awaited(planet_data: &PlanetData) -> BTreeSet<&'static str> {
    let economy = planet_data.economy();
    let now = economy.growing_now();
    let structures = planet_data.view().structures().filter(|one| now.contains(&one.structure.id));
    let growths = structures.filter_map(|one| one.growing.map(|growing| &growing.growth));
    let yards = economy.yards();
    let paid = yards.iter().filter(|yard| !yard.is_unpaid);
    let jobs = paid.filter_map(|yard| yard.yard.queue.front().map(|job| &job.growth));
    growths.chain(jobs).filter_map(|growth| economy.lacking(growth)).collect()
}

/// The stocks with their incomes at the rate of the last economy tick; `tick_s` is the time from one to the next,
/// seconds of play. Something waits for the kinds in `awaited`.
fn stocks(ledger: &Ledger, tick_s: f64, awaited: &BTreeSet<&str>) -> [Stock; 3] {
    let has = ledger.balance();
    let last = ledger.history().next_back();
    let gain = last.map(|sums| per_minute(sums.regular(), tick_s));
    let spent = last.map_or(Amount::ZERO, |sums| per_minute(spending(sums), tick_s));
    let kinds: [(&'static str, Icon, KindOfGoods, (&'static str, &'static str)); 3] = [
        ("money", Icon::Money, |amount| amount.money, USUAL),
        ("resources", Icon::Resources, |amount| amount.resources, USUAL),
        ("rare", Icon::Rare, |amount| amount.rare, USUAL_RARE),
    ];
    kinds.map(|(kind, icon, part, usual)| {
        let (has, gain) = (part(&has), gain.as_ref().map(part));
        let change = gain.unwrap_or(0) + part(&spent);
        let trouble = Trouble::of(has, change, awaited.contains(kind));
        Stock { kind, icon, usual, has, gain, trouble }
    })
}

/// Why stocks are red, a row each.
fn trouble_rows(stocks: &[Stock]) -> impl Iterator<Item = Row> {
    let words = |stock: &Stock| stock.trouble.map(|trouble| trouble.words(stock.kind));
    stocks.iter().filter_map(words).map(|words| Row::words(words, LOSS))
}

/// Money, resources or rare materials of an amount.
type KindOfGoods = fn(&Amount) -> i64;

/// What construction and shipbuilding took in an economy tick, below zero.
fn spending(sums: &Sums) -> Amount {
    sums.of(LedgerSource::Building).plus(sums.of(LedgerSource::Ships))
}

/// The stocks with their incomes, and buttons for the number of planets and of idle yards. They keep their places
/// whatever the usual numbers. `screen_width` is in pixels.
fn bar_row(
    stocks: &[Stock],
    (planets, idle_yards): (usize, usize),
    screen_width: f32,
    bindings: &[Binding],
) -> Row {
    let mut cells = Vec::new();
    for stock in stocks {
        let color = if stock.trouble.is_some() { LOSS } else { WORDS };
        cells.push(Cell::label("", WORDS).with_icon(stock.icon));
        cells.extend(stock_cells((stock.has, color), stock.gain, stock.usual));
        cells.push(Cell::column("", WORDS, BETWEEN_KINDS));
    }
    let button = |name: &str, count: usize, icon: Icon, action: Action, press: PanelAction| {
        let words = |count: &str| {
            let has_words = screen_width >= WORDY_SCREEN;
            if has_words { keyed(&format!("{name} {count}"), action, bindings) } else { count.to_owned() }
        };
        let cell = |words: String| Cell::button(words, press.clone()).with_icon(icon);
        let button = cell(words(&count.to_string()));
        let width = button.room().max(cell(words(USUAL_COUNT)).room());
        button.as_wide_as(width)
    };
    cells.push(button("Planets", planets, Icon::Planet, Action::NextPlanet, PanelAction::NextPlanet));
    let tip = format!("Shows the next idle yard [{}].", first_key(Action::NextYard, bindings));
    let color = if idle_yards > 0 { STRONG } else { QUIET };
    let yards = button("Idle yards", idle_yards, Icon::Yard, Action::NextYard, PanelAction::NextYard);
    cells.push(yards.colored(color).with_tip(tip));
    Row::of(cells)
}

/// The player's accounts, as the list of the parts shows them.
struct Accounts<'a> {
    ledger: &'a Ledger,
    /// The time from one economy tick to the next, seconds of play.
    tick_s: f64,
    /// The numbers of the player's things.
    counts: Counts,
    /// Those at the beginning of the change of the income, if they are known.
    counts_before: Option<Counts>,
    /// The change of the income.
    change: Option<IncomeChange>,
    /// The structures that earn, by class.
    earners: Vec<(String, Price)>,
    /// The classes of the structures that grow, which are paid for bit by bit.
    growing: Vec<String>,
}

impl<'a> Accounts<'a> {
    fn of(planet_data: &'a PlanetData, ledger: &'a Ledger, past: &mut CountHistory) -> Self {
        let economy = planet_data.economy();
        let (tick, tick_s) = (planet_data.view().almanac().calendar.tick, economy.tick_s());
        let counts = Counts::of(planet_data);
        past.note(planet_data.me(), tick, counts);
        let change = IncomeChange::of(ledger, tick_s);
        let counts_before = change.as_ref().and_then(|change| past.before(tick, change.seconds));
        let earners = economy.earners().into_iter().filter_map(|(class, (count, income))| {
            Some((counted(count, &planet_data.classes.0.get(class)?.name), income))
        });
        let growing = growing(planet_data);
        Self { ledger, tick_s, counts, counts_before, change, earners: earners.collect(), growing }
    }

    /// The parts of the last economy tick by source, as amounts of a minute: the income with its sum, then everything
    /// else with the sum of both; below them the change of the income.
    fn rows(&self) -> Vec<Row> {
        let Some(sums) = self.ledger.history().next_back() else {
            return vec![Row::words("No income yet", QUIET)];
        };
        let mut rows = vec![part_row("A minute", STRONG, ["Money", "Resources", "Rare"].map(str::to_owned))];
        let (regular, other): (Vec<_>, Vec<_>) =
            sums.iter().filter(|(_, amount)| !amount.is_zero()).partition(|(source, _)| source.is_regular());
        for (source, amount) in regular {
            rows.push(part_row(&self.source_words(source), WORDS, self.rate(amount)));
            if source == LedgerSource::Structures {
                let parts = self.earners.iter();
                rows.extend(
                    parts.map(|(name, income)| part_row(name, QUIET, self.rate(Amount::from(*income)))),
                );
            }
        }
        rows.push(part_row("Income", STRONG, self.rate(sums.regular())));
        if !other.is_empty() {
            let row = |(source, amount)| part_row(&self.source_words(source), WORDS, self.rate(amount));
            rows.extend(other.into_iter().map(row));
            rows.push(part_row("Income and spending", STRONG, self.rate(sums.net())));
        }
        rows.extend(self.change.iter().flat_map(|change| self.change_rows(change)));
        rows
    }

    /// An amount of an economy tick in columns, as that of a minute.
    fn rate(&self, amount: Amount) -> [String; 3] {
        columns(per_minute(amount, self.tick_s))
    }

    /// A source in words, with the number of things that cost upkeep or overextension, and with what is built.
    fn source_words(&self, source: LedgerSource) -> String {
        use LedgerSource::{FleetUpkeep, StructureUpkeep, Tax};
        let name = source_words(source);
        if source == LedgerSource::Building {
            return match self.growing.as_slice() {
                [] => name.to_owned(),
                [only] => format!("{name}: {only}"),
                some => format!("{name}, {}", counted(some.len(), "structure")),
            };
        }
        match self.counts.behind(source) {
            Some((count, thing)) if matches!(source, FleetUpkeep | StructureUpkeep | Tax) => {
                format!("{name}, {}", counted(count, thing))
            }
            _ => name.to_owned(),
        }
    }

    /// The change of the income with its causes; one row if there is none.
    fn change_rows(&self, change: &IncomeChange) -> Vec<Row> {
        let since = format!("Income since {:.0} s ago", change.seconds);
        if change.by_source.is_empty() {
            return vec![Row::words(format!("{since}: no change"), QUIET)];
        }
        let mut rows = vec![part_row(&since, STRONG, self.rate(change.total()))];
        let causes = change.by_source.iter();
        rows.extend(
            causes.map(|(source, amount)| part_row(&self.cause_words(*source), WORDS, self.rate(*amount))),
        );
        rows
    }

    /// A source of a change in words: `Ship upkeep, 3 more ships`.
    fn cause_words(&self, source: LedgerSource) -> String {
        let name = source_words(source);
        let before = self.counts_before.and_then(|counts| counts.behind(source));
        let Some(((before, thing), (now, _))) = before.zip(self.counts.behind(source)) else {
            return name.to_owned();
        };
        match now.cmp(&before) {
            Ordering::Greater => format!("{name}, {}", counted(now - before, &format!("more {thing}"))),
            Ordering::Less => format!("{name}, {}", counted(before - now, &format!("fewer {thing}"))),
            Ordering::Equal => name.to_owned(),
        }
    }
}

/// The classes of the player's structures that are paid for as they grow.
fn growing(planet_data: &PlanetData) -> Vec<String> {
    let now = planet_data.economy().growing_now();
    let structures = planet_data.view().structures().filter(|one| now.contains(&one.structure.id));
    structures.map(|one| planet_data.class_name(one.structure).to_owned()).collect()
}

/// A source of income or expenses in words.
fn source_words(source: LedgerSource) -> &'static str {
    match source {
        LedgerSource::Planets => "Planets",
        LedgerSource::Tax => "Overextension",
        LedgerSource::Structures => "Structures",
        LedgerSource::StructureUpkeep => "Structure upkeep",
        LedgerSource::FleetUpkeep => "Ship upkeep",
        LedgerSource::Building => "Construction",
        LedgerSource::BuildingRefund => "Refunds for structures",
        LedgerSource::Ships => "Shipbuilding",
        LedgerSource::ShipRefund => "Refunds for ships",
        LedgerSource::Mining => "Mining",
        LedgerSource::Start => "Starting funds",
    }
}

/// A row of the list: a name and its columns.
fn part_row(name: &str, color: Color, columns: [String; 3]) -> Row {
    /// Widths of the columns, pixels.
    const WIDTHS: [f32; 3] = [80.0, 80.0, 60.0];
    let columns = columns.into_iter().zip(WIDTHS);
    Row::of(vec![Cell::words(name, color).with_columns(columns)])
}

/// An amount in columns; empty for zero.
fn columns(Amount { money, resources, rare }: Amount) -> [String; 3] {
    [money, resources, rare].map(|value| if value == 0 { String::new() } else { signed(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bar of a player for whose stocks nothing waits.
    fn bar(ledger: &Ledger, counts: (usize, usize), width: f32) -> Row {
        bar_row(&stocks(ledger, 2.0, &BTreeSet::new()), counts, width, &[])
    }

    fn ledger() -> Ledger {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
        ledger.close_tick();
        ledger
    }

    #[test]
    fn the_bar_shows_stocks_and_incomes() {
        let row = bar(&ledger(), (3, 0), WORDY_SCREEN);
        let words = row.cells.iter().map(|cell| cell.words.as_str()).filter(|words| !words.is_empty());
        let words: Vec<&str> = words.collect();
        assert_eq!(words[..6], ["1,940", "+1,200", "75", "+750", "0", "+0"]);
        let icons: Vec<Icon> = row.cells.iter().filter_map(|cell| cell.icon).collect();
        assert_eq!(icons, [Icon::Money, Icon::Resources, Icon::Rare, Icon::Planet, Icon::Yard]);
    }

    #[test]
    fn a_sign_its_stock_and_its_income_stand_together() {
        let row = bar(&ledger(), (3, 0), WORDY_SCREEN);
        for kind in row.cells[..12].chunks(4) {
            let [sign, stock, gain, between] = kind else { panic!("{kind:?}") };
            assert!(sign.icon.is_some() && !stock.is_at_left && gain.is_at_left, "they meet at their gap");
            assert_eq!((between.words.as_str(), between.column), ("", BETWEEN_KINDS));
        }
    }

    #[test]
    fn a_stock_is_red_if_it_runs_out_soon_or_something_waits_for_it() {
        // It falls by 1,800 in a minute.
        let troubles = |money: i64, awaited: &[&'static str]| {
            let mut ledger = Ledger::opened(Amount { money: money + 60, resources: 50, rare: 0 });
            ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
            ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
            ledger.close_tick();
            let stocks = stocks(&ledger, 2.0, &awaited.iter().copied().collect());
            let row = bar_row(&stocks, (3, 0), WORDY_SCREEN, &[]);
            let red = row.cells.iter().filter(|cell| cell.color == LOSS).map(|cell| cell.words.clone());
            let rows: Vec<Row> = trouble_rows(&stocks).collect();
            (red.collect::<Vec<String>>(), names(&rows).join("; "))
        };
        let none = (Vec::new(), String::new());
        assert_eq!(troubles(1_940, &[]), none, "it falls, and lasts");
        let soon = "Enough money for 30 s: spending exceeds the income".to_owned();
        assert_eq!(troubles(900, &[]), (vec!["900".to_owned()], soon));
        let halted = "Short of resources: construction or a yard is halted".to_owned();
        assert_eq!(troubles(1_940, &["resources"]), (vec!["75".to_owned()], halted));
    }

    #[test]
    fn the_bar_keeps_its_width() {
        let widths = |ledger: &Ledger, counts: (usize, usize)| -> Vec<f32> {
            let row = bar(ledger, counts, WORDY_SCREEN);
            row.cells.iter().map(|cell| cell.column).collect()
        };
        let fresh = Ledger::opened(Amount { money: 5, resources: 0, rare: 0 });
        let usual = widths(&ledger(), (3, 2));
        assert_eq!(widths(&fresh, (3, 2)), usual);
        assert_eq!(widths(&ledger(), (12, 0)), usual, "no yard is idle");
        let words = |width: f32| bar(&fresh, (3, 2), width).cells.pop().map(|cell| cell.words);
        assert_eq!(words(WORDY_SCREEN).as_deref(), Some("Idle yards 2 [/]"));
        assert_eq!(words(WORDY_SCREEN - 1.0).as_deref(), Some("2"));
    }

    fn accounts(ledger: &Ledger) -> Accounts<'_> {
        let counts = Counts { ships: 5, structures: 4, bodies: 2 };
        let earners = vec![("2 trade stations".to_owned(), Price { money: 16, ..Price::ZERO })];
        let change = IncomeChange::of(ledger, 2.0);
        Accounts { ledger, tick_s: 2.0, counts, counts_before: None, change, earners, growing: Vec::new() }
    }

    fn names(rows: &[Row]) -> Vec<&str> {
        rows.iter().map(|row| row.cells[0].words.as_str()).collect()
    }

    #[test]
    fn before_the_first_economy_tick_nothing_is_forecast() {
        let fresh = Ledger::opened(Amount { money: 5, resources: 0, rare: 0 });
        let row = bar(&fresh, (1, 0), WORDY_SCREEN);
        assert!(row.cells.iter().all(|cell| !cell.words.starts_with('+')), "{row:?}");
        assert_eq!(names(&accounts(&fresh).rows()), ["No income yet"]);
    }

    #[test]
    fn the_parts_name_every_source_that_did_something() {
        let ledger = ledger();
        let rows = accounts(&ledger).rows();
        let named = ["A minute", "Planets", "Income", "Construction", "Income and spending"];
        assert_eq!(names(&rows), named);
        let income = columns(Amount { money: 1_200, resources: 750, rare: 0 });
        assert_eq!(rows[2], part_row("Income", STRONG, income));
        let total = columns(Amount { money: -1_800, resources: 750, rare: 0 });
        assert_eq!(rows[4], part_row("Income and spending", STRONG, total));
    }

    #[test]
    fn construction_names_what_is_paid_for() {
        let ledger = ledger();
        let construction = |classes: &[&str]| {
            let growing = classes.iter().map(|class| (*class).to_owned()).collect();
            let rows = Accounts { growing, ..accounts(&ledger) }.rows();
            names(&rows)[3].to_owned()
        };
        assert_eq!(construction(&["trade station"]), "Construction: trade station");
        assert_eq!(construction(&["trade station", "sentry"]), "Construction, 2 structures");
    }

    #[test]
    fn a_fall_of_the_income_is_explained() {
        let mut ledger = ledger();
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.earn(LedgerSource::Structures, Price { money: 16, ..Price::ZERO });
        ledger.spend(LedgerSource::FleetUpkeep, Price { money: 38, ..Price::ZERO }).unwrap();
        ledger.close_tick();
        let before = Counts { ships: 2, structures: 5, bodies: 2 };
        let rows = Accounts { counts_before: Some(before), ..accounts(&ledger) }.rows();
        let named = [
            "A minute",
            "Planets",
            "Structures",
            "2 trade stations",
            "Ship upkeep, 5 ships",
            "Income",
            "Income since 2 s ago",
            "Structures, 1 fewer structure",
            "Ship upkeep, 3 more ships",
        ];
        assert_eq!(names(&rows), named);
        let fall = columns(Amount { money: -660, ..Amount::ZERO });
        assert_eq!(rows[6], part_row("Income since 2 s ago", STRONG, fall));
    }
}
