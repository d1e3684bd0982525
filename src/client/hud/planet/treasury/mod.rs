//! The bar at the top: at its left the player's stocks and their income of a minute, at its right the numbers of
//! planets and of idle yards.
//!
//! - Enters: the player's ledger, planets, yards and constructions; a spectator's, all ledgers; the pointer.
//! - Leaves: both parts of the bar; below it a table while the pointer rests on it.
//! - Must never: show a player the money of another side, or change a ledger.
//!
//! The income is net of upkeep, and what the player's things bring now, so that it agrees with the panels at any
//! moment. What is spent on construction and shipbuilding, bit by bit, is no part of it: only the table has that. An
//! arrow down behind an income says that it has fallen. A stock is red and has a sign if something is halted for want
//! of it for longer than a moment, or if an income below zero empties it soon. The tip says why, and what is halted. It
//! is a table of the sources and of the change of the income in the last minute. Each income has its unit, and beside
//! that of money stands the upkeep of ships, where there is room: by so much it is less than the incomes of the bodies
//! together, which the panels tell. A spectator sees the books of all sides.
//!
//! | file | does |
//! |---|---|
//! | `stocks.rs` | the stocks, and why one is red |
//! | `present.rs` | what the player's things bring and cost now |
//! | `accounts.rs` | the table of the sources |
//! | `income_change.rs` | the change of the income in the last minute, and its causes |
//! | `falls.rs` | incomes that have fallen by more than a fifth |
//! | `all_sides.rs` | the same bar for a spectator: money and income of all sides |

mod accounts;
mod all_sides;
mod falls;
mod income_change;
mod present;
mod stocks;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::actions::{Cell, PanelAction, Row, Rows};
use super::gather::PlanetData;
use super::jump::idle_yards;
use super::planet_list::PlanetList;
use super::words::{gain_color, signed, stock_cells};
use crate::client::frame::{PollTimer, visible_if};
use crate::client::hud::layout::places::{CoversSky, TOP_BAR, TopLeft, TopRight, WORDY_SCREEN};
use crate::client::settings::{Action, Binding, Settings, first_key, keyed};
use crate::client::view::ViewCamera;
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::rows::{CELL_GAP, ITEM_GAP, SIGN_ROOM};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Column, Icon, LOSS, QUIET, STRONG, WORDS, plate};
use crate::client::worlds::Kept;
use accounts::Accounts;
use falls::Falls;
use income_change::CountHistory;
use present::present;
use stocks::{Stock, USUAL, missing, paid_growths, stocks, trouble_rows};

/// Marks the stocks in the bar.
#[derive(Component)]
pub struct TreasuryBar;

/// Marks the numbers of planets and of idle yards in the bar.
#[derive(Component)]
pub struct TreasuryCounts;

/// Marks the list of the parts by source.
#[derive(Component)]
pub struct TreasuryParts;

/// Between an income with its sign and the next kind, pixels; the gap of two cells comes to it.
const BETWEEN_KINDS: f32 = 8.0;
/// The unit of an income, at its end.
const UNIT: &str = "/min";
/// Incomes have it on screens of at least this width, pixels: on others the bar has no room for it.
const UNIT_SCREEN: f32 = 1036.0;
/// The words about the upkeep of ships behind the income of money have room for such a number, and grow for larger
/// ones.
const USUAL_UPKEEP: &str = "-0,000";
/// They stand there on screens of at least this width, pixels.
const ROOMY_SCREEN: f32 = WORDY_SCREEN + 83.0;
/// From these words to the next kind, pixels; the gap of two cells comes to it.
const BEHIND_UPKEEP: f32 = 4.0;
/// The width of the income before these words grows by such steps, pixels.
const WIDTH_STEP: f32 = 6.0;
/// The sign of a kind, its stock and its income.
const CELLS_OF_KIND: usize = 3;
/// A button has room for such a number, and grows for larger ones.
const USUAL_COUNT: &str = "00";
/// Width of the list of the parts, pixels.
const PARTS_WIDTH: f32 = 470.0;

/// Spawns both parts of the bar, and the list of the parts of the income, hidden.
pub fn spawn_bar(
    mut commands: Commands,
    left: Single<Entity, With<TopLeft>>,
    right: Single<Entity, With<TopRight>>,
) {
    let column =
        Node { flex_direction: FlexDirection::Column, justify_content: JustifyContent::Center, ..default() };
    let bar = (TreasuryBar, Rows::default(), Interaction::default(), column.clone(), ChildOf(*left));
    commands.spawn(bar);
    let counts = commands.spawn((TreasuryCounts, Rows::default(), column.clone())).id();
    // Before the button of the menu.
    commands.entity(*right).insert_child(0, counts);
    let parts = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(TOP_BAR),
        width: px(PARTS_WIDTH),
        padding: UiRect::axes(px(12), px(4)),
        ..column
    };
    let parts =
        (TreasuryParts, CoversSky, Rows::default(), plate(parts), Visibility::Hidden, GlobalZIndex(5));
    commands.spawn(parts);
}

