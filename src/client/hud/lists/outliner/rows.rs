//! The rows of the outliner.

use bevy::prelude::*;

use super::gather::{ContactEntry, FleetEntry, ObjectiveEntry, Outline, PlanetEntry};
use super::{OutlinerAction, OutlinerState};
use crate::client::frame::capital;
use crate::client::hud::aim_words::Aim;
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::planet::words::{amount_words, gain_color, percent, signed};
use crate::client::hud::selection::summary::IDLE;
use crate::client::view::FocusTarget;
use crate::client::widgets::rows::SIGN_ROOM;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Cell, Column, Icon, LOSS, QUIET, Row, STRONG, Typeface, WORDS};
use crate::level::counted;
use crate::sim::world::money::Amount;

/// The most rows of contacts.
const MOST_CONTACTS: usize = 8;
/// Width of the words at the right of a row, pixels.
const STATE_WIDTH: f32 = 84.0;
/// Width of the words about the yards of a planet, pixels: the longest class and its progress are shown whole.
const YARDS_WIDTH: f32 = 104.0;
/// The least unrest that is told, a share.
const LEAST_UNREST: f64 = 0.01;
/// Width of a number of ships, pixels.
const COUNT_WIDTH: f32 = 26.0;
/// Width of the name of a fleet before its number of ships, pixels.
const NAME_WIDTH: f32 = 156.0;
/// Width of the words of an objective, pixels.
const OBJECTIVE_WIDTH: f32 = 280.0;

/// A part of the outliner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The player's planets.
    Planets,
    /// The player's fleets.
    Fleets,
    /// Enemies.
    Contacts,
}

impl Section {
    fn title(self) -> &'static str {
        match self {
            Self::Planets => "Planets",
            Self::Fleets => "Fleets",
            Self::Contacts => "Contacts",
        }
    }
}

type OutlinerCell = Cell<OutlinerAction>;
type OutlinerRow = Row<OutlinerAction>;

/// The rows of the aims, of the objectives and of all sections; a section without entries has none.
pub fn rows_of(outline: &Outline, state: &OutlinerState) -> Vec<OutlinerRow> {
    let Outline { aims, objectives, search, planets, fleets, contacts, color, counts } = outline;
    let shown = contacts.len().min(MOST_CONTACTS);
    let mut last: Vec<OutlinerRow> = contacts[..shown].iter().map(contact_row).collect();
    if contacts.len() > shown {
        let words = format!("and {} more", contacts.len() - shown);
        last.push(Row::of(vec![Cell::words(words, QUIET).as_head()]));
    }
    let planet_rows: Vec<OutlinerRow> = planets.iter().map(|entry| planet_row(entry, *color)).collect();
    let fleet_rows = fleets.iter().map(|entry| fleet_row(entry, *color)).collect();
    let sections =
        [(Section::Planets, planet_rows), (Section::Fleets, fleet_rows), (Section::Contacts, last)];
    let mut rows: Vec<OutlinerRow> = aims.iter().map(aim_row).collect();
    rows.extend(objectives.iter().map(objective_row));
    rows.extend((!search.is_empty()).then(|| search_row(search)));
    let sections = sections.into_iter().zip(counts);
    for ((section, entries), count) in sections.filter(|((_, entries), _)| !entries.is_empty()) {
        let is_folded = state.is_folded(section);
        rows.push(head(section, *count, is_folded));
        if !is_folded {
            rows.extend(entries);
        }
    }
    rows
}

/// The head of a section, small and grey, which folds it.
fn head(section: Section, count: usize, is_folded: bool) -> OutlinerRow {
    let mark = if is_folded { "+" } else { "–" };
    let words = format!("{mark} {}", section.title());
    let button = Cell::button(words, OutlinerAction::Fold(section)).colored(QUIET).listed();
    let cell = button.wide().with_columns(vec![(count.to_string(), COUNT_WIDTH)]);
    Row { is_heading: true, ..Row::of(vec![Cell { typeface: Typeface::Titles, ..cell }]) }
}

fn aim_row(aim: &Aim) -> OutlinerRow {
    let words = cut_to_width(&aim.short, OBJECTIVE_WIDTH, SMALL_PIXELS);
    let cell = Cell::words(words, STRONG).with_icon(Icon::Objective).as_head();
    Row::of(vec![cell.with_tip(aim.whole.clone())])
}

fn objective_row(entry: &ObjectiveEntry) -> OutlinerRow {
    let look = OutlinerAction::Look(FocusTarget::Body(entry.body));
    let words = cut_to_width(&format!("Objective: {}", entry.name), OBJECTIVE_WIDTH, SMALL_PIXELS);
    let button = Cell::button(words, look).with_icon(Icon::Objective).colored(STRONG).listed();
    Row::of(vec![
        button.wide().with_tip(format!("You have to take {} to win. Click: look there.", entry.name)),
    ])
}

