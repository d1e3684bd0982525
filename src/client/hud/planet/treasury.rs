//! The bar at the top: the player's treasury, the income of an economy tick, and the number of planets.

use bevy::prelude::*;

use super::actions::{Cell, PanelAction, Row, Rows};
use super::gather::PlanetData;
use super::jump::idle_yards;
use super::planet_list::PlanetList;
use super::words::{grouped, signed};
use crate::client::frame::PollTimer;
use crate::client::hud::layout::places::{OUTLINER_CORNER, TOP_BAR};
use crate::client::settings::{Action, Binding, Settings, first_key, keyed};
use crate::client::widgets::{EDGE, GAIN, Icon, LOSS, PANEL, QUIET, STRONG, WORDS};
use crate::client::worlds::Kept;
use crate::level::LedgerSource;
use crate::sim::Ledger;
use crate::sim::world::money::{Amount, Sums};

/// Marks the bar.
#[derive(Component)]
pub struct TreasuryBar;

/// Marks the list of the parts by source.
#[derive(Component)]
pub struct TreasuryParts;

/// Width of the list of the parts, pixels.
const PARTS_WIDTH: f32 = 400.0;

/// Spawns the bar, and the list of the parts, hidden.
pub fn spawn_bar(mut commands: Commands) {
    let plate = |top: f32| Node {
        position_type: PositionType::Absolute,
        left: px(OUTLINER_CORNER.x),
        top: px(top),
        padding: UiRect::axes(px(12), px(4)),
        border: UiRect::all(px(1)),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let colors = || (BackgroundColor(PANEL), BorderColor::all(EDGE));
    let bar = Node { height: px(TOP_BAR.1), ..plate(TOP_BAR.0) };
    commands.spawn((TreasuryBar, Rows::default(), Interaction::default(), bar, colors()));
    let parts = Node { width: px(PARTS_WIDTH), ..plate(TOP_BAR.0 + TOP_BAR.1) };
    commands.spawn((
        TreasuryParts,
        Rows::default(),
        parts,
        BackgroundColor(PANEL.with_alpha(1.0)),
        BorderColor::all(EDGE),
        Visibility::Hidden,
        GlobalZIndex(5),
    ));
}

type ListParts = (Entity, &'static mut Visibility, &'static mut Rows);

/// Writes the bar and the list of the parts.
pub fn write_bar(
    mut commands: Commands,
    planet_data: PlanetData,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    bar: Single<(Entity, &Interaction, &mut Rows), With<TreasuryBar>>,
    parts: Single<ListParts, (With<TreasuryParts>, Without<TreasuryBar>)>,
    list: Query<&Visibility, (With<PlanetList>, Without<TreasuryParts>)>,
    mut beat: Kept<PollTimer>,
) {
    let beat = beat.now();
    let (bar, interaction, mut bar_rows) = bar.into_inner();
    let (parts, mut visibility, mut parts_rows) = parts.into_inner();
    let is_covered = list.iter().any(|list| *list != Visibility::Hidden);
    let is_shown = *interaction != Interaction::None && !is_covered;
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let Some(ledger) = planet_data.economy().ledger() else { return };
    let counts = (planet_data.own_bodies().len(), idle_yards(&planet_data).len());
    bar_rows.show(&mut commands, bar, vec![bar_row(ledger, counts, &settings.keys)]);
    parts_rows.show(&mut commands, parts, part_rows(ledger.history().next_back()));
}

/// Money, resources or rare materials of an amount.
type KindOfGoods = fn(&Amount) -> i64;

/// The balance, the result of the last economy tick, and buttons for the number of planets and of idle yards.
fn bar_row(ledger: &Ledger, (planets, idle_yards): (usize, usize), bindings: &[Binding]) -> Row {
    let has = ledger.balance();
    let gain = ledger.history().next_back().map(regular_gain);
    let mut cells = Vec::new();
    let kinds: [(Icon, KindOfGoods); 3] = [
        (Icon::Money, |amount| amount.money),
        (Icon::Resources, |amount| amount.resources),
        (Icon::Rare, |amount| amount.rare),
    ];
    for (icon, part) in kinds {
        cells.push(Cell::label(grouped(part(&has)), WORDS).with_icon(icon));
        if let Some(gain) = gain.as_ref().map(part) {
            cells.push(Cell::label(signed(gain), if gain < 0 { LOSS } else { GAIN }));
        }
    }
    if gain.is_some() {
        cells.push(Cell::label("per tick", QUIET));
    }
    let planets = keyed(&format!("Planets {planets}"), Action::NextPlanet, bindings);
    cells.push(Cell::button(planets, PanelAction::NextPlanet).with_icon(Icon::Planet));
    if idle_yards > 0 {
        let yards = keyed(&format!("Idle yards {idle_yards}"), Action::NextYard, bindings);
        let key = first_key(Action::NextYard, bindings);
        let tip = format!("Shows the next idle yard [{key}].");
        let button = Cell::button(yards, PanelAction::NextYard).with_icon(Icon::Yard);
        cells.push(button.colored(STRONG).with_tip(tip));
    }
    Row::of(cells)
}

/// The result of an economy tick without spending on construction, which is about the result of the next economy
/// tick.
fn regular_gain(sums: &Sums) -> Amount {
    let regular = sums.iter().filter(|(source, _)| is_regular(*source));
    regular.fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount))
}

