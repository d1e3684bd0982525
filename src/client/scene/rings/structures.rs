//! Structures on the screen: the icon of their class in their owner's colour if they are too small for meshes
//! (`structure_view.rs`), the progress of growing structures, and the name of the structure under the pointer.
//! Icons are solid, stand upright on the screen as in the panel of a planet, and have a least size.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::flat_pen::{FlatPen, Piece};
use super::{LEAST_WELL_PIXELS, RingView};
use crate::client::frame::capital;
use crate::client::input::structure_pick::Hovered;
use crate::client::input::{HoveredStructure, SceneCursor};
use crate::client::models::{FactionColors, outlines};
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::ribbons::SmokeSheet;
use crate::client::scene::rings::structure_view::StructureMeshes;
use crate::client::view::{Axes, Pen, Sight, Well};
use crate::client::widgets::PANEL;
use crate::sim::{BodyId, Calendar, Growing, Idle, RingPlace, Structure, StructureClasses};

/// A well of this radius on the screen has room for outlines of their full size, pixels of the UI.
const WIDE_WELL_PIXELS: f64 = 160.0;
/// Half the size of an outline that is far away: in the smallest and in a wide well, pixels of the UI.
const LEAST_HALF_PIXELS: (f64, f64) = (3.5, 7.0);
/// Greatest distance of the pointer from a structure whose name is shown, pixels.
const REACH_PIXELS: f32 = 14.0;
/// An outline is drawn up to this far beyond the edges of the picture, in halves of its size.
const MARGIN_HALVES: f64 = 3.0;
/// Opacity of the outlines of structures that stand still, that grow, and that work.
const HALTED_ALPHA: f32 = 0.45;
const GROWING_ALPHA: f32 = 0.8;
const WORKING_ALPHA: f32 = 0.95;
/// Radius of the arc of progress, in halves of the outline's size.
const ARC_RADIUS: f64 = 1.45;
/// Half the width of the strokes of an icon, in halves of its size, and at least, pixels of the UI.
const STROKE_HALVES: f64 = 0.14;
const LEAST_STROKE_PIXELS: f64 = 0.8;
/// Width of the soft edges of strokes, pixels, and of the dark rim about them, pixels of the UI.
const SOFT_PIXELS: f64 = 0.6;
const RIM_PIXELS: f64 = 1.2;
/// Opacity of the rim.
const RIM_ALPHA: f32 = 0.8;
/// Light of the area within strokes, as a share of that of the strokes.
const AREA_SHARE: f32 = 0.3;
/// Segments of a full turn of that arc.
const ARC_PIECES: f64 = 28.0;
/// Opacity of the remaining part of the arc.
const REST_ALPHA: f32 = 0.18;
/// The shares of a dashed piece at the end of the first dash and at the beginning of the second.
const DASHES: (f64, f64) = (0.35, 0.65);
/// Places of the two bars of an idle structure, and half their height, in halves of the outline's size.
const BARS: ([f64; 2], f64) = ([1.75, 2.1], 0.45);
/// Ticks without growth after which a structure counts as waiting: those from one tick of growth to the next under
/// the greatest handicap.
const WAITING_TICKS: u64 = 4;
/// Finished, but without upkeep paid.
const UNPAID: &str = ", not working: upkeep unpaid";
/// Halted, for want of money or because others come first.
const WAITS: &str = ", waiting";
/// Paused by its owner.
const PAUSED: &str = ", paused";

/// The last observed growth of a structure.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthWatch {
    /// Its growth at that tick, ticks.
    done_ticks: u32,
    /// The tick of the calendar.
    tick: u64,
}

/// The visible state of a structure.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Condition {
    /// Completed share of one that is under construction, 0 to 1.
    share: Option<f64>,
    /// Why it stands still, if it does, in the words that follow its class.
    halt: Option<&'static str>,
}

impl Condition {
    fn of(growing: Option<&Growing>, watch: Option<&GrowthWatch>, is_idle: bool, tick: u64) -> Self {
        let Some(growing) = growing else { return Self { share: None, halt: is_idle.then_some(UNPAID) } };
        let is_waiting = watch.is_some_and(|watch| {
            watch.done_ticks == growing.growth.done_ticks && tick.saturating_sub(watch.tick) >= WAITING_TICKS
        });
        let halt = if growing.paused { Some(PAUSED) } else { is_waiting.then_some(WAITS) };
        Self { share: Some(growing.growth.share()), halt }
    }

