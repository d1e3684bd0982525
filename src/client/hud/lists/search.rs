//! The search: finds a body or a fleet of the player's by its name, and goes there.
//!
//! While it is open, all letters are its own: the keys of the game rest, as they do while the menu is open (see
//! `rest_keys` of the menu), and Esc closes it whichever key cancels in the game. The clock goes on or rests as
//! before.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusedInput, InputFocus};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use crate::client::frame::{InputSystems, PollTimer, capital};
use crate::client::hud::help::help_pages::HelpPages;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::kind_name;
use crate::client::input::selection::Selecting;
use crate::client::settings::{Action, Actions};
use crate::client::view::Looking;
use crate::client::widgets::matching::{folded, rank};
use crate::client::widgets::prompt::{FieldIn, Leaving, hold_focus, is_enter, spawn_prompt};
use crate::client::widgets::text_field::text_field;
use crate::client::widgets::{Cell, Icon, NOTE_PIXELS, Pressed, QUIET, Row, Rows, WORDS, presses};
use crate::client::worlds::Kept;
use crate::level::{SystemBody, counted};
use crate::sim::visibility::KnownFleet;
use crate::sim::{BodyId, OfWorld};

/// The most rows.
const MOST_ROWS: usize = 10;

/// The search.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Search {
    is_open: bool,
    /// Whether Enter was pressed in the field.
    is_entered: bool,
}

impl Search {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }
}

/// What can be chosen, and the effect of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchChoice {
    /// Looks at a body.
    Body(BodyId),
    /// Selects a fleet of the player's, and looks at it.
    Fleet(Entity),
}

/// Something that can be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The effect.
    pub choice: SearchChoice,
    /// Its name, for a moon with its planet: `"Titan (Saturn)"`.
    pub name: String,
    /// What it is: `"Dwarf planet"`, `"Fleet, 7 ships"`.
    pub kind: String,
    /// The colour of its owner; `None` if the player knows of none.
    pub color: Option<Color>,
    /// Whether it is the player's.
    pub is_own: bool,
}

/// Marks the layer of the panel, which is there while the search is open.
#[derive(Component)]
struct SearchLayer;

/// Marks the node about the field.
#[derive(Component)]
struct FieldRoom;

/// Marks the column of the rows.
#[derive(Component)]
struct SearchRows;

/// Adds the search. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Search>().add_plugins(presses::<SearchChoice>).add_observer(note_enter);
    app.add_systems(
        Update,
        (leave, take, open, close, hold_focus::<SearchLayer, FieldRoom>, write)
            .chain()
            .in_set(InputSystems::Panel),
    );
}

/// Enter in the field takes the first row; on other pages it would only go there.
fn note_enter(
    mut event: On<FocusedInput<KeyboardInput>>,
    rooms: Query<(), With<FieldRoom>>,
    mut search: ResMut<Search>,
) {
    if is_enter(&event.input) && rooms.contains(event.focused_entity) {
        event.propagate(false);
        search.is_entered = true;
    }
}

/// The player leaves the search.
fn leave(leaving: Leaving, layer: Single<&Hovered, With<SearchLayer>>, mut search: ResMut<Search>) {
    if leaving.is_wanted(layer.get()) {
        search.is_open = false;
    }
}

/// Query bundle for going to what was chosen. The pages of help close: they would cover it.
#[derive(SystemParam)]
struct Going<'w, 's> {
    selecting: Selecting<'w, 's>,
    looking: Looking<'w, 's>,
    pages: HelpPages<'w, 's>,
}

impl Going<'_, '_> {
    fn go(&mut self, choice: SearchChoice, planet_data: &PlanetData) {
        self.pages.close();
        match choice {
            SearchChoice::Body(body) => self.looking.look_at_body(body),
            SearchChoice::Fleet(fleet) => {
                let ships = planet_data.view().ships_of(fleet);
                let ships: Vec<Entity> = ships.iter().map(|seen| seen.entity).collect();
                if !ships.is_empty() {
                    self.selecting.choose(&ships, false, Some(&mut self.looking));
                }
            }
        }
    }
}

/// Goes to the row that was pressed, or after Enter in the field to the best match.
fn take(
    mut pressed: MessageReader<Pressed<SearchChoice>>,
    field: FieldIn<FieldRoom>,
    planet_data: PlanetData,
    mut search: ResMut<Search>,
    mut going: Going,
) {
    let chosen = pressed.read().last().map(|Pressed(choice)| *choice);
    let is_entered = search.is_entered && field.is_complete();
    let best = || {
        let candidates = candidates(&planet_data);
        matches(&candidates, &field.text()).first().map(|one| one.choice)
    };
    let chosen = chosen.or_else(|| is_entered.then(best).flatten());
    if is_entered {
        search.is_entered = false;
    }
    if let Some(choice) = chosen {
        search.is_open = false;
        going.go(choice, &planet_data);
    }
}

