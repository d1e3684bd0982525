//! Rings of gravity wells on the screen, and the structures in them.
//!
//! - Enters: rings, structures and their owners, the places of bodies in this frame, and the hovered, clicked or
//!   focused bodies.
//! - Leaves: lines and soft discs on the screen, the name of the structure under the pointer, the slot
//!   ([`choice_at`]) or ring ([`ring_at`]) under the pointer, for tools that build or send ships there, and the
//!   structure that is planned at the slot ([`PlannedStructure`]).
//! - Must never: give an order, or change the world.
//!
//! | file | subject |
//! |---|---|
//! | `well_discs.rs` | wells as soft discs, where they are too small for rings |
//! | `structures.rs` | structures as icons, their progress, and the name under the pointer |
//! | `structure_view.rs` | structures as solid models, where they are large enough on the screen |
//! | `planned_structure.rs` | the structure that is planned at the pointer |
//! | `choice.rs`, `place_signs.rs` | the slots for a new structure, and the sign of every place for it meanwhile |
//! | `runs.rs` | the slots that a structure takes side by side |
//! | `flat_pen.rs` | flat signs that face the eye |
//! | `pointing.rs` | the ring under the pointer |
//! | `ring_end.rs` | the end of a route that leads into a ring |
//!
//! The place of a slot is a function of the tick, so between two ticks its angle is turned back by the rest of the
//! tick. Rings are drawn for a few wells only ([`ShownRings`]), structures in all wells large enough to
//! distinguish them.

mod choice;
mod flat_pen;
mod place_signs;
mod planned_structure;
mod pointing;
mod ring_end;
mod runs;
pub mod structure_view;
mod structures;
mod well_discs;

pub use choice::{REFUSED, SlotChoice, Starts, choice_at, closed_rings, draw_choice};
pub use planned_structure::{Planned, PlannedStructure};
pub use pointing::{draw_pointed_ring, ring_at};
pub use ring_end::draw_ring_end;
pub use structures::{GrowthWatch, draw_structures, watch_growth};

use std::f64::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use crate::client::frame::{FrameSystems, GridGizmos};
use crate::client::input::picking::{MAGNET_PIXELS, miss};
use crate::client::input::{Inspected, Pick, Pointed, Selected, UnderPointer};
use crate::client::models::FactionColors;
use crate::client::models::segment::nearest_share;
use crate::client::scene::labels::closeness::ramp;
use crate::client::view::ring_places::place_in_rings;
use crate::client::view::{BodyPlaces, Focus, Moment, Origin, Sight, ViewCamera, Well};
use crate::level::StarSystem;
use crate::sim::motion::wells::well_among;
use crate::sim::{BodyId, Calendar, OfWorld, RingPlace, Rings, Sky};

/// Least radius of a well on the screen that shows its structures, pixels of the UI.
const LEAST_WELL_PIXELS: f64 = 40.0;
/// A well smaller than this radius on the screen does not show its rings, pixels.
const LEAST_PIXELS: f64 = 60.0;
/// Half the length of the marks between slots, pixels.
const MARK_PIXELS: f64 = 4.0;
/// The marks between slots reach no farther from their ring than this share of its radius.
const LONGEST_MARK: f64 = 0.04;
/// Opacity of rings.
const RING_ALPHA: f32 = 0.32;
/// Opacity of the marks between slots.
const MARK_ALPHA: f32 = 0.5;
/// Kilometres of a pixel between which the marks between slots fade away: from farther off, structures are icons, and
/// nobody tells their slots apart.
const MARK_FADES: (f32, f32) = (80.0, 160.0);
/// Opacity of rings that are shown only because the pointer is in their well.
const SOFT_SHARE: f32 = 0.45;
/// Opacity of rings in which the chosen class cannot be built.
const CLOSED_SHARE: f32 = 0.35;
/// The colour of things without an owner.
const NOBODYS: Color = Color::srgb(0.62, 0.64, 0.68);
/// Pieces in which a slot is measured against the pointer.
const SLOT_PIECES: u32 = 6;
/// Tie break between equally near slots: for each pixel to their middle this much is added to their distance.
const MIDDLE_SHARE: f32 = 0.001;

