//! The outliner at the upper left: the player's aims, what the player has to take to win, the player's planets, fleets
//! and control groups, and the enemies that are known, as rows. A click on a row looks there, or selects the fleet or
//! the group; a second one looks at it. A click on the words about idle yards goes to the next of them. Rows keep their
//! places while the pointer is over the list: a click is never about another thing than the one that was aimed at. With
//! a tool for the thing of a row, a click on the row is one on the thing, and so is a right click while ships are
//! selected.
//!
//! - Enters: the player's knowledge of the world, the selection, control groups; mouse and keys.
//! - Leaves: words and buttons, the selection, camera flights, things for the tool.
//! - Must never: give an order, or show anything that the player does not know.
//!
//! | file | does |
//! |---|---|
//! | `entries.rs` | planets, fleets, groups and enemies as plain data |
//! | `gather.rs` | gathers the aims, planets, fleets, groups and enemies |
//! | `steady.rs` | the places of rows while things come and go |
//! | `rows.rs` | the list as rows |
//! | `entry_rows.rs` | the rows of planets, fleets, groups and enemies |
//! | `things.rs` | the things that rows stand for, and what a right click on one does |

pub mod entries;
mod entry_rows;
pub mod gather;
pub mod rows;
mod steady;
#[cfg(test)]
mod test_support;
mod things;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::ui::RelativeCursorPosition;

use crate::client::frame::{FrameSystems, InputSystems, PollTimer, visible_if};
use crate::client::hud::layout::places::{GAP, LEAST_OUTLINER, LeftColumn, Outliner, PANEL_WIDTH, TOP_BAR};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::jump::idle_yards;
use crate::client::hud::planet::{Page, ShownYard};
use crate::client::input::selection::{Groups, Selecting};
use crate::client::input::{Held, ListedThing, Selected, Tool};
use crate::client::settings::{Action, Actions};
use crate::client::view::{FocusTarget, Looking, ViewCamera};
use crate::client::widgets::{
    EDGE_PIXELS, LongRows, Pressed, Rows, TipsBeside, docked, next_after, presses, spawn_scroll,
};
use crate::client::worlds::{AppState, Kept, SetUpSystems};
use crate::sim::{BodyId, FleetId, OfWorld, StructureId};

use gather::Known;
use rows::{Section, rows_of};
use steady::Shown;
pub use things::{ListedRows, RowOrder};

/// The action of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub enum OutlinerAction {
    /// Folds a section, or unfolds it.
    Fold(Section),
    /// Looks at a place.
    Look(FocusTarget),
    /// Looks at known enemies.
    Contact {
        /// Their place.
        target: FocusTarget,
        /// Their fleet, if they are in sight and in open space.
        fleet: Option<FleetId>,
    },
    /// Selects a fleet, or looks at it if it is selected.
    Fleet(Entity),
    /// Selects a control group, or looks at it if it is selected.
    Group(u8),
    /// Goes to the next idle yard at a body.
    IdleYard(BodyId),
}

/// Whether it is shown, and the sections that are folded.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct OutlinerState {
    is_wanted: bool,
    folded: Vec<Section>,
}

impl Default for OutlinerState {
    fn default() -> Self {
        Self { is_wanted: true, folded: Vec::new() }
    }
}

/// Marks the column of the rows.
#[derive(Component)]
struct OutlinerRows;

/// Adds the outliner. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<OutlinerState>().init_of_world::<RowOrder>();
    app.add_plugins(presses::<OutlinerAction>);
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Frames));
    app.add_systems(Update, (act, write).chain().in_set(InputSystems::Panel));
    app.add_systems(PostUpdate, fit.in_set(FrameSystems::Label));
}

fn spawn(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(TOP_BAR),
        width: px(PANEL_WIDTH),
        padding: UiRect::axes(px(8), px(6)),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let edges = UiRect { right: px(EDGE_PIXELS), bottom: px(EDGE_PIXELS), ..default() };
    let look = (docked(node, edges), Visibility::Hidden);
    let plate = commands.spawn((Outliner, TipsBeside, RelativeCursorPosition::default(), look)).id();
    spawn_scroll(&mut commands, plate, (OutlinerRows, Rows::<OutlinerAction>::default()));
}

/// Query bundle for what is chosen in the outliner.
#[derive(SystemParam)]
struct Choosing<'w, 's> {
    selecting: Selecting<'w, 's>,
    groups: Res<'w, Groups>,
    held: Res<'w, Held>,
    looking: Looking<'w, 's>,
    planet_data: PlanetData<'w, 's>,
    page: ResMut<'w, Page>,
    shown_yard: ResMut<'w, ShownYard>,
}