fn is_regular(source: LedgerSource) -> bool {
    use LedgerSource::{FleetUpkeep, Mining, Planets, StructureUpkeep, Structures, Tax};
    matches!(source, Planets | Tax | Structures | StructureUpkeep | FleetUpkeep | Mining)
}

/// The parts of an economy tick by source, and their sum.
fn part_rows(sums: Option<&Sums>) -> Vec<Row> {
    let Some(sums) = sums else { return vec![Row::words("No economy tick yet", QUIET)] };
    let mut rows =
        vec![part_row("Last economy tick", STRONG, ["Money", "Resources", "Rare"].map(str::to_owned))];
    let parts = sums.iter().filter(|(_, amount)| !amount.is_zero());
    rows.extend(parts.map(|(source, amount)| part_row(source_words(source), WORDS, columns(amount))));
    rows.push(part_row("Total", STRONG, columns(sums.net())));
    rows
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
    let columns = columns.into_iter().zip(WIDTHS).collect();
    Row::of(vec![Cell::words(name, color).with_columns(columns)])
}

/// An amount in columns; empty for zero.
fn columns(Amount { money, resources, rare }: Amount) -> [String; 3] {
    [money, resources, rare].map(|value| if value == 0 { String::new() } else { signed(value) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::Price;

    fn ledger() -> Ledger {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
        ledger.close_tick();
        ledger
    }

    #[test]
    fn the_bar_shows_stocks_and_incomes() {
        let row = bar_row(&ledger(), (3, 0), &[]);
        let words: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
        assert_eq!(words[..6], ["1,940", "+40", "75", "+25", "0", "+0"]);
        let icons: Vec<Icon> = row.cells.iter().filter_map(|cell| cell.icon).collect();
        assert_eq!(icons, [Icon::Money, Icon::Resources, Icon::Rare, Icon::Planet]);
        assert_eq!(row.cells.len(), 8, "no yard is idle");
        assert_eq!(bar_row(&ledger(), (3, 2), &[]).cells.len(), 9);
    }

    #[test]
    fn before_the_first_economy_tick_nothing_is_foretold() {
        let fresh = Ledger::opened(Amount { money: 5, resources: 0, rare: 0 });
        assert_eq!(bar_row(&fresh, (1, 0), &[]).cells.len(), 4);
        assert_eq!(part_rows(None).len(), 1);
    }

    #[test]
    fn the_parts_name_every_source_that_did_something() {
        let ledger = ledger();
        let rows = part_rows(ledger.history().next_back());
        assert_eq!(rows.len(), 4, "heads, planets, construction, total");
        assert_eq!(rows[1].cells[0].words, "Planets");
        let total = columns(Amount { money: -60, resources: 25, rare: 0 });
        assert_eq!(rows[3], part_row("Total", STRONG, total));
    }
}