fn search_row(words: &str) -> OutlinerRow {
    let tip = format!("{words}: not seen yet. Scouts see far.");
    Row::of(vec![Cell::words(words, STRONG).with_icon(Icon::Objective).as_head().with_tip(tip)])
}

fn planet_row(entry: &PlanetEntry, color: Color) -> OutlinerRow {
    let look = OutlinerAction::Look(FocusTarget::Body(entry.body));
    let yards = yards_column(entry);
    let taken = if yards.is_some() { YARDS_WIDTH } else { 0.0 };
    let name = cut_to_width(&entry.name, NAME_WIDTH + COUNT_WIDTH - taken, SMALL_PIXELS);
    let color = if entry.gone.is_empty() { color } else { QUIET };
    let button = Cell::button(name, look).with_icon(Icon::Planet).colored(color);
    let (state, state_color) = planet_state(entry);
    let columns = yards.into_iter().chain([state_column(&state, state_color)]).collect();
    named_row(button.with_tip(planet_tip(entry)), columns, entry.gone)
}

/// What presses at a planet, or else its income of a minute.
fn planet_state(entry: &PlanetEntry) -> (String, Color) {
    if !entry.gone.is_empty() {
        return (entry.gone.to_owned(), QUIET);
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
        _ if !entry.gone.is_empty() => return None,
        (0, job) => (capital(job?), QUIET),
        (1, _) => ("Idle yard".to_owned(), STRONG),
        (yards, _) => (format!("{yards} idle yards"), STRONG),
    };
    Some(column(&words, color, YARDS_WIDTH))
}

