//! The rows of planets, fleets, groups and contacts: each is a button with columns at its right.

use bevy::prelude::*;

use super::OutlinerAction;
use super::entries::{ContactEntry, FleetEntry, Gone, GroupEntry, LandingEntry, PlanetEntry};
use super::gather::SPACE;
use crate::client::frame::capital;
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::planet::words::{amount_words, gain_color, percent, signed};
use crate::client::hud::selection::summary::IDLE;
use crate::client::view::FocusTarget;
use crate::client::widgets::rows::SIGN_ROOM;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{ACCENT, Cell, Column, Icon, LOSS, QUIET, Row, STRONG, WORDS};
use crate::level::counted;
use crate::sim::world::money::Amount;

/// Width of the words at the right of a row, pixels.
pub(super) const STATE_WIDTH: f32 = 84.0;
/// Width of the words about the yards of a planet, pixels: the longest class and its progress are shown whole.
pub(super) const YARDS_WIDTH: f32 = 104.0;
/// The least unrest that is shown, a share.
const LEAST_UNREST: f64 = 0.01;
/// Width of a number of ships, pixels.
pub(super) const COUNT_WIDTH: f32 = 26.0;
/// Width of the name of a fleet before its number of ships, pixels.
const NAME_WIDTH: f32 = 156.0;

/// A cell of the outliner.
pub(super) type OutlinerCell = Cell<OutlinerAction>;
/// A row of the outliner.
pub(super) type OutlinerRow = Row<OutlinerAction>;

/// The row of a planet.
pub(super) fn planet_row(entry: &PlanetEntry, color: Color) -> OutlinerRow {
    let look = OutlinerAction::Look(FocusTarget::Body(entry.body));
    let yards = yards_column(entry);
    let taken = if yards.is_some() { YARDS_WIDTH } else { 0.0 };
    let name = cut_to_width(&entry.name, NAME_WIDTH + COUNT_WIDTH - taken, SMALL_PIXELS);
    let color = if entry.gone.is_none() { color } else { QUIET };
    let button = Cell::button(name, look).with_icon(Icon::Planet).colored(color);
    let (state, state_color) = planet_state(entry);
    let columns = yards.into_iter().chain([state_column(&state, state_color)]).collect();
    let button = button.with_tip(planet_tip(entry));
    let is_idle = entry.gone.is_none() && entry.idle_yards > 0;
    let idle = OutlinerAction::IdleYard(entry.body);
    let button = if is_idle { button.with_column_press(0, idle) } else { button };
    named_row(barred_if(entry.gone, button), columns)
}

/// What presses at a planet, or else its income of a minute.
fn planet_state(entry: &PlanetEntry) -> (String, Color) {
    if let Some(gone) = entry.gone {
        return (gone.word.to_owned(), QUIET);
    }
    if entry.is_invaded {
        return ("Invaded".to_owned(), LOSS);
    }
    if entry.unrest >= LEAST_UNREST {
        return (format!("Unrest {}", percent(entry.unrest)), STRONG);
    }
    let Amount { money, resources, rare } = entry.income;
    // A planet that brings no money may bring something else.
    let kinds = [(money, "/min"), (rare, " rare"), (resources, " resources")];
    let (value, unit) = kinds.into_iter().find(|(value, _)| *value != 0).unwrap_or(kinds[0]);
    (format!("{}{unit}", signed(value)), gain_color(value))
}

/// What the yards of a planet do: those that are idle, or else what the first one builds. `None` without yards.
fn yards_column(entry: &PlanetEntry) -> Option<Column> {
    let (words, color) = match (entry.idle_yards, entry.building.first()) {
        _ if entry.gone.is_some() => return None,
        (0, job) => (capital(job?), QUIET),
        (1, _) => ("Idle yard".to_owned(), STRONG),
        (yards, _) => (format!("{yards} idle yards"), STRONG),
    };
    Some(column(&words, color, YARDS_WIDTH))
}

/// All about a planet: its whole income, its unrest, and what each of its yards does.
fn planet_tip(entry: &PlanetEntry) -> String {
    if let Some(gone) = entry.gone {
        return gone_tip(&entry.name, gone);
    }
    let mut parts = match entry.income {
        income if income.is_zero() => vec!["no income".to_owned()],
        income => vec![format!("{} a minute after overextension", amount_words(income))],
    };
    if entry.unrest >= LEAST_UNREST {
        parts.push(format!("unrest {}", percent(entry.unrest)));
    }
    if entry.idle_yards > 0 {
        parts.push(counted(entry.idle_yards, "idle yard"));
    }
    parts.extend(entry.building.iter().cloned());
    let yards = if entry.idle_yards > 0 { "; on the idle yards: open their page" } else { "" };
    format!("{}: {}. Click: look there{yards}.", entry.name, parts.join(", "))
}

