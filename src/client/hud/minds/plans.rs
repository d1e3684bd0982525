//! The panel with the plans of minds.
//!
//! Plans are secret during the war. Spectators see them, viewers to whom the level reveals everything, and everybody
//! after the war, also in the replay of a war that is decided in it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, RelativeCursorPosition};
use bevy::ui_widgets::Activate;

use super::rows::{LookAt, rows_of};
use super::words::{ClassNames, PlanWords};
use crate::client::frame::{FrameSystems, InputSystems, PollTimer, Toasts, player_words};
use crate::client::hud::layout::places::{CoversSky, PANEL_WIDTH, PlanetPanel, PlansPanel, TOP_BAR};
use crate::client::hud::layout::plans_place::plans_place;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::models::FactionColors;
use crate::client::settings::{Action, Actions};
use crate::client::view::{FocusTarget, Looking, Onlooker, ViewCamera};
use crate::client::widgets::panel::panel;
use crate::client::widgets::scroll::take_wheel;
use crate::client::widgets::{Cell, HEADING_PIXELS, QUIET, Row, Rows, TITLE, show, spawn_scroll, title};
use crate::client::worlds::{AppState, Kept, Playback, SetUpSystems, is_replay};
use crate::sim::outcome::Verdict;
use crate::sim::{BodyId, BuiltClass, Calendar, Factions, MindCatalog, Minds, Seats, Sky};

/// The answer to a player in a war.
const SECRET: &str = "The plans of AI players are secret until the war is decided; spectators see them";
/// The answer in the replay of a war that is not decided in it.
const SECRET_IN_REPLAY: &str =
    "The war is not decided in this replay: plans of AI players are shown only with the eyes on \"All\"";

/// Whether the panel is open. It stays so while a replay is sought through.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlansOpen(bool);

/// Marks the column of its rows.
#[derive(Component)]
struct PlansRows;

/// Adds the panel.
pub fn plugin(app: &mut App) {
    app.init_resource::<PlansOpen>().on_escape(Rung::Plans, close);
    app.add_observer(look);
    app.add_systems(OnEnter(AppState::Playing), spawn_panel.in_set(SetUpSystems::Frames));
    let begin_closed = begin_closed.in_set(SetUpSystems::Frames).run_if(not(is_replay));
    app.add_systems(OnEnter(AppState::Playing), begin_closed);
    app.add_systems(Update, toggle.in_set(InputSystems::Panel));
    app.add_systems(Update, take_wheel::<PlansPanel>.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, fit.in_set(FrameSystems::Label));
    app.add_systems(PostUpdate, write.in_set(FrameSystems::Panel));
}

/// Opens the panel, in a world that has been entered.
pub fn open_plans(mut open: ResMut<PlansOpen>) {
    open.0 = true;
}

/// Query bundle for whether the viewer may see the plans of minds.
#[derive(SystemParam)]
pub struct PlansAccess<'w> {
    onlooker: Res<'w, Onlooker>,
    verdict: Res<'w, Verdict>,
    playback: Option<Res<'w, Playback>>,
}

impl PlansAccess<'_> {
    /// The replay that is watched.
    fn replay(&self) -> Option<&Playback> {
        self.playback.as_deref().filter(|playback| playback.is_replay())
    }

    /// Whether the viewer may see the plans. A replay may be that of a war that goes on: it shows them to all eyes only
    /// if the war is decided in it.
    fn is_given(&self) -> bool {
        let is_decided = || self.replay().is_some_and(|replay| replay.log.is_decided());
        self.onlooker.0.sees_all() || self.verdict.0.is_some() || is_decided()
    }

    /// Why the viewer may not see them.
    fn refusal(&self) -> &'static str {
        if self.replay().is_some() { SECRET_IN_REPLAY } else { SECRET }
    }
}

/// Query bundle for whether the plans are shown.
#[derive(SystemParam)]
pub struct PlansShown<'w> {
    open: Res<'w, PlansOpen>,
    access: PlansAccess<'w>,
}

impl PlansShown<'_> {
    /// Whether the panel is open, and the viewer may see plans.
    pub fn now(&self) -> bool {
        self.open.0 && self.access.is_given()
    }
}

fn spawn_panel(mut commands: Commands) {
    let plate = commands
        .spawn((
            (panel(px(PANEL_WIDTH)), PlansPanel, CoversSky),
            (RelativeCursorPosition::default(), GlobalZIndex(5)),
        ))
        .id();
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        node.position_type = PositionType::Absolute;
        node.display = Display::None;
        (node.right, node.top) = (px(0), px(TOP_BAR));
        node.padding = UiRect::all(px(12));
    });
    commands.spawn((title("Plans of AI players", HEADING_PIXELS, TITLE), ChildOf(plate)));
    spawn_scroll(&mut commands, plate, (PlansRows, Rows::<LookAt>::default()));
}

/// Places it beside the planet panel, below it or in its place, and ends it above the map.
fn fit(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panel: Option<Single<(&Visibility, &ComputedNode), With<PlanetPanel>>>,
    mut plate: Single<&mut Node, With<PlansPanel>>,
) {
    let screen = view.screen(ui_scale.0);
    let panel = panel.map(|panel| panel.into_inner());
    let panel = panel.filter(|(visibility, _)| **visibility != Visibility::Hidden);
    let height = panel.map_or(0.0, |(_, node)| node.size.y * node.inverse_scale_factor);
    let place = plans_place(screen, panel.is_some()).below_panel(height);
    let (right, top, most): (Val, Val, Val) = (px(place.right), px(place.top), px(place.most));
    if (plate.right, plate.top, plate.max_height) != (right, top, most) {
        (plate.right, plate.top, plate.max_height) = (right, top, most);
    }
}