/// All about a planet: its whole income, its unrest, and what each of its yards does.
fn planet_tip(entry: &PlanetEntry) -> String {
    if !entry.gone.is_empty() {
        return gone_tip(&entry.name, entry.gone);
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
    format!("{}: {}. Click: look there.", entry.name, parts.join(", "))
}

/// The tip of a thing that is gone; empty while it is there.
fn gone_tip(name: &str, gone: &str) -> String {
    if gone.is_empty() { String::new() } else { format!("{name}: {}.", gone.to_lowercase()) }
}

fn fleet_row(entry: &FleetEntry, color: Color) -> OutlinerRow {
    let group = entry.group.map_or_else(String::new, |number| format!("{number}  "));
    let name = cut_to_width(&format!("{group}{}", entry.name), NAME_WIDTH, SMALL_PIXELS);
    let is_gone = !entry.gone.is_empty();
    let state = match &entry.goal {
        _ if is_gone => state_column(entry.gone, QUIET),
        Some((sign, goal)) => {
            let goal = cut_to_width(goal, STATE_WIDTH - SIGN_ROOM, SMALL_PIXELS);
            Column { icon: Some(*sign), ..state_column(&goal, WORDS) }
        }
        None if !entry.task.is_empty() => state_column(&entry.task, WORDS),
        None if entry.place.is_empty() => state_column(&capital(IDLE), QUIET),
        None => state_column(&entry.place, QUIET),
    };
    let place = if entry.place.is_empty() { String::new() } else { format!(" at {}", entry.place) };
    let task = if entry.task.is_empty() { IDLE } else { entry.task.as_str() };
    let ships = counted(entry.ships, "ship");
    let tip = match entry.gone {
        "" => format!("{}, {ships}{place}: {task}. Click: select; again: look there.", entry.name),
        gone => gone_tip(&entry.name, gone),
    };
    let color = match (is_gone, entry.is_selected) {
        (true, _) => QUIET,
        (false, true) => STRONG,
        (false, false) => color,
    };
    let press = OutlinerAction::Fleet(entry.fleet);
    let button = Cell::button(name, press).with_shape(entry.mark.clone()).colored(color).with_tip(tip);
    named_row(button, vec![(entry.ships.to_string(), COUNT_WIDTH).into(), state], entry.gone)
}

fn contact_row(entry: &ContactEntry) -> OutlinerRow {
    let ships = counted(entry.ships, "ship");
    let place = if entry.place.is_empty() { "Open space" } else { entry.place.as_str() };
    let is_gone = !entry.gone.is_empty();
    let seen = match (is_gone, entry.age.as_str()) {
        (true, _) => entry.gone.to_lowercase(),
        (false, "") => "in sight".to_owned(),
        (false, age) => format!("seen {age}"),
    };
    let click = if is_gone { "" } else { " Click: look there." };
    let tip = format!("{ships} of {}, {place}, {seen}.{click}", entry.owner);
    let (state, state_color) = match entry.age.as_str() {
        _ if is_gone => (entry.gone, QUIET),
        "" => (place, WORDS),
        age => (age, QUIET),
    };
    let color = if is_gone { QUIET } else { entry.color.with_alpha(entry.strength) };
    let words = if entry.age.is_empty() { ships } else { format!("{ships}, {place}") };
    let words = cut_to_width(&words, NAME_WIDTH + COUNT_WIDTH, SMALL_PIXELS);
    let button = Cell::button(words, OutlinerAction::Look(entry.target)).with_shape(entry.mark.clone());
    let state = state_column(state, state_color);
    named_row(button.colored(color).with_tip(tip), vec![state], entry.gone)
}

/// A button as wide as the list, with columns at its right, lit under the pointer alone. That of a thing that is gone
/// cannot be pressed; its columns stand with those of the others.
fn named_row(button: OutlinerCell, columns: Vec<Column>, gone: &str) -> OutlinerRow {
    let cell = if gone.is_empty() { button } else { Cell { press: None, ..button } };
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
pub(super) mod tests {
    use super::super::gather::{AN_AREA, SPACE};
    use super::*;
    use crate::client::hud::layout::places::OUTLINER_WIDTH;
    use crate::client::hud::selection::summary::{RouteSummary, doing_words};
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::rows::CELL_GAP;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::{BodyId, Calendar, FleetId};

    /// Two planets, a fleet, and more contacts than are shown.
    pub fn outline() -> Outline {
        let planet = |body: usize, name: &str, idle_yards: usize, is_invaded: bool| PlanetEntry {
            body: BodyId(body),
            name: name.to_owned(),
            idle_yards,
            building: Vec::new(),
            income: Amount { money: 40, resources: 25, rare: 0 },
            unrest: 0.0,
            is_invaded,
            gone: "",
        };
        let fleet = FleetEntry {
            fleet: Entity::PLACEHOLDER,
            id: FleetId(1),
            name: "First".to_owned(),
            mark: Handle::default(),
            ships: 7,
            task: "Lands on Mars".to_owned(),
            goal: Some((Icon::Land, "Mars".to_owned())),
            place: "Earth".to_owned(),
            group: Some(1),
            is_selected: false,
            gone: "",
        };
        let contact = ContactEntry {
            owner: "Ares".to_owned(),
            color: LOSS,
            mark: Handle::default(),
            ships: 3,
            place: "Mars".to_owned(),
            age: String::new(),
            strength: 1.0,
            target: FocusTarget::Body(BodyId(4)),
            gone: "",
        };
        Outline {
            aims: Vec::new(),
            objectives: Vec::new(),
            search: "",
            planets: vec![planet(3, "Earth", 1, false), planet(4, "Moon", 0, true)],
            fleets: vec![fleet],
            contacts: vec![contact; MOST_CONTACTS + 2],
            color: WORDS,
            counts: [2, 1, MOST_CONTACTS + 2],
        }
    }

    fn words(rows: &[OutlinerRow]) -> Vec<String> {
        let row_words = |row: &OutlinerRow| {
            let cell = &row.cells[0];
            let told = |column: &&Column| column.width == STATE_WIDTH || column.width == YARDS_WIDTH;
            let states = cell.columns.iter().filter(told).map(|column| column.words.as_str());
            std::iter::once(cell.words.as_str()).chain(states).collect::<Vec<_>>().join("|")
        };
        rows.iter().map(row_words).collect()
    }

    #[test]
    fn everything_of_the_player_has_a_row() {
        let rows = words(&rows_of(&outline(), &OutlinerState::default()));
        let expected = [
            "– Planets",
            "Earth|Idle yard|+40/min",
            "Moon|Invaded",
            "– Fleets",
            "1  First|Mars",
            "– Contacts",
        ];
        assert_eq!(rows[..6], expected);
        assert_eq!(rows[6], "3 ships|Mars");
        assert_eq!(rows[6 + MOST_CONTACTS..], ["and 2 more"]);
    }

    #[test]
    fn objectives_come_first_and_what_is_not_found_is_looked_for() {
        let rowan = ObjectiveEntry { body: BodyId(6), name: "Rowan".to_owned() };
        let search = "Find the other home first";
        let sentence = "Victory: hold 4 bodies, 2 of 4.".to_owned();
        let aim = Aim { short: "Bodies: 2 of 4".to_owned(), whole: sentence.clone() };
        let outline = Outline { aims: vec![aim], objectives: vec![rowan], search, ..outline() };
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[..4], ["Bodies: 2 of 4", "Objective: Rowan", search, "– Planets"]);
        assert_eq!(rows[0].cells[0].tip, sentence);
        assert_eq!(rows[1].cells[0].press, Some(OutlinerAction::Look(FocusTarget::Body(BodyId(6)))));
        assert_eq!(rows[2].cells[0].press, None);
        assert!(words_width(search, SMALL_PIXELS) <= OBJECTIVE_WIDTH);
    }

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
        assert_eq!(told(PlanetEntry { gone: "Lost", ..busy }), "Earth|Lost");
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
        assert!(16.0 + 2.0 + 10.0 + cell.room() - CELL_GAP + columns <= OUTLINER_WIDTH, "{}", cell.words);
        assert!(cell.tip.starts_with("Churyumov-Gerasimenko: "), "the tip has the whole name");
    }

    #[test]
    fn only_the_row_at_the_pointer_is_lit_and_heads_are_small_and_grey() {
        let rows = rows_of(&outline(), &OutlinerState::default());
        let buttons: Vec<&OutlinerCell> =
            rows.iter().map(|row| &row.cells[0]).filter(|cell| cell.press.is_some()).collect();
        assert!(buttons.iter().all(|cell| cell.is_flat && cell.has_sides()), "{buttons:?}");
        let heads = rows.iter().filter(|row| row.is_heading).map(|row| &row.cells[0]);
        let looks: Vec<(Color, f32)> = heads.map(|cell| (cell.color, cell.pixels)).collect();
        assert_eq!(looks, [(QUIET, SMALL_PIXELS); 3]);
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
        assert!(beside - name + NAME_WIDTH + before_number + COUNT_WIDTH + STATE_WIDTH <= OUTLINER_WIDTH);
    }

    #[test]
    fn an_attacked_area_is_named_whole_in_its_row_and_in_its_tip() {
        for words in [AN_AREA, SPACE, "Structure", "Fleet", "Ship"] {
            assert!(words_width(words, SMALL_PIXELS) <= STATE_WIDTH - SIGN_ROOM, "{words}");
        }
        let fleet = FleetEntry {
            task: "Attacks all in an area".to_owned(),
            goal: Some((Icon::Attack, AN_AREA.to_owned())),
            ..outline().fleets[0].clone()
        };
        let row = fleet_row(&fleet, WORDS);
        assert_eq!(row.cells[0].columns[1].words, AN_AREA);
        assert!(row.cells[0].tip.contains(": Attacks all in an area."), "{}", row.cells[0].tip);
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
    fn every_row_is_one_button_as_wide_as_the_list() {
        let rows = rows_of(&outline(), &OutlinerState::default());
        assert!(rows.iter().all(|row| row.cells.len() == 1 && row.cells[0].is_wide));
        let fleet = &rows[4].cells[0].columns;
        assert_eq!(fleet.iter().map(|column| column.words.as_str()).collect::<Vec<_>>(), ["7", "Mars"]);
        assert_eq!((fleet[1].icon, fleet[1].color), (Some(Icon::Land), Some(WORDS)));
    }

    #[test]
    fn a_folded_section_has_its_head_alone_and_an_empty_one_nothing() {
        let mut state = OutlinerState::default();
        state.fold(Section::Planets);
        let outline = Outline { contacts: Vec::new(), ..outline() };
        assert_eq!(words(&rows_of(&outline, &state)), ["+ Planets", "– Fleets", "1  First|Mars"]);
        assert!(rows_of(&Outline::default(), &state).is_empty());
    }

    #[test]
    fn what_is_gone_is_grey_and_the_heads_count_what_there_is() {
        let mut outline = outline();
        outline.planets[1].gone = "Lost";
        outline.fleets[0].gone = "Lost";
        outline.counts = [3, 0, 1];
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[2..5], ["Moon|Lost", "– Fleets", "1  First|Lost"]);
        assert_eq!(rows[4].cells[0].color, QUIET);
        let presses = [1, 2, 4].map(|row: usize| rows[row].cells[0].press.is_some());
        assert_eq!(presses, [true, false, false], "what is gone cannot be pressed");
        let are_in_line = [1, 2, 4].map(|row: usize| rows[row].cells[0].has_sides());
        assert_eq!(are_in_line, [true; 3], "its words stand below those of the others");
        assert_eq!(rows[2].cells[0].tip, "Moon: lost.");
        let counts = [0, 3].map(|row: usize| rows[row].cells[0].columns[0].words.clone());
        assert_eq!(counts, ["3", "0"], "two planets wait for a row");
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