/// The key opens the search.
fn open(mut commands: Commands, actions: Actions, mut search: ResMut<Search>) {
    if actions.just_pressed(&Action::Search) && !search.is_open {
        *search = Search { is_open: true, is_entered: false };
        spawn(&mut commands);
    }
}

/// Spawns the panel.
fn spawn(commands: &mut Commands) {
    let plate = spawn_prompt(commands, SearchLayer, FieldRoom, text_field("Find"));
    let column = Node {
        flex_direction: FlexDirection::Column,
        min_width: px(0),
        overflow: Overflow::clip(),
        ..default()
    };
    commands.spawn((SearchRows, Rows::<SearchChoice>::default(), column, ChildOf(plate)));
}

/// Removes the panel of a search that has ended.
fn close(
    mut commands: Commands,
    search: Res<Search>,
    layer: Single<Entity, With<SearchLayer>>,
    mut focus: ResMut<InputFocus>,
) {
    if !search.is_open {
        commands.entity(*layer).despawn();
        focus.clear();
    }
}

/// Writes the rows, a few times a second, and at once after a letter.
fn write(
    mut commands: Commands,
    planet_data: PlanetData,
    field: FieldIn<FieldRoom>,
    time: Res<Time<Real>>,
    column: Single<(Entity, &mut Rows<SearchChoice>), With<SearchRows>>,
    mut memory: Kept<(PollTimer, String)>,
) {
    let (beat, last) = memory.now();
    let (entity, mut rows) = column.into_inner();
    let text = field.text();
    let is_due = beat.is_due(time.elapsed_secs_f64());
    if is_due || rows.is_added() || *last != text {
        rows.show(&mut commands, entity, rows_of(&candidates(&planet_data), &text));
        *last = text;
    }
}

/// The bodies of the sky, and the player's fleets.
fn candidates(planet_data: &PlanetData) -> Vec<Candidate> {
    let (view, me) = (planet_data.view(), planet_data.me());
    let system = &planet_data.sky.system;
    let body = |(id, body): (BodyId, &SystemBody)| {
        let owner = view.owner(id);
        Candidate {
            choice: SearchChoice::Body(id),
            name: system.name_with_host(id),
            kind: capital(kind_name(body.kind)),
            color: owner.map(|owner| planet_data.colors.of(owner)),
            is_own: owner == Some(me),
        }
    };
    let fleet = |known: KnownFleet| {
        let ships = known.ships.filter(|ships| *ships > 0)?;
        Some(Candidate {
            choice: SearchChoice::Fleet(known.entity),
            name: known.fleet.name.clone(),
            kind: format!("Fleet, {}", counted(ships, "ship")),
            color: Some(planet_data.colors.of(me)),
            is_own: true,
        })
    };
    let fleets = view.fleets(|fleet| fleet.faction == me).filter_map(fleet);
    system.bodies.iter_enumerated().map(body).chain(fleets).collect()
}

/// The candidates that a text fits, the best first: names that begin with it, then names with a word that begins
/// with it, then names that contain it, then whatever is of such a kind, as "comet". Without a text
/// these are all: own fleets, then own bodies, then the others.
/// Equals are sorted by name.
pub fn matches<'a>(candidates: &'a [Candidate], text: &str) -> Vec<&'a Candidate> {
    let text = folded(text.trim());
    let ranked = candidates.iter().filter_map(|one| {
        let name = folded(&one.name);
        let by_kind = || folded(&one.kind).starts_with(&text).then_some(KIND_RANK);
        let rank = if text.is_empty() { Some(own_rank(one)) } else { rank(&name, &text).or_else(by_kind) };
        Some((rank?, name, one))
    });
    let mut ranked: Vec<(u8, String, &Candidate)> = ranked.collect();
    ranked.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    ranked.into_iter().map(|(.., one)| one).collect()
}

/// The rank of a candidate of the kind that is written, behind all ranks of names.
const KIND_RANK: u8 = u8::MAX;

/// The rank of a candidate while nothing is written; the best is 0.
fn own_rank(one: &Candidate) -> u8 {
    match (one.is_own, one.choice) {
        (true, SearchChoice::Fleet(_)) => 0,
        (true, SearchChoice::Body(_)) => 1,
        (false, _) => 2,
    }
}

/// The rows for a text.
fn rows_of(candidates: &[Candidate], text: &str) -> Vec<Row<SearchChoice>> {
    let rows: Vec<Row<SearchChoice>> =
        matches(candidates, text).into_iter().take(MOST_ROWS).map(row_of).collect();
    if rows.is_empty() { vec![Row::words("Nothing found", QUIET)] } else { rows }
}

