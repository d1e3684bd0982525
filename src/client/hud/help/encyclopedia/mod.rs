//! The encyclopedia: a page over the scene about the classes, the rules and the marks of the present game. The main
//! menu has pages of its own with the same entries, drawn by the same rows.
//!
//! - Enters: the rules of the present game, or those of the assets folder; its key, its buttons, Esc, the row of the
//!   menu.
//! - Leaves: words, tables and pictures, by topics. The clock stands still while it is read.
//! - Must never: write a number that the rules have, or show anything of the state of the world.
//!
//! | file | does |
//! |---|---|
//! | `entry.rs` | an entry as plain data |
//! | `topics/` | the topics, and their entries from the rules |
//! | `sketches.rs` | pictures of lines on the map |
//! | `rows.rs` | entries as rows |
//! | `columns.rs` | entries side by side, in pairs |

mod columns;
pub mod entry;
pub mod rows;
pub mod sketches;
#[cfg(test)]
pub(crate) mod test_support;
pub mod topics;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, FocusPolicy, UiGlobalTransform};
use bevy::ui_widgets::Activate;

use crate::client::frame::{ClockHold, FrameSystems, HelpHold, InputSystems, WheelTaken, visible_if};
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::models::Icons;
use crate::client::settings::{Action, Actions, Binding, Settings};
use crate::client::widgets::panel::panel;
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::{DIM, OnlyOwnTips, Rows, covering, spawn_scroll};
use crate::client::worlds::{AppState, Kept, SetUpSystems};
use crate::sim::{ArmsTable, Calendar, EconomyChoice, OfWorld, ShipClasses, SourceLevel, StructureClasses};
use columns::{Band, in_bands};
use entry::{Entry, Facts};
use rows::{EncyclopediaAction, Pictures, Room, entry_rows, head_rows, topic_rows};
use sketches::Sketches;
use topics::Topic;

/// Greatest width of the plate, pixels.
const MOST_WIDTH: f32 = 1644.0;
/// Its padding at the left and at the right, pixels.
const SIDES: f32 = 30.0;
/// Width of the topics, and the gap between them and the entries, pixels.
const TOPICS: (f32, f32) = (172.0, 14.0);
/// Gap between two rows, and between entries one below the other, pixels.
const GAPS: (f32, f32) = (3.0, 14.0);
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

/// Marks the scrolled part.
#[derive(Component)]
struct Scrolled;

/// The place of an entry in its topic, on the column of its rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct EntryPlace(usize);

/// A column of rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// The title.
    Head,
    /// The topics.
    Topics,
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

/// Spawns it, hidden and empty: a plate below the bar at the top, over the panels. As over other pages, the game behind
/// it is dimmed, and takes no clicks.
fn spawn(mut commands: Commands) {
    let layer =
        Node { padding: UiRect::top(px(TOP_BAR)), justify_content: JustifyContent::Center, ..covering() };
    let look = (BackgroundColor(DIM), Visibility::Hidden, GlobalZIndex(LAYER));
    let layer = (Layer, OnlyOwnTips, layer, look, (Interaction::default(), FocusPolicy::Block));
    let layer = commands.spawn(layer).id();
    let plate = commands.spawn((panel(percent(100)), ChildOf(layer))).id();
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        (node.height, node.max_height, node.max_width) = (percent(100), percent(100), px(MOST_WIDTH));
        (node.padding.left, node.padding.right) = (px(SIDES), px(SIDES));
    });
    commands.spawn((rows_in(Column::Head), column(0.0), ChildOf(plate)));
    let body = Node { column_gap: px(TOPICS.1), flex_grow: 1.0, min_height: px(0), ..default() };
    let body = commands.spawn((body, ChildOf(plate))).id();
    let topics = Node { width: px(TOPICS.0), ..column(GAPS.0) };
    commands.spawn((rows_in(Column::Topics), topics, ChildOf(body)));
    let room = commands.spawn((wide_column(), ChildOf(body))).id();
    let scrolled = spawn_scroll(&mut commands, room, Scrolled);
    commands.entity(scrolled).entry::<Node>().and_modify(|mut node| node.row_gap = px(GAPS.1));
}

fn rows_in(column: Column) -> impl Bundle {
    (column, Rows::<EncyclopediaAction>::default())
}

