//! The encyclopedia: a page over the scene about the classes, the rules and the marks of the present game.
//!
//! - Enters: the rules of the present game; its key, its buttons, Esc, the row of the menu.
//! - Leaves: words, tables and pictures, by topics. The clock stands still while it is read.
//! - Must never: write a number that the rules have, or show anything of the state of the world.
//!
//! | file | does |
//! |---|---|
//! | `entry.rs`, `numbers.rs` | an entry as plain data; numbers as words |
//! | `topics/` | the topics, and their entries from the rules |
//! | `sketches.rs` | pictures of lines on the map |
//! | `rows.rs` | entries as rows |

pub mod entry;
pub mod numbers;
pub mod rows;
pub mod sketches;
#[cfg(test)]
pub(crate) mod test_support;
pub mod topics;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::Activate;

use crate::client::frame::{ClockHold, FrameSystems, HelpHold, InputSystems, WheelTaken};
use crate::client::input::{EscapeLadder, Rung};
use crate::client::models::Icons;
use crate::client::settings::{Action, Actions, Settings};
use crate::client::widgets::panel::panel;
use crate::client::widgets::{OnlyOwnTips, PANEL, Rows, show, spawn_scroll};
use crate::client::worlds::{AppState, Kept, SetUpSystems};
use crate::sim::{ArmsTable, Calendar, EconomyChoice, OfWorld, ShipClasses, SourceLevel, StructureClasses};
use entry::{Entry, Facts};
use rows::{EncyclopediaAction, Pictures, entry_rows, head_rows, topic_rows};
use sketches::Sketches;
use topics::Topic;

/// Width and height, pixels.
const SIZE: Vec2 = Vec2::new(900.0, 560.0);
/// The most height, hundredths of the window.
const MOST_HEIGHT: f32 = 96.0;
/// Width of the topics, and the gap between them and the entries, pixels.
const TOPICS: (f32, f32) = (172.0, 14.0);
/// Its layer: over all panels, below the page of keys.
const LAYER: i32 = 9;

/// Whether it is open, and its topic.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encyclopedia {
    is_open: bool,
    topic: Topic,
}

impl Encyclopedia {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens it, and halts the clock.
    pub fn open(&mut self, hold: &mut ClockHold, time: &mut Time<Virtual>) {
        self.is_open = true;
        hold.hold(time);
    }

    /// Closes it; the clock goes on if it was running before. Returns whether it was open.
    pub(super) fn close(&mut self, hold: &mut ClockHold, time: &mut Time<Virtual>) -> bool {
        if self.is_open {
            hold.release(time);
        }
        std::mem::take(&mut self.is_open)
    }
}

/// Marks the layer that holds the plate in the middle of the window.
#[derive(Component)]
struct Layer;

/// Marks the plate.
#[derive(Component)]
struct Plate;

/// A column of rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// The title.
    Head,
    /// The topics.
    Topics,
    /// The entries of the open topic.
    Entries,
}

/// Adds the encyclopedia.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Encyclopedia>().init_of_world::<Sketches>().on_escape(Rung::Encyclopedia, end);
    app.add_observer(take_press);
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Frames));
    app.add_systems(Update, toggle.in_set(InputSystems::Panel));
    // The planet panel decides about the wheel before.
    app.add_systems(Update, take_wheel.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, write.in_set(FrameSystems::Panel));
}