impl Choosing<'_, '_> {
    /// Selects a fleet, or looks at it if it is selected.
    fn choose_fleet(&mut self, fleet: Entity) {
        let ships = self.planet_data.view().ships_of(fleet).into_iter();
        let ships: Vec<Entity> = ships.map(|seen| seen.entity).collect();
        self.choose(&ships);
    }

    /// Selects these ships, or looks at them if they are selected. If all of them are gone, nothing is selected: the
    /// next order must not reach the ships that were selected before.
    fn choose(&mut self, ships: &[Entity]) {
        let is_second = !ships.is_empty() && self.selecting.has_all(ships);
        self.selecting.choose(
            ships,
            self.held.add && !ships.is_empty(),
            is_second.then_some(&mut self.looking),
        );
    }

    /// The number of a fleet.
    fn id_of(&self, fleet: Entity) -> Option<FleetId> {
        self.planet_data.view().fleet(fleet).map(|known| known.fleet.id)
    }

    /// Opens the page of the next idle yard at a body.
    fn go_to_idle_yard(&mut self, body: BodyId) {
        let idle = idle_yards(&self.planet_data).into_iter().filter(|(_, at)| *at == body);
        let idle: Vec<StructureId> = idle.map(|(yard, _)| yard).collect();
        if let Some(yard) = next_after(&idle, self.shown_yard.0) {
            self.shown_yard.0 = Some(yard);
            *self.page = Page::Yards;
        }
        self.looking.look_at_body(body);
    }
}

fn act(
    actions: Actions,
    mut pressed: MessageReader<Pressed<OutlinerAction>>,
    tool: Res<Tool>,
    mut state: ResMut<OutlinerState>,
    mut choosing: Choosing,
    mut things: MessageWriter<ListedThing>,
) {
    if actions.just_pressed(&Action::ShowOutliner) {
        state.is_wanted = !state.is_wanted;
    }
    for Pressed(action) in pressed.read() {
        if let Some(thing) = action.thing_for(*tool, |fleet| choosing.id_of(fleet)) {
            things.write(thing);
            continue;
        }
        match *action {
            OutlinerAction::Fold(section) => state.fold(section),
            OutlinerAction::Look(target) | OutlinerAction::Contact { target, .. } => {
                choosing.looking.look_at(target);
            }
            OutlinerAction::Fleet(fleet) => choosing.choose_fleet(fleet),
            OutlinerAction::Group(number) => {
                let ships = choosing.selecting.living(choosing.groups.ships(number));
                choosing.choose(&ships);
            }
            OutlinerAction::IdleYard(body) => choosing.go_to_idle_yard(body),
        }
    }
}

impl OutlinerState {
    /// Folds a section, or unfolds it.
    fn fold(&mut self, section: Section) {
        let before = self.folded.len();
        self.folded.retain(|other| *other != section);
        if self.folded.len() == before {
            self.folded.push(section);
        }
    }

    /// Whether a section is folded.
    pub fn is_folded(&self, section: Section) -> bool {
        self.folded.contains(&section)
    }
}

/// Writes the rows, a few times a second, and at once after a press.
fn write(
    mut commands: Commands,
    known: Known,
    (state, order): (Res<OutlinerState>, Res<RowOrder>),
    selected: Query<Ref<Selected>>,
    time: Res<Time<Real>>,
    plate: Single<&RelativeCursorPosition, With<Outliner>>,
    column: Single<(Entity, &mut Rows<OutlinerAction>), With<OutlinerRows>>,
    long: LongRows,
    mut beat: Kept<PollTimer>,
    mut shown: Kept<Shown>,
) {
    let (shown, now) = (shown.now(), time.elapsed_secs_f64());
    if known.has_other_viewer() {
        // What others had is nothing to remember.
        shown.forget();
    }
    if plate.cursor_over() {
        shown.point(now);
    }
    let is_new = state.is_changed() || order.is_changed() || known.has_new_groups();
    let (entity, mut rows) = column.into_inner();
    let is_urgent = is_new || long.has_other_view(entity) || selected.iter().any(|one| one.is_added());
    if !beat.now().is_due(now) && !is_urgent {
        return;
    }
    let outline = shown.follow(known.outline(), now, |fleet| known.fate_of(fleet));
    let wanted = order.told_in(rows_of(outline, &state));
    let wanted = long.in_view(entity, &rows, wanted);
    rows.show(&mut commands, entity, wanted);
}