type BarParts = (Entity, &'static Interaction, &'static mut Rows);
type CountParts = (Entity, &'static mut Rows);
type ListParts = (Entity, &'static mut Visibility, &'static mut Rows);
type OnlyCounts = (With<TreasuryCounts>, Without<TreasuryBar>);
type OnlyParts = (With<TreasuryParts>, Without<TreasuryBar>, Without<TreasuryCounts>);

/// The nodes of the bar and of the list of the parts.
#[derive(SystemParam)]
pub struct TreasuryNodes<'w, 's> {
    bar: Single<'w, 's, BarParts, With<TreasuryBar>>,
    counts: Single<'w, 's, CountParts, OnlyCounts>,
    parts: Single<'w, 's, ListParts, OnlyParts>,
}

/// Writes the bar and the list of the parts.
pub fn write_bar(
    mut commands: Commands,
    planet_data: PlanetData,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    (view, ui_scale): (Res<ViewCamera>, Res<UiScale>),
    nodes: TreasuryNodes,
    list: Query<&Visibility, (With<PlanetList>, Without<TreasuryParts>)>,
    mut beat: Kept<PollTimer>,
    mut memory: Kept<(CountHistory, Falls)>,
) {
    let beat = beat.now();
    let TreasuryNodes { bar, counts, parts } = nodes;
    let (bar, interaction, mut bar_rows) = bar.into_inner();
    let (counts, mut count_rows) = counts.into_inner();
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
        count_rows.show(&mut commands, counts, Vec::new());
        parts_rows.show(&mut commands, parts, all_sides::table(&books));
        return;
    };
    let numbers = (planet_data.own_bodies().len(), idle_yards(&planet_data).len());
    let tick_s = planet_data.economy().tick_s();
    let screen_width = view.screen(ui_scale.0).x;
    let now = present(&planet_data, ledger);
    let growths = paid_growths(&planet_data);
    let stocks = stocks((ledger.balance(), &now), tick_s, &missing(&growths));
    let (past, falls) = memory.now();
    let accounts = Accounts::of(&planet_data, (ledger, &now), past);
    falls.follow(planet_data.me(), accounts.changes(), time.elapsed_secs_f64());
    bar_rows.show(&mut commands, bar, vec![bar_row(&stocks, falls.signs(), screen_width)]);
    count_rows.show(
        &mut commands,
        counts,
        vec![counts_row(numbers, !planet_data.is_replay(), screen_width, &settings.keys)],
    );
    let rare = planet_data.rare_words();
    let troubles = trouble_rows(&stocks, &growths, rare.as_deref());
    let rows = troubles.chain(falls.rows()).chain(accounts.rows()).collect();
    parts_rows.show(&mut commands, parts, rows);
}

/// The stocks with their incomes, and the upkeep of ships. They keep their places whatever the usual numbers.
/// `have_fallen`: the incomes with the sign for that. `screen_width` is in pixels.
fn bar_row(stocks: &[Stock; 3], have_fallen: [bool; 3], screen_width: f32) -> Row {
    let has_upkeep = screen_width >= ROOMY_SCREEN;
    let unit = if screen_width >= UNIT_SCREEN { UNIT } else { "" };
    let behind = [if has_upkeep { 0.0 } else { BETWEEN_KINDS }, BETWEEN_KINDS, 0.0];
    let kinds = stocks.iter().zip(have_fallen).zip(behind);
    let kinds = kinds.flat_map(|((stock, has_fallen), behind)| kind_cells(stock, has_fallen, unit, behind));
    let mut cells: Vec<Cell> = kinds.collect();
    if has_upkeep {
        let mut ships = ships_cell(stocks[0].ships);
        close_up(&mut cells[CELLS_OF_KIND - 1], &mut ships);
        cells.insert(CELLS_OF_KIND, ships);
    }
    Row::of(cells)
}

