//! The briefing of a level: title and description, conditions of victory, and the keys that show more, above the
//! guide in the column at the lower left, which shows the first steps once the briefing is closed.
//!
//! One rule for all levels, and for Esc, the button and the first order: the clock stands until the player starts it.
//! Once the briefing is closed a message says so, or the plate of the guide.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::client::frame::{
    BriefingOpen, ClockHold, InputSystems, Player, SPECTATOR, Toasts, personalities_words, players_words,
};
use crate::client::hud::aim_words::aim_lines;
use crate::client::hud::guide::{Guide, starts_clock};
use crate::client::hud::layout::fitting::cut_to_lines;
use crate::client::hud::layout::places::{CARD_EDGE, CARD_ROOM, GuideRow, LeftColumnSystems};
use crate::client::hud::toasts::OrderAnswered;
use crate::client::input::pace::paused_words;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::menu::Menu;
use crate::client::settings::{Action, Settings, keyed, with_keys};
use crate::client::view::Sight;
use crate::client::widgets::{EDGE_PIXELS, QUIET, RESTING, STRONG, TITLE, WORDS, face, plate, show, text};
use crate::client::worlds::{AppState, Playback, SetUpSystems};
use crate::level::{Level, MindRules};
use crate::sim::outcome::victory::Race;
use crate::sim::visibility::WorldView;
use crate::sim::{Calendar, FactionId, Factions, MindCatalog, OfWorld, Seats, Sky, SourceLevel};

/// The most lines of a level's description that are shown,
const MOST_LINES: usize = 7;
/// and the size of their letters, pixels.
const DESCRIPTION_PIXELS: f32 = 14.0;
/// The most worlds of foes that are named.
const MOST_FOES: usize = 6;
/// The closing words, with marks for keys, see `with_keys`.
const KEYS: &str = "<help>: all keys";
/// The closing words with other seats that nobody has.
const SEATS: &str = "<help>: all keys. <next seat>: play another side yourself";

/// The briefing of a level, and whether it is shown.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Briefing {
    title: String,
    description: String,
    /// Whether other factions can be played.
    has_seats: bool,
    is_open: bool,
    /// The clock waits for its end.
    clock: ClockHold,
}

impl Briefing {
    /// The briefing of a level; not shown yet.
    fn of_level(level: &Level) -> Self {
        // Lines may end as on Windows.
        let description = level.description.replace('\r', "");
        Self {
            title: level.title.clone(),
            description: cut_to_lines(&description, MOST_LINES, CARD_ROOM, DESCRIPTION_PIXELS),
            has_seats: level.factions.len() > 1 && !level.settings.one_player,
            is_open: false,
            clock: ClockHold::default(),
        }
    }

    /// Shows it.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    /// Ends it; a clock that waited waits on. Returns whether a message has to say so: the guide says it itself.
    fn end(&mut self, is_guided: bool) -> bool {
        self.is_open = false;
        self.clock.give_up() && !is_guided
    }

    /// What its button does.
    fn button_words(&self, is_guided: bool) -> &'static str {
        if self.clock.is_on() && is_guided { "First steps" } else { "Close" }
    }

    /// Its closing words, with marks for keys. Who takes the first steps of the guide is not told of other seats, and
    /// who plays against minds not that their seats can be taken: that is for later games.
    fn closing_words(&self, is_guided: bool, has_minds: bool) -> &'static str {
        if self.has_seats && !is_guided && !has_minds { SEATS } else { KEYS }
    }
}

/// Marks the plate.
#[derive(Component)]
struct Plate;

/// Marks the button that ends it.
#[derive(Component)]
struct CloseButton;

/// Marks the words of that button.
#[derive(Component)]
struct CloseWords;

/// The words of the plate.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum PlateWords {
    /// The level's title.
    Title,
    /// The description.
    Description,
    /// The conditions of victory.
    Aims,
    /// The planets of foes, as far as known.
    Foes,
    /// The minds of factions, and handicaps; what to expect of their personalities; or that there are none.
    Players,
    /// Keys.
    Keys,
}

/// Adds the plate. It stands in the row of the guide, which the plugin of the guide spawns.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Briefing>().on_escape(Rung::Briefing, end);
    app.add_systems(OnEnter(AppState::Playing), open_at_start.in_set(SetUpSystems::Rows));
    app.add_systems(OnEnter(AppState::Playing), spawn_plate.in_set(LeftColumnSystems::Briefing));
    app.add_systems(Update, (close, note_open, write).chain().in_set(InputSystems::Panel));
}

