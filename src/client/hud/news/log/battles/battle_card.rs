//! The card of a battle, at the right: both sides, their strength over time, the forecast, the losses, and what works.
//! A press on the sign of a battle opens it, on the sky or on the minimap.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::Activate;

use super::super::EventLog;
use super::super::looks::fight_of;
use super::super::panel::write_lines;
use super::super::queries::Sources;
use super::battle_rows::{CardAction, ShownBattle};
use crate::client::frame::{FrameSystems, NewsSystems, PollTimer};
use crate::client::hud::layout::battle_place::battle_place;
use crate::client::hud::layout::places::{BattleCard, CoversSky, PANEL_WIDTH, TOP_BAR};
use crate::client::hud::layout::side_panels::SidePanels;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::models::chart::{self, AxisRanges};
use crate::client::models::marks::Mark;
use crate::client::models::{FactionColors, IconShape, Icons, ShipMark};
use crate::client::scene::battle::battle_marks::BattleMark;
use crate::client::scene::battle::sources::site::Site;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::view::{Looking, ViewCamera};
use crate::client::widgets::panel::panel;
use crate::client::widgets::{ClearOfTips, HeadedRows, Pressed, QUIET, Rows, presses, show};
use crate::client::worlds::{AppState, Kept, SetUpSystems, WhilePlaying};
use crate::sim::OfWorld;
use crate::sim::forecast::BattleForces;

/// Size of the chart on the screen, pixels.
const CHART: Vec2 = Vec2::new(200.0, 108.0);
/// A card that may not be this high leaves the chart out, pixels.
const LEAST_WITH_CHART: f32 = 320.0;
/// Padding of the card, horizontal and vertical, pixels.
const PADDING: Vec2 = Vec2::new(10.0, 6.0);
/// The signs of both lines in the chart, and of their sides.
const SIGNS: [Mark; 2] = [Mark::Disc, Mark::Square];
/// Resolution of a sign beside a name, pixels.
const SIGN_PIXELS: u32 = 26;

/// The battle on the card.
#[derive(Resource, Clone, Debug, Default)]
struct OpenBattle {
    /// Its number.
    battle: Option<u64>,
    /// The battle when it was last seen.
    last: Option<Site>,
}

/// The parts of the card.
#[derive(Component, Clone, Debug)]
struct CardParts {
    chart: Entity,
    /// The picture of the chart.
    picture: Handle<Image>,
    /// The signs of both sides.
    signs: [Handle<Image>; 2],
}

/// Adds the card. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<OpenBattle>().add_plugins(presses::<CardAction>).add_observer(open_marked);
    app.on_escape(Rung::Battle, put_away);
    app.add_systems(OnEnter(AppState::Playing), spawn_card.in_set(SetUpSystems::Frames));
    app.add_systems(
        Update,
        (act, write).chain().after(write_lines).in_set(NewsSystems::Report).in_set(WhilePlaying),
    );
    app.add_systems(PostUpdate, fit.in_set(FrameSystems::Label));
}

/// Spawns the card, closed: a column of rows, below it the chart, and below that further rows, which scroll.
fn spawn_card(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let card = commands
        .spawn((
            (panel(px(PANEL_WIDTH)), BattleCard, CoversSky, ClearOfTips),
            (RelativeCursorPosition::default(), GlobalZIndex(6)),
        ))
        .id();
    commands.entity(card).entry::<Node>().and_modify(|mut node| {
        node.position_type = PositionType::Absolute;
        node.display = Display::None;
        (node.right, node.top) = (px(0), px(TOP_BAR));
        node.padding = UiRect::axes(px(PADDING.x), px(PADDING.y));
        node.row_gap = px(4);
    });
    let picture = images.add(chart::graph(&AxisRanges::of(&[]), &[], &[]));
    let signs = SIGNS.map(|sign| images.add(chart::mark_picture(sign, Color::WHITE, SIGN_PIXELS)));
    let rows = HeadedRows::spawn::<CardAction>(&mut commands, card);
    let size = Node { width: px(CHART.x), height: px(CHART.y), flex_shrink: 0.0, ..default() };
    let chart = (size, ImageNode::new(picture.clone()), Pickable::IGNORE);
    let chart = commands.spawn(chart).id();
    // Between the head and the body.
    commands.entity(card).insert_child(1, chart).insert((rows, CardParts { chart, picture, signs }));
}

