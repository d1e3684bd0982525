//! The list of the player's own planets, below the button with their number.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::Subject;
use super::actions::{Cell, PanelAction, Row, Rows};
use super::gather::PlanetData;
use super::words::{OVEREXTENSION, per_minute, signed};
use crate::client::frame::{PollTimer, visible_if};
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::scene::invasions::{Invasion, Stake, known};
use crate::client::settings::{Action, Actions};
use crate::client::widgets::panel::panel;
use crate::client::widgets::{QUIET, STRONG, TITLE, WORDS, spawn_scroll};
use crate::client::worlds::Kept;
use crate::rules::economy::IncomeNumbers;
use crate::sim::economy::Gain;
use crate::sim::world::money::{Amount, income};
use crate::sim::{BodyId, PlanetBooks};

/// Seconds for which the list stays after the pointer has left it, so that it can be reached from the bar.
const LINGER_SECONDS: f64 = 0.4;
/// Seconds for which it stays after the key for the next planet.
const KEY_SECONDS: f64 = 3.0;
/// Width of the list, pixels.
const WIDTH: f32 = 520.0;
/// Heads of the columns behind the names, and their widths, pixels.
const COLUMNS: [(&str, f32); 4] = [("Money", 62.0), ("Resources", 84.0), ("Rare", 50.0), ("Yards", 76.0)];
/// Marks before the name of the panel's subject, and before other names.
const MARKS: (&str, &str) = ("> ", "  ");

/// Marks the list.
#[derive(Component)]
pub struct PlanetList;

/// Marks the column of its rows.
#[derive(Component)]
pub struct PlanetListRows;

/// Spawns the list, hidden.
pub fn spawn_list(mut commands: Commands) {
    let plate = (PlanetList, RelativeCursorPosition::default(), Visibility::Hidden, GlobalZIndex(7));
    let plate = commands.spawn((panel(px(WIDTH)), plate)).id();
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        node.position_type = PositionType::Absolute;
        node.right = px(0);
        node.top = px(TOP_BAR);
        node.max_height = vh(70);
    });
    let rows = spawn_scroll(&mut commands, plate, (PlanetListRows, Rows::default()));
    commands.entity(rows).entry::<Node>().and_modify(|mut node| node.row_gap = px(0));
}

/// Shows the list while the pointer rests on the button with the number of planets, or on the list itself, and for
/// a while after the key for the next planet; and writes it.
pub fn write_list(
    mut commands: Commands,
    planet_data: PlanetData,
    subject: Res<Subject>,
    actions: Actions,
    time: Res<Time<Real>>,
    buttons: Query<(&Hovered, &PanelAction)>,
    list: Single<(&RelativeCursorPosition, &mut Visibility), With<PlanetList>>,
    rows: Single<(Entity, &mut Rows), With<PlanetListRows>>,
    mut open_until: Kept<f64>,
    mut beat: Kept<PollTimer>,
) {
    let (open_until, beat) = (open_until.now(), beat.now());
    let (cursor, mut visibility) = list.into_inner();
    let (column, mut rows) = rows.into_inner();
    let now = time.elapsed_secs_f64();
    let was_open = *visibility != Visibility::Hidden;
    let is_on_button =
        buttons.iter().any(|(hovered, deed)| *deed == PanelAction::NextPlanet && hovered.get());
    if is_on_button || (was_open && cursor.cursor_over()) {
        *open_until = open_until.max(now + LINGER_SECONDS);
    }
    // A spectator has no planets to list.
    let is_player = planet_data.economy().ledger().is_some();
    let is_called = is_player && actions.just_pressed(&Action::NextPlanet);
    if is_called {
        *open_until = now + KEY_SECONDS;
    }
    let is_open = now < *open_until;
    visibility.set_if_neq(visible_if(is_open));
    if is_open && (beat.is_due(now) || !was_open || is_called) {
        let (entries, tax) = (entries(&planet_data), total_tax(&planet_data));
        let mut wanted = list_rows(&entries, tax, subject.0);
        mark_invasions(
            &mut wanted,
            &known(&planet_data.view(), planet_data.me(), &planet_data.colors),
            |body| planet_data.almanac().body_name(body),
        );
        rows.show(&mut commands, column, wanted);
    }
}