/// The tip of a thing that is gone.
fn gone_tip(name: &str, gone: Gone) -> String {
    format!("{name}: {}.", gone.word.to_lowercase())
}

/// The tip of ships that are gone. Who presses their row is about to order them: no others may get that order.
fn gone_ships_tip(name: &str, gone: Gone) -> String {
    format!("{} Click: clear the selection.", gone_tip(name, gone))
}

/// The row of a fleet.
pub(super) fn fleet_row(entry: &FleetEntry, color: Color) -> OutlinerRow {
    let group = entry.group.map_or_else(String::new, |number| format!("{number}  "));
    let name = cut_to_width(&format!("{group}{}", entry.name), NAME_WIDTH, SMALL_PIXELS);
    let state = match (entry.gone, &entry.goal) {
        (Some(gone), _) => state_column(gone.word, QUIET),
        (None, Some((sign, goal))) => {
            let goal = cut_to_width(goal, STATE_WIDTH - SIGN_ROOM, SMALL_PIXELS);
            Column { icon: Some(*sign), ..state_column(&goal, WORDS) }
        }
        (None, None) if !entry.task.is_empty() => state_column(&entry.task, WORDS),
        (None, None) if entry.place.is_empty() => state_column(&capital(IDLE), QUIET),
        (None, None) => state_column(&entry.place, QUIET),
    };
    let place = if entry.place.is_empty() { String::new() } else { format!(" at {}", entry.place) };
    let task = if entry.task.is_empty() { IDLE } else { entry.task.as_str() };
    let ships = counted(entry.ships, "ship");
    let tip = match entry.gone {
        None => format!("{}, {ships}{place}: {task}. Click: select; again: look there.", entry.name),
        Some(gone) => gone_ships_tip(&entry.name, gone),
    };
    let color = ships_color(entry.gone.is_some(), entry.is_selected, color);
    let press = OutlinerAction::Fleet(entry.fleet);
    let button = Cell::button(name, press).with_shape(entry.mark.clone()).colored(color).with_tip(tip);
    let button = button.chosen_if(entry.gone.is_none() && entry.is_selected);
    named_row(button, vec![(entry.ships.to_string(), COUNT_WIDTH).into(), state])
}

/// The row of a control group.
pub(super) fn group_row(entry: &GroupEntry, color: Color) -> OutlinerRow {
    let GroupEntry { number, fleets, place, is_selected, gone, .. } = entry;
    let name = cut_to_width(&format!("{number}  {fleets}"), NAME_WIDTH, SMALL_PIXELS);
    let state = match (gone, place.is_empty()) {
        (Some(gone), _) => gone.word,
        (None, true) => SPACE,
        (None, false) => place.as_str(),
    };
    let at = if place.is_empty() { String::new() } else { format!(", at {place}") };
    let tip = match gone {
        Some(gone) => gone_ships_tip(&format!("Group {number}"), *gone),
        None => format!(
            "Group {number}: {} of {fleets}{at}. Click: select; again: look there.",
            counted(entry.ships, "ship")
        ),
    };
    let button = Cell::button(name, OutlinerAction::Group(*number)).with_shape(entry.mark.clone());
    let button = button.colored(ships_color(gone.is_some(), *is_selected, color)).with_tip(tip);
    let button = button.chosen_if(gone.is_none() && *is_selected);
    let columns: Vec<Column> =
        vec![(entry.ships.to_string(), COUNT_WIDTH).into(), state_column(state, QUIET)];
    named_row(button, columns)
}

/// The colour of the name of a fleet or a group whose owner has this colour.
fn ships_color(is_gone: bool, is_selected: bool, color: Color) -> Color {
    match (is_gone, is_selected) {
        (true, _) => QUIET,
        (false, true) => ACCENT,
        (false, false) => color,
    }
}

/// The row of foes that are known.
pub(super) fn contact_row(entry: &ContactEntry) -> OutlinerRow {
    let ships = counted(entry.ships, "ship");
    let place = if entry.place.is_empty() { "Open space" } else { entry.place.as_str() };
    let seen = match (entry.gone, entry.age.as_str()) {
        (Some(gone), _) => gone.word.to_lowercase(),
        (None, "") => "in sight".to_owned(),
        (None, age) => format!("seen {age}"),
    };
    let click = if entry.gone.is_some() { "" } else { " Click: look there." };
    let tip = format!("{ships} of {}, {place}, {seen}.{click}", entry.owner);
    let (state, state_color) = match (entry.gone, entry.age.as_str()) {
        (Some(gone), _) => (gone.word, QUIET),
        (None, "") => (place, WORDS),
        (None, age) => (age, QUIET),
    };
    let color = if entry.gone.is_some() { QUIET } else { entry.color.with_alpha(entry.strength) };
    let words = if entry.age.is_empty() { ships } else { format!("{ships}, {place}") };
    let words = cut_to_width(&words, NAME_WIDTH + COUNT_WIDTH, SMALL_PIXELS);
    let press = OutlinerAction::Contact { target: entry.target, fleet: entry.fleet };
    let button = Cell::button(words, press).with_shape(entry.mark.clone());
    let state = state_column(state, state_color);
    named_row(barred_if(entry.gone, button.colored(color).with_tip(tip)), vec![state])
}

