//! The pull and the pushes on the selected ship, and field lines of steering around it.

use std::time::Instant;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use crate::client::frame::{FrameSystems, LineGizmos};
use crate::client::input::selection::Selected;
use crate::client::settings::actions::{Action, Actions};
use crate::client::view::interpolation::Shown;
use crate::client::view::scale::{Origin, UNIT_KM, turned};
use crate::client::view::seen::{SeenShips, Sight};
use crate::client::view::view_camera::ViewCamera;
use crate::rules::SteeringRules;
use crate::sim::OfWorld;
use crate::sim::motion::ship_table::ShipTable;
use crate::sim::steering::Craft;
use crate::sim::steering::picture::field::{Field, pull_at};
use crate::sim::steering::picture::surroundings::{Scene, Surroundings};
use crate::sim::steering::system::SteeringChoice;
use crate::sim::world::{Position, Rings, Ship, Structure};
use crate::sim::{Calendar, Sky};

/// Radius about the ship of the starting points of lines, in bounding radii.
const ABOUT_RADII: f32 = 30.0;
/// Number of starting points of lines along each side.
const SEEDS: usize = 15;
/// The step by which a line is followed, in the same radii,
const STEP_RADII: f32 = 0.5;
/// and the most steps.
const MOST_STEPS: usize = 60;
/// The colour of lines where they begin; they fade on their way.
const LINE: Color = Color::srgb(0.45, 0.75, 1.0);
/// How strong they are there.
const LINE_STRENGTH: f32 = 0.55;
/// The colour of pull.
const PULL: Color = Color::srgb(0.25, 0.95, 0.35);
/// The colour of pushes.
const PUSH: Color = Color::srgb(1.0, 0.22, 0.16);
/// Length of an arrow of strength 1, in radii of the hull.
const ARROW_RADII: f32 = 6.0;
/// The least radius that arrows are drawn for, pixels: they stay readable where the ship is an icon.
const LEAST_RADIUS_PIXELS: f64 = 9.0;
/// Strength beyond which an arrow grows no longer.
const STRONGEST: f32 = 2.5;
/// Strength below which no arrow is drawn.
const WEAKEST: f32 = 0.02;
/// Seconds between two times that the field is made, at least,
const LEAST_WAIT_S: f64 = 0.2;
/// and at least this many times the time of a computation.
const WAIT_TIMES: f64 = 5.0;

/// The field that is shown.
#[derive(Resource, Default)]
pub struct FieldView {
    surroundings: Surroundings,
    /// The ship.
    ship: Option<Entity>,
    /// Its place in the frame of the lines, km.
    place: Vec3,
    /// Radius of its hull about the axis, and its bounding radius, km.
    radius_km: (f32, f32),
    pull: Vec3,
    pushes: Vec3,
    lines: Vec<Vec<Vec3>>,
    seeds: Vec<Vec3>,
    /// Seconds until the next computation.
    wait_s: f64,
}

impl FieldView {
    fn forget(&mut self) {
        self.ship = None;
        self.wait_s = 0.0;
    }

    /// Makes everything about the ship with this index in the crowd.
    fn make(&mut self, rules: &SteeringRules, ship: usize) {
        let (crowd, bodies) = (self.surroundings.crowd(), self.surroundings.bodies());
        let craft = crowd.craft(ship);
        let field = Field::new(rules, crowd, bodies);
        self.place = craft.position;
        self.radius_km = (craft.hull.radius, craft.hull.bound());
        self.pull = pull_at(rules, bodies, &craft);
        self.pushes = field.pushes_at(ship, craft.position);
        seeds_about(&craft, &mut self.seeds);
        let step = STEP_RADII * craft.hull.bound();
        self.lines.resize_with(self.seeds.len(), Vec::new);
        self.lines.par_iter_mut().zip(self.seeds.par_iter()).for_each(|(line, &seed)| {
            line.clear();
            if field.is_free(ship, seed) {
                field.line(ship, seed, step, MOST_STEPS, line);
            }
        });
    }
}

/// Places on the plane of the ecliptic at the height of a ship.
fn seeds_about(craft: &Craft, seeds: &mut Vec<Vec3>) {
    let reach = ABOUT_RADII * craft.hull.bound();
    let share = |number: usize| 2.0 * number as f32 / (SEEDS - 1) as f32 - 1.0;
    seeds.clear();
    seeds.extend((0..SEEDS * SEEDS).map(|number| {
        let aside = Vec3::new(share(number % SEEDS), share(number / SEEDS), 0.0);
        craft.position + aside * reach
    }));
}