/// A body of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedBody {
    body: BodyId,
    name: String,
    /// Profit of a minute before the organisation tax.
    gain: Amount,
    yards: usize,
    idle_yards: usize,
}

/// The player's bodies, in the order of the sky.
fn entries(planet_data: &PlanetData) -> Vec<ListedBody> {
    let economy = planet_data.economy();
    let yards = economy.yards();
    let entry = |body: BodyId| {
        let here = || yards.iter().filter(move |yard| yard.structure.body == body);
        // The tax is for all bodies together, and has its own row.
        let gain = Gain::of(&economy.books(body), economy.upkeep_at(body), 1, rules(planet_data));
        ListedBody {
            body,
            name: planet_data.almanac().body_name(body),
            gain: per_minute(gain.before_tax(), economy.tick_s()),
            yards: here().count(),
            idle_yards: here().filter(|yard| yard.yard.queue.is_empty()).count(),
        }
    };
    planet_data.own_bodies().into_iter().map(entry).collect()
}

fn rules<'a>(planet_data: &'a PlanetData) -> &'a IncomeNumbers {
    &planet_data.rules.0.income
}

/// The organisation tax of a minute on all of the player's bodies.
fn total_tax(planet_data: &PlanetData) -> Amount {
    let books: Vec<PlanetBooks> =
        planet_data.own_bodies().into_iter().map(|body| planet_data.economy().books(body)).collect();
    let tax = Amount::from(income(&books, rules(planet_data)).tax);
    per_minute(Amount::ZERO.minus(tax), planet_data.economy().tick_s())
}

/// A row for each body, then their sum.
fn list_rows(entries: &[ListedBody], tax: Amount, present: Option<BodyId>) -> Vec<Row> {
    if entries.is_empty() {
        return vec![Row::words("No planets: land troopers on one, or build at an unclaimed moon", QUIET)];
    }
    let heads = COLUMNS.map(|(head, _)| head.to_owned());
    let mut rows = vec![row_of(Cell::words("Your planets", TITLE), heads, TITLE)];
    rows.extend(entries.iter().map(|entry| entry_row(entry, present == Some(entry.body))));
    if !tax.is_zero() {
        let name = Cell::words("Overextension", WORDS).with_tip(OVEREXTENSION);
        rows.push(row_of(name, columns(tax, String::new()), WORDS));
    }
    let sum = entries.iter().fold(tax, |sum, entry| sum.plus(entry.gain));
    rows.push(row_of(Cell::words("Total", TITLE), columns(sum, String::new()), TITLE));
    rows.push(Row::words("A minute, without ship upkeep. Click a row to go there.", QUIET));
    rows
}

/// Puts what is known of invasions below the rows of their bodies, and a row for each landing of the player's at
/// the end.
fn mark_invasions(rows: &mut Vec<Row>, invasions: &[Invasion], name_of: impl Fn(BodyId) -> String) {
    for invasion in invasions {
        let (look, words) = (PanelAction::LookAt(invasion.body), invasion.words());
        match invasion.stake {
            Stake::Invaded => {
                let leads_to = |row: &Row| row.cells.first().and_then(|cell| cell.press.clone());
                if let Some(row) = rows.iter().position(|row| leads_to(row).as_ref() == Some(&look)) {
                    rows.insert(row + 1, Row::words(format!("  ! {words}"), invasion.color));
                }
            }
            Stake::Landed => {
                let words = format!("{} · {words}", name_of(invasion.body));
                rows.push(Row::of(vec![Cell::button(words, look).colored(invasion.color).wide()]));
            }
            Stake::Foreign => {}
        }
    }
}

/// A button that focuses a body; `is_present`: whether it is the panel's subject.
fn entry_row(entry: &ListedBody, is_present: bool) -> Row {
    let yards = match (entry.yards, entry.idle_yards) {
        (0, _) => String::new(),
        (yards, 0) => yards.to_string(),
        (yards, idle) => format!("{yards}, {idle} idle"),
    };
    let mark = if is_present { MARKS.0 } else { MARKS.1 };
    let color = if entry.idle_yards > 0 { STRONG } else { WORDS };
    let name = Cell::button(format!("{mark}{}", entry.name), PanelAction::LookAt(entry.body));
    row_of(name.colored(color).wide(), columns(entry.gain, yards), color)
}

