//! Pictures of a level without a window: a PNG file by a [`ShotRequest`], or the cost of its frames. The world
//! runs its ticks first, with the orders of a file, if given.

use std::path::Path;

use bevy::camera::RenderTarget;
use bevy::gizmos::config::DefaultGizmoConfigGroup;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::ui::UiSystems;
use glam::DVec3;

use crate::client::frame::{FrameSystems, GridGizmos, LineGizmos, OwnGizmos, Player};
use crate::client::hud::layout::places::StatusLine;
use crate::client::hud::minds::open_plans;
use crate::client::hud::timeline::Foresight;
use crate::client::input::{Inspected, Selected};
use crate::client::launch::frame_cost::{FrameCosts, measure};
use crate::client::launch::hands::{Hands, unopened_window};
use crate::client::launch::{
    LaunchOptions, Screen, build, building, failures, judge_picture, make_ready, player_of,
};
use crate::client::menu::briefing;
use crate::client::menu::loading::Loading;
use crate::client::scene::battle::FreshEvents;
use crate::client::scene::labels::markers::MarkerLayer;
use crate::client::scene::sight_view::SightShown;
use crate::client::scene::sky::body_maps::are_maps_in_view_awaited;
use crate::client::settings::{Quality, Settings};
use crate::client::view::camera::spawn_camera;
use crate::client::view::first_look::sunny_side;
use crate::client::view::{Focus, FocusTarget, Onlooker, RenderPosition};
use crate::client::widgets::show;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::level::plain_line;
use crate::orbit::{AU_KM, TICKS_PER_SECOND};
use crate::sim::order::file::TimedOrder;
use crate::sim::order::script::Script;
use crate::sim::visibility::Viewer;
use crate::sim::{
    BodyId, Calendar, Factions, Fleet, Order, OrderQueue, Position, Seats, Ship, Simulation, Sky, Tick,
    members_in_order,
};

/// Limit on the frames until a picture is done.
const MOST_FRAMES: u32 = 2_000;
/// What is said after that many frames.
const NO_PICTURE: &str = "the graphics driver has not delivered the picture";
/// Frames that are drawn before the picture, so that fading names have faded in.
const SETTLING_FRAMES: u32 = 30;
/// Distance of a view of a body, in its magnified radii.
const BODY_DISTANCE: f64 = 4.5;
/// Distance of a view of a ship, in its radii.
const SHIP_DISTANCE: f64 = 60.0;
/// Least distance of the eye, in radii of the subject.
const LEAST_DISTANCE: f64 = 1.4;
/// The events of this time before the picture are its news, seconds of play: within it the sign of a battle fades after
/// the last shot, and alerts last longer.
const NEWS_S: f64 = 10.0;

/// The marks drawn besides the sky and its objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Lines, icons, names and panels.
    #[default]
    All,
    /// Lines, icons and names.
    Marks,
    /// No marks.
    Nothing,
}

/// The planet panel of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ShownPanel {
    /// That of the body to show; none for a fleet.
    #[default]
    OfSubject,
    /// That of the body of this name.
    Of(String),
    /// None.
    Nothing,
}

/// The content of a picture.
#[derive(Resource, Clone, Debug, Default)]
pub struct ShotRequest {
    /// Ticks to run before.
    pub tick: u64,
    /// The player's fleet whose loss ends them.
    pub lost: Option<String>,
    /// The orders by tick; their players must be among the level's factions.
    pub orders: Vec<TimedOrder>,
    /// The body or the player's fleet to show; the star, if left out.
    pub look: Option<String>,
    /// The player's fleet that is selected.
    pub select: Option<String>,
    /// The planet panel, if panels are drawn.
    pub panel: ShownPanel,
    /// The class of structures for which a place is chosen in the rings of the body with the planet panel.
    pub build: Option<String>,
    /// What a player does before the picture is taken.
    pub hands: Hands,
    /// Whether the level stands behind its briefing, as at its start.
    pub briefing: bool,
    /// The later time shown as well, days ahead, 0 to [`MOST_DAYS`](crate::client::hud::timeline::MOST_DAYS); 0
    /// for none.
    pub later_days: f64,
    /// The marks over the sky.
    pub overlay: Overlay,
    /// Whether a spectator sees it. Minds play all their sides then, and their plans are among the panels.
    pub plans: bool,
    /// Whether the lines of the constellations are drawn, with their names among the marks.
    pub constellations: bool,
    /// Distance, AU.
    pub distance_au: Option<f64>,
    /// Angle from above, degrees.
    pub pitch_deg: f64,
    /// Yaw, degrees; the sunny side, if left out.
    pub yaw_deg: Option<f64>,
    /// Vertical field of view, degrees, above 0 and below 180; as in the game, if left out.
    pub fov_deg: Option<f64>,
    /// Pixels.
    pub size: UVec2,
    /// The size of words and panels by the settings, as in a window of this size; a pixel of the interface is one of
    /// the picture, if left out.
    pub ui_scale: Option<f32>,
    /// Quality of the picture; by the driver, if left out.
    pub quality: Option<Quality>,
}

