//! The curtain before the sky of a world that is entered: black until its first picture is whole, and then it fades.
//! While that picture is awaited, a page covers the panels too, and the clock stands.
//!
//! A body without its maps is a plain ball. One whose shader is still being compiled is not drawn at all: without the
//! curtain the Earth would be a black disc within a crescent of air. The screen of loading cannot hide that, for there
//! is none between the menu and a level.

use bevy::prelude::*;

use super::loading::{Loading, game_name, page_node, progress_bar};
use super::pipelines::{self, PipelinesInMaking};
use crate::client::frame::{FrameSystems, PictureAwaited};
use crate::client::scene::labels::markers::MarkerLayer;
use crate::client::scene::sky::body_maps::MapsInView;
use crate::client::settings::Settings;
use crate::client::widgets::{Bar, HEADING_PIXELS, QUIET, WORDS, covering, text};
use crate::client::worlds::{AppState, Playback, SetUpSystems};
use crate::sim::SourceLevel;

/// A picture is whole once nothing was missing in this many frames one after another: the renderer tells later what it
/// misses.
const WHOLE_FRAMES: u32 = 6;
/// The longest wait for it, s.
const PATIENCE_S: f32 = 4.0;
/// Time in which the curtain fades, s.
const FADE_S: f32 = 0.5;

/// The curtain.
#[derive(Component, Clone, Copy, Debug)]
struct Curtain {
    opacity: f32,
    /// Frames one after another in which nothing was missing.
    whole_frames: u32,
    /// The time since its first frame, s; `None` before that.
    waited_s: Option<f32>,
    is_fading: bool,
    /// The most pipelines that were in the making.
    most_pipelines: usize,
    /// The part of the steps to the whole picture that is done, 0 to 1; it never falls.
    done: f32,
}

impl Default for Curtain {
    fn default() -> Self {
        Self { opacity: 1.0, whole_frames: 0, waited_s: None, is_fading: false, most_pipelines: 0, done: 0.0 }
    }
}

impl Curtain {
    /// Whether nothing of the first picture is seen yet, not even through it.
    fn waits(&self) -> bool {
        self.opacity >= 1.0
    }

    /// Notes how far the picture is: whether maps of bodies are missing, and how many pipelines. Both and the whole
    /// frames at the end count alike. In the first frames the renderer has asked for no pipeline yet: until it does,
    /// the whole frames count in their place.
    fn note(&mut self, misses_maps: bool, pipelines: usize) {
        self.most_pipelines = self.most_pipelines.max(pipelines);
        let maps = if misses_maps { 0.0 } else { 1.0 };
        let frames = self.whole_frames.min(WHOLE_FRAMES) as f32 / WHOLE_FRAMES as f32;
        let made = match self.most_pipelines {
            0 => frames,
            most => 1.0 - pipelines as f32 / most as f32,
        };
        self.done = self.done.max((maps + made + frames) / 3.0);
    }

    /// Goes on by a frame of this length, in which the picture was whole or not. It fades in `fade_s`, if that is above
    /// 0, else it is gone at once.
    fn pass(&mut self, is_whole: bool, seconds: f32, fade_s: f32) {
        // The first frame is as long as it took to enter the world.
        let waited_s = self.waited_s.map_or(0.0, |waited_s| waited_s + seconds);
        self.waited_s = Some(waited_s);
        self.whole_frames = if is_whole { self.whole_frames + 1 } else { 0 };
        if self.is_fading {
            let step = if fade_s > 0.0 { seconds / fade_s } else { 1.0 };
            self.opacity = (self.opacity - step).max(0.0);
        }
        self.is_fading |= self.whole_frames >= WHOLE_FRAMES || waited_s >= PATIENCE_S;
    }
}

/// Marks the page before the panels.
#[derive(Component)]
struct WaitingPage;

/// Marks its bar.
#[derive(Component)]
struct WaitingBar;

/// Adds the curtain.
pub fn plugin(app: &mut App) {
    app.add_plugins(pipelines::plugin);
    app.add_systems(OnEnter(AppState::Playing), hang.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, (draw_back, uncover).chain().in_set(FrameSystems::Draw));
}