/// Moves the words about ships up to the income before them. What that leaves free stands behind them, so that all else
/// keeps its place.
fn close_up(income: &mut Cell, ships: &mut Cell) {
    let sign = if income.sign_behind.is_some() { SIGN_ROOM } else { 0.0 };
    let words = words_width(&income.words, income.pixels) + sign;
    // Each new width rebuilds the row, so it is not followed to a pixel.
    let room = income.column.min((words / WIDTH_STEP).ceil() * WIDTH_STEP);
    ships.column += income.column - room;
    income.column = room;
}

/// A stock with its sign and its income. What the player does not have is quiet. Close behind the income is room for
/// the sign of a stock with trouble, or of an income that has fallen, and then so much more, pixels.
fn kind_cells(stock: &Stock, has_fallen: bool, unit: &str, behind: f32) -> [Cell; CELLS_OF_KIND] {
    let (icon, sign_color) = stock.sign;
    let has_some = stock.has != 0 || stock.income != 0;
    let color = match (stock.trouble, has_some) {
        (Some(_), _) => LOSS,
        (None, true) => WORDS,
        (None, false) => QUIET,
    };
    let sign = Cell::label("", if has_some { sign_color } else { QUIET }).with_icon(icon);
    let usual_gain = format!("{}{unit}", stock.usual.1);
    let usual = (stock.usual.0, usual_gain.as_str());
    let [stock_cell, gain] = stock_cells((stock.has, color), income_words(stock, unit), usual);
    let room = gain.column + SIGN_ROOM + behind;
    let gain = gain.as_wide_as(room);
    let gain = match (stock.trouble, has_fallen) {
        (Some(_), _) => gain.with_sign_behind(Icon::Trouble, LOSS),
        (None, true) => gain.with_sign_behind(Icon::Fall, LOSS),
        (None, false) => gain,
    };
    [sign, stock_cell, gain]
}

/// Buttons for the number of planets and of idle yards, as wide as usual numbers need. Idle yards stand out only for a
/// player who can order something. `screen_width` is in pixels.
fn counts_row(
    (planets, idle_yards): (usize, usize),
    can_order: bool,
    screen_width: f32,
    bindings: &[Binding],
) -> Row {
    let has_words = screen_width >= WORDY_SCREEN;
    let button = |name: &str, count: usize, icon: Icon, action: Action, press: PanelAction| {
        let cell = |count: &str| {
            let words = if has_words { format!("{name} {count}") } else { count.to_owned() };
            Cell::button(words, press.clone()).with_icon(icon)
        };
        let button = cell(&count.to_string());
        let room = button.room().max(cell(USUAL_COUNT).room()) - CELL_GAP;
        let key = key_column(action, bindings).filter(|_| has_words);
        let key_room = key.as_ref().map_or(0.0, |key| ITEM_GAP + key.width);
        button.with_columns(key).as_wide_as(room + key_room)
    };
    let planets = button("Planets", planets, Icon::Planet, Action::NextPlanet, PanelAction::NextPlanet);
    // The outliner has more words: a row says where the yard is.
    let tip = format!("Idle yards. {}.", keyed("Shows the next one", Action::NextYard, bindings));
    let color = if idle_yards > 0 && can_order { STRONG } else { QUIET };
    let yards = button("Idle", idle_yards, Icon::Yard, Action::NextYard, PanelAction::NextYard);
    Row::of(vec![planets, yards.colored(color).with_tip(tip)])
}

/// The key of an action behind the words of its button; `None` if it has none.
fn key_column(action: Action, bindings: &[Binding]) -> Option<Column> {
    let key = Some(first_key(action, bindings)).filter(|key| !key.is_empty())?;
    let words = format!("[{key}]");
    let width = words_width(&words, SMALL_PIXELS).ceil();
    Some(Column { color: Some(QUIET), ..Column::from((words, width)) })
}

/// What the upkeep of ships takes of the income of money in a minute; empty without any. The income before it has the
/// unit.
fn ships_cell(upkeep: i64) -> Cell {
    let told = |upkeep: &str| format!("(ships {upkeep})");
    let words = if upkeep > 0 { told(&signed(-upkeep)) } else { String::new() };
    let room = words_width(&words, SMALL_PIXELS).max(words_width(&told(USUAL_UPKEEP), SMALL_PIXELS));
    Cell::column(words, QUIET, room.ceil() + BEHIND_UPKEEP).at_left()
}

