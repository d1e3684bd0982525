//! Pictures without a window, of a level or of the main menu: a PNG file by a [`ShotRequest`], or the cost of a
//! level's frames. The world of a level runs its ticks first, with the orders of a file, if given.
//!
//! | file | subject |
//! |---|---|
//! | `world.rs` | the world up to the moment of the picture |
//! | `subject.rs` | what is shown and selected |
//! | `marks.rs` | the marks over the sky, and their size |
//! | `camera.rs` | the camera, and the picture that it takes |
//! | `main_menu.rs` | the main menu and its pages in place of a level |

mod camera;
mod main_menu;
mod marks;
mod subject;
mod world;

use std::path::Path;

use bevy::prelude::*;

use crate::client::hud::guide;
use crate::client::hud::timeline::Foresight;
use crate::client::launch::frame_cost::{FrameCosts, measure};
use crate::client::launch::hands::{Hands, unopened_window};
use crate::client::launch::{LaunchOptions, Screen, build, building, failures, make_ready};
use crate::client::menu::loading::Loading;
use crate::client::menu::{are_previews_awaited, briefing};
use crate::client::scene::sky::body_maps::are_maps_in_view_awaited;
use crate::client::settings::{Quality, Settings};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::order::file::TimedOrder;
use camera::PictureOutcome;
pub(super) use marks::watch;

/// Limit on the frames until a picture is done.
const MOST_FRAMES: u32 = 2_000;
/// What is said after that many frames.
const NO_PICTURE: &str = "the graphics driver has not delivered the picture";
/// Frames that are drawn before the picture, so that fading names have faded in.
const SETTLING_FRAMES: u32 = 30;

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

/// Renders the picture into a PNG file. Where the opened world is that behind the main menu, the menu is shown, and the
/// request counts for its size, its quality and its hands.
///
/// # Errors
/// A sentence for the player.
pub fn shoot(launch: LaunchOptions, request: ShotRequest, out: &Path) -> Result<AppExit, String> {
    let hands = request.hands.clone();
    let mut app = if launch.opened.state == AppState::Menu {
        main_menu::set_up(launch, &request)?
    } else {
        set_up(launch, request, Screen::Picture)?
    };
    settle(&mut app)?;
    if !hands.are_idle() {
        hands.play(&mut app)?;
        settle(&mut app)?;
    }
    camera::take(&mut app, out)?;
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
        let is_loaded = app.world().resource::<Loading>().is_done && !are_previews_awaited(app.world());
        if is_loaded && !are_maps_in_view_awaited(app.world_mut()) {
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
    world::rehearse(&launch, &request)?;
    let mut app = build(launch, screen)?;
    if request.briefing {
        begin_with_briefing(&mut app);
    }
    make_ready(&mut app);
    world::play(app.world_mut(), &request)?;
    let is_played = request.briefing || !request.hands.are_idle();
    match &request.build {
        Some(class) => building::begin(&mut app, class)?,
        None if is_played => {}
        None => marks::hide_words(&mut app),
    }
    if is_played {
        app.world_mut().spawn(unopened_window(request.size));
    }
    if let Some(ui_scale) = request.ui_scale {
        marks::enlarge(app.world_mut(), ui_scale, request.size);
    }
    marks::thin_out(&mut app, request.overlay);
    let mut subject = subject::find_subject(app.world_mut(), request.look.as_deref())?;
    subject::choose_panel(app.world_mut(), &request.panel, &mut subject)?;
    if let Some(name) = &request.select {
        subject::select_fleet(app.world_mut(), name)?;
    }
    app.world_mut().resource_mut::<Foresight>().days = request.later_days;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.constellations = request.constellations;
    settings.quality = request.quality;
    if request.plans {
        watch(&mut app, request.overlay);
    }
    app.insert_resource(request).init_resource::<PictureOutcome>();
    camera::aim(app.world_mut(), &subject);
    Ok(app)
}

/// Begins the level as for a player: behind its briefing, which stands in the row of the guide, and for which the clock
/// waits.
fn begin_with_briefing(app: &mut App) {
    app.add_plugins((guide::plugin, briefing::plugin));
    // The clock of a picture stands, but only one that runs can be halted by the briefing.
    let start = |mut time: ResMut<Time<Virtual>>| time.unpause();
    app.add_systems(OnEnter(AppState::Playing), start.before(SetUpSystems::Rows));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout;
    use crate::client::hud::layout::places::LeftColumn;
    use crate::rules::test_support::{shipped, shipped_level};
    use crate::sim::{Calendar, Simulation, SourceLevel};

    #[test]
    fn the_start_of_a_level_stands_behind_its_briefing() {
        let level = shipped_level("duel.ron");
        let simulation = Simulation::new(&level, &shipped().for_level(&level), 0).expect("it spawns");
        let mut app = App::new();
        app.add_plugins(layout::plugin).init_resource::<Time<Virtual>>();
        app.insert_resource(*simulation.world().resource::<Calendar>()).insert_resource(SourceLevel(level));
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        app.world_mut().spawn(LeftColumn);
        app.world_mut().spawn(unopened_window(UVec2::new(1600, 900)));
        begin_with_briefing(&mut app);
        app.world_mut().run_schedule(OnEnter(AppState::Playing));
        assert!(briefing::has_plate(app.world_mut()));
        assert!(app.world().resource::<Time<Virtual>>().is_paused(), "the clock waits");
    }
}