/// Hangs the curtain; not before another moment of the same world, which begins with the picture of the one before.
fn hang(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    playback: Option<Res<Playback>>,
    level: Option<Res<SourceLevel>>,
    mut awaited: ResMut<PictureAwaited>,
) {
    let is_same_view = playback.is_some_and(|playback| playback.keeps_view());
    awaited.0 = !is_same_view;
    if !is_same_view {
        let level = level.map_or_else(String::new, |level| level.0.title.clone());
        commands.spawn(waiting_page(level));
    }
    let opacity = if is_same_view { 0.0 } else { 1.0 };
    commands.spawn((
        Curtain { opacity, ..default() },
        covering(),
        BackgroundColor(Color::BLACK.with_alpha(opacity)),
        // Before the names as well.
        ZIndex(100),
        Pickable::IGNORE,
        ChildOf(*layer),
    ));
}

/// The page before the panels. Its words are there in its first frame, which may be a long one: the player sees that a
/// click has had an effect. It lies below the screen of loading, and takes no click.
fn waiting_page(level: String) -> impl Bundle {
    let name = (game_name(), Pickable::IGNORE);
    let level = (text(level, HEADING_PIXELS, WORDS), Pickable::IGNORE);
    let loading = (text("Loading", 16.0, QUIET), Pickable::IGNORE);
    let words = children![name, level, (WaitingBar, progress_bar(0.0)), loading];
    let column = (page_node(), Pickable::IGNORE, words);
    (
        WaitingPage,
        page_node(),
        BackgroundColor(Color::BLACK),
        GlobalZIndex(99),
        Pickable::IGNORE,
        children![column],
    )
}

/// Draws the curtain back once the picture is whole. It waits until the screen of loading is gone.
fn draw_back(
    time: Res<Time<Real>>,
    loading: Res<Loading>,
    maps: MapsInView,
    pipelines: Res<PipelinesInMaking>,
    settings: Res<Settings>,
    mut curtains: Query<(&mut Curtain, &mut BackgroundColor)>,
) {
    for (mut curtain, mut color) in &mut curtains {
        if curtain.opacity > 0.0 && loading.is_done {
            let misses_maps = maps.are_awaited();
            let is_whole = !misses_maps && pipelines.are_ready();
            let fade_s = if settings.reduced_motion { 0.0 } else { FADE_S };
            curtain.pass(is_whole, time.delta_secs(), fade_s);
            curtain.note(misses_maps, pipelines.count());
        }
        color.set_if_neq(BackgroundColor(Color::BLACK.with_alpha(curtain.opacity)));
    }
}

