//! The cost of a frame, part by part.
//!
//! The parts of a frame follow each other. The main world runs with its ticks. Extraction copies things for the
//! renderer's world. Preparation is all work of the renderer before its graph. Rendering encodes and submits
//! commands, and the last part waits for the driver. A driver that draws with the processor does most of its work
//! during the wait, so the parts before it cost about as much as with a graphics card.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice, RenderGraph, RenderGraphSystems};
use bevy::time::TimeUpdateStrategy;
use serde::Serialize;

use crate::client::menu::loading::Loading;
use crate::client::scene::battle::counters::{BattleSeen, EffectCounts};
use crate::client::scene::ships::ship_view::ShipModel;
use crate::client::scene::sky::body_maps::are_maps_awaited;
use crate::sim::simulation::measure::Times;
use crate::sim::{Calendar, Sky};

/// Frames between loading and measurement: names fade in, pipelines and buffers are built.
const SETTLING_FRAMES: u32 = 60;
/// Limit on the frames of loading.
const MOST_FRAMES: u32 = 2_000;
/// Time of the world per frame, seconds: as on a screen with 60 frames a second, for any real duration of a frame.
const FRAME_S: f64 = 1.0 / 60.0;

/// The parts of a frame with their names in reports: `extract + prepare` is the sum of the two before it, and
/// `frame` that of all parts.
pub const PARTS: [&str; 8] =
    ["ticks", "main", "extract", "prepare", "extract + prepare", "render", "wait", "frame"];

/// Durations of the parts of some frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples([Vec<f64>; PARTS.len()]);

impl Samples {
    /// Records a frame: the duration of each of its [`PARTS`], milliseconds.
    pub fn note(&mut self, parts_ms: [f64; PARTS.len()]) {
        for (known, part_ms) in self.0.iter_mut().zip(parts_ms) {
            known.push(part_ms);
        }
    }

    /// Number of recorded frames.
    pub fn frames(&self) -> usize {
        self.0[0].len()
    }

    /// The figures of every part, in the order of [`PARTS`]; all 0 without a frame.
    pub fn sum_up(mut self) -> Vec<PartCost> {
        let parts = PARTS.iter().zip(&mut self.0);
        let costs = parts.map(|(&name, times_ms)| {
            times_ms.sort_unstable_by(f64::total_cmp);
            PartCost { part: name, ms: Times::of(times_ms) }
        });
        costs.collect()
    }
}

/// The cost of a part of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PartCost {
    /// Name in [`PARTS`].
    pub part: &'static str,
    /// Median, 99th of 100 and longest, milliseconds.
    #[serde(flatten)]
    pub ms: Times,
}

/// The costs of frames, with their conditions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameCosts {
    /// The graphics adapter and its programming interface.
    pub adapter: String,
    /// Width and height of the picture, pixels.
    pub size: [u32; 2],
    /// Frames that were measured.
    pub frames: usize,
    /// Ships in sight, each with an icon or a hull.
    pub ships: usize,
    /// Bodies of the sky.
    pub bodies: usize,
    /// Nodes of the interface, laid out or not: the engine walks through all of them in every frame.
    pub nodes: usize,
    /// The parts, in the order of [`PARTS`].
    pub parts: Vec<PartCost>,
    /// Battle effects in view; `None` without a shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleSeen>,
}

/// The boundaries between the parts of a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Edges {
    ticks_begin: Option<Instant>,
    ticks_end: Option<Instant>,
    extract_begin: Option<Instant>,
    extract_end: Option<Instant>,
    graph_begin: Option<Instant>,
}

impl Edges {
    /// The parts of a frame that began, was submitted and ended at these moments; `None` if the renderer did not
    /// take part in it.
    fn parts(&self, begin: Instant, handed_over: Instant, end: Instant) -> Option<[f64; PARTS.len()]> {
        let (extract_begin, extract_end) = (self.extract_begin?, self.extract_end?);
        let graph_begin = self.graph_begin?;
        let ticks = milliseconds(self.ticks_begin?, self.ticks_end?);
        let main = milliseconds(begin, extract_begin) - ticks;
        let extract = milliseconds(extract_begin, extract_end);
        let prepare = milliseconds(extract_end, graph_begin);
        let render = milliseconds(graph_begin, handed_over);
        let wait = milliseconds(handed_over, end);
        let frame = milliseconds(begin, end);
        Some([ticks, main, extract, prepare, extract + prepare, render, wait, frame])
    }
}