/// The result of the picture.
#[derive(Resource, Clone, Debug, Default)]
struct PictureOutcome(Option<AppExit>);

/// Renders the picture into a PNG file.
///
/// # Errors
/// A sentence for the player.
pub fn shoot(launch: LaunchOptions, request: ShotRequest, out: &Path) -> Result<AppExit, String> {
    let hands = request.hands.clone();
    let mut app = set_up(launch, request, Screen::Picture)?;
    settle(&mut app)?;
    if !hands.are_idle() {
        hands.play(&mut app)?;
        settle(&mut app)?;
    }
    take(&mut app, out)?;
    for _ in 0..MOST_FRAMES {
        app.update();
        if let Some(exit) = app.world_mut().resource_mut::<PictureOutcome>().0.take() {
            return Ok(exit);
        }
    }
    Err(NO_PICTURE.into())
}

/// Draws frames until everything is loaded, and some more.
fn settle(app: &mut App) -> Result<(), String> {
    let mut settled = 0;
    for _ in 0..MOST_FRAMES {
        app.update();
        if app.world().resource::<Loading>().is_done && !are_maps_in_view_awaited(app.world_mut()) {
            settled += 1;
        }
        if settled == SETTLING_FRAMES {
            return Ok(());
        }
    }
    Err(NO_PICTURE.into())
}

/// Draws this many frames of the picture, with the world at pace 1, and returns their costs.
///
/// # Errors
/// A sentence for the player.
pub fn time_frames(launch: LaunchOptions, request: ShotRequest, frames: u32) -> Result<FrameCosts, String> {
    let size = request.size;
    let mut app = set_up(launch, request, Screen::Measured)?;
    // The cost must include all optional effects.
    app.world_mut().resource_mut::<Settings>().damage_numbers = true;
    measure(&mut app, size, frames)
}

/// The app with the requested world and camera, before its first frame.
fn set_up(launch: LaunchOptions, request: ShotRequest, screen: Screen) -> Result<App, String> {
    failures::explain_ends();
    rehearse(&launch, &request)?;
    let mut app = build(launch, screen)?;
    if request.briefing {
        begin_with_briefing(&mut app);
    }
    make_ready(&mut app);
    if request.plans {
        let_minds_play(app.world_mut());
    }
    run_ticks(app.world_mut(), &request, report_refusals)?;
    forget_old_news(app.world_mut());
    // The picture shows the end of the last tick, not its beginning.
    let mut fixed = app.world_mut().resource_mut::<Time<Fixed>>();
    let nearly_a_tick = fixed.timestep().saturating_sub(std::time::Duration::from_nanos(1));
    fixed.accumulate_overstep(nearly_a_tick);
    let is_played = request.briefing || !request.hands.are_idle();
    match &request.build {
        Some(class) => building::begin(&mut app, class)?,
        None if is_played => {}
        None => hide_words(&mut app),
    }
    if is_played {
        app.world_mut().spawn(unopened_window(request.size));
    }
    if let Some(ui_scale) = request.ui_scale {
        enlarge(app.world_mut(), ui_scale, request.size);
    }
    thin_out(&mut app, request.overlay);
    let mut subject = find_subject(app.world_mut(), request.look.as_deref())?;
    choose_panel(app.world_mut(), &request.panel, &mut subject)?;
    if let Some(name) = &request.select {
        select_fleet(app.world_mut(), name)?;
    }
    app.world_mut().resource_mut::<Foresight>().days = request.later_days;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.constellations = request.constellations;
    settings.quality = request.quality;
    if request.plans {
        watch(&mut app, request.overlay);
    }
    app.insert_resource(request).init_resource::<PictureOutcome>();
    aim(app.world_mut(), &subject);
    Ok(app)
}

/// Begins the level as for a player: behind its briefing, for which the clock waits.
fn begin_with_briefing(app: &mut App) {
    app.add_plugins(briefing::plugin);
    // The clock of a picture stands, but only one that runs can be halted by the briefing.
    let start = |mut time: ResMut<Time<Virtual>>| time.unpause();
    app.add_systems(OnEnter(AppState::Playing), start.before(SetUpSystems::Rows));
}