/// A new level begins with its briefing, and its clock waits for the reader. Saves, and worlds that follow a log,
/// begin without one.
fn open_at_start(
    source: Res<SourceLevel>,
    calendar: Res<Calendar>,
    playback: Option<Res<Playback>>,
    windows: Query<(), With<PrimaryWindow>>,
    mut time: ResMut<Time<Virtual>>,
    mut briefing: ResMut<Briefing>,
) {
    *briefing = Briefing::of_level(&source.0);
    if calendar.tick > 0 || playback.is_some() {
        return;
    }
    briefing.open();
    if !windows.is_empty() {
        briefing.clock.hold(&mut time);
    }
}

fn spawn_plate(mut commands: Commands, row: Single<Entity, With<GuideRow>>) {
    let node = Node {
        display: Display::None,
        width: percent(100),
        padding: UiRect::axes(px(CARD_EDGE - EDGE_PIXELS), px(9)),
        flex_direction: FlexDirection::Column,
        row_gap: px(5),
        ..default()
    };
    let words = |part: PlateWords, size: f32, color: Color| (part, text("", size, color));
    let button = Node {
        padding: UiRect::horizontal(px(9)),
        border_radius: BorderRadius::all(px(3)),
        align_self: AlignSelf::FlexEnd,
        ..default()
    };
    let parts = (
        Plate,
        plate(node),
        ChildOf(*row),
        children![
            words(PlateWords::Title, 17.0, TITLE),
            words(PlateWords::Description, DESCRIPTION_PIXELS, WORDS),
            words(PlateWords::Aims, 14.0, STRONG),
            words(PlateWords::Foes, 14.0, WORDS),
            words(PlateWords::Players, 14.0, WORDS),
            words(PlateWords::Keys, 13.0, QUIET),
            (
                CloseButton,
                Button,
                button,
                BackgroundColor(RESTING),
                children![(CloseWords, text("", 14.0, WORDS))]
            ),
        ],
    );
    commands.spawn(parts);
}

/// Esc ends it.
fn end(mut ending: Ending) -> bool {
    let was_open = ending.briefing.is_open;
    ending.end();
    was_open
}

/// What ends with the briefing.
#[derive(SystemParam)]
struct Ending<'w> {
    briefing: ResMut<'w, Briefing>,
    time: Res<'w, Time<Virtual>>,
    toasts: ResMut<'w, Toasts>,
    settings: Res<'w, Settings>,
    player: Option<Res<'w, Player>>,
    guide: Res<'w, Guide>,
}

impl Ending<'_> {
    fn end(&mut self) {
        let is_guided = self.is_guided();
        if self.briefing.end(is_guided) {
            self.toasts.say(paused_words(&self.settings.keys));
        }
    }

    /// Whether the guide will ask the player to start the clock.
    fn is_guided(&self) -> bool {
        starts_clock(&self.settings, self.player.as_deref(), &self.guide)
    }
}

/// Ends it when its button is pressed, or with the first order.
fn close(
    pressed: Query<&Interaction, (Changed<Interaction>, With<CloseButton>)>,
    mut answers: MessageReader<OrderAnswered>,
    menu: Res<Menu>,
    mut ending: Ending,
) {
    let has_ordered = answers.read().filter(|answer| answer.is_done).count() > 0;
    // The player's key for the pause ends the waiting.
    if ending.briefing.clock.is_outdated(&ending.time) {
        ending.briefing.clock.give_up();
    }
    let is_pressed = pressed.iter().any(|button| *button == Interaction::Pressed);
    if ending.briefing.is_open && !menu.is_open() && (is_pressed || has_ordered) {
        ending.end();
    }
}

/// Publishes whether it is open.
fn note_open(briefing: Res<Briefing>, mut open: ResMut<BriefingOpen>) {
    open.set_if_neq(BriefingOpen(briefing.is_open));
}

/// The factions and their players, and the player's knowledge of them.
#[derive(SystemParam)]
struct Table<'w, 's> {
    factions: Res<'w, Factions>,
    seats: Res<'w, Seats>,
    minds: Res<'w, MindCatalog>,
    player: Res<'w, Player>,
    sight: Sight<'w, 's>,
}

impl Table<'_, '_> {
    fn players(&self) -> String {
        all_of_players(&self.factions, &self.seats, &self.minds.0, self.player.faction)
    }
}

/// The players, a line each, then a line about each of their personalities, or that the player is alone.
fn all_of_players(factions: &Factions, seats: &Seats, minds: &MindRules, own: FactionId) -> String {
    let players = players_words(factions, seats).into_iter();
    let alone = (!seats.has_minds()).then(|| alone_words(factions, own)).flatten();
    let lines: Vec<String> = players.chain(personalities_words(seats, minds)).chain(alone).collect();
    lines.join("\n")
}