    /// The public part of the state: the reason why foreign structures stand still is private, because it reveals
    /// orders and treasury.
    fn public_part(self, is_own: bool) -> Self {
        Self { halt: self.halt.filter(|_| is_own), ..self }
    }

    /// Opacity of its outline.
    fn alpha(self) -> f32 {
        match (self.halt, self.share) {
            (Some(_), _) => HALTED_ALPHA,
            (None, Some(_)) => GROWING_ALPHA,
            (None, None) => WORKING_ALPHA,
        }
    }

    /// The label of a structure of a class.
    fn words(self, class: &str) -> String {
        let share = self.share.map(|share| format!(", {:.0} %", (share * 100.0).floor()));
        format!("{}{}{}", capital(class), share.unwrap_or_default(), self.halt.unwrap_or_default())
    }
}

/// Records when growing structures grow, so that waiting ones can be shown.
pub fn watch_growth(
    mut commands: Commands,
    mut structures: Query<(Entity, &Growing, Option<&mut GrowthWatch>)>,
    calendar: Res<Calendar>,
) {
    for (entity, growing, watch) in &mut structures {
        let now = GrowthWatch { done_ticks: growing.growth.done_ticks, tick: calendar.tick };
        match watch {
            Some(mut watch) if watch.done_ticks != now.done_ticks => *watch = now,
            Some(_) => {}
            None => {
                commands.entity(entity).insert(now);
            }
        }
    }
}

type DrawnStructure = (
    Entity,
    &'static Structure,
    Option<&'static Growing>,
    Option<&'static GrowthWatch>,
    Has<Idle>,
    Option<&'static StructureMeshes>,
);

/// Draws all structures whose wells are large enough on the screen, without the outlines of those drawn as meshes,
/// names the one under the pointer, and keeps words off the outlines.
pub fn draw_structures(
    structures: Query<DrawnStructure>,
    sight: Sight,
    classes: Res<StructureClasses>,
    colors: Res<FactionColors>,
    rings: RingView,
    cursor: SceneCursor,
    (mut labels, mut marks): (ResMut<PointLabels>, ResMut<SkyMarks>),
    mut hovered: ResMut<HoveredStructure>,
    mut pen: Pen,
    mut smoke: ResMut<SmokeSheet>,
) {
    let cursor = cursor.pixel();
    marks.structures.clear();
    let wells = shown_wells(&rings);
    let mut nearest: Option<NearStructure> = None;
    let in_sight = |one: &Structure| sight.view().sees_structure(one.faction, one.id);
    for (entity, structure, growing, watch, is_idle, clad) in
        structures.iter().filter(|(_, one, ..)| in_sight(one))
    {
        let Some(well) = wells.get(structure.body).and_then(Option::as_ref) else { continue };
        let Some(outline) = PlacedOutline::of(&rings, well, structure) else { continue };
        let Some(class) = classes.0.get(structure.class) else { continue };
        let condition = Condition::of(growing, watch, is_idle, rings.calendar.tick);
        let condition = condition.public_part(sight.view().knows_secrets_of(structure.faction));
        let color = colors.of(structure.faction).with_alpha(condition.alpha());
        let is_solid = clad.is_some_and(StructureMeshes::is_solid);
        let upright = Axes::upright(&rings.view, outline.place, outline.half_km);
        if !is_solid {
            let mut flat = FlatPen { sheet: &mut smoke.0, origin: &rings.origin, axes: upright };
            let size = (outline.half_pixels, rings.ui_scale());
            draw_icon(&mut flat, outlines::of_structure(class.shape), size, condition, color);
        }
        draw_condition(&mut pen, &upright, condition, color);
        let is_before_body = !well.hides(rings.view.eye, outline.place);
        if is_before_body && !is_solid {
            marks.structures.push((entity, outline.area(condition, rings.ui_scale.0)));
        }
        let Some(miss) = cursor.and_then(|cursor| outline.miss(cursor, rings.ui_scale.0)) else { continue };
        let is_nearer = nearest.as_ref().is_none_or(|known| miss < known.miss);
        if is_nearer && is_before_body {
            let hovered = target(structure, miss <= outline.half_pixels as f32);
            let (place, words) = (outline.place, condition.words(&class.name));
            nearest = Some(NearStructure { miss, place, words, color, hovered });
        }
    }
    hovered.set_if_neq(HoveredStructure(nearest.as_ref().map(|nearest| nearest.hovered)));
    if let Some(NearStructure { place, words, color, .. }) = nearest {
        labels.say(place, words, color);
    }
}

