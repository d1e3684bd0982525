//! The list of the player's own planets, below the treasury.
//!
//! - Enters: what the player owns and what it brings, and where the pointer is.
//! - Leaves: a row for each body with what it brings, how many of its yards are idle and who has landed
//!   there, and what all of them come to; a row for each landing of the player's; a press of a row looks
//!   there.
//! - Must never: list what is not the player's, or tell a sum without its parts.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::deeds::Deed;
use super::gather::Estate;
use super::rows::{Cell, Row, Rows};
use super::words::{cut, signed};
use crate::client::frame::Beat;
use crate::client::scene::invasions::{Invasion, Stake, known};
use crate::client::settings::Settings;
use crate::client::settings::actions::{Action, Binding};
use crate::client::settings::key_words::first_key;
use crate::client::widgets::theme::{PANEL, QUIET, STRONG, WORDS};
use crate::client::worlds::Kept;
use crate::rules::economy::IncomeNumbers;
use crate::sim::economy::Gain;
use crate::sim::ids::BodyId;
use crate::sim::world::money::{Amount, PlanetBooks, income};

/// Seconds for which the list stays when the pointer has left it, so that it can be reached from the bar.
const LINGER_SECONDS: f64 = 0.4;
/// The most bodies that are listed.
const MOST_LISTED: usize = 24;
/// Letters that the name of a body gets.
const NAME_LETTERS: usize = 17;

/// Marks the list.
#[derive(Component)]
pub struct PlanetList;

/// Spawns the list, hidden.
pub fn spawn_list(mut commands: Commands) {
    let middle = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top: px(32),
        justify_content: JustifyContent::Center,
        ..default()
    };
    let inner = Node {
        padding: UiRect::axes(px(12), px(6)),
        flex_direction: FlexDirection::Column,
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    commands.spawn((
        middle,
        Pickable::IGNORE,
        GlobalZIndex(6),
        children![(
            PlanetList,
            Rows::default(),
            RelativeCursorPosition::default(),
            inner,
            BackgroundColor(PANEL.with_alpha(0.95)),
            Visibility::Hidden
        )],
    ));
}

/// Shows the list while the pointer rests on the button that tells how many planets there are, or on the list
/// itself, and writes it.
pub fn write_list(
    mut commands: Commands,
    estate: Estate,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    buttons: Query<(&Interaction, &Deed)>,
    list: Single<(Entity, &RelativeCursorPosition, &mut Visibility, &mut Rows), With<PlanetList>>,
    mut last_there: Kept<Option<f64>>,
    mut beat: Kept<Beat>,
) {
    let last_there = last_there.now();
    let beat = beat.now();
    let (list, cursor, mut visibility, mut rows) = list.into_inner();
    let now = time.elapsed_secs_f64();
    let was_open = *visibility != Visibility::Hidden;
    let is_on_button = buttons
        .iter()
        .any(|(interaction, deed)| *deed == Deed::NextPlanet && *interaction != Interaction::None);
    if is_on_button || (was_open && cursor.cursor_over()) {
        *last_there = Some(now);
    }
    let is_open = last_there.is_some_and(|last| now - last < LINGER_SECONDS);
    visibility.set_if_neq(if is_open { Visibility::Inherited } else { Visibility::Hidden });
    if is_open && (beat.is_due(now) || !was_open) {
        let (entries, tax) = (entries(&estate), total_tax(&estate));
        let mut wanted = list_rows(&entries, tax, &settings.keys);
        mark_invasions(&mut wanted, &known(&estate.view(), estate.me(), &estate.colors), |body| {
            estate.body_name(body)
        });
        rows.show(&mut commands, list, wanted);
    }
}

/// A body of the player's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    body: BodyId,
    name: String,
    /// What it brings before the organisation tax.
    gain: Amount,
    yards: usize,
    idle_yards: usize,
}