type OnlyCard = (With<BattleCard>, Without<ImageNode>);

/// Places the card in the room that its neighbours leave.
fn fit(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panels: SidePanels,
    card: Single<(&mut Node, &CardParts), OnlyCard>,
    mut charts: Query<&mut Node, With<ImageNode>>,
) {
    let (mut node, parts) = card.into_inner();
    let screen = view.screen(ui_scale.0);
    let place = battle_place(screen, panels.shown(screen));
    let (right, top, most): (Val, Val, Val) = (px(place.right), px(place.top), px(place.most));
    if (node.right, node.top, node.max_height) != (right, top, most) {
        (node.right, node.top, node.max_height) = (right, top, most);
    }
    if let Ok(mut chart) = charts.get_mut(parts.chart) {
        show(&mut chart, place.most >= LEAST_WITH_CHART);
    }
}

/// A press on the sign of a battle opens its card.
fn open_marked(
    press: On<Activate>,
    marks: Query<&BattleMark>,
    mut pressed: MessageWriter<Pressed<CardAction>>,
) {
    if let Some(battle) = marks.get(press.entity).ok().and_then(|mark| mark.battle) {
        pressed.write(Pressed(CardAction::Open(battle)));
    }
}

fn act(
    mut pressed: MessageReader<Pressed<CardAction>>,
    sites: Res<Sites>,
    mut card: ResMut<OpenBattle>,
    mut looking: Looking,
) {
    for Pressed(action) in pressed.read() {
        match *action {
            CardAction::Open(battle) => {
                card.open(battle, sites.get(battle));
                if let Some((middle, reach_km)) = card.last.as_ref().map(fight_of) {
                    looking.look_around(middle, reach_km);
                }
            }
            CardAction::Close => *card = OpenBattle::default(),
        }
    }
}

/// Esc closes the card.
fn put_away(mut card: ResMut<OpenBattle>) -> bool {
    std::mem::take(&mut *card).battle.is_some()
}

impl OpenBattle {
    /// Shows a battle, which may be over.
    fn open(&mut self, battle: u64, running: Option<&Site>) {
        if self.battle != Some(battle) {
            *self = Self { battle: Some(battle), last: None };
        }
        self.see(running);
    }

    /// Remembers the battle as it is now, if it is running; closes the card of one that was never seen.
    fn see(&mut self, running: Option<&Site>) {
        if let Some(site) = running.filter(|site| self.last.as_ref() != Some(site)) {
            self.last = Some(site.clone());
        }
        if self.last.is_none() {
            self.battle = None;
        }
    }
}

/// State kept from frame to frame.
#[derive(Default)]
struct CardMemory {
    beat: PollTimer,
    /// The battle on the card.
    battle: Option<u64>,
    /// The last tick in the chart.
    charted: Option<u64>,
}

/// Writes the card, a few times a second, and at once when it is opened.
fn write(
    mut commands: Commands,
    (sites, log, colors, icons): (Res<Sites>, Res<EventLog>, Res<FactionColors>, Res<Icons>),
    sources: Sources,
    time: Res<Time<Real>>,
    mut card: ResMut<OpenBattle>,
    mut plates: Query<(&mut Node, &CardParts, &HeadedRows)>,
    mut rows: Query<&mut Rows<CardAction>>,
    mut images: ResMut<Assets<Image>>,
    mut memory: Kept<CardMemory>,
) {
    let memory = memory.now();
    if sources.player.is_changed() {
        // The acting player must not learn what others remember.
        *card = OpenBattle::default();
    }
    let is_new = memory.battle != card.battle;
    if !memory.beat.is_due(time.elapsed_secs_f64()) && !is_new {
        return;
    }
    memory.battle = card.battle;
    let running = card.battle.and_then(|battle| sites.get(battle));
    let is_over = running.is_none();
    card.see(running);
    for (mut node, parts, headed) in &mut plates {
        show(&mut node, card.battle.is_some());
        let Some((site, battle)) = card.last.as_ref().zip(card.battle) else { continue };
        let forces = site.forces.as_ref();
        let looks = looks_of(forces, parts, &colors);
        chart_strengths(site, is_new, looks.each_ref().map(|(color, _)| *color), parts, memory, &mut images);
        let (arms, places) = (&*sources.planet_data.arms_table, sources.places());
        let shown = ShownBattle {
            site,
            is_over,
            report: log.reports.of(battle),
            estimate: site.estimate,
            looks,
            icon: &|mark: ShipMark, is_filled: bool| icons.get(IconShape::Ship(mark), is_filled),
            names: &sources.names(&places),
            arms,
        };
        if is_new {
            headed.begin_at_top(&mut commands);
        }
        headed.show(&mut commands, &mut rows, shown.head(), shown.body());
    }
}