/// That nobody plays the other factions; `None` without others, and for a spectator.
fn alone_words(factions: &Factions, own: FactionId) -> Option<String> {
    let others = factions.0.iter_enumerated().filter(|(faction, _)| *faction != own);
    let others: Vec<&str> = others.map(|(_, faction)| faction.name.as_str()).collect();
    match others.as_slice() {
        _ if own == SPECTATOR => None,
        [] => None,
        [name] => Some(format!("Without opponents: nobody plays {name}.")),
        _ => Some("Without opponents: nobody plays the other sides.".to_owned()),
    }
}

/// The bodies of foes that the player knows of, `"Known enemy territory: Mars (Ares)"`; empty without any.
fn foes_words(view: WorldView) -> String {
    let almanac = view.almanac();
    let bodies = almanac.sky.system.bodies.iter_enumerated();
    let held = bodies.filter_map(|(index, body)| {
        let foe = view.foe_at(index)?;
        Some(format!("{} ({})", body.name, almanac.faction_name(foe)))
    });
    let known: Vec<String> = held.take(MOST_FOES).collect();
    if known.is_empty() { String::new() } else { format!("Known enemy territory: {}", known.join(", ")) }
}

/// Writes the plate of this frame.
fn write(
    briefing: Res<Briefing>,
    race: Race,
    sky: Res<Sky>,
    table: Table,
    (settings, guide): (Res<Settings>, Res<Guide>),
    menu: Res<Menu>,
    mut plate: Single<&mut Node, With<Plate>>,
    mut words: Query<(&PlateWords, &mut Text, &mut Node), Without<Plate>>,
    mut close_words: Single<&mut Text, (With<CloseWords>, Without<PlateWords>)>,
    mut button: Single<(&Interaction, &mut BackgroundColor), With<CloseButton>>,
) {
    let is_shown = briefing.is_open && !menu.is_open();
    show(&mut plate, is_shown);
    if !is_shown {
        return;
    }
    let (interaction, background) = &mut *button;
    background.set_if_neq(BackgroundColor(face(**interaction, RESTING)));
    let is_guided = starts_clock(&settings, Some(&table.player), &guide);
    let close = briefing.button_words(is_guided);
    close_words.set_if_neq(Text(keyed(close, Action::Deselect, &settings.keys)));
    let keys = briefing.closing_words(is_guided, table.seats.has_minds());
    for (part, mut text, mut node) in &mut words {
        let wanted = match part {
            PlateWords::Title => briefing.title.clone(),
            PlateWords::Description => briefing.description.clone(),
            PlateWords::Aims => aim_lines(&race, &sky, &table.player).join("\n"),
            PlateWords::Foes => foes_words(table.sight.view()),
            PlateWords::Players => table.players(),
            PlateWords::Keys => with_keys(keys, &settings.keys),
        };
        show(&mut node, !wanted.is_empty());
        text.set_if_neq(Text(wanted));
    }
}