/// A slot of a ring of a well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingSpot {
    /// The body.
    pub body: BodyId,
    /// The ring; 0 is the innermost.
    pub ring: u8,
    /// The slot.
    pub slot: u16,
}

/// The wells whose rings are drawn.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownRings {
    /// The hovered, clicked and focused bodies. Collected in every frame.
    pub bodies: Vec<BodyId>,
    /// The bodies whose rings are shown only as targets: the wells under the pointer while ships could be sent
    /// there. They are drawn softly.
    pub soft: Vec<BodyId>,
    /// Whether the player chooses a slot; set by other rooms. Then the rings of the panel's body are drawn, and those
    /// of the body at the pointer.
    pub for_slot: bool,
    /// The body in the planet panel meanwhile.
    pub panel: Option<BodyId>,
    /// Rings in which nothing can be built meanwhile, by body and number. They are drawn dim, as a whole.
    pub closed: Vec<(BodyId, u8)>,
    /// Whether rings can be hovered without selected ships: while a rally point is chosen. The tool for rally
    /// points sets this field, and writes the words about the hovered ring.
    pub for_rally: bool,
}

impl ShownRings {
    /// The bodies whose rings are asked for: the hovered, the clicked and the focused one. While a slot is chosen, they
    /// are the hovered one, that of the panel and the one whose well is at the pointer: the lit rings of others would
    /// lie on what stands there.
    fn asked_for(&self, bodies: [Option<BodyId>; 3], at_pointer: Option<BodyId>) -> [Option<BodyId>; 3] {
        if self.for_slot { [bodies[0], self.panel, at_pointer] } else { bodies }
    }
}

/// Query bundle for the places of rings and slots in this frame.
#[derive(SystemParam)]
pub struct RingView<'w> {
    rings: Res<'w, Rings>,
    places: Res<'w, BodyPlaces>,
    calendar: Res<'w, Calendar>,
    moment: Res<'w, Moment>,
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    origin: Res<'w, Origin>,
}

impl RingView<'_> {
    /// A well with rings; `None` without rings, or if the well is not on the screen.
    pub fn well(&self, body: BodyId) -> Option<Well<'_>> {
        let layout = self.rings.of(body)?;
        let place = *self.places.0.get(body)?;
        let pixels = pixels_on_screen(&self.view, place, layout.rim_km)?;
        Some(Well { body, place, layout, pixels, tick: self.calendar.tick, fraction: self.moment.fraction })
    }

    /// Whether a well is large enough on the screen to show its structures.
    pub fn shows_structures(&self, well: &Well) -> bool {
        well.pixels > LEAST_WELL_PIXELS * self.ui_scale()
    }

    /// Logical pixels of a pixel of the UI: marks grow with the interface.
    pub fn ui_scale(&self) -> f64 {
        f64::from(self.ui_scale.0)
    }

    /// Place of a structure in the rings of a body in this frame, heliocentric ecliptic km, on the screen or not;
    /// `None` without rings.
    pub fn standing_place(&self, body: BodyId, stands: RingPlace) -> Option<DVec3> {
        let place = *self.places.0.get(body)?;
        let now = (self.calendar.tick, self.moment.fraction);
        place_in_rings(&self.rings, now, body, place, stands)
    }

    /// The renderer's place of a point of the world.
    fn drawn(&self, point: DVec3) -> Vec3 {
        self.origin.place(point)
    }

    /// The innermost body with rings in whose well a point lies.
    fn innermost_at(&self, system: &StarSystem, point: DVec3) -> Option<BodyId> {
        let center = |body: BodyId| self.rings.of(body).and_then(|_| self.places.0.get(body).copied());
        well_among(system, point, center)
    }
}

/// Adds the drawing of rings and structures to the frame.
pub fn plugin(app: &mut App) {
    app.init_of_world::<ShownRings>()
        .init_of_world::<PlannedStructure>()
        .init_of_world::<structure_view::StructureStore>();
    app.add_systems(PostUpdate, (watch_growth, note_rings).chain().in_set(FrameSystems::Collect));
    app.add_systems(
        PostUpdate,
        (
            well_discs::draw_well_discs,
            draw_rings,
            draw_pointed_ring,
            structure_view::undress_taken,
            structure_view::dress_structures,
            structure_view::place_structures,
            planned_structure::place_planned,
            draw_structures,
        )
            .chain()
            .in_set(FrameSystems::Draw),
    );
}