/// The row of a fight on the ground: a bar, full to the share of the invaders.
pub(super) fn landing_row(entry: &LandingEntry) -> OutlinerRow {
    let what = if entry.is_invaded { "Invaded" } else { "Landing" };
    let words = format!("{}: {}", entry.name, entry.strengths);
    let tip = format!(
        "{what}: {words} troopers. The bar is the share of the invaders in the strength of both sides. \
         Click: look there."
    );
    let look = OutlinerAction::Look(FocusTarget::Body(entry.body));
    let words = cut_to_width(&words, NAME_WIDTH + COUNT_WIDTH, SMALL_PIXELS);
    let button = Cell::button(words, look).with_icon(Icon::Land).with_tip(tip);
    let button = button.colored(if entry.is_invaded { LOSS } else { WORDS }).listed().wide();
    Row::of(vec![button, Cell::bar(entry.share as f32, STATE_WIDTH)])
}

/// This button, which cannot be pressed if its thing is gone.
fn barred_if(gone: Option<Gone>, button: OutlinerCell) -> OutlinerCell {
    Cell { press: button.press.filter(|_| gone.is_none()), ..button }
}

/// A cell as wide as the list, with columns at its right, lit under the pointer if it is a button. A chosen one is lit
/// all the time, with an edge of its own colour. The columns of one that is no button stand with those of the others.
fn named_row(cell: OutlinerCell, columns: Vec<Column>) -> OutlinerRow {
    Row::of(vec![cell.listed().wide().with_columns(columns)])
}

/// Words at the right of a row.
fn state_column(words: &str, color: Color) -> Column {
    column(words, color, STATE_WIDTH)
}

/// Words in a column of this width, pixels.
fn column(words: &str, color: Color, width: f32) -> Column {
    let words = cut_to_width(words, width, SMALL_PIXELS);
    Column { color: Some(color), ..Column::from((words, width)) }
}

#[cfg(test)]
mod tests {
    use super::super::gather::AN_AREA;
    use super::super::test_support::{gone, group, outline, words};
    use super::*;
    use crate::client::hud::layout::places::PANEL_WIDTH;
    use crate::client::hud::selection::summary::{RouteSummary, doing_words};
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::rows::CELL_GAP;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::Calendar;

    #[test]
    fn a_planet_tells_what_presses_or_else_its_income_and_what_its_yards_do() {
        let told = |entry: PlanetEntry| words(&[planet_row(&entry, WORDS)]).remove(0);
        let earth = || outline().planets[0].clone();
        let busy = PlanetEntry {
            idle_yards: 0,
            building: vec!["cruiser 31 %".to_owned(), "scout 4 %".to_owned()],
            ..earth()
        };
        assert_eq!(told(busy.clone()), "Earth|Cruiser 31 %|+40/min");
        let tip = planet_tip(&busy);
        let whole = "+40 money +25 resources a minute after overextension, cruiser 31 %, scout 4 %";
        assert_eq!(tip, format!("Earth: {whole}. Click: look there."));
        let one_idle = PlanetEntry { idle_yards: 1, unrest: 0.314, ..busy.clone() };
        assert_eq!(told(one_idle), "Earth|Idle yard|Unrest 31 %");
        let bare = |income: Amount| told(PlanetEntry { idle_yards: 0, income, ..earth() });
        assert_eq!(bare(Amount { money: -12, ..Amount::ZERO }), "Earth|-12/min");
        assert_eq!(bare(Amount { rare: 60, ..Amount::ZERO }), "Earth|+60 rare");
        assert_eq!(bare(Amount::ZERO), "Earth|+0/min", "no row of a planet is empty");
        assert_eq!(told(PlanetEntry { gone: gone("Lost"), ..busy }), "Earth|Lost");
    }

    #[test]
    fn the_words_about_idle_yards_lead_to_them() {
        let earth = outline().planets[0].clone();
        let press = |entry: &PlanetEntry| planet_row(entry, WORDS).cells[0].column_press;
        assert_eq!(press(&earth), Some((0, OutlinerAction::IdleYard(earth.body))));
        assert!(planet_tip(&earth).ends_with(" Click: look there; on the idle yards: open their page."));
        let busy = PlanetEntry { idle_yards: 0, building: vec!["scout 4 %".to_owned()], ..earth.clone() };
        assert_eq!([press(&busy), press(&PlanetEntry { gone: gone("Lost"), ..earth })], [None, None]);
    }