/// The income of a minute with this unit, and its colour.
fn income_words(stock: &Stock, unit: &str) -> (String, Color) {
    (format!("{}{unit}", signed(stock.income)), gain_color(stock.income))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::treasury::stocks::tests::{ledger, stocks_of};
    use crate::client::hud::planet::words::GOODS;
    use crate::client::widgets::GAIN;
    use crate::sim::Ledger;
    use crate::sim::world::money::Amount;

    /// The bar of a player for whose stocks nothing is halted.
    fn bar(ledger: &Ledger) -> Row {
        bar_row(&stocks_of(ledger, &Amount::ZERO), [false; 3], WORDY_SCREEN)
    }

    /// The cells of the kinds of goods in a bar without the upkeep.
    fn kinds(row: &Row) -> Vec<Vec<Cell>> {
        row.cells.chunks(CELLS_OF_KIND).map(<[Cell]>::to_vec).collect()
    }

    /// Width of the columns of a row with their gaps, pixels.
    fn width(row: &Row) -> f32 {
        row.cells.iter().map(|cell| cell.column + CELL_GAP).sum()
    }

    #[test]
    fn the_bar_shows_stocks_and_incomes() {
        let row = bar(&ledger());
        let words = row.cells.iter().map(|cell| cell.words.as_str()).filter(|words| !words.is_empty());
        let words: Vec<&str> = words.collect();
        assert_eq!(words, ["1,940", "+1,200/min", "75", "+750/min", "0", "+0/min"]);
        let icons: Vec<Icon> = row.cells.iter().filter_map(|cell| cell.icon).collect();
        assert_eq!(icons, [Icon::Money, Icon::Resources, Icon::Rare]);
    }

    #[test]
    fn a_sign_its_stock_and_its_income_stand_together() {
        let row = bar(&ledger());
        for kind in kinds(&row) {
            let [sign, stock, gain] = &kind[..] else { panic!("{kind:?}") };
            assert!(sign.icon.is_some() && !stock.is_at_left && gain.is_at_left, "they meet at their gap");
            assert!(stock.is_on_line, "they stand on one line");
        }
    }

    #[test]
    fn what_is_spent_on_work_is_no_part_of_the_income() {
        let stocks = stocks_of(&ledger(), &Amount::ZERO);
        assert_eq!(income_words(&stocks[0], UNIT), ("+1,200/min".to_owned(), GAIN), "3,000 go into work");
        let poor = Stock { income: -60, ..stocks[0] };
        assert_eq!(income_words(&poor, UNIT), ("-60/min".to_owned(), LOSS));
        assert_eq!(income_words(&stocks[1], ""), ("+750".to_owned(), GAIN));
    }

    #[test]
    fn an_income_that_has_fallen_has_a_sign_close_behind_it() {
        let stocks = stocks_of(&ledger(), &Amount::ZERO);
        let row = |have_fallen: [bool; 3]| bar_row(&stocks, have_fallen, WORDY_SCREEN);
        let falls = |row: &Row| -> Vec<usize> {
            let is_fallen = |cell: &Cell| cell.sign_behind == Some((Icon::Fall, LOSS));
            let signs = row.cells.iter().enumerate().filter(|(_, cell)| is_fallen(cell));
            signs.map(|(index, _)| index).collect()
        };
        let fallen = row([true, false, true]);
        assert_eq!((falls(&row([false; 3])), falls(&fallen)), (Vec::new(), vec![2, 8]));
        let rich = Stock { income: 8_888, ..stocks[0] };
        let [_, _, gain] = kind_cells(&rich, true, UNIT, BETWEEN_KINDS);
        assert!(gain.room() + BETWEEN_KINDS <= gain.column + CELL_GAP, "the next kind is farther away");
        let widths = |row: Row| row.cells.iter().map(|cell| cell.column).collect::<Vec<_>>();
        assert_eq!(widths(fallen), widths(row([false; 3])), "nothing moves");
    }

    #[test]
    fn a_stock_with_trouble_is_red_and_has_a_sign() {
        let missing = Amount { resources: 500, ..Amount::ZERO };
        let row = bar_row(&stocks_of(&ledger(), &missing), [false; 3], WORDY_SCREEN);
        let red = row.cells.iter().filter(|cell| cell.color == LOSS).map(|cell| cell.words.as_str());
        assert_eq!(red.filter(|words| !words.is_empty()).collect::<Vec<&str>>(), ["75"]);
        let signs = |row: &Row| {
            kinds(row).iter().map(|kind| kind[2].sign_behind.map(|(icon, _)| icon)).collect::<Vec<_>>()
        };
        assert_eq!(signs(&row), [None, Some(Icon::Trouble), None]);
        let fallen = bar_row(&stocks_of(&ledger(), &missing), [true; 3], WORDY_SCREEN);
        let [fall, trouble] = [Some(Icon::Fall), Some(Icon::Trouble)];
        assert_eq!(signs(&fallen), [fall, trouble, fall], "trouble comes first");
    }

    #[test]
    fn the_upkeep_of_ships_stands_beside_the_income_of_money_where_there_is_room() {
        let mut stocks = stocks_of(&ledger(), &Amount::ZERO);
        stocks[0].ships = 750;
        let row = |screen: f32| bar_row(&stocks, [false; 3], screen);
        let roomy = row(ROOMY_SCREEN);
        assert_eq!(roomy.cells[CELLS_OF_KIND].words, "(ships -750)");
        assert_eq!(roomy.cells.len(), row(ROOMY_SCREEN - 1.0).cells.len() + 1);
        let room = |income: i64| {
            let mut stocks = stocks;
            stocks[0].income = income;
            let cells = bar_row(&stocks, [false; 3], ROOMY_SCREEN).cells;
            (cells[CELLS_OF_KIND - 1].clone(), cells[CELLS_OF_KIND].column)
        };
        let [(short, behind), (long, less)] = [930, 9_930].map(room);
        let loose = short.column - words_width(&short.words, short.pixels);
        assert!((0.0..WIDTH_STEP).contains(&loose), "they stand close behind the income: {loose}");
        assert!(short.column < long.column && (short.column + behind - long.column - less).abs() < 0.01);
        assert_eq!(ships_cell(0).words, "");
        assert_eq!(ships_cell(0).column, ships_cell(9_876).column, "nothing moves");
        let more = width(&row(ROOMY_SCREEN)) - width(&row(WORDY_SCREEN));
        assert!(more <= ROOMY_SCREEN - WORDY_SCREEN, "{more}");
    }

    #[test]
    fn each_income_has_its_unit_but_on_the_narrowest_screens() {
        let stocks = stocks_of(&ledger(), &Amount::ZERO);
        let row = |screen: f32| bar_row(&stocks, [false; 3], screen);
        let [narrow, usual] = [UNIT_SCREEN - 1.0, UNIT_SCREEN].map(row);
        let gains = |row: &Row| kinds(row).iter().map(|kind| kind[2].words.clone()).collect::<Vec<_>>();
        assert_eq!(gains(&narrow), ["+1,200", "+750", "+0"]);
        assert_eq!(gains(&usual), ["+1,200/min", "+750/min", "+0/min"]);
        let units = 3.0 * words_width(UNIT, SMALL_PIXELS).ceil();
        assert!((width(&usual) - width(&narrow) - units).abs() <= 3.0, "only the units are wider");
    }

    #[test]
    fn each_sign_has_its_colour_and_what_one_does_not_have_is_quiet() {
        let row = bar(&ledger());
        let kinds = kinds(&row);
        let colors: Vec<Color> = kinds.iter().map(|kind| kind[0].color).collect();
        assert_eq!(colors, [GOODS[0].1, GOODS[1].1, QUIET], "there are no rare materials");
        assert_eq!([kinds[0][1].color, kinds[2][1].color], [WORDS, QUIET]);
        assert_eq!((kinds[2][1].words.as_str(), kinds[2][2].words.as_str()), ("0", "+0/min"));
        assert_eq!(kinds[2][2].color, QUIET, "nothing comes, and that is told");
        let spent = Stock { has: 0, income: -60, ..stocks_of(&ledger(), &Amount::ZERO)[0] };
        assert_eq!(income_words(&spent, "").0, "-60", "an empty stock with an income tells it");
    }

    #[test]
    fn the_bar_keeps_its_width() {
        let widths = |row: Row| row.cells.iter().map(|cell| cell.column).collect::<Vec<f32>>();
        let fresh = Ledger::opened(Amount { money: 5, resources: 0, rare: 0 });
        assert_eq!(widths(bar(&fresh)), widths(bar(&ledger())));
        let counts = |numbers: (usize, usize)| counts_row(numbers, true, WORDY_SCREEN, &[]);
        assert_eq!(widths(counts((12, 0))), widths(counts((3, 2))), "no yard is idle");
        let words = |width: f32| {
            let yards = counts_row((3, 2), true, width, &[]).cells.pop().expect("it is there");
            let keys = yards.columns.into_iter().map(|key| key.words).collect::<Vec<String>>();
            (yards.words, keys)
        };
        assert_eq!(words(WORDY_SCREEN), ("Idle 2".to_owned(), vec!["[/]".to_owned()]));
        assert_eq!(words(WORDY_SCREEN - 1.0), ("2".to_owned(), Vec::new()));
    }
}