/// Gives words and panels the size that they have in a window of this size, by the settings.
fn enlarge(world: &mut World, ui_scale: f32, size: UVec2) {
    let mut settings = world.resource_mut::<Settings>();
    settings.ui_scale = ui_scale;
    let scale = settings.scale_in(size.as_vec2());
    world.resource_mut::<UiScale>().0 = scale;
}

/// Checks in a world without a screen that the subject of the picture exists: a driver at work does not survive an
/// abort. If only bodies are named, the level suffices.
fn rehearse(launch: &LaunchOptions, request: &ShotRequest) -> Result<(), String> {
    let mut simulation = Simulation::new(&launch.opened.level, &launch.opened.rules, launch.opened.seed)
        .map_err(|error| error.to_string())?;
    let player = player_of(simulation.world(), &launch.opened.level);
    let world = simulation.world_mut();
    if let ShownPanel::Of(name) = &request.panel {
        find_body(world, name)?;
    }
    if let Some(class) = &request.build {
        building::find_class(world, class)?;
    }
    let is_body = |name: &String| world.resource::<Sky>().system.find(name).is_some();
    let names_fleets = request.select.is_some() || request.lost.is_some();
    if !names_fleets && request.look.as_ref().is_none_or(is_body) {
        return Ok(());
    }
    world.insert_resource(player);
    run_ticks(world, request, |_, _| {})?;
    find_subject(world, request.look.as_deref())?;
    request.select.as_ref().map_or(Ok(()), |name| select_fleet(world, name))
}

/// Lets minds play all sides that have one: nobody sits before a picture.
fn let_minds_play(world: &mut World) {
    world.resource_scope(|world, mut door: Mut<OrderQueue>| {
        let seats = world.resource::<Seats>().0.iter_enumerated();
        for (faction, seat) in seats.filter(|(_, seat)| seat.mind.is_some()) {
            door.give(faction, Order::Seat(seat.suspend(false)));
        }
    });
}

/// Shows the picture with the eyes of a spectator, and with the plans of minds among its panels.
pub(super) fn watch(app: &mut App, overlay: Overlay) {
    app.insert_resource(Onlooker(Viewer::Everything));
    if overlay == Overlay::All {
        app.add_systems(OnEnter(AppState::Playing), open_plans.in_set(SetUpSystems::Look));
    }
}

/// Runs the ticks before the picture, up to the awaited loss of a fleet. Orders for the next tick are handed in as
/// well: the game is paused, and applies them as in play.
fn run_ticks(
    world: &mut World,
    request: &ShotRequest,
    after_tick: fn(&mut Script, &mut World),
) -> Result<(), String> {
    let mut script = Script::new(request.orders.clone(), world.resource::<Calendar>().tick);
    let is_awaited = |world: &mut World| {
        request.lost.as_ref().is_some_and(|name| own_fleets(world).iter().any(|(_, fleet)| fleet == name))
    };
    let mut was_there = is_awaited(world);
    for _ in 0..request.tick {
        script.hand_in(world)?;
        world.run_schedule(Tick);
        after_tick(&mut script, world);
        let is_there = is_awaited(world);
        if was_there && !is_there {
            return script.hand_in(world);
        }
        was_there = is_there;
    }
    match &request.lost {
        Some(name) => Err(format!("the player loses no fleet `{name}` within {} ticks", request.tick)),
        None => script.hand_in(world),
    }
}

fn report_refusals(script: &mut Script, world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    for refusal in script.take_refusals(world) {
        eprintln!("tick {tick}: order refused: {}", plain_line(&refusal.to_string()));
    }
}

/// Events long before the picture are not news in it.
fn forget_old_news(world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    let kept = (NEWS_S * TICKS_PER_SECOND) as u64;
    world.resource_mut::<FreshEvents>().begin_at(tick.saturating_sub(kept));
}

/// The subject of the picture.
struct PictureSubject {
    target: FocusTarget,
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// Least distance of a view, km.
    least_km: f64,
    /// The default distance, km.
    usual_km: f64,
}

impl PictureSubject {
    fn of_body(sky: &Sky, body: BodyId, usual_km: Option<f64>) -> Self {
        let radius_km = sky.system.bodies[body].displayed_radius_km;
        Self {
            target: FocusTarget::Body(body),
            place: sky.now[body].position,
            least_km: radius_km * LEAST_DISTANCE,
            usual_km: usual_km.unwrap_or(radius_km * BODY_DISTANCE),
        }
    }