/// Ends it above the column at the lower left. Hides it if there is no room, and if it has no rows: a viewer without a
/// side owns nothing.
fn fit(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    state: Res<OutlinerState>,
    column: Option<Single<&ComputedNode, With<LeftColumn>>>,
    plate: Single<(&mut Node, &mut Visibility), With<Outliner>>,
    rows: Single<&Rows<OutlinerAction>, With<OutlinerRows>>,
) {
    let screen = view.screen(ui_scale.0);
    let taken = column.map_or(0.0, |column| column.size.y * column.inverse_scale_factor);
    let room = screen.y - TOP_BAR - taken - GAP;
    let (mut node, mut visibility) = plate.into_inner();
    let is_shown = state.is_wanted && room >= LEAST_OUTLINER && rows.node(0).is_some();
    visibility.set_if_neq(visible_if(is_shown));
    if node.max_height != px(room) {
        node.max_height = px(room);
    }
}

#[cfg(test)]
mod tests {
    use bevy_panorbit_camera::PanOrbitCamera;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::input::Pick;
    use crate::client::view::{Focus, MainCamera, Origin};
    use crate::sim::visibility::test_support::{EARTH, TERRA};
    use crate::sim::{Ship, Simulation};

    /// The world of an outliner that is pressed.
    fn pressable() -> Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.spawn(ActionState::<Action>::default());
        world.spawn((PanOrbitCamera::default(), MainCamera));
        world.init_resource::<Messages<Pressed<OutlinerAction>>>();
        world.init_resource::<Messages<ListedThing>>();
        world.init_resource::<OutlinerState>();
        world.init_resource::<Held>();
        world.init_resource::<Groups>();
        world.init_resource::<Origin>();
        world.init_resource::<Focus>();
        simulation
    }

    #[test]
    fn the_row_of_a_group_selects_those_of_its_ships_that_are_there() {
        let mut simulation = pressable();
        let world = simulation.world_mut();
        let scout = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        world.entity_mut(scout).insert(Pick::default());
        let lost = world.spawn_empty().id();
        world.resource_mut::<Groups>().set(1, vec![lost, scout]);
        let act = world.register_system(act);
        world.write_message(Pressed(OutlinerAction::Group(1)));
        world.run_system(act).expect("it runs");
        assert!(world.get::<Selected>(scout).is_some());
    }

    #[test]
    fn the_row_of_a_fleet_that_is_gone_leaves_no_other_ships_to_be_ordered() {
        let mut simulation = pressable();
        let world = simulation.world_mut();
        let scout = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        world.entity_mut(scout).insert((Pick::default(), Selected));
        let lost = world.spawn_empty().id();
        let act = world.register_system(act);
        world.write_message(Pressed(OutlinerAction::Fleet(lost)));
        world.run_system(act).expect("it runs");
        assert!(world.get::<Selected>(scout).is_none());
    }

    #[test]
    fn a_row_asks_for_its_body_even_if_the_camera_looks_there_already() {
        let mut simulation = pressable();
        let world = simulation.world_mut();
        let act = world.register_system(act);
        for flights in 1..=2 {
            world.write_message(Pressed(OutlinerAction::Look(FocusTarget::Body(EARTH))));
            world.run_system(act).expect("it runs");
            let focus = world.resource::<Focus>();
            assert_eq!((focus.target, focus.flights), (FocusTarget::Body(EARTH), flights));
        }
    }

    #[test]
    fn with_a_tool_in_hand_a_row_is_a_click_on_its_thing() {
        let mut simulation = pressable();
        let world = simulation.world_mut();
        let act = world.register_system(act);
        let mut things = |tool: Tool| {
            world.insert_resource(tool);
            world.write_message(Pressed(OutlinerAction::Look(FocusTarget::Body(EARTH))));
            world.run_system(act).expect("it runs");
            let things: Vec<ListedThing> = world.resource_mut::<Messages<ListedThing>>().drain().collect();
            (things, world.resource::<Focus>().flights)
        };
        let earth = ListedThing { body: Some(EARTH), ..default() };
        assert_eq!(things(Tool::Attack), (vec![earth], 0));
        assert_eq!(things(Tool::Patrol), (Vec::new(), 1), "it needs a place");
        assert_eq!(things(Tool::Select), (Vec::new(), 2));
    }

    #[test]
    fn a_section_folds_and_unfolds() {
        let mut state = OutlinerState::default();
        assert!(!state.is_folded(Section::Fleets));
        state.fold(Section::Fleets);
        assert!(state.is_folded(Section::Fleets) && !state.is_folded(Section::Planets));
        state.fold(Section::Fleets);
        assert_eq!(state, OutlinerState::default());
    }
}