/// The wells that are large enough on the screen to show their structures, by body.
fn shown_wells<'a>(rings: &'a RingView<'_>) -> TiVec<BodyId, Option<Well<'a>>> {
    let shown = |body: BodyId| rings.well(body).filter(|well| rings.shows_structures(well));
    rings.places.0.keys().map(shown).collect()
}

/// A structure near the pointer.
struct NearStructure {
    /// Its distance from the pointer, logical pixels.
    miss: f32,
    place: DVec3,
    words: String,
    color: Color,
    hovered: Hovered,
}

/// The hovered structure, for tools that wait for a click.
fn target(structure: &Structure, is_exact: bool) -> Hovered {
    let Structure { id, body, ring, slot, slots, radius_km, .. } = *structure;
    Hovered { id, body, stands: RingPlace { ring, slot, slots }, radius_km, is_exact }
}

/// The place and the size of an outline.
struct PlacedOutline {
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// The place on the screen, logical pixels.
    pixel: Vec2,
    /// Half its size on the screen, logical pixels.
    half_pixels: f64,
    /// Half its size, km.
    half_km: f64,
}

impl PlacedOutline {
    /// The outline of a structure; `None` if it cannot be seen.
    fn of(rings: &RingView, well: &Well, structure: &Structure) -> Option<Self> {
        let view = &rings.view;
        let place = well.run_place(structure.ring, structure.slot, structure.slots);
        let projected = view.project(place)?;
        let (pixel, pixels_per_km) = (projected.pixel, projected.pixels_per_km);
        let least = least_half_pixels(well.pixels, rings.ui_scale());
        let half_pixels = least.max(structure.radius_km * pixels_per_km);
        let margin = MARGIN_HALVES * half_pixels;
        let is_in = |at: f32, end: f64| f64::from(at) > -margin && f64::from(at) < end + margin;
        let is_seen = is_in(pixel.x, view.viewport.x) && is_in(pixel.y, view.viewport.y);
        is_seen.then(|| Self { place, pixel, half_pixels, half_km: half_pixels / pixels_per_km })
    }

    /// Its area with the arc and the bars of its condition, pixels of the UI.
    fn area(&self, condition: Condition, ui_scale: f32) -> Rect {
        let (middle, half) = (self.pixel / ui_scale, self.half_pixels as f32 / ui_scale);
        let about = if condition.share.is_some() { ARC_RADIUS as f32 } else { 1.0 };
        let mut area = Rect::from_center_half_size(middle, Vec2::splat(half * about));
        if condition.halt.is_some() {
            let ([_, last_bar], _) = BARS;
            area.max.x = middle.x + half * last_bar as f32;
        }
        area
    }

    /// Its distance from the pointer, logical pixels; `None` if it is too far away to be meant.
    fn miss(&self, cursor: Vec2, ui_scale: f32) -> Option<f32> {
        let miss = cursor.distance(self.pixel);
        (miss < (REACH_PIXELS * ui_scale).max(self.half_pixels as f32)).then_some(miss)
    }
}

/// Least half size of an outline, logical pixels, by the radius of its well on the screen, logical pixels: like the
/// marks of fleets it grows with the interface.
fn least_half_pixels(well_pixels: f64, ui_scale: f64) -> f64 {
    let share = (well_pixels / ui_scale - LEAST_WELL_PIXELS) / (WIDE_WELL_PIXELS - LEAST_WELL_PIXELS);
    let (small, full) = LEAST_HALF_PIXELS;
    ui_scale * (small + (full - small) * share.clamp(0.0, 1.0))
}

