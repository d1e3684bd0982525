//! Field lines: paths along which steering would lead the followed ship to its target from other places.
//!
//! The lines start from a grid in the plane of the ship, its target and the view's up, and are recomputed a few
//! times a second, because that takes a while in a large crowd.

use std::time::Instant;

use bevy::prelude::*;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use super::playing::Chosen;
use super::playing::Playing;
use crate::client::frame::LineGizmos;
use crate::client::view::camera::MainCamera;
use crate::sim::steering::Craft;
use crate::sim::steering::picture::field::Field;

/// Number of starting points of field lines along the way, and across.
const SEEDS: usize = 15;
/// How far beyond ship and target lines begin, as a share of the way between them,
const BEYOND: f32 = 0.15;
/// and how far beside the way.
const BESIDE: f32 = 0.4;
/// Least margin about both, in radii of the ship.
const LEAST_RADII: f32 = 8.0;
/// The most steps of a line.
const MOST_STEPS: usize = 160;
/// Number of steps from end to end of the plane,
const STEPS_ALONG: f32 = 120.0;
/// limited to this many radii of the ship per step.
const STEP_RADII: (f32, f32) = (0.25, 1.0);
/// Seconds between two times that lines are made, at least,
const LEAST_WAIT_S: f64 = 0.25;
/// and at least this many times the time of a computation.
const WAIT_TIMES: f64 = 5.0;
/// The colour of the lines where they begin; they fade on their way.
const COLOR: Color = Color::srgb(0.45, 0.75, 1.0);
/// How strong they are there.
const STRENGTH: f32 = 0.55;

/// The field lines that are shown.
#[derive(Resource, Default)]
pub struct FieldLines {
    is_shown: bool,
    /// The lines in coordinates of steering; empty for those that begin in a body.
    lines: Vec<Vec<Vec3>>,
    made_for: Option<Subject>,
    /// Seconds until the next computation.
    wait_s: f64,
}

/// The subject of the lines.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject {
    ship: usize,
    step: u32,
    up: Vec3,
}

impl FieldLines {
    /// Shows and hides them.
    pub fn toggle(&mut self) {
        self.is_shown = !self.is_shown;
    }

    /// Whether they are to be shown.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    fn forget(&mut self) {
        self.lines.clear();
        self.made_for = None;
    }

    fn make(&mut self, playing: &Playing, subject: Subject) {
        let crowd = playing.crowd();
        let craft = crowd.craft(subject.ship);
        let (seeds, step) = seeds(&craft, subject.up);
        let field = Field::new(playing.rules(), crowd, playing.bodies());
        make_lines(&field, subject.ship, &seeds, step, MOST_STEPS, &mut self.lines);
        self.made_for = Some(subject);
    }
}

/// Follows the field of a ship from every seed, `step` at a time and for `most_steps` at most. There are as
/// many lines afterwards as seeds, in their order; that of a seed in a body is empty.
pub fn make_lines(
    field: &Field<'_>,
    ship: usize,
    seeds: &[Vec3],
    step: f32,
    most_steps: usize,
    lines: &mut Vec<Vec<Vec3>>,
) {
    lines.resize_with(seeds.len(), Vec::new);
    lines.par_iter_mut().zip(seeds.par_iter()).for_each(|(line, &seed)| {
        if field.is_free(ship, seed) {
            field.line(ship, seed, step, most_steps, line);
        } else {
            line.clear();
        }
    });
}

/// Draws field lines, fading along their length; `place` maps a point of a line to its drawn place.
pub fn draw_lines(gizmos: &mut Gizmos<LineGizmos>, lines: &[Vec<Vec3>], place: impl Fn(Vec3) -> Vec3) {
    for line in lines.iter().filter(|line| line.len() > 1) {
        let count = line.len() as f32;
        gizmos.linestrip_gradient(line.iter().enumerate().map(|(number, point)| {
            let strength = STRENGTH * (1.0 - number as f32 / count);
            (place(*point), COLOR.with_alpha(strength))
        }));
    }
}