/// Query bundle for the last tick, as far as steering needs it.
#[derive(SystemParam)]
pub struct LastTick<'w> {
    table: Res<'w, ShipTable>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    rings: Res<'w, Rings>,
    rules: Res<'w, SteeringChoice>,
}

impl LastTick<'_> {
    fn scene(&self) -> Scene<'_> {
        Scene {
            table: &self.table,
            sky: &self.sky,
            calendar: &self.calendar,
            rings: &self.rings,
            rules: &self.rules.0,
        }
    }
}

/// Makes the field of the first selected ship, a few times a second while the key is held.
pub fn look_at_field(
    actions: Actions,
    selected: Query<(Entity, &Ship), With<Selected>>,
    last_tick: LastTick,
    in_sight: SeenShips,
    structures: Query<(&Structure, &Position)>,
    sight: Sight,
    time: Res<Time<Real>>,
    mut shown: ResMut<FieldView>,
) {
    let first = selected.iter().min_by_key(|(_, ship)| ship.id).map(|(entity, _)| entity);
    let Some(ship) = first.filter(|_| actions.pressed(&Action::ShowField)) else {
        shown.forget();
        return;
    };
    shown.wait_s = (shown.wait_s - time.delta_secs_f64()).max(0.0);
    if shown.ship == Some(ship) && shown.wait_s > 0.0 {
        return;
    }
    let began = Instant::now();
    let known = structures.iter().filter(|(one, _)| sight.view().sees_structure(one.faction, one.id));
    let found = shown.surroundings.gather(&last_tick.scene(), ship, |entity| in_sight.shows(entity), known);
    let Some(index) = found else {
        shown.forget();
        return;
    };
    shown.make(&last_tick.rules.0, index);
    shown.ship = Some(ship);
    shown.wait_s = LEAST_WAIT_S.max(WAIT_TIMES * began.elapsed().as_secs_f64());
}

/// Draws the field at the ship's place in this frame.
pub fn draw_field(
    shown: Res<FieldView>,
    selected: Query<&Shown, With<Selected>>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    mut lines: Gizmos<LineGizmos>,
) {
    let Some(center) = shown.ship.and_then(|ship| selected.get(ship).ok()).map(|shown| shown.0) else {
        return;
    };
    let place = |point: Vec3| origin.place(center + (point - shown.place).as_dvec3());
    for line in shown.lines.iter().filter(|line| line.len() > 1) {
        let count = line.len() as f32;
        lines.linestrip_gradient(line.iter().enumerate().map(|(number, point)| {
            let strength = LINE_STRENGTH * (1.0 - number as f32 / count);
            (place(*point), LINE.with_alpha(strength))
        }));
    }
    let Some(projected) = view.project(center) else { return };
    // From far away the ship is an icon: the arrows stay long enough to be read.
    let least_km = LEAST_RADIUS_PIXELS / view.pixels_per_radius(projected.depth_km);
    let drawn = |km: f32| (f64::from(km).max(least_km) / UNIT_KM) as f32;
    let (radius, bound) = (drawn(shown.radius_km.0), drawn(shown.radius_km.1));
    for (strength, color) in [(shown.pull, PULL), (shown.pushes, PUSH)] {
        if strength.is_finite() && strength.length() > WEAKEST {
            let arrow = turned(strength.clamp_length_max(STRONGEST).as_dvec3());
            let from = origin.place(center) + arrow.normalize_or_zero() * bound;
            lines.arrow(from, from + arrow * (ARROW_RADII * radius), color).with_tip_length(radius);
        }
    }
}

/// Adds the view of the field.
pub fn plugin(app: &mut App) {
    app.init_of_world::<FieldView>();
    app.add_systems(PostUpdate, (look_at_field, draw_field).chain().in_set(FrameSystems::Draw));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_lie_about_the_ship_at_its_height() {
        let craft = Craft::at(Vec3::new(1.0, 2.0, 3.0), Vec3::X * 40.0, 2.0, 4.0);
        let mut seeds = vec![Vec3::NAN];
        seeds_about(&craft, &mut seeds);
        assert_eq!(seeds.len(), SEEDS * SEEDS);
        assert!(seeds.iter().all(|seed| (seed.z - 3.0).abs() < 1.0e-6));
        let widest = seeds.iter().map(|seed| (seed.x - 1.0).abs()).fold(0.0, f32::max);
        assert!((widest - 60.0).abs() < 1.0e-3, "{widest}");
    }
}