/// A game begins with it closed. One that rewinds keeps it, where plans are no secret.
fn begin_closed(access: PlansAccess, mut open: ResMut<PlansOpen>) {
    open.0 &= access.playback.is_some() && access.is_given();
}

/// Esc closes it.
fn close(mut open: ResMut<PlansOpen>) -> bool {
    std::mem::take(&mut open.0)
}

/// The key opens and closes it.
fn toggle(actions: Actions, access: PlansAccess, mut open: ResMut<PlansOpen>, mut toasts: ResMut<Toasts>) {
    if !actions.just_pressed(&Action::ShowPlans) {
        return;
    }
    if access.is_given() {
        open.0 = !open.0;
    } else {
        toasts.say(access.refusal());
    }
}

/// A press on a line looks at its body.
fn look(press: On<Activate>, lines: Query<&LookAt>, mut looking: Looking) {
    if let Ok(LookAt(body)) = lines.get(press.entity) {
        looking.look_at(FocusTarget::Body(*body));
    }
}

/// Query bundle for plans, and for whether they may be seen.
#[derive(SystemParam)]
struct Plans<'w> {
    access: PlansAccess<'w>,
    minds: Res<'w, Minds>,
    seats: Res<'w, Seats>,
    factions: Res<'w, Factions>,
    colors: Res<'w, FactionColors>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    catalog: Res<'w, MindCatalog>,
    names: ClassNames<'w>,
}

impl Plans<'_> {
    /// The rows of all minds; none if they may not be seen.
    fn rows(&self) -> Vec<Row<LookAt>> {
        if !self.access.is_given() {
            return Vec::new();
        }
        let bodies = &self.sky.system.bodies;
        let body = |body: BodyId| bodies.get(body).map_or("nowhere", |body| body.in_words.as_str());
        let class = |class: BuiltClass| self.names.of(class);
        let words = PlanWords { body: &body, class: &class, calendar: &self.calendar };
        let mut rows = Vec::new();
        for (faction, known) in self.factions.0.iter_enumerated() {
            let mind = self.minds.0.get(faction).and_then(Option::as_ref);
            let seat = self.seats.0.get(faction);
            if mind.is_none() && seat.is_none_or(|seat| seat.mind.is_none()) {
                continue;
            }
            let name = player_words(known, seat).unwrap_or_else(|| known.name.clone());
            let name = Cell::words(name, self.colors.of(faction)).wrapped();
            rows.push(Row { is_heading: true, ..Row::of(vec![name]) });
            let choice = seat.and_then(|seat| seat.mind.as_ref());
            let skill = choice.and_then(|choice| self.catalog.0.skill(&choice.skill));
            rows.extend(rows_of((faction, mind), skill, &words));
        }
        if rows.is_empty() {
            rows.push(Row::words("This game has no AI players", QUIET));
        }
        rows
    }
}

/// Writes the rows, a few times a second.
fn write(
    mut commands: Commands,
    shown: PlansShown,
    plans: Plans,
    time: Res<Time<Real>>,
    mut plate: Single<&mut Node, With<PlansPanel>>,
    rows: Single<(Entity, &mut Rows<LookAt>), With<PlansRows>>,
    mut beat: Kept<PollTimer>,
) {
    let is_open = shown.now();
    let was_open = plate.display != Display::None;
    show(&mut plate, is_open);
    let is_due = beat.now().is_due(time.elapsed_secs_f64());
    if is_open && (is_due || !was_open) {
        let (column, mut rows) = rows.into_inner();
        rows.show(&mut commands, column, plans.rows());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::worlds::Purpose;
    use crate::record::log_of_war;
    use crate::sim::FactionId;
    use crate::sim::outcome::test_support::decided;
    use crate::sim::visibility::Viewer;

    const ME: Viewer = Viewer::Faction(FactionId(0));

    /// Whether a viewer may see plans, and the answer if not.
    fn asked(viewer: Viewer, verdict: Verdict, playback: Option<Playback>) -> (bool, &'static str) {
        let mut world = World::new();
        world.insert_resource(Onlooker(viewer));
        world.insert_resource(verdict);
        if let Some(playback) = playback {
            world.insert_resource(playback);
        }
        let answer = world.run_system_once(|access: PlansAccess| (access.is_given(), access.refusal()));
        answer.expect("it runs")
    }

    #[test]
    fn plans_are_secret_until_the_war_is_decided() {
        let may_see = |viewer: Viewer, verdict: Verdict| asked(viewer, verdict, None);
        assert_eq!(may_see(ME, Verdict::default()), (false, SECRET));
        assert!(may_see(ME, decided()).0);
        for viewer in [Viewer::Everything, Viewer::Revealed(FactionId(0))] {
            assert!(may_see(viewer, Verdict::default()).0, "{viewer:?}");
        }
    }

    #[test]
    fn the_replay_of_a_decided_war_shows_plans_to_all_eyes_at_any_moment() {
        let replay = |is_decided: bool| Playback::watch(Arc::new(log_of_war(is_decided)), None, 0, ME);
        let may_see = |playback: Playback| asked(ME, Verdict::default(), Some(playback));
        assert!(may_see(replay(true)).0, "before the decision, with the eyes of a side");
        assert_eq!(may_see(replay(false)), (false, SECRET_IN_REPLAY), "the war may go on");
        let rewound = Playback { purpose: Purpose::Play(FactionId(0)), ..replay(true) };
        assert_eq!(may_see(rewound), (false, SECRET), "a game begins");
        assert!(asked(Viewer::Everything, Verdict::default(), Some(replay(false))).0);
    }
}