/// Where the lines of a ship begin, and the step by which they are followed.
fn seeds(craft: &Craft, up: Vec3) -> (Vec<Vec3>, f32) {
    let way = craft.target - craft.position;
    let along = way.normalize_or(Vec3::X);
    let across = up - along * up.dot(along);
    let across = if across.length() > 1.0e-3 { across.normalize() } else { along.any_orthonormal_vector() };
    let least = LEAST_RADII * craft.hull.bound();
    let half_length = ((0.5 + BEYOND) * way.length()).max(least);
    let half_width = (BESIDE * way.length()).max(least);
    let middle = craft.position + way * 0.5;
    let share = |number: usize| 2.0 * number as f32 / (SEEDS - 1) as f32 - 1.0;
    let seed = |number: usize| {
        let (row, column) = (number / SEEDS, number % SEEDS);
        middle + along * (half_length * share(column)) + across * (half_width * share(row))
    };
    let (shortest, longest) = STEP_RADII;
    let step = (2.0 * half_length / STEPS_ALONG).max(shortest * craft.hull.radius);
    ((0..SEEDS * SEEDS).map(seed).collect(), step.min(longest * craft.hull.radius))
}

/// Recomputes the lines of the followed ship, if they are shown and outdated.
pub fn follow_field(
    playing: Res<Playing>,
    chosen: Res<Chosen>,
    camera: Single<&Transform, With<MainCamera>>,
    time: Res<Time<Real>>,
    mut field: ResMut<FieldLines>,
) {
    field.wait_s = (field.wait_s - time.delta_secs_f64()).max(0.0);
    let is_shown = field.is_shown;
    let Some(ship) = chosen.0.filter(|_| is_shown) else {
        field.forget();
        return;
    };
    if field.made_for.is_some_and(|made| made.ship != ship) {
        field.forget();
    }
    let subject = Subject { ship, step: playing.frame().step, up: *camera.up() };
    if field.wait_s > 0.0 || field.made_for == Some(subject) {
        return;
    }
    let began = Instant::now();
    field.make(&playing, subject);
    field.wait_s = LEAST_WAIT_S.max(WAIT_TIMES * began.elapsed().as_secs_f64());
}

/// Draws the lines of the followed ship.
pub fn draw_field(playing: Res<Playing>, field: Res<FieldLines>, mut lines: Gizmos<LineGizmos>) {
    let drift = playing.drift();
    draw_lines(&mut lines, &field.lines, |point| point - drift);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_span_ship_and_target() {
        let craft = Craft::at(Vec3::X * -20.0, Vec3::X * 20.0, 1.0, 4.0);
        for up in [Vec3::Y, Vec3::new(5.0, 1.0, 0.0), Vec3::X] {
            let (seeds, step) = seeds(&craft, up);
            assert_eq!(seeds.len(), SEEDS * SEEDS);
            assert!((0.25..=1.0).contains(&step), "{step}");
            let longest = seeds.iter().map(|seed| seed.x).fold(0.0, f32::max);
            let aside = seeds.iter().map(|seed| seed.reject_from(Vec3::X).length()).fold(0.0, f32::max);
            assert!((longest - 26.0).abs() < 1.0e-3 && (aside - 16.0).abs() < 1.0e-3, "{longest} {aside}");
        }
    }

    #[test]
    fn a_ship_at_its_target_has_a_field_about_it() {
        let craft = Craft::at(Vec3::ONE, Vec3::ONE, 2.0, 4.0);
        let (seeds, _) = seeds(&craft, Vec3::Y);
        assert!(seeds.iter().all(|seed| seed.is_finite()));
        let farthest = seeds.iter().map(|seed| seed.distance(Vec3::ONE)).fold(0.0, f32::max);
        assert!(farthest >= 16.0, "{farthest}");
    }
}