/// Finds the wells whose rings are to be drawn.
fn note_rings(
    rings: RingView,
    sky: Res<Sky>,
    focus: Res<Focus>,
    pointed: Res<Pointed>,
    inspected: Res<Inspected>,
    selected: Query<(), With<Selected>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    mut shown: ResMut<ShownRings>,
) {
    let focused = focus.target.body().or_else(|| rings.innermost_at(&sky.system, rings.origin.0));
    let cursor = window.and_then(|window| window.cursor_position()).filter(|_| !under.is_panel());
    let at_pointer = cursor.filter(|_| shown.for_slot).and_then(|cursor| pointing::well_at(cursor, &rings));
    let asked = shown.asked_for([pointed.body, inspected.0, focused], at_pointer);
    shown.bodies.clear();
    for body in asked.into_iter().flatten() {
        let is_large = || rings.well(body).is_some_and(|well| well.pixels > LEAST_PIXELS);
        if !shown.bodies.contains(&body) && is_large() {
            shown.bodies.push(body);
        }
    }
    let can_point = !shown.for_slot && (shown.for_rally || !selected.is_empty());
    let cursor = cursor.filter(|_| can_point);
    let mut soft = cursor.map_or_else(Vec::new, |cursor| pointing::wells_under(cursor, &rings));
    soft.retain(|body| !shown.bodies.contains(body));
    shown.bodies.extend_from_slice(&soft);
    shown.soft = soft;
}

/// Draws the rings of the wells that show them, with marks between their slots.
fn draw_rings(
    rings: RingView,
    sight: Sight,
    shown: Res<ShownRings>,
    colors: Res<FactionColors>,
    mut lines: Gizmos<GridGizmos>,
) {
    for well in shown.bodies.iter().filter_map(|body| rings.well(*body)) {
        let color = owner_color(&sight, &colors, well.body);
        let color = color.with_alpha(if shown.soft.contains(&well.body) { SOFT_SHARE } else { 1.0 });
        let marks = share_of_marks(well.km_per_pixel(), shown.for_slot);
        for ring in 0..well.layout.count() {
            let is_closed = shown.for_slot && shown.closed.contains(&(well.body, ring));
            draw_ring(&mut lines, &rings, &well, (ring, is_closed), color, marks);
        }
    }
}

/// The colour of a body's well: that of its owner, as far as known.
fn owner_color(sight: &Sight, colors: &FactionColors, body: BodyId) -> Color {
    sight.view().owner(body).map_or(NOBODYS, |faction| colors.of(faction))
}

/// Visible share of the marks between slots where a pixel is this many kilometres wide. They all stay while a slot is
/// chosen.
fn share_of_marks(km_per_pixel: f64, for_slot: bool) -> f32 {
    if for_slot { 1.0 } else { 1.0 - ramp(MARK_FADES, km_per_pixel as f32) }
}

/// Draws a ring, with this share of the marks between its slots unless it is closed.
fn draw_ring(
    lines: &mut Gizmos<GridGizmos>,
    rings: &RingView,
    well: &Well,
    (ring, is_closed): (u8, bool),
    color: Color,
    marks: f32,
) {
    let radius_km = well.radius_km(ring);
    let circle = well.arc(radius_km, 0.0, TAU, well.circle_steps(ring));
    let alpha = RING_ALPHA * color.alpha() * if is_closed { CLOSED_SHARE } else { 1.0 };
    lines.linestrip(circle.map(|point| rings.drawn(point)), color.with_alpha(alpha));
    if is_closed || marks <= 0.0 {
        return;
    }
    let half_km = (MARK_PIXELS * well.km_per_pixel()).min(LONGEST_MARK * radius_km);
    for slot in 0..well.slot_count(ring) {
        let angle = well.edge(ring, slot);
        let inner = rings.drawn(well.point(radius_km - half_km, angle));
        let outer = rings.drawn(well.point(radius_km + half_km, angle));
        lines.line(inner, outer, color.with_alpha(MARK_ALPHA * marks * color.alpha()));
    }
}