fn milliseconds(from: Instant, to: Instant) -> f64 {
    to.saturating_duration_since(from).as_secs_f64() * 1000.0
}

/// Records the edges of the present frame, for both worlds.
#[derive(Resource, Clone, Debug, Default)]
struct Stopwatch(Arc<Mutex<Edges>>);

impl Stopwatch {
    fn change(&self, change: impl FnOnce(&mut Edges)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn edges(&self) -> Edges {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the picture of an app settle, runs this many frames of it at pace 1, and returns their costs.
///
/// # Errors
/// A sentence for the player: nothing is drawn, or the driver failed.
pub fn measure(app: &mut App, size: UVec2, frames: u32) -> Result<FrameCosts, String> {
    let stopwatch = watch(app)?;
    load(app)?;
    run_at_pace_1(app.world_mut());
    for _ in 0..SETTLING_FRAMES {
        app.update();
        wait_for_driver(app.world())?;
    }
    let (mut samples, mut census) = (Samples::default(), EffectCounts::default());
    let first_tick = app.world().resource::<Calendar>().tick;
    for _ in 0..frames {
        samples.note(time_frame(app, &stopwatch)?);
        census.note(app.world());
    }
    let world = app.world_mut();
    let ticks = world.resource::<Calendar>().tick.saturating_sub(first_tick);
    Ok(FrameCosts {
        adapter: adapter_name(world),
        size: size.to_array(),
        frames: samples.frames(),
        ships: world.query::<&ShipModel>().iter(world).count(),
        bodies: world.resource::<Sky>().system.bodies.len(),
        nodes: world.query::<&Node>().iter(world).count(),
        parts: samples.sum_up(),
        battle: census.sum_up(ticks),
    })
}

/// Adds systems that read the clock at all edges of a frame.
fn watch(app: &mut App) -> Result<Stopwatch, String> {
    let stopwatch = Stopwatch::default();
    app.insert_resource(stopwatch.clone());
    app.add_systems(
        RunFixedMainLoop,
        (
            note_ticks_begin
                .after(RunFixedMainLoopSystems::BeforeFixedMainLoop)
                .before(RunFixedMainLoopSystems::FixedMainLoop),
            note_ticks_end
                .after(RunFixedMainLoopSystems::FixedMainLoop)
                .before(RunFixedMainLoopSystems::AfterFixedMainLoop),
        ),
    );
    let no_renderer = "there is no renderer to measure";
    let renderer = app.get_sub_app_mut(RenderApp).ok_or(no_renderer)?;
    renderer.insert_resource(stopwatch.clone());
    renderer.add_systems(RenderGraph, note_graph_begin.before(RenderGraphSystems::Begin));
    let mut extract = renderer.take_extract().ok_or(no_renderer)?;
    let clock = stopwatch.clone();
    renderer.set_extract(move |main_world, render_world| {
        clock.change(|edges| edges.extract_begin = Some(Instant::now()));
        extract(main_world, render_world);
        clock.change(|edges| edges.extract_end = Some(Instant::now()));
    });
    Ok(stopwatch)
}

fn note_ticks_begin(stopwatch: Res<Stopwatch>) {
    stopwatch.change(|edges| edges.ticks_begin = Some(Instant::now()));
}

fn note_ticks_end(stopwatch: Res<Stopwatch>) {
    stopwatch.change(|edges| edges.ticks_end = Some(Instant::now()));
}

fn note_graph_begin(stopwatch: Res<Stopwatch>) {
    stopwatch.change(|edges| edges.graph_begin = Some(Instant::now()));
}

/// Runs the world at pace 1, by the same time in every frame.
fn run_at_pace_1(world: &mut World) {
    world.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(FRAME_S)));
    let mut time = world.resource_mut::<Time<Virtual>>();
    time.set_relative_speed_f64(1.0);
    time.unpause();
}

/// Runs frames until everything is loaded. Their number differs from machine to machine, so the world is paused
/// meanwhile: the measured frames show the same ticks everywhere.
fn load(app: &mut App) -> Result<(), String> {
    for _ in 0..MOST_FRAMES {
        app.update();
        wait_for_driver(app.world())?;
        if is_loaded(app.world_mut()) {
            return Ok(());
        }
    }
    Err("the sky has not been loaded".into())
}

/// Whether nothing is left to be read: a map that came later would be uploaded in a measured frame.
fn is_loaded(world: &mut World) -> bool {
    world.resource::<Loading>().is_done && !are_maps_awaited(world)
}

/// Runs a frame; returns the durations of its parts, milliseconds.
fn time_frame(app: &mut App, stopwatch: &Stopwatch) -> Result<[f64; PARTS.len()], String> {
    stopwatch.change(|edges| *edges = Edges::default());
    let begin = Instant::now();
    app.update();
    let handed_over = Instant::now();
    wait_for_driver(app.world())?;
    let parts = stopwatch.edges().parts(begin, handed_over, Instant::now());
    parts.ok_or_else(|| "the renderer has not drawn a frame".into())
}

/// Waits until all submitted commands are drawn, so that no frame pays for the one before.
fn wait_for_driver(world: &World) -> Result<(), String> {
    let Some(device) = world.get_resource::<RenderDevice>() else {
        return Err("there is no graphics driver".into());
    };
    let waited = device.poll(PollType::wait_indefinitely());
    waited.map(|_| ()).map_err(|error| format!("the graphics driver has not drawn a frame: {error}"))
}

fn adapter_name(world: &World) -> String {
    let adapter = world.get_resource::<RenderAdapterInfo>();
    let unknown = || "an unknown adapter".to_owned();
    adapter.map_or_else(unknown, |adapter| format!("{} ({:?})", adapter.name, adapter.backend))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::sky::body_maps::AwaitsMaps;
    use crate::client::scene::sky::surface::maps::MapFiles;

    #[test]
    fn all_maps_are_read_before_the_first_frame_is_measured() {
        let mut world = World::new();
        world.init_resource::<Loading>();
        assert!(!is_loaded(&mut world));
        world.resource_mut::<Loading>().is_done = true;
        let files = MapFiles { color: String::new(), data: None, gain: 1.0 };
        let body = world.spawn((AwaitsMaps::new(Some(files), false), Visibility::Hidden)).id();
        assert!(!is_loaded(&mut world), "also those of bodies out of the picture");
        world.despawn(body);
        assert!(is_loaded(&mut world));
    }

    #[test]
    fn samples_are_summed_up_part_by_part() {
        let mut samples = Samples::default();
        for frame in (1..=100_u8).rev() {
            let ms = f64::from(frame);
            samples.note([ms, 2.0 * ms, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0 * ms]);
        }
        assert_eq!(samples.frames(), 100);
        let costs = samples.sum_up();
        assert_eq!(costs.iter().map(|cost| cost.part).collect::<Vec<_>>(), PARTS);
        assert_eq!(costs[0].ms, Times { median: 51.0, p99: 99.0, max: 100.0 });
        assert_eq!(costs[1].ms.max, 200.0);
        assert_eq!(costs[2].ms, Times::default());
        assert_eq!(costs[7].ms.p99, 297.0);
    }

    #[test]
    fn no_frames_cost_nothing() {
        let costs = Samples::default().sum_up();
        assert_eq!(costs.len(), PARTS.len());
        assert!(costs.iter().all(|cost| cost.ms == Times::default()));
    }

    #[test]
    fn the_parts_of_a_frame_add_up_to_it() {
        let begin = Instant::now();
        let at = |ms: u64| begin + Duration::from_millis(ms);
        let edges = Edges {
            ticks_begin: Some(at(2)),
            ticks_end: Some(at(5)),
            extract_begin: Some(at(9)),
            extract_end: Some(at(10)),
            graph_begin: Some(at(14)),
        };
        let parts = edges.parts(begin, at(20), at(50)).expect("all edges are there");
        let wanted = [3.0, 6.0, 1.0, 4.0, 5.0, 6.0, 30.0, 50.0];
        assert!(parts.iter().zip(wanted).all(|(part, wanted)| (part - wanted).abs() < 1e-9), "{parts:?}");
        let without = Edges { graph_begin: None, ..edges };
        assert!(without.parts(begin, at(20), at(50)).is_none(), "a frame that was not drawn has no cost");
    }
}