/// Draws the icon of a structure, with half its size on the screen in pixels and the scale of the interface: light
/// strokes about a darker area, in a dark rim that parts it from what is behind it. While it grows its area is not
/// filled, and if it stands still its strokes are dashed.
fn draw_icon(
    pen: &mut FlatPen,
    strokes: &[outlines::Stroke],
    (half_pixels, ui_scale): (f64, f64),
    condition: Condition,
    color: Color,
) {
    let soft = SOFT_PIXELS / half_pixels;
    let half = STROKE_HALVES.max(LEAST_STROKE_PIXELS * ui_scale / half_pixels);
    let rim = (half + RIM_PIXELS * ui_scale / half_pixels, soft);
    for piece in pieces_of(strokes, None) {
        pen.stroke(piece, rim, PANEL.with_alpha(RIM_ALPHA).to_linear());
    }
    if condition.share.is_none() {
        for stroke in strokes {
            pen.fill(stroke, dimmed(color, AREA_SHARE));
        }
    }
    for piece in pieces_of(strokes, condition.halt.map(|_| DASHES)) {
        pen.stroke(piece, (half, soft), dimmed(color, 1.0));
    }
}

/// The straight pieces of some strokes, from point to point; with dashes each is broken: from the one share of its
/// length to the other.
fn pieces_of(strokes: &[outlines::Stroke], dashes: Option<(f64, f64)>) -> impl Iterator<Item = Piece> {
    let ends = strokes.iter().flat_map(|stroke| stroke.iter().copied().zip(stroke.iter().copied().skip(1)));
    ends.flat_map(move |(from, to)| {
        let at = |share: f64| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        match dashes {
            None => [Some((from, to)), None],
            Some((end, begin)) => [Some((from, at(end))), Some((at(begin), to))],
        }
    })
    .flatten()
}

/// An opaque colour with the light that a see-through one has before a black sky, and a share of that.
fn dimmed(color: Color, share: f32) -> LinearRgba {
    let LinearRgba { red, green, blue, alpha } = color.to_linear();
    let light = alpha * share;
    LinearRgba::rgb(red * light, green * light, blue * light)
}

/// Draws the progress of a growing structure, and bars on one that stands still.
fn draw_condition(pen: &mut Pen, axes: &Axes, condition: Condition, color: Color) {
    if let Some(share) = condition.share {
        draw_progress(pen, axes, share, color);
    }
    if condition.halt.is_some() {
        draw_bars(pen, axes, color);
    }
}

/// Draws the completed share as an arc clockwise from the top, and the rest faintly.
fn draw_progress(pen: &mut Pen, axes: &Axes, share: f64, color: Color) {
    for (from, to, color) in [(0.0, share, color), (share, 1.0, color.with_alpha(REST_ALPHA))] {
        let pieces = ((to - from) * ARC_PIECES).ceil().max(1.0) as u32;
        let point = |piece: u32| {
            let turns = from + (to - from) * f64::from(piece) / f64::from(pieces);
            let (sine, cosine) = libm::sincos(turns * TAU);
            axes.point((ARC_RADIUS * sine, ARC_RADIUS * cosine))
        };
        pen.strip((0..=pieces).map(point), color);
    }
}