    #[test]
    fn the_words_of_a_planet_have_room_beside_its_name() {
        for words in ["Dreadnought 88 %", "12 idle yards"] {
            assert!(words_width(words, SMALL_PIXELS) <= YARDS_WIDTH, "{words}");
        }
        for words in ["Unrest 100 %", "+12,340/min", "+25 resources", "Invaded"] {
            assert!(words_width(words, SMALL_PIXELS) <= STATE_WIDTH, "{words}");
        }
        let long = PlanetEntry { name: "Churyumov-Gerasimenko".to_owned(), ..outline().planets[0].clone() };
        let cell = &planet_row(&long, WORDS).cells[0];
        let columns: f32 = cell.columns.iter().map(|column| column.width + 5.0).sum();
        // The padding and the edges of the list, and its scroll bar.
        assert!(16.0 + 2.0 + 10.0 + cell.room() - CELL_GAP + columns <= PANEL_WIDTH, "{}", cell.words);
        assert!(cell.tip.starts_with("Churyumov-Gerasimenko: "), "the tip has the whole name");
    }

    #[test]
    fn usual_names_of_fleets_are_shown_whole() {
        for name in ["2nd Hearth Squadron", "12th Verdance Squadron", "2nd Verdance Transports"] {
            let fleet = FleetEntry { name: name.to_owned(), group: Some(9), ..outline().fleets[0].clone() };
            assert_eq!(fleet_row(&fleet, WORDS).cells[0].words, format!("9  {name}"));
        }
        // The padding and the edges of the list, its scroll bar, and what stands beside the name in its row.
        let beside = 16.0 + 2.0 + 10.0 + fleet_row(&outline().fleets[0], WORDS).cells[0].room();
        let name = words_width("1  First", SMALL_PIXELS);
        let before_number = 5.0;
        assert!(beside - name + NAME_WIDTH + before_number + COUNT_WIDTH + STATE_WIDTH <= PANEL_WIDTH);
    }

    #[test]
    fn the_rows_of_selected_ships_are_lit_wherever_the_pointer_is() {
        let is_lit = |is_selected: bool, gone: Option<Gone>| {
            let fleet = FleetEntry { is_selected, gone, ..outline().fleets[0].clone() };
            let group = GroupEntry { is_selected, gone, ..group() };
            [fleet_row(&fleet, WORDS), group_row(&group, WORDS)].map(|row| row.cells[0].is_chosen)
        };
        assert_eq!(is_lit(true, None), [true; 2]);
        assert_eq!([is_lit(false, None), is_lit(true, gone("Lost"))], [[false; 2]; 2]);
    }

    #[test]
    fn an_attacked_area_is_named_whole_in_its_row_and_in_its_tip() {
        for words in [AN_AREA, SPACE, "Structure", "Fleet", "Ship"] {
            assert!(words_width(words, SMALL_PIXELS) <= STATE_WIDTH - SIGN_ROOM, "{words}");
        }
        let fleet = FleetEntry {
            task: "Attacks everything in an area".to_owned(),
            goal: Some((Icon::Attack, AN_AREA.to_owned())),
            ..outline().fleets[0].clone()
        };
        let row = fleet_row(&fleet, WORDS);
        assert_eq!(row.cells[0].columns[1].words, AN_AREA);
        assert!(row.cells[0].tip.contains(": Attacks everything in an area."), "{}", row.cells[0].tip);
    }

    #[test]
    fn a_fleet_at_rest_is_idle_in_the_list_and_in_its_heading() {
        let fleet = FleetEntry {
            task: String::new(),
            goal: None,
            place: String::new(),
            ..outline().fleets[0].clone()
        };
        let row = fleet_row(&fleet, WORDS);
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let calendar = Calendar { clock, tick: 0, seed: 0 };
        let heading = doing_words(&[&RouteSummary::default()], &calendar);
        assert_eq!(row.cells[0].columns[1].words, heading);
        assert!(row.cells[0].tip.contains(&format!(": {}.", heading.to_lowercase())), "{}", row.cells[0].tip);
    }

    #[test]
    fn what_is_out_of_sight_is_told_with_its_age() {
        let age = "3 min ago".to_owned();
        let entry = ContactEntry { age, strength: 0.5, ..outline().contacts[0].clone() };
        let row = contact_row(&entry);
        assert_eq!(words(std::slice::from_ref(&row)), ["3 ships, Mars|3 min ago"]);
        assert_eq!(row.cells[0].tip, "3 ships of Ares, Mars, seen 3 min ago. Click: look there.");
        assert_eq!(row.cells[0].color, LOSS.with_alpha(0.5), "old sightings are faint");
    }
}