/// Spawns it, hidden and empty.
fn spawn(mut commands: Commands) {
    let layer = Node {
        display: Display::None,
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let layer = commands.spawn((Layer, OnlyOwnTips, layer, Pickable::IGNORE, GlobalZIndex(LAYER))).id();
    let plate = (Plate, panel(px(SIZE.x)), RelativeCursorPosition::default(), ChildOf(layer));
    let plate = commands.spawn(plate).id();
    // Words below it must not show through its own.
    commands.entity(plate).insert(BackgroundColor(PANEL.with_alpha(1.0)));
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        (node.height, node.max_height) = (px(SIZE.y), percent(MOST_HEIGHT));
    });
    commands.spawn((rows_in(Column::Head), column(0.0), ChildOf(plate)));
    let body = Node { column_gap: px(TOPICS.1), flex_grow: 1.0, min_height: px(0), ..default() };
    let body = commands.spawn((body, ChildOf(plate))).id();
    let topics = Node { width: px(TOPICS.0), ..column(3.0) };
    commands.spawn((rows_in(Column::Topics), topics, ChildOf(body)));
    let room = Node { flex_grow: 1.0, flex_shrink: 1.0, flex_basis: px(0), min_width: px(0), ..column(0.0) };
    let room = commands.spawn((room, ChildOf(body))).id();
    spawn_scroll(&mut commands, room, rows_in(Column::Entries));
}

fn rows_in(column: Column) -> impl Bundle {
    (column, Rows::<EncyclopediaAction>::default())
}

/// A column that keeps its size.
fn column(gap: f32) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(gap), flex_shrink: 0.0, ..default() }
}

/// Esc closes it.
fn end(
    mut encyclopedia: ResMut<Encyclopedia>,
    mut hold: ResMut<HelpHold>,
    mut time: ResMut<Time<Virtual>>,
) -> bool {
    encyclopedia.close(&mut hold, &mut time)
}

/// Its key opens and closes it.
fn toggle(
    actions: Actions,
    mut encyclopedia: ResMut<Encyclopedia>,
    mut hold: ResMut<HelpHold>,
    mut time: ResMut<Time<Virtual>>,
) {
    if actions.just_pressed(&Action::Encyclopedia) && !encyclopedia.close(&mut hold, &mut time) {
        encyclopedia.open(&mut hold, &mut time);
    }
}

/// A press on one of its buttons.
fn take_press(
    press: On<Activate>,
    buttons: Query<&EncyclopediaAction>,
    mut encyclopedia: ResMut<Encyclopedia>,
    mut hold: ResMut<HelpHold>,
    mut time: ResMut<Time<Virtual>>,
) {
    match buttons.get(press.entity) {
        Ok(EncyclopediaAction::Turn(topic)) => encyclopedia.topic = *topic,
        Ok(EncyclopediaAction::Close) => {
            encyclopedia.close(&mut hold, &mut time);
        }
        Err(_) => {}
    }
}

/// The wheel over it is its own, and does not zoom.
fn take_wheel(
    encyclopedia: Res<Encyclopedia>,
    plate: Single<&RelativeCursorPosition, With<Plate>>,
    mut taken: ResMut<WheelTaken>,
) {
    if encyclopedia.is_open && plate.cursor_over() {
        taken.set_if_neq(WheelTaken(true));
    }
}

/// Query bundle for the rules of the present game.
#[derive(SystemParam)]
struct Library<'w> {
    ships: Res<'w, ShipClasses>,
    structures: Res<'w, StructureClasses>,
    arms: Res<'w, ArmsTable>,
    economy: Res<'w, EconomyChoice>,
    calendar: Res<'w, Calendar>,
    level: Res<'w, SourceLevel>,
}

impl Library<'_> {
    fn facts(&self) -> Facts<'_> {
        Facts {
            ships: &self.ships,
            structures: &self.structures,
            arms: &self.arms,
            economy: &self.economy.0,
            clock: self.calendar.clock,
            level: &self.level.0,
        }
    }
}

/// Query bundle for pictures.
#[derive(SystemParam)]
struct Gallery<'w> {
    icons: Res<'w, Icons>,
    sketches: ResMut<'w, Sketches>,
    images: ResMut<'w, Assets<Image>>,
}