/// The colours and the signs of both sides.
fn looks_of(
    forces: Option<&BattleForces>,
    parts: &CardParts,
    colors: &FactionColors,
) -> [(Color, Handle<Image>); 2] {
    [0, 1].map(|side: usize| {
        let faction = forces.and_then(|forces| forces.sides.get(side)?.faction);
        (faction.map_or(QUIET, |faction| colors.of(faction)), parts.signs[side].clone())
    })
}

/// Paints the chart again if the battle has gone on, or if it is another one.
fn chart_strengths(
    site: &Site,
    is_new: bool,
    colors: [Color; 2],
    parts: &CardParts,
    memory: &mut CardMemory,
    images: &mut Assets<Image>,
) {
    let lines = [0, 1].map(|side| site.strengths.line(side));
    let last = lines[0].last().map(|(tick, _)| *tick);
    if !is_new && memory.charted == last {
        return;
    }
    memory.charted = last;
    let [one, other] = colors;
    if let Some(mut image) = images.get_mut(&parts.picture) {
        *image = chart::graph(&AxisRanges::of(&lines), &lines, &[(one, SIGNS[0]), (other, SIGNS[1])]);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::client::hud::layout::places::PlanetPanel;
    use crate::client::hud::log::battles::battle_reports::BattleReports;
    use crate::client::input::escape::escape;
    use crate::client::scene::battle::sources::site::example;

    #[test]
    fn the_card_keeps_a_battle_that_is_over_until_it_is_closed() {
        let site = example(DVec3::X, None);
        let mut card = OpenBattle::default();
        card.open(site.number, Some(&site));
        card.see(None);
        assert_eq!((card.battle, card.last.as_ref()), (Some(site.number), Some(&site)));
        card.open(site.number, None);
        assert_eq!(card.last.as_ref(), Some(&site), "to look there again changes nothing");
        card.open(site.number + 1, None);
        assert_eq!((card.battle, card.last), (None, None), "it was never seen");
    }

    #[test]
    fn the_card_is_at_the_right_or_left_of_the_map() {
        let mut world = World::new();
        world.init_resource::<Assets<Image>>();
        world.init_resource::<UiScale>();
        // A picture of 1280x720 pixels.
        world.init_resource::<ViewCamera>();
        world.run_system_once(spawn_card).expect("it runs");
        let panel = world.spawn((PlanetPanel, Visibility::Hidden)).id();
        let mut beside = |visibility: Visibility| {
            world.entity_mut(panel).insert(visibility);
            world.run_system_once(fit).expect("it runs");
            let mut cards = world.query_filtered::<(&Node, &CardParts), OnlyCard>();
            let (node, parts) = cards.single(&world).expect("there is one");
            let chart = world.get::<Node>(parts.chart).map(|chart| chart.display);
            (node.right, node.top, chart)
        };
        assert_eq!(beside(Visibility::Hidden), (px(0), px(36), Some(Display::Flex)));
        assert_eq!(
            beside(Visibility::Inherited),
            (px(208), px(520), Some(Display::None)),
            "the panel is there"
        );
    }

    #[test]
    fn escape_closes_the_report_and_then_the_card() {
        let site = example(DVec3::X, None);
        let mut app = App::new();
        app.init_resource::<OpenBattle>().init_resource::<EventLog>().on_escape(Rung::Battle, put_away);
        app.on_escape(Rung::Report, |mut log: ResMut<EventLog>| log.reports.close());
        app.world_mut().resource_mut::<OpenBattle>().open(site.number, Some(&site));
        app.world_mut().resource_mut::<EventLog>().reports = BattleReports::with_open(site.number);
        let mut open = || {
            escape(app.world_mut());
            let (card, log) = (app.world().resource::<OpenBattle>(), app.world().resource::<EventLog>());
            (log.reports.open().is_some(), card.battle.is_some())
        };
        assert_eq!([open(), open()], [(false, true), (false, false)]);
    }
}
