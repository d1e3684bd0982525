//! The list of the player's own planets, below the treasury.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::Subject;
use super::deeds::{Cell, PanelDeed, Row, Rows};
use super::gather::Estate;
use super::words::{cut, signed};
use crate::client::frame::Beat;
use crate::client::scene::invasions::{Invasion, Stake, known};
use crate::client::settings::{Action, Actions};
use crate::client::widgets::{PANEL, QUIET, STRONG, WORDS, band, spawn_scroll};
use crate::client::worlds::Kept;
use crate::rules::economy::IncomeNumbers;
use crate::sim::economy::Gain;
use crate::sim::world::money::{Amount, income};
use crate::sim::{BodyId, PlanetBooks};

/// Seconds for which the list stays after the pointer has left it, so that it can be reached from the bar.
const LINGER_SECONDS: f64 = 0.4;
/// Seconds for which it stays after the key for the next planet.
const KEY_SECONDS: f64 = 3.0;
/// Room for the name of a body with its mark, letters.
const NAME_LETTERS: usize = 19;
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
    let middle = commands.spawn((band(px(32), auto()), GlobalZIndex(6))).id();
    let plate = Node {
        max_height: vh(70),
        padding: UiRect::axes(px(12), px(6)),
        flex_direction: FlexDirection::Column,
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let plate = commands
        .spawn((
            (PlanetList, plate, RelativeCursorPosition::default()),
            (BackgroundColor(PANEL.with_alpha(0.95)), Visibility::Hidden, ChildOf(middle)),
        ))
        .id();
    let rows = spawn_scroll(&mut commands, plate, (PlanetListRows, Rows::default()));
    commands.entity(rows).entry::<Node>().and_modify(|mut node| node.row_gap = px(0));
}

/// Shows the list while the pointer rests on the button with the number of planets, or on the list itself, and for
/// a while after the key for the next planet; and writes it.
pub fn write_list(
    mut commands: Commands,
    estate: Estate,
    subject: Res<Subject>,
    actions: Actions,
    time: Res<Time<Real>>,
    buttons: Query<(&Hovered, &PanelDeed)>,
    list: Single<(&RelativeCursorPosition, &mut Visibility), With<PlanetList>>,
    rows: Single<(Entity, &mut Rows), With<PlanetListRows>>,
    mut open_until: Kept<f64>,
    mut beat: Kept<Beat>,
) {
    let (open_until, beat) = (open_until.now(), beat.now());
    let (cursor, mut visibility) = list.into_inner();
    let (column, mut rows) = rows.into_inner();
    let now = time.elapsed_secs_f64();
    let was_open = *visibility != Visibility::Hidden;
    let is_on_button = buttons.iter().any(|(hovered, deed)| *deed == PanelDeed::NextPlanet && hovered.get());
    if is_on_button || (was_open && cursor.cursor_over()) {
        *open_until = open_until.max(now + LINGER_SECONDS);
    }
    let is_called = actions.just_pressed(&Action::NextPlanet);
    if is_called {
        *open_until = now + KEY_SECONDS;
    }
    let is_open = now < *open_until;
    visibility.set_if_neq(if is_open { Visibility::Inherited } else { Visibility::Hidden });
    if is_open && (beat.is_due(now) || !was_open || is_called) {
        let (entries, tax) = (entries(&estate), total_tax(&estate));
        let mut wanted = list_rows(&entries, tax, subject.0);
        mark_invasions(&mut wanted, &known(&estate.view(), estate.me(), &estate.colors), |body| {
            estate.body_name(body)
        });
        rows.show(&mut commands, column, wanted);
    }
}

/// A body of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedBody {
    body: BodyId,
    name: String,
    /// Profit before the organisation tax.
    gain: Amount,
    yards: usize,
    idle_yards: usize,
}

/// The player's bodies, in the order of the sky.
fn entries(estate: &Estate) -> Vec<ListedBody> {
    let economy = estate.economy();
    let yards = economy.yards();
    let entry = |body: BodyId| {
        let here = || yards.iter().filter(move |yard| yard.structure.body == body);
        // The tax is for all bodies together, and has its own row.
        let gain = Gain::of(&economy.books(body), economy.upkeep_at(body), 1, rules(estate));
        ListedBody {
            body,
            name: estate.body_name(body).to_owned(),
            gain: gain.before_tax(),
            yards: here().count(),
            idle_yards: here().filter(|yard| yard.yard.queue.is_empty()).count(),
        }
    };
    estate.own_bodies().into_iter().map(entry).collect()
}

fn rules<'a>(estate: &'a Estate) -> &'a IncomeNumbers {
    &estate.rules.0.income
}