/// Draws two upright bars to the right of an idle structure.
fn draw_bars(pen: &mut Pen, axes: &Axes, color: Color) {
    let (places, half) = BARS;
    for x in places {
        pen.line(axes.point((x, -half)), axes.point((x, half)), color);
    }
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::mesh::PrimitiveTopology;

    use super::*;
    use crate::client::scene::ribbons::Ribbons;
    use crate::client::view::{Origin, ViewCamera};
    use crate::level::StructureShape;
    use crate::level::model::holdings::Price;
    use crate::sim::world::money::Growth;

    /// Finished, and at work.
    const WORKING: Condition = Condition { share: None, halt: None };

    fn growing(done_ticks: u32, paused: bool) -> Growing {
        Growing { growth: Growth { done_ticks, ..Growth::new(200, Price::ZERO) }, paused }
    }

    #[test]
    fn a_structure_without_growth_for_a_while_waits() {
        let half = growing(100, false);
        let watch = GrowthWatch { done_ticks: 100, tick: 50 };
        let at = |tick| Condition::of(Some(&half), Some(&watch), false, tick);
        assert_eq!(at(50), Condition { share: Some(0.5), halt: None });
        assert_eq!(at(50 + WAITING_TICKS), Condition { share: Some(0.5), halt: Some(WAITS) });
        let later = growing(101, false);
        assert_eq!(Condition::of(Some(&later), Some(&watch), false, 90).halt, None);
        assert_eq!(Condition::of(Some(&half), None, false, 90).halt, None);
    }

    #[test]
    fn conditions_are_said_in_words() {
        assert_eq!(Condition::of(None, None, false, 9).words("sentry"), "Sentry");
        assert!(Condition::of(None, None, true, 9).words("sentry").starts_with("Sentry, not working"));
        let paused = Condition::of(Some(&growing(199, true)), None, false, 9);
        assert_eq!(paused.words("sentry"), "Sentry, 99 %, paused");
        assert_eq!(paused.share, Some(0.995));
        assert_eq!(
            (paused.public_part(true), paused.public_part(false)),
            (paused, Condition { halt: None, ..paused })
        );
        let unpaid = Condition::of(None, None, true, 9);
        assert_eq!(unpaid.public_part(false).words("sentry"), "Sentry", "the poverty of others is secret");
    }

    #[test]
    fn words_are_kept_off_an_outline_and_the_signs_of_its_condition() {
        let pixel = Vec2::new(200.0, 100.0);
        let outline = PlacedOutline { place: DVec3::ZERO, pixel, half_pixels: 8.0, half_km: 1.0 };
        let grows = Condition { share: Some(0.5), halt: None };
        let halted = Condition { share: None, halt: Some(WAITS) };
        let half = Vec2::splat(4.0);
        let own = outline.area(WORKING, 2.0);
        assert_eq!(own, Rect::from_center_half_size(0.5 * pixel, half), "pixels of the UI");
        let (arc, bars) = (outline.area(grows, 2.0), outline.area(halted, 2.0));
        assert!(arc.contains(own.min - 1.0) && arc.contains(own.max + 1.0));
        assert!(bars.min == own.min && bars.max.x > own.max.x + 4.0 && bars.max.y == own.max.y);
    }

    #[test]
    fn the_icon_of_a_working_structure_is_solid() {
        let view = ViewCamera::default();
        let axes = Axes::upright(&view, DVec3::Y * 9.0e6, 1.0e6);
        let drawn = |condition: Condition| {
            let (mut sheet, origin) = (Ribbons::default(), Origin::default());
            let mut pen = FlatPen { sheet: &mut sheet, origin: &origin, axes };
            let strokes = outlines::of_structure(StructureShape::Dock);
            draw_icon(&mut pen, strokes, (LEAST_HALF_PIXELS.1, 1.0), condition, Color::WHITE);
            let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
            sheet.write(&mut mesh);
            mesh.count_vertices()
        };
        // Six pieces of eight corners, each with its rim, and the area within the six corners of the dock.
        assert_eq!(drawn(WORKING), 6 * 8 * 2 + 7);
        let grows = Condition { share: Some(0.5), halt: None };
        assert_eq!(drawn(grows), 6 * 8 * 2, "its area is not filled yet");
        let waits = Condition { share: Some(0.5), halt: Some(WAITS) };
        assert_eq!(drawn(waits), 6 * 8 * 3, "each piece is broken, its rim is not");
        let half = dimmed(Color::WHITE.with_alpha(0.5), 1.0);
        assert_eq!((half.alpha, half.red), (1.0, 0.5), "no orbit shines through");
    }

    #[test]
    fn outlines_are_smaller_in_small_wells() {
        assert_eq!(least_half_pixels(LEAST_WELL_PIXELS, 1.0), LEAST_HALF_PIXELS.0);
        assert_eq!(least_half_pixels(1.0e4, 1.0), LEAST_HALF_PIXELS.1);
    }

    #[test]
    fn outlines_grow_with_the_interface() {
        for well_pixels in [LEAST_WELL_PIXELS, 100.0, 1.0e4] {
            let at = |ui_scale: f64| least_half_pixels(well_pixels * ui_scale, ui_scale);
            assert_eq!(at(2.0), 2.0 * at(1.0), "a larger window shows the same picture");
        }
    }
}