/// The player's bodies, in the order of the sky.
fn entries(estate: &Estate) -> Vec<Entry> {
    let economy = estate.economy();
    let yards = economy.yards();
    let entry = |body: BodyId| {
        let here = || yards.iter().filter(move |yard| yard.structure.body == body);
        // The tax is that of all bodies together, and has a row of its own.
        let gain = Gain::of(&economy.books(body), economy.upkeep_at(body), 1, rules(estate));
        Entry {
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

/// A row for each body, then what all of them come to.
fn list_rows(entries: &[Entry], tax: Amount, bindings: &[Binding]) -> Vec<Row> {
    if entries.is_empty() {
        return vec![Row::words("You hold no planet: build something at one of nobody's", QUIET)];
    }
    let kinds = format!("{:>8}{:>10}{:>6}", "money", "resources", "rare");
    let heads = format!("{:<NAME_LETTERS$}{kinds}  yards", "your planets");
    let mut rows = vec![Row::words(heads, STRONG)];
    rows.extend(entries.iter().take(MOST_LISTED).map(entry_row));
    if entries.len() > MOST_LISTED {
        rows.push(Row::words(format!("and {} more", entries.len() - MOST_LISTED), QUIET));
    }
    if !tax.is_zero() {
        rows.push(Row::words(amount_columns("organisation tax", tax), WORDS));
    }
    let sum = entries.iter().fold(tax, |sum, entry| sum.plus(entry.gain));
    rows.push(Row::words(amount_columns("together", sum), STRONG));
    let next = first_key(Action::NextPlanet, bindings);
    let words = format!("each economy tick, without ships; a click looks there, {next} at the next");
    rows.push(Row::words(words, QUIET));
    rows
}

/// Puts what is known of invasions behind the rows of their bodies, and a row for each landing of the
/// player's at the end.
fn mark_invasions<'a>(rows: &mut Vec<Row>, invasions: &[Invasion], name_of: impl Fn(BodyId) -> &'a str) {
    for invasion in invasions {
        let (look, words) = (Deed::LookAt(invasion.body), invasion.words());
        match invasion.stake {
            Stake::Invaded => {
                let leads_to = |row: &Row| row.0.first().and_then(|cell| cell.deed.clone());
                if let Some(row) = rows.iter_mut().find(|row| leads_to(row).as_ref() == Some(&look)) {
                    row.0.push(Cell::label(format!("! {words}"), invasion.color));
                }
            }
            Stake::Landed => {
                let words = format!("{}: {words}", name_of(invasion.body));
                rows.push(Row(vec![Cell::button(words, look).colored(invasion.color).wide()]));
            }
            Stake::Foreign => {}
        }
    }
}

/// A button that looks at a body.
fn entry_row(entry: &Entry) -> Row {
    let yards = match (entry.yards, entry.idle_yards) {
        (0, _) => String::new(),
        (yards, 0) => yards.to_string(),
        (yards, idle) => format!("{yards}, {idle} idle"),
    };
    let name = cut(&entry.name, NAME_LETTERS - 1);
    let words = format!("{}  {yards}", amount_columns(&name, entry.gain));
    let color = if entry.idle_yards > 0 { STRONG } else { WORDS };
    Row(vec![Cell::button(words, Deed::LookAt(entry.body)).colored(color).wide()])
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

    fn entry(body: BodyId, name: &str, money: i64, idle_yards: usize) -> Entry {
        let gain = Amount { money, resources: 5, rare: 0 };
        Entry { body, name: name.to_owned(), gain, yards: 2, idle_yards }
    }

    #[test]
    fn every_planet_has_a_row_that_looks_there() {
        let tax = Amount { money: -10, ..Amount::ZERO };
        let rows = list_rows(&[entry(BodyId(3), "Earth", 40, 0), entry(BodyId(4), "Mars", -2, 1)], tax, &[]);
        assert_eq!(rows.len(), 6, "heads, two bodies, tax, together, and what is not in it");
        assert_eq!(rows[1].0[0].deed, Some(Deed::LookAt(BodyId(3))));
        assert!(rows[1].0[0].words.starts_with("Earth "), "{rows:?}");
        assert!(rows[1].0[0].words.ends_with("  2"), "{rows:?}");
        assert!(rows[2].0[0].words.ends_with("  2, 1 idle"), "{rows:?}");
        let together = amount_columns("together", Amount { money: 28, resources: 10, rare: 0 });
        assert_eq!(rows[4].0[0].words, together, "the sum of what is listed");
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
            &[],
        );
        let count = rows.len();
        let all = [
            invasion(BodyId(4), Stake::Invaded),
            invasion(BodyId(7), Stake::Landed),
            invasion(BodyId(8), Stake::Foreign),
        ];
        mark_invasions(&mut rows, &all, |_| "Ceres");
        assert_eq!(rows.len(), count + 1, "one row more, for one's own landing");
        assert_eq!((rows[1].0.len(), rows[2].0.len()), (1, 2));
        assert_eq!(rows[2].0[1].words, "! invaded: 120 against 300");
        let landing = &rows[count].0[0];
        assert_eq!(landing.words, "Ceres: your landing: 120 against 300");
        assert_eq!(landing.deed, Some(Deed::LookAt(BodyId(7))));
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let rows = list_rows(&[entry(BodyId(3), "Earth", 40, 0)], Amount::ZERO, &[]);
        let heads = &rows[0].0[0].words;
        let end_of = |words: &str, part: &str| words.find(part).map(|at| at + part.len());
        assert_eq!(end_of(heads, "money"), end_of(&rows[1].0[0].words, "+40"));
        assert_eq!(end_of(heads, "resources"), end_of(&rows[1].0[0].words, "+5"));
        assert_eq!(rows.len(), 4, "the first planet is free of tax");
    }

    #[test]
    fn long_lists_end_and_empty_ones_say_so() {
        let many: Vec<Entry> = (0..30).map(|body| entry(BodyId(body), "Rock", 1, 0)).collect();
        let rows = list_rows(&many, Amount::ZERO, &[]);
        assert_eq!(rows.len(), 1 + MOST_LISTED + 1 + 2);
        assert!(rows[1 + MOST_LISTED].0[0].words.starts_with("and 6 more"));
        assert_eq!(list_rows(&[], Amount::ZERO, &[]).len(), 1);
    }
}