/// The slot nearest to the pointer, among the requested slots of the wells whose rings are drawn, without slots
/// behind their body; `None` if none is within the reach of its magnet. `cursor` is in logical pixels from the top
/// left of the window.
fn nearest_spot(
    cursor: Vec2,
    rings: &RingView,
    shown: &ShownRings,
    is_wanted: impl Fn(RingSpot) -> bool,
) -> Option<RingSpot> {
    let mut nearest: Option<(f32, RingSpot)> = None;
    for well in shown.bodies.iter().filter_map(|body| rings.well(*body)) {
        for ring in 0..well.layout.count() {
            for slot in 0..well.slot_count(ring) {
                let spot = RingSpot { body: well.body, ring, slot };
                if !is_wanted(spot) {
                    continue;
                }
                let pointer = (cursor, rings.ui_scale.0);
                let Some(miss) = slot_miss(pointer, &rings.view, &well, ring, slot) else { continue };
                if nearest.is_none_or(|(least, _)| miss < least) {
                    nearest = Some((miss, spot));
                }
            }
        }
    }
    nearest.map(|(_, spot)| spot)
}

/// Distance of a pointer from a slot, normalised like that from a pick: a slot is picked by its point nearest to
/// the pointer, with the magnet of a body. `None` if it is too far away, or the slot is out of sight. The pointer is
/// given by its place and the scale of the UI.
fn slot_miss(
    (cursor, ui_scale): (Vec2, f32),
    view: &ViewCamera,
    well: &Well,
    ring: u8,
    slot: u16,
) -> Option<f32> {
    let from = well.edge(ring, slot);
    let to = from + well.slot_width(ring);
    let mut before: Option<Vec2> = None;
    let mut nearest: Option<Vec2> = None;
    for point in well.arc(well.radius_km(ring), from, to, SLOT_PIECES) {
        let pixel = view.project(point).map(|projected| projected.pixel);
        let pixel = pixel.filter(|_| !well.hides(view.eye, point));
        if let (Some(before), Some(pixel)) = (before, pixel) {
            let near = before.lerp(pixel, nearest_share(cursor, before, pixel));
            if nearest.is_none_or(|nearest| cursor.distance(near) < cursor.distance(nearest)) {
                nearest = Some(near);
            }
        }
        before = pixel;
    }
    let pick = Pick { pixel: nearest, magnet: MAGNET_PIXELS, ..default() };
    let miss = miss(&pick, cursor, ui_scale)?;
    let middle = view.project(well.run_place(ring, slot, 1));
    Some(miss + middle.map_or(0.0, |middle| MIDDLE_SHARE * middle.pixel.distance(cursor)))
}