/// A column that keeps its size.
fn column(gap: f32) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(gap), flex_shrink: 0.0, ..default() }
}

/// A column that takes an equal part of the remaining width.
fn wide_column() -> Node {
    Node { flex_grow: 1.0, flex_shrink: 1.0, flex_basis: px(0), min_width: px(0), ..column(GAPS.0) }
}

/// Spawns entries side by side at the end of the scrolled part. A column without an entry keeps its width. `titles`:
/// those of all entries of the topic.
fn spawn_band(
    commands: &mut Commands,
    scrolled: Entity,
    band: &Band,
    titles: &[String],
    pictures: &Pictures,
    bindings: &[Binding],
) {
    let place_of = |title: &str| titles.iter().position(|other| other == title);
    let room = Room { width: band.width, gap: CELL_GAP };
    let node = Node {
        column_gap: px(columns::GAP),
        align_items: AlignItems::FlexStart,
        flex_shrink: 0.0,
        ..default()
    };
    let line = commands.spawn((node, ChildOf(scrolled))).id();
    for place in 0..band.columns {
        let node = Node { width: px(band.width), ..column(GAPS.0) };
        let column = commands.spawn((node, ChildOf(line))).id();
        let mut rows = Rows::<EncyclopediaAction>::default();
        let entry = band.entries.get(place).map(std::slice::from_ref).unwrap_or_default();
        let leads = |title: &str| place_of(title).map(EncyclopediaAction::Show);
        rows.show(commands, column, entry_rows(entry, pictures, bindings, room, leads));
        commands.entity(column).insert(rows);
        if let Some(place) = entry.first().and_then(|entry| place_of(&entry.title)) {
            commands.entity(column).insert(EntryPlace(place));
        }
    }
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

/// An entry where it is laid out.
type LaidEntry = (&'static EntryPlace, &'static ComputedNode, &'static UiGlobalTransform);
/// The scrolled part where it is laid out, and how far it is scrolled.
type LaidScrolled = (&'static ComputedNode, &'static UiGlobalTransform, &'static mut ScrollPosition);

/// A press on one of its buttons. The button of the open topic leads back to the beginning of its page.
fn take_press(
    press: On<Activate>,
    buttons: Query<&EncyclopediaAction>,
    entries: Query<LaidEntry>,
    mut scrolled: Query<LaidScrolled, With<Scrolled>>,
    mut encyclopedia: ResMut<Encyclopedia>,
    mut hold: ResMut<HelpHold>,
    mut time: ResMut<Time<Virtual>>,
) {
    match buttons.get(press.entity) {
        Ok(EncyclopediaAction::Turn(topic)) => {
            encyclopedia.topic = *topic;
            scrolled.iter_mut().for_each(|(.., mut position)| position.0 = Vec2::ZERO);
        }
        Ok(EncyclopediaAction::Show(place)) => {
            let entry = entries.iter().find(|(other, ..)| other.0 == *place);
            let Some((_, entry, at)) = entry else { return };
            for (room, room_at, mut position) in &mut scrolled {
                let down = top_of(entry, at) - top_of(room, room_at);
                position.y = (position.y + down * room.inverse_scale_factor).max(0.0);
            }
        }
        Ok(EncyclopediaAction::Close) => {
            encyclopedia.close(&mut hold, &mut time);
        }
        Err(_) => {}
    }
}

/// The upper edge of a node, physical pixels.
fn top_of(node: &ComputedNode, place: &UiGlobalTransform) -> f32 {
    place.translation.y - 0.5 * node.size.y
}

/// The wheel is its own, and does not zoom.
fn take_wheel(encyclopedia: Res<Encyclopedia>, mut taken: ResMut<WheelTaken>) {
    if encyclopedia.is_open {
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
pub struct Gallery<'w> {
    icons: Res<'w, Icons>,
    sketches: ResMut<'w, Sketches>,
    images: ResMut<'w, Assets<Image>>,
}

impl Gallery<'_> {
    /// The pictures of entries; drawings that were never wanted are made now.
    pub fn pictures(&mut self, entries: &[Entry]) -> Pictures<'_> {
        self.sketches.draw(entries.iter().flat_map(Entry::sketches), &mut self.images);
        Pictures { icons: &self.icons, sketches: &self.sketches }
    }
}

type ColumnParts = (Entity, &'static Column, &'static mut Rows<EncyclopediaAction>);
type ScrolledParts = (Entity, &'static ComputedNode, &'static mut ScrollPosition);

/// Writes it whenever it is opened or turned over, or its width changes; another topic starts at the top.
fn write(
    mut commands: Commands,
    encyclopedia: Res<Encyclopedia>,
    settings: Res<Settings>,
    library: Library,
    mut gallery: Gallery,
    mut layer: Single<&mut Visibility, With<Layer>>,
    scrolled: Single<ScrolledParts, With<Scrolled>>,
    mut columns: Query<ColumnParts>,
    mut shown: Kept<(Option<Topic>, f32)>,
) {
    layer.set_if_neq(visible_if(encyclopedia.is_open));
    let (scrolled, laid, mut place) = scrolled.into_inner();
    let (topic, room) = (encyclopedia.topic, (laid.size.x * laid.inverse_scale_factor).floor());
    let shown = shown.now();
    let has_changed = encyclopedia.is_changed() || settings.is_changed() || shown.1 != room;
    if !encyclopedia.is_open || !has_changed {
        return;
    }
    if std::mem::replace(shown, (Some(topic), room)).0 != Some(topic) {
        place.0 = Vec2::ZERO;
    }
    let entries = topic.entries(&library.facts());
    let pictures = gallery.pictures(&entries);
    for (entity, column, mut rows) in &mut columns {
        let wanted = match column {
            Column::Head => head_rows(&settings.keys),
            Column::Topics => topic_rows(topic),
        };
        rows.show(&mut commands, entity, wanted);
    }
    commands.entity(scrolled).despawn_children();
    let titles: Vec<String> = entries.iter().map(|entry| entry.title.clone()).collect();
    for band in in_bands(room, entries) {
        spawn_band(&mut commands, scrolled, &band, &titles, &pictures, &settings.keys);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::help::encyclopedia::entry::RuleBook;

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
        let book = test_support::shipped();
        let clock = book.facts().clock;
        let RuleBook { ships, structures, arms, economy, level } = book;
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
    fn a_class_of_the_table_leads_to_its_entry_and_the_topic_back_to_the_table() {
        let mut world = world(Topic::Ships);
        world.init_resource::<HelpHold>();
        world.init_resource::<Time<Virtual>>();
        world.add_observer(take_press);
        world.resource_mut::<Encyclopedia>().is_open = true;
        world.run_system_once(write).expect("it runs");
        let laid = |top: f32, height: f32| {
            let node =
                ComputedNode { size: Vec2::new(100.0, height), inverse_scale_factor: 0.5, ..default() };
            (node, UiGlobalTransform::from_xy(50.0, top + 0.5 * height))
        };
        let scrolled = world.query_filtered::<Entity, With<Scrolled>>().single(&world).expect("it is there");
        world.entity_mut(scrolled).insert((laid(40.0, 400.0), ScrollPosition(Vec2::new(0.0, 30.0))));
        let mut entries = world.query::<(Entity, &EntryPlace)>();
        let cruiser = entries.iter(&world).find(|(_, place)| place.0 == 3).map(|(entry, _)| entry);
        world.entity_mut(cruiser.expect("it has an entry")).insert(laid(640.0, 300.0));
        let mut press = |wanted: EncyclopediaAction| {
            let mut buttons = world.query::<(Entity, &EncyclopediaAction)>();
            let entity = buttons.iter(&world).find(|(_, action)| **action == wanted).expect("it is there").0;
            world.trigger(Activate { entity });
            world.get::<ScrollPosition>(scrolled).map(|position| position.y)
        };
        assert_eq!(press(EncyclopediaAction::Show(3)), Some(330.0), "its upper edge is that of the page");
        assert_eq!(press(EncyclopediaAction::Turn(Topic::Ships)), Some(0.0));
    }

    #[test]
    fn no_edge_of_a_panel_is_seen_beside_the_plate() {
        let mut world = world(Topic::Ships);
        let layer = world.query_filtered::<&Node, With<Layer>>().single(&world).expect("it is there");
        assert_eq!(layer.padding, UiRect::top(px(TOP_BAR)), "they stand at the edges of the screen");
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