/// Takes the page away once the first picture is seen, and lets the clock go on.
fn uncover(
    mut commands: Commands,
    curtains: Query<&Curtain>,
    mut awaited: ResMut<PictureAwaited>,
    pages: Query<Entity, With<WaitingPage>>,
    mut bars: Query<&mut Bar, With<WaitingBar>>,
) {
    let waiting = curtains.iter().find(|curtain| curtain.waits());
    awaited.set_if_neq(PictureAwaited(waiting.is_some()));
    for mut bar in &mut bars {
        bar.set_if_neq(Bar(waiting.map_or(1.0, |curtain| curtain.done)));
    }
    if waiting.is_none() {
        pages.iter().for_each(|page| commands.entity(page).despawn());
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::sky::body_maps::AwaitsMaps;
    use crate::client::scene::sky::surface::maps::MapFiles;

    /// The seconds after which a curtain is gone, if the picture is whole from a second on.
    fn gone_after_s(whole_s: f32, fade_s: f32) -> f32 {
        let mut curtain = Curtain::default();
        // It took a minute to enter the world.
        curtain.pass(false, 60.0, fade_s);
        let mut frames = 0.0;
        while curtain.opacity > 0.0 && frames < 6000.0 {
            curtain.pass(frames / 60.0 >= whole_s, 1.0 / 60.0, fade_s);
            frames += 1.0;
        }
        frames / 60.0
    }

    #[test]
    fn the_bar_follows_the_steps_and_never_falls() {
        let mut curtain = Curtain::default();
        let mut done = |misses_maps: bool, pipelines: usize, whole_frames: u32| {
            curtain.whole_frames = whole_frames;
            curtain.note(misses_maps, pipelines);
            (24.0 * curtain.done).round()
        };
        assert_eq!(done(true, 0, 0), 0.0, "nothing has been asked for yet");
        assert_eq!([done(true, 8, 0), done(true, 4, 0), done(false, 2, 0)], [0.0, 4.0, 14.0]);
        assert_eq!(done(true, 8, 0), 14.0, "a map that is missed later takes nothing away");
        assert_eq!([done(false, 0, 3), done(false, 0, WHOLE_FRAMES)], [20.0, 24.0]);
    }

    #[test]
    fn the_bar_is_full_where_no_pipeline_is_made() {
        let mut curtain = Curtain { whole_frames: WHOLE_FRAMES, ..Curtain::default() };
        curtain.note(false, 0);
        assert!((curtain.done - 1.0).abs() < 1.0e-6);
    }

    #[test]
    fn a_level_has_its_name_on_the_page_that_is_seen_meanwhile_from_its_first_frame_on() {
        let mut world = World::new();
        world.spawn(waiting_page("The duel".to_owned()));
        assert!(world.query::<&Visibility>().iter(&world).all(|shown| *shown != Visibility::Hidden));
        let texts: Vec<String> = world.query::<&Text>().iter(&world).map(|text| text.0.clone()).collect();
        assert_eq!(texts, ["ECLIPTIC", "The duel", "Loading"]);
    }

    #[test]
    fn the_curtain_is_drawn_back_once_the_picture_is_whole() {
        let gone_s = gone_after_s(1.0, FADE_S);
        assert!((1.4..1.8).contains(&gone_s), "{gone_s}");
        let at_once_s = gone_after_s(1.0, 0.0);
        assert!((1.0..1.2).contains(&at_once_s), "with reduced motion: {at_once_s}");
    }

    #[test]
    fn nothing_makes_the_player_wait_for_long() {
        let gone_s = gone_after_s(f32::INFINITY, FADE_S);
        assert!((PATIENCE_S..PATIENCE_S + 1.0).contains(&gone_s), "{gone_s}");
    }

    #[test]
    fn a_picture_that_was_whole_for_a_moment_is_not_shown() {
        let mut curtain = Curtain::default();
        for frame in 0..60 {
            curtain.pass(frame % WHOLE_FRAMES != 0, 0.01, FADE_S);
        }
        assert_eq!(curtain.opacity, 1.0);
    }

    /// Lets the renderer tell this number of pipelines in the making.
    fn make(count: usize) -> impl Fn(&mut World) {
        move |world: &mut World| world.resource::<PipelinesInMaking>().set(count)
    }

    #[test]
    fn the_sky_is_seen_once_the_maps_in_view_and_the_shaders_are_there() {
        let mut world = World::new();
        world.spawn(MarkerLayer);
        world.init_resource::<PictureAwaited>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<PipelinesInMaking>();
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().reduced_motion = true;
        world.init_resource::<Loading>();
        world.resource_mut::<Loading>().is_done = true;
        let files = MapFiles { color: String::new(), data: None, gain: 1.0 };
        let body = world.spawn((AwaitsMaps::new(Some(files), false), Visibility::Inherited)).id();
        world.run_system_once(hang).expect("it runs");
        let mut hides = |change: &dyn Fn(&mut World)| {
            change(&mut world);
            for _ in 0..=WHOLE_FRAMES {
                world.run_system_once(draw_back).expect("it runs");
            }
            let mut curtains = world.query_filtered::<&BackgroundColor, With<Curtain>>();
            curtains.iter(&world).all(|color| color.0.alpha() > 0.0)
        };
        assert!(hides(&|_: &mut World| ()), "the body has no maps");
        assert!(hides(&|world: &mut World| {
            world.despawn(body);
            make(3)(world);
        }));
        assert!(!hides(&make(0)));
        assert!(!hides(&make(3)), "it does not come back");
    }

    #[test]
    fn a_page_covers_the_panels_and_the_clock_stands_until_the_picture_is_whole() {
        let mut world = World::new();
        world.spawn(MarkerLayer);
        world.init_resource::<PictureAwaited>();
        world.run_system_once(hang).expect("it runs");
        let mut seen_after = |is_whole: bool, seconds: f32| {
            let mut curtains = world.query::<&mut Curtain>();
            for mut curtain in curtains.iter_mut(&mut world) {
                (0..=WHOLE_FRAMES).for_each(|_| curtain.pass(is_whole, seconds, FADE_S));
            }
            world.run_system_once(uncover).expect("it runs");
            let pages = world.query_filtered::<(), With<WaitingPage>>().iter(&world).count();
            (world.resource::<PictureAwaited>().0, pages)
        };
        assert_eq!(seen_after(false, 0.01), (true, 1));
        assert_eq!(seen_after(true, 0.01), (false, 0));
    }
}