/// The organisation tax on all of the player's bodies.
fn total_tax(estate: &Estate) -> Amount {
    let books: Vec<PlanetBooks> =
        estate.own_bodies().into_iter().map(|body| estate.economy().books(body)).collect();
    Amount::ZERO.minus(Amount::from(income(&books, rules(estate)).tax))
}

/// A row for each body, then their sum.
fn list_rows(entries: &[ListedBody], tax: Amount, present: Option<BodyId>) -> Vec<Row> {
    if entries.is_empty() {
        return vec![Row::words("You hold no planet: build something at one without an owner", QUIET)];
    }
    let kinds = format!("{:>8}{:>10}{:>6}", "money", "resources", "rare");
    let heads = format!("{:<NAME_LETTERS$}{kinds}  yards", "  your planets");
    let mut rows = vec![Row::words(heads, STRONG)];
    rows.extend(entries.iter().map(|entry| entry_row(entry, present == Some(entry.body))));
    if !tax.is_zero() {
        rows.push(Row::words(amount_columns("  organisation tax", tax), WORDS));
    }
    let sum = entries.iter().fold(tax, |sum, entry| sum.plus(entry.gain));
    rows.push(Row::words(amount_columns("  together", sum), STRONG));
    rows.push(Row::words("per economy tick, without ships; a click looks there", QUIET));
    rows
}

/// Adds the known facts of invasions to the rows of their bodies, and a row for each landing of the player at the
/// end.
fn mark_invasions<'a>(rows: &mut Vec<Row>, invasions: &[Invasion], name_of: impl Fn(BodyId) -> &'a str) {
    for invasion in invasions {
        let (look, words) = (PanelDeed::LookAt(invasion.body), invasion.words());
        match invasion.stake {
            Stake::Invaded => {
                let leads_to = |row: &Row| row.cells.first().and_then(|cell| cell.press.clone());
                if let Some(row) = rows.iter_mut().find(|row| leads_to(row).as_ref() == Some(&look)) {
                    row.cells.push(Cell::label(format!("! {words}"), invasion.color));
                }
            }
            Stake::Landed => {
                let words = format!("{}: {words}", name_of(invasion.body));
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
    let name = cut(&format!("{mark}{}", entry.name), NAME_LETTERS - 1);
    let words = format!("{}  {yards}", amount_columns(&name, entry.gain));
    let color = if entry.idle_yards > 0 { STRONG } else { WORDS };
    Row::of(vec![Cell::button(words, PanelDeed::LookAt(entry.body)).colored(color).wide()])
}

/// A name and an amount in the columns of the list.
fn amount_columns(name: &str, amount: Amount) -> String {
    let column = |value: i64| if value == 0 { String::new() } else { signed(value) };
    let Amount { money, resources, rare } = amount;
    format!("{name:<NAME_LETTERS$}{:>8}{:>10}{:>6}", column(money), column(resources), column(rare))
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
        assert_eq!(rows.len(), 6, "heads, two bodies, tax, together, and what is not in it");
        assert_eq!(rows[1].cells[0].press, Some(PanelDeed::LookAt(BodyId(3))));
        assert!(rows[1].cells[0].words.starts_with("  Earth "), "{rows:?}");
        assert!(rows[1].cells[0].words.ends_with("  2"), "{rows:?}");
        assert!(rows[2].cells[0].words.ends_with("  2, 1 idle"), "{rows:?}");
        let together = amount_columns("  together", Amount { money: 28, resources: 10, rare: 0 });
        assert_eq!(rows[4].cells[0].words, together, "the sum of what is listed");
    }

    #[test]
    fn invasions_are_marked_in_the_list() {
        let invasion = |body: BodyId, stake: Stake| {
            let strengths = "120 against 300".to_owned();
            Invasion { body, stake, strengths, color: STRONG }
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
        mark_invasions(&mut rows, &all, |_| "Ceres");
        assert_eq!(rows.len(), count + 1, "one row more, for one's own landing");
        assert_eq!((rows[1].cells.len(), rows[2].cells.len()), (1, 2));
        assert_eq!(rows[2].cells[1].words, "! invaded: 120 against 300");
        let landing = &rows[count].cells[0];
        assert_eq!(landing.words, "Ceres: your landing: 120 against 300");
        assert_eq!(landing.press, Some(PanelDeed::LookAt(BodyId(7))));
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let rows = list_rows(&[entry(BodyId(3), "Earth", 40, 0)], Amount::ZERO, None);
        let heads = &rows[0].cells[0].words;
        let end_of = |words: &str, part: &str| words.find(part).map(|at| at + part.len());
        assert_eq!(end_of(heads, "money"), end_of(&rows[1].cells[0].words, "+40"));
        assert_eq!(end_of(heads, "resources"), end_of(&rows[1].cells[0].words, "+5"));
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