    /// The first ship of a fleet represents it.
    fn of_fleet(world: &World, fleet: Entity) -> Option<Self> {
        let (_, entity) = members_in_order(world, fleet).into_iter().next()?;
        let (ship, position) = (world.get::<Ship>(entity)?, world.get::<Position>(entity)?);
        Some(Self {
            target: FocusTarget::Ship(entity),
            place: position.0,
            least_km: ship.radius_km * LEAST_DISTANCE,
            usual_km: ship.radius_km * SHIP_DISTANCE,
        })
    }
}

fn find_subject(world: &mut World, name: Option<&str>) -> Result<PictureSubject, String> {
    let Some(name) = name else {
        return Ok(PictureSubject::of_body(world.resource::<Sky>(), BodyId(0), Some(4.0 * AU_KM)));
    };
    if let Some(body) = world.resource::<Sky>().system.find(name) {
        return Ok(PictureSubject::of_body(world.resource::<Sky>(), body, None));
    }
    let fleets = own_fleets(world);
    let world: &World = world;
    let fleet = fleets.iter().find(|(_, fleet)| fleet == name);
    if let Some(subject) = fleet.and_then(|(entity, _)| PictureSubject::of_fleet(world, *entity)) {
        return Ok(subject);
    }
    let bodies = world.resource::<Sky>().system.bodies.iter().map(|body| body.name.as_str());
    let known: Vec<&str> = bodies.chain(fleets.iter().map(|(_, name)| name.as_str())).collect();
    let known = known.join(", ");
    Err(format!("the level has no body `{name}`, nor has the player such a fleet; there are: {known}"))
}

fn find_body(world: &World, name: &str) -> Result<BodyId, String> {
    let system = &world.resource::<Sky>().system;
    system.find(name).ok_or_else(|| {
        let known: Vec<&str> = system.bodies.iter().map(|body| body.name.as_str()).collect();
        format!("the level has no body `{name}`; there are: {}", known.join(", "))
    })
}

/// Opens the planet panel as a click on its body does. Without a panel the eye looks at the place of the subject, for
/// a body in focus has its panel.
fn choose_panel(world: &mut World, panel: &ShownPanel, subject: &mut PictureSubject) -> Result<(), String> {
    match panel {
        ShownPanel::OfSubject => {}
        ShownPanel::Of(name) => {
            let body = find_body(world, name)?;
            world.resource_mut::<Inspected>().0 = Some(body);
        }
        ShownPanel::Nothing if subject.target.body().is_some() => {
            subject.target = FocusTarget::Point(subject.place);
        }
        ShownPanel::Nothing => {}
    }
    Ok(())
}

/// The player's fleets with their names, in the order of their numbers.
fn own_fleets(world: &mut World) -> Vec<(Entity, String)> {
    let own = world.resource::<Player>().faction;
    let mut query = world.query::<(Entity, &Fleet)>();
    let mut fleets: Vec<(Entity, &Fleet)> =
        query.iter(world).filter(|(_, fleet)| fleet.faction == own).collect();
    fleets.sort_by_key(|(_, fleet)| fleet.id);
    fleets.into_iter().map(|(entity, fleet)| (entity, fleet.name.clone())).collect()
}

fn select_fleet(world: &mut World, name: &str) -> Result<(), String> {
    let fleets = own_fleets(world);
    let Some((fleet, _)) = fleets.iter().find(|(_, fleet)| fleet == name) else {
        let own = world.resource::<Player>().faction;
        let faction = world.resource::<Factions>().0.get(own);
        let player = faction.map_or("nobody", |faction| faction.name.as_str());
        let known: Vec<&str> = fleets.iter().map(|(_, name)| name.as_str()).collect();
        let known = known.join(", ");
        return Err(format!("the player, {player}, has no fleet `{name}`; there are: {known}"));
    };
    for (_, ship) in members_in_order(world, *fleet) {
        world.entity_mut(ship).insert(Selected);
    }
    Ok(())
}

/// Nobody plays before a picture, so the status line has no content.
fn hide_words(app: &mut App) {
    let hide = |mut lines: Query<&mut Visibility, With<StatusLine>>| {
        lines.iter_mut().for_each(|mut line| *line = Visibility::Hidden);
    };
    app.add_systems(OnEnter(AppState::Playing), hide.in_set(SetUpSystems::Look));
}