/// The radius of a ball on the screen, pixels; `None` if it is not visible.
fn pixels_on_screen(view: &ViewCamera, place: DVec3, radius_km: f64) -> Option<f64> {
    let distance = view.eye.distance(place);
    let pixels = view.circle_pixels(place, radius_km);
    // Inside a well its middle may be behind the eye while a part of it is in sight.
    if distance < 2.0 * radius_km {
        return Some(pixels);
    }
    let pixel = view.project(place)?.pixel.as_dvec2();
    // Toward the edges of the picture, balls are drawn wider than in its middle.
    let margin = 1.5 * pixels;
    let is_in = |at: f64, end: f64| at > -margin && at < end + margin;
    (is_in(pixel.x, view.viewport.x) && is_in(pixel.y, view.viewport.y)).then_some(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::world::RingBody;
    use crate::sim::world::RingLayout;

    const TICK: u64 = 1_234;

    fn layout() -> RingLayout {
        let body = RingBody {
            displayed_radius_km: 1.0e5,
            well_radius_km: 1.0e6,
            pole: DVec3::new(0.2, 0.1, 0.9).normalize(),
            is_star: false,
        };
        RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room")
    }

    fn well(layout: &RingLayout, fraction: f64) -> Well<'_> {
        Well { body: BodyId(3), place: DVec3::X * 1.0e8, layout, pixels: 200.0, tick: TICK, fraction }
    }

    #[test]
    fn between_two_ticks_slots_are_between_their_places() {
        let layout = layout();
        for (fraction, tick) in [(1.0, TICK), (0.0, TICK - 1)] {
            let place = well(&layout, fraction).run_place(1, 4, 2) - DVec3::X * 1.0e8;
            assert!(place.distance(layout.run_offset(1, 4, 2, tick)) < 1.0e-3);
        }
        let (early, late) = (layout.run_offset(0, 2, 1, TICK - 1), layout.run_offset(0, 2, 1, TICK));
        let middle = well(&layout, 0.5).run_place(0, 2, 1) - DVec3::X * 1.0e8;
        assert!(middle.distance(early.midpoint(late)) < 1.0e-2 * early.distance(late));
    }

    #[test]
    fn while_a_slot_is_chosen_only_the_rings_of_the_panel_and_at_the_pointer_are_asked_for() {
        let [hovered, clicked, focused, panel, under] = [1, 2, 3, 4, 5].map(|body| Some(BodyId(body)));
        let bodies = [hovered, clicked, focused];
        let shown = ShownRings { panel, ..ShownRings::default() };
        assert_eq!(shown.asked_for(bodies, None), bodies);
        let shown = ShownRings { for_slot: true, ..shown };
        assert_eq!(shown.asked_for(bodies, under), [hovered, panel, under]);
        assert_eq!(shown.asked_for([None; 3], None), [None, panel, None]);
    }

    #[test]
    fn the_marks_between_slots_vanish_from_afar_unless_a_slot_is_chosen() {
        // Near a structure, where a battle is commanded, and where the whole well is in the picture.
        assert_eq!([20.0, 300.0, 2000.0].map(|km| share_of_marks(km, false)), [1.0, 0.0, 0.0]);
        assert!((0.1..0.9).contains(&share_of_marks(120.0, false)), "they fade");
        assert_eq!([20.0, 300.0, 2000.0].map(|km| share_of_marks(km, true)), [1.0; 3]);
    }

    #[test]
    fn slots_lie_side_by_side() {
        let layout = layout();
        let well = well(&layout, 0.3);
        let end = well.edge(2, 5) + well.slot_width(2);
        let gap = well.point(1.0, end).distance(well.point(1.0, well.edge(2, 6)));
        assert!(gap < 1.0e-6, "{gap}");
    }

    #[test]
    fn a_slot_attracts_the_pointer_from_beside_its_line() {
        let layout = layout();
        let place = DVec3::ZERO;
        let view = ViewCamera {
            eye: layout.plane.pole * 5.0e6,
            forward: -layout.plane.pole,
            up: layout.plane.outward(0.0),
            right: layout.plane.outward(0.0).cross(layout.plane.pole),
            focal_distance: 5.0e6,
            ..ViewCamera::default()
        };
        let well = Well { place, ..well(&layout, 1.0) };
        let middle = view.project(well.run_place(2, 3, 1)).expect("it is in sight").pixel;
        let outward = (middle - 0.5 * view.viewport.as_vec2()).normalize();
        let miss = |beside: f32| slot_miss((middle + outward * beside, 1.0), &view, &well, 2, 3);
        assert!(miss(0.0).is_some_and(|miss| miss < 0.1));
        assert!(miss(19.0).is_some_and(|far| miss(6.0).is_some_and(|near| near < far)));
        assert_eq!(miss(22.0), None);
    }

    #[test]
    fn wells_out_of_the_picture_have_no_size() {
        let view = ViewCamera::default();
        let pixels = |place| pixels_on_screen(&view, place, 1.0);
        assert!(pixels(DVec3::Y * 10.0).is_some());
        assert_eq!(pixels(DVec3::Y * -10.0), None);
        assert_eq!(pixels(DVec3::new(100.0, 10.0, 0.0)), None);
        assert!(pixels(DVec3::new(0.0, -1.5, 0.0)).is_some(), "the eye is inside");
    }
}