fn row_of(one: &Candidate) -> Row<SearchChoice> {
    let icon = match one.choice {
        SearchChoice::Body(_) => Icon::Planet,
        SearchChoice::Fleet(_) => Icon::Fleet,
    };
    let color = one.color.unwrap_or(QUIET);
    let cells = [
        Cell::label("", color).with_icon(icon),
        Cell::words(one.name.clone(), WORDS),
        Cell::label(one.kind.clone(), color),
    ];
    Row::of(cells.map(|cell| cell.sized(NOTE_PIXELS)).into()).pressed(one.choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::GAIN;

    fn body(name: &str) -> Candidate {
        Candidate {
            choice: SearchChoice::Body(BodyId(3)),
            name: name.to_owned(),
            kind: "Moon".to_owned(),
            color: None,
            is_own: false,
        }
    }

    fn own(one: Candidate) -> Candidate {
        Candidate { color: Some(GAIN), is_own: true, ..one }
    }

    fn fleet(name: &str) -> Candidate {
        let choice = SearchChoice::Fleet(Entity::PLACEHOLDER);
        own(Candidate { choice, kind: "Fleet, 7 ships".to_owned(), ..body(name) })
    }

    fn found<'a>(candidates: &'a [Candidate], text: &str) -> Vec<&'a str> {
        matches(candidates, text).into_iter().map(|one| one.name.as_str()).collect()
    }

    #[test]
    fn names_that_begin_with_the_text_come_first_then_words_then_the_rest() {
        let all = ["Quartit", "New Titan", "Titania (Uranus)", "Mars", "Titan (Saturn)"].map(body);
        assert_eq!(found(&all, "tit"), ["Titan (Saturn)", "Titania (Uranus)", "New Titan", "Quartit"]);
        assert_eq!(found(&all, " titan "), ["Titan (Saturn)", "Titania (Uranus)", "New Titan"]);
        assert_eq!(found(&all, "new ti"), ["New Titan"]);
        assert!(found(&all, "tian").is_empty());
        assert_eq!(found(&all, "moo").len(), all.len(), "all of them are moons");
        assert_eq!(found(&[fleet("Moorings"), body("Titan")], "moo"), ["Moorings", "Titan"]);
    }

    #[test]
    fn a_planet_finds_its_moons() {
        let all = ["Titan (Saturn)", "Saturn", "Europa (Jupiter)", "Dione (Saturn)"].map(body);
        assert_eq!(found(&all, "sat"), ["Saturn", "Dione (Saturn)", "Titan (Saturn)"]);
    }

    #[test]
    fn without_a_text_the_players_own_comes_first() {
        let all = [body("Ceres"), own(body("Mars")), fleet("Second"), body("Ares"), own(body("Earth"))];
        let all: Vec<Candidate> = all.into_iter().chain([fleet("First")]).collect();
        let expected = ["First", "Second", "Earth", "Mars", "Ares", "Ceres"];
        assert_eq!((found(&all, ""), found(&all, "  ")), (expected.to_vec(), expected.to_vec()));
        assert_eq!(found(&all, "e"), ["Earth", "Ares", "Ceres", "Second"], "with one it does not matter");
    }

    #[test]
    fn capitals_and_marks_do_not_matter() {
        let all = ["Köln", "Öland", "Oberon (Uranus)", "Łódź"].map(body);
        for text in ["öl", "ÖL", "ol", "OL"] {
            assert_eq!(found(&all, text), ["Öland", "Köln"], "{text}");
        }
        assert_eq!((found(&all, "UR"), found(&all, "łód")), (vec!["Oberon (Uranus)"], vec!["Łódź"]));
    }

    #[test]
    fn rows_tell_what_it_is_in_the_colour_of_its_owner() {
        let all = [body("Titan (Saturn)"), fleet("Titans")];
        let rows = rows_of(&all, "tita");
        let words = |row: &Row<SearchChoice>| {
            row.cells.iter().map(|cell| (cell.words.clone(), cell.color)).collect::<Vec<_>>()
        };
        let cells = |name: &str, kind: &str, color: Color| {
            vec![(String::new(), color), (name.to_owned(), WORDS), (kind.to_owned(), color)]
        };
        assert_eq!(words(&rows[0]), cells("Titan (Saturn)", "Moon", QUIET));
        assert_eq!(words(&rows[1]), cells("Titans", "Fleet, 7 ships", GAIN));
        assert_eq!([rows[0].cells[0].icon, rows[1].cells[0].icon], [Some(Icon::Planet), Some(Icon::Fleet)]);
        assert_eq!([rows[0].press, rows[1].press], [all[0].choice, all[1].choice].map(Some));
    }

    #[test]
    fn there_are_few_rows_and_a_word_if_there_are_none() {
        let all: Vec<Candidate> = (0..30).map(|number| body(&format!("Rock {number}"))).collect();
        assert_eq!(rows_of(&all, "rock").len(), MOST_ROWS);
        let none = rows_of(&all, "xyz");
        assert_eq!((none.len(), none[0].press), (1, None));
        assert_eq!(none[0].cells[0].words, "Nothing found");
    }
}