/// Hides the marks that `overlay` leaves out.
fn thin_out(app: &mut App, overlay: Overlay) {
    if overlay == Overlay::All {
        return;
    }
    // The systems that write panels also show and hide them, so this comes last.
    app.add_systems(PostUpdate, hide_panels.after(FrameSystems::Panel).before(UiSystems::Prepare));
    if overlay == Overlay::Marks {
        return;
    }
    app.add_systems(PostUpdate, hide_markers.after(FrameSystems::Panel).before(UiSystems::Prepare));
    let world = app.world_mut();
    world.resource_mut::<SightShown>().0 = false;
    let mut lines = world.resource_mut::<GizmoConfigStore>();
    lines.config_mut::<LineGizmos>().0.enabled = false;
    lines.config_mut::<OwnGizmos>().0.enabled = false;
    lines.config_mut::<GridGizmos>().0.enabled = false;
    lines.config_mut::<DefaultGizmoConfigGroup>().0.enabled = false;
}

fn hide_panels(mut roots: Query<&mut Node, (Without<ChildOf>, Without<MarkerLayer>)>) {
    roots.iter_mut().for_each(|mut node| show(&mut node, false));
}

fn hide_markers(mut layers: Query<&mut Node, With<MarkerLayer>>) {
    layers.iter_mut().for_each(|mut node| show(&mut node, false));
}

/// Spawns the camera, which renders into an image.
fn aim(world: &mut World, subject: &PictureSubject) {
    let request = world.resource::<ShotRequest>().clone();
    let size = request.size;
    let image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    let image = world.resource_mut::<Assets<Image>>().add(image);
    let distance_km = request.distance_au.map_or(subject.usual_km, |au| (au * AU_KM).max(subject.least_km));
    let yaw = request.yaw_deg.map_or_else(|| sunny_side(subject.place), |yaw| yaw.to_radians() as f32);
    if let FocusTarget::Ship(ship) = subject.target {
        // Ships get this in their first frame, too late for a camera that uses it then.
        world.entity_mut(ship).insert(RenderPosition(subject.place));
    }
    world.resource_mut::<Focus>().jump_to(subject.target);
    let pitch = request.pitch_deg.to_radians() as f32;
    let camera = spawn_camera(&mut world.commands(), distance_km / AU_KM, pitch, yaw);
    world.flush();
    world.entity_mut(camera).insert((RenderTarget::Image(image.clone().into()), Target(image)));
    if let (Some(fov_deg), Some(mut projection)) = (request.fov_deg, world.get_mut::<Projection>(camera))
        && let Projection::Perspective(perspective) = &mut *projection
    {
        perspective.fov = fov_deg.to_radians() as f32;
    }
}

/// The image that the camera renders into.
#[derive(Component)]
struct Target(Handle<Image>);

fn take(app: &mut App, out: &Path) -> Result<(), String> {
    let world = app.world_mut();
    let image = world
        .query::<&Target>()
        .single(world)
        .map(|target| target.0.clone())
        .map_err(|error| format!("the picture's camera is gone: {error}"))?;
    let file = out.to_owned();
    world.spawn(Screenshot::image(image)).observe(
        move |captured: On<ScreenshotCaptured>, mut outcome: ResMut<PictureOutcome>| {
            outcome.0 = Some(judge_picture(&captured.image, &file));
        },
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::worlds::{Source, read};
    use crate::rules::find_assets_dir;

    #[test]
    fn the_ticks_end_with_the_loss_of_a_fleet() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scenes/fleet-lost.ron");
        let assets_dir = find_assets_dir().expect("it is there");
        let scene = read(&Source::Files(vec![path]), &assets_dir).expect("it is sound").0;
        let mut simulation = Simulation::new(&scene.level, &scene.rules, 0).expect("it spawns");
        let player = player_of(simulation.world(), &scene.level);
        let world = simulation.world_mut();
        world.insert_resource(player);
        let until_lost =
            |name: &str, tick: u64| ShotRequest { tick, lost: Some(name.to_owned()), ..default() };
        assert_eq!(run_ticks(world, &until_lost("Picket", 3000), |_, _| {}), Ok(()));
        let left: Vec<String> = own_fleets(world).into_iter().map(|(_, name)| name).collect();
        assert_eq!(left, ["Relief"]);
        assert!(world.resource::<Calendar>().tick < 3000, "they end with the loss");
        let told = run_ticks(world, &until_lost("Relief", 2), |_, _| {});
        assert_eq!(told, Err("the player loses no fleet `Relief` within 2 ticks".to_owned()));
    }
}