type ColumnParts =
    (Entity, &'static Column, &'static mut Rows<EncyclopediaAction>, &'static mut ScrollPosition);

/// Writes it whenever it is opened or turned over; another topic starts at the top.
fn write(
    mut commands: Commands,
    encyclopedia: Res<Encyclopedia>,
    settings: Res<Settings>,
    library: Library,
    mut gallery: Gallery,
    mut layer: Single<&mut Node, With<Layer>>,
    mut columns: Query<ColumnParts>,
    mut shown: Kept<Option<Topic>>,
) {
    show(&mut layer, encyclopedia.is_open);
    let has_changed = encyclopedia.is_changed() || settings.is_changed();
    if !encyclopedia.is_open || !has_changed {
        return;
    }
    let topic = encyclopedia.topic;
    let is_turned = shown.now().replace(topic) != Some(topic);
    let entries = topic.entries(&library.facts());
    gallery.sketches.draw(entries.iter().flat_map(Entry::sketches), &mut gallery.images);
    let pictures = Pictures { icons: &gallery.icons, sketches: &gallery.sketches };
    for (entity, column, mut rows, mut scrolled) in &mut columns {
        let wanted = match column {
            Column::Head => head_rows(&settings.keys),
            Column::Topics => topic_rows(topic),
            Column::Entries => entry_rows(&entries, &pictures, &settings.keys),
        };
        rows.show(&mut commands, entity, wanted);
        if is_turned {
            scrolled.0 = Vec2::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::orbit::{GameClock, J2000_JD};

    #[test]
    fn the_clock_stands_still_while_it_is_read() {
        let (mut encyclopedia, mut time) = (Encyclopedia::default(), Time::<Virtual>::default());
        let mut hold = ClockHold::default();
        encyclopedia.open(&mut hold, &mut time);
        encyclopedia.open(&mut hold, &mut time);
        assert!(time.is_paused(), "the second time changes nothing");
        assert!(encyclopedia.close(&mut hold, &mut time) && !time.is_paused());
        hold.hold(&mut time);
        assert!(!encyclopedia.close(&mut hold, &mut time), "it is closed already");
        assert!(time.is_paused(), "another page is read");
        hold.give_up();
        encyclopedia.open(&mut hold, &mut time);
        assert!(encyclopedia.close(&mut hold, &mut time) && time.is_paused(), "the player's own pause stays");
    }

    /// A world with the shipped rules, and the encyclopedia on this topic.
    fn world(topic: Topic) -> World {
        let mut world = World::new();
        let test_support::Game { ships, structures, arms, economy, level } = test_support::shipped();
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        world.insert_resource(ships);
        world.insert_resource(structures);
        world.insert_resource(arms);
        world.insert_resource(EconomyChoice(economy));
        world.insert_resource(SourceLevel(level));
        world.insert_resource(Calendar { clock, tick: 0, seed: 0 });
        world.init_resource::<Icons>();
        world.init_resource::<Sketches>();
        world.init_resource::<Settings>();
        world.init_resource::<Assets<Image>>();
        world.insert_resource(Encyclopedia { topic, ..default() });
        world.run_system_once(spawn).expect("it runs");
        world
    }

    /// All words on the screen.
    fn words(world: &mut World) -> Vec<String> {
        world.run_system_once(write).expect("it runs");
        let mut texts = world.query::<&Text>();
        texts.iter(world).map(|text| text.0.clone()).collect()
    }

    #[test]
    fn the_open_topic_is_on_the_screen() {
        let mut world = world(Topic::Ships);
        assert!(words(&mut world).is_empty(), "it is closed");
        world.resource_mut::<Encyclopedia>().is_open = true;
        let shown = words(&mut world);
        let has = |shown: &[String], words: &str| shown.iter().any(|line| line == words);
        assert!(has(&shown, "Encyclopedia") && has(&shown, "Scout") && !has(&shown, "Bodies"));
        world.resource_mut::<Encyclopedia>().topic = Topic::Marks;
        let shown = words(&mut world);
        assert!(has(&shown, "Bodies"), "{shown:?}");
        assert!(!world.resource::<Assets<Image>>().is_empty(), "its drawings are drawn");
    }
}