/// What stands in the columns behind a name.
fn columns(amount: Amount, yards: String) -> [String; 4] {
    let words = |value: i64| if value == 0 { String::new() } else { signed(value) };
    let Amount { money, resources, rare } = amount;
    [words(money), words(resources), words(rare), yards]
}

/// A name, and words in the columns behind it.
fn row_of(name: Cell, words: [String; 4], color: Color) -> Row {
    let behind = words.into_iter().zip(COLUMNS).map(|(words, (_, width))| Cell::column(words, color, width));
    Row::of([name].into_iter().chain(behind).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(body: BodyId, name: &str, money: i64, idle_yards: usize) -> ListedBody {
        let gain = Amount { money, resources: 5, rare: 0 };
        ListedBody { body, name: name.to_owned(), gain, yards: 2, idle_yards }
    }

    #[test]
    fn every_planet_has_a_row_that_looks_there() {
        let tax = Amount { money: -10, ..Amount::ZERO };
        let rows = list_rows(&[entry(BodyId(3), "Earth", 40, 0), entry(BodyId(4), "Mars", -2, 1)], tax, None);
        assert_eq!(rows.len(), 6, "heads, two bodies, overextension, total, and what is not in it");
        assert_eq!(rows[1].cells[0].press, Some(PanelAction::LookAt(BodyId(3))));
        let words = |row: &Row| row.cells.iter().map(|cell| cell.words.clone()).collect::<Vec<String>>();
        assert_eq!(words(&rows[1]), ["  Earth", "+40", "+5", "", "2"]);
        assert_eq!(words(&rows[2]), ["  Mars", "-2", "+5", "", "2, 1 idle"]);
        assert_eq!(words(&rows[4]), ["Total", "+28", "+10", "", ""], "the sum of what is listed");
    }

    #[test]
    fn invasions_are_marked_in_the_list() {
        let invasion = |body: BodyId, stake: Stake| {
            let strengths = "120 against 300".to_owned();
            let (defending, invaders, share) = (QUIET, 300.0, 0.7);
            Invasion { body, stake, strengths, color: STRONG, defending, invaders, share }
        };
        let mut rows = list_rows(
            &[entry(BodyId(3), "Earth", 40, 0), entry(BodyId(4), "Mars", -2, 1)],
            Amount::ZERO,
            None,
        );
        let count = rows.len();
        let all = [
            invasion(BodyId(4), Stake::Invaded),
            invasion(BodyId(7), Stake::Landed),
            invasion(BodyId(8), Stake::Foreign),
        ];
        mark_invasions(&mut rows, &all, |_| "Ceres".to_owned());
        assert_eq!(rows.len(), count + 2, "one below the invaded body, and one for one's own landing");
        assert_eq!(rows[3].cells[0].words, "  ! Invaded: 120 against 300");
        let landing = &rows[count + 1].cells[0];
        assert_eq!(landing.words, "Ceres · Your landing: 120 against 300");
        assert_eq!(landing.press, Some(PanelAction::LookAt(BodyId(7))));
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let rows = list_rows(&[entry(BodyId(3), "Earth", 40, 0)], Amount::ZERO, None);
        let widths = |row: &Row| row.cells.iter().map(|cell| cell.column).collect::<Vec<f32>>();
        assert_eq!(widths(&rows[0]), widths(&rows[1]));
        assert_eq!(rows.len(), 4, "the first planet is free of tax");
    }

    #[test]
    fn all_planets_are_listed_and_the_present_one_is_marked() {
        let many: Vec<ListedBody> = (0..30).map(|body| entry(BodyId(body), "Rock", 1, 0)).collect();
        let rows = list_rows(&many, Amount::ZERO, Some(BodyId(2)));
        assert_eq!(rows.len(), 1 + many.len() + 2);
        let marked: Vec<usize> =
            (0..rows.len()).filter(|row| rows[*row].cells[0].words.starts_with("> ")).collect();
        assert_eq!(marked, [3]);
        assert_eq!(list_rows(&[], Amount::ZERO, None).len(), 1);
    }
}