/// Whether the plate has its place on the screen, shown or not.
#[cfg(test)]
pub fn has_plate(world: &mut World) -> bool {
    world.query_filtered::<(), (With<Plate>, With<ChildOf>)>().iter(world).count() == 1
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::start::test_support::{described_levels, wordy_level};
    use crate::client::settings::Binding;
    use crate::level::MindChoice;
    use crate::level::test_support::faction;
    use crate::rules::test_support::shipped_level;
    use crate::sim::Seat;
    use crate::sim::visibility::test_support::{ARES, MARS, TERRA, held};
    use crate::sim::visibility::{KnownBody, Viewer, Views};

    #[test]
    fn the_descriptions_of_shipped_levels_are_told_whole_and_a_long_one_is_cut() {
        for level in described_levels() {
            assert_eq!(Briefing::of_level(&level).description, level.description);
        }
        let long = Briefing::of_level(&wordy_level());
        assert!(long.description.ends_with('…') && long.description.len() < 600, "{}", long.description);
    }

    #[test]
    fn the_clock_waits_for_the_player_after_a_briefing_that_opened_the_game() {
        let mut time = Time::<Virtual>::default();
        let mut briefing = Briefing { is_open: true, ..default() };
        briefing.clock.hold(&mut time);
        assert_eq!(briefing.button_words(false), "Close");
        assert!(briefing.end(false), "a message says how to start it");
        assert!(time.is_paused() && briefing == Briefing::default());
        time.unpause();
        briefing.open();
        assert!(!briefing.end(false), "read again, it halts nothing");
        assert!(!time.is_paused());
    }

    #[test]
    fn the_end_of_a_briefing_does_the_same_on_every_level() {
        for level in described_levels().into_iter().chain([shipped_level("first-light.ron")]) {
            for is_guided in [false, true] {
                let mut time = Time::<Virtual>::default();
                let mut briefing = Briefing::of_level(&level);
                briefing.open();
                briefing.clock.hold(&mut time);
                briefing.end(is_guided);
                assert!(time.is_paused(), "{}", level.title);
            }
        }
    }

    #[test]
    fn the_clock_stands_on_for_the_first_steps_of_the_guide() {
        let mut time = Time::<Virtual>::default();
        let mut briefing = Briefing { is_open: true, ..default() };
        briefing.clock.hold(&mut time);
        assert_eq!(briefing.button_words(true), "First steps");
        briefing.end(true);
        assert!(time.is_paused());
        briefing.open();
        assert_eq!(briefing.button_words(true), "Close", "read again, it starts nothing");
    }

    #[test]
    fn a_message_tells_of_the_clock_only_where_the_guide_does_not() {
        let ended = |is_guided: bool| {
            let mut time = Time::<Virtual>::default();
            let mut briefing = Briefing { is_open: true, ..default() };
            briefing.clock.hold(&mut time);
            let is_told = briefing.end(is_guided);
            assert!(time.is_paused() && !briefing.is_open, "there may be more orders to give");
            is_told
        };
        assert_eq!([ended(false), ended(true)], [true, false]);
        assert!(!Briefing { is_open: true, ..default() }.end(false), "the clock did not wait");
    }

    #[test]
    fn the_worlds_of_foes_are_named_once_they_are_known() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let told = |world: &mut World, noted: Option<KnownBody>, viewer: Viewer| {
            let tell = move |views: Views| {
                let mut known = views.by(viewer).known_bodies();
                known[MARS] = noted.unwrap_or(known[MARS]);
                foes_words(views.with_noted(viewer, &known))
            };
            world.run_system_once(tell).expect("it runs")
        };
        let terra = Viewer::Faction(TERRA);
        assert_eq!(told(world, None, terra), "", "it has not been looked at");
        let seen = KnownBody { owner: Some(ARES), ..KnownBody::default() };
        assert_eq!(told(world, Some(seen), terra), "Known enemy territory: Mars (Ares)");
        assert_eq!(told(world, Some(seen), Viewer::Everything), "", "a spectator has no foes");
    }

    #[test]
    fn a_briefing_tells_who_plays_the_others_or_that_nobody_does() {
        let factions = Factions(vec![faction("Lumen"), faction("Cairn")].into());
        let minds = &crate::rules::test_support::shipped().minds;
        let told = |mind: Option<MindChoice>| {
            let seats = vec![Seat::default(), Seat { mind, suspended: false }];
            all_of_players(&factions, &Seats(seats.into()), minds, FactionId(0))
        };
        assert_eq!(told(None), "Without opponents: nobody plays Cairn.");
        let against = told(Some(MindChoice::new("captain", "corsair")));
        assert!(against.starts_with("Cairn: captain, corsair") && !against.contains("Without"), "{against}");
        assert_eq!(alone_words(&factions, SPECTATOR), None, "a spectator has no opponents");
        assert_eq!(alone_words(&Factions(vec![faction("Lumen")].into()), FactionId(0)), None);
    }

    #[test]
    fn a_newcomer_is_not_told_of_other_seats() {
        let briefing = Briefing::of_level(&shipped_level("first-light.ron"));
        assert!(briefing.has_seats);
        let told = |is_guided: bool| [false, true].map(|minds| briefing.closing_words(is_guided, minds));
        assert_eq!((told(true), told(false)), ([KEYS; 2], [SEATS, KEYS]), "minds keep their seats at first");
        let alone = Briefing { has_seats: false, ..briefing };
        assert_eq!(alone.closing_words(false, false), KEYS);
    }

    #[test]
    fn the_closing_words_name_the_players_own_keys() {
        assert_eq!(with_keys(KEYS, &[]), "F1: all keys");
        assert_eq!(with_keys(SEATS, &[]), "F1: all keys. F11: play another side yourself");
        let keys = [Binding { action: Action::Help, keys: vec![KeyCode::KeyJ] }];
        assert_eq!(with_keys(KEYS, &keys), "J: all keys");
    }
}
