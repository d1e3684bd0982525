//! The choice of a slot for a new structure: free slots light up, and the pointer picks the nearest one.
//!
//! A slot where nothing can be built has a dashed band with a cross, so that its shape tells it without its colour.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use super::{RingSpot, RingView, ShownRings, nearest_spot};
use crate::client::frame::LineGizmos;
use crate::client::scene::ribbons::{Ribbons, SmokeSheet};
use crate::client::view::Well;
use crate::client::widgets::LOSS;
use crate::sim::BodyId;

/// Opacity of free slots, and of the band of chosen ones: it is broad, and what is planned there shines through it.
const FREE_ALPHA: f32 = 0.7;
const CHOSEN_ALPHA: f32 = 0.35;
/// The share of a slot that stays dark at each of its ends, so that slots can be counted.
const GAP_SHARE: f64 = 0.07;
/// Half the width of the soft line of a free slot, and of the band of chosen slots, pixels.
const FREE_PIXELS: f64 = 2.4;
const CHOSEN_PIXELS: f64 = 7.0;
/// The shares of these up to which they have their full density.
const FREE_FULL: f64 = 0.3;
const CHOSEN_FULL: f64 = 0.8;
/// Dashes of a refused band, and gaps between them.
const REFUSED_PIECES: u32 = 15;
/// The colour of slots where nothing can be built.
pub const REFUSED: Color = LOSS;

/// Where a structure can begin, by body, ring and slot; see [`Plot::starts`](crate::sim::order::Plot::starts).
pub type Starts = BTreeMap<BodyId, Vec<Vec<bool>>>;

/// The place for a structure at the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotChoice {
    /// The first slot.
    pub spot: RingSpot,
    /// Whether there is room for it.
    pub is_free: bool,
}

/// The place for a structure of `length` slots at the pointer: at the nearest slot that it can cover, with its middle
/// there if there is room. Without such a slot in reach it is the nearest slot, where nothing can be built; `None`
/// beside all slots.
///
/// `cursor` is in logical pixels from the top left.
pub fn choice_at(
    cursor: Vec2,
    rings: &RingView,
    shown: &ShownRings,
    starts: &Starts,
    length: u8,
) -> Option<SlotChoice> {
    let start = |spot: RingSpot| {
        let starts = starts.get(&spot.body)?.get(usize::from(spot.ring))?;
        fitting_start(starts, spot.slot, length)
    };
    let free = nearest_spot(cursor, rings, shown, |spot| start(spot).is_some());
    if let Some((spot, slot)) = free.and_then(|spot| Some((spot, start(spot)?))) {
        return Some(SlotChoice { spot: RingSpot { slot, ..spot }, is_free: true });
    }
    let spot = nearest_spot(cursor, rings, shown, |_| true)?;
    let count = rings.well(spot.body)?.slot_count(spot.ring);
    let slot = slot_before(spot.slot, middle_slot(length), u32::from(count))?;
    Some(SlotChoice { spot: RingSpot { slot, ..spot }, is_free: false })
}

/// Lights up the slots that a structure of `length` slots can cover, each as a soft line, and those of a structure at
/// `chosen`: as a broad see-through band if there is room, else dashed. All but the dashes are in the mesh of smoke:
/// several lines beside each other would make a moiré where their ring is seen from the side.
pub fn draw_choice(
    smoke: &mut SmokeSheet,
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    starts: &Starts,
    length: u8,
    chosen: Option<SlotChoice>,
    color: Color,
) {
    for (body, starts) in starts {
        let Some(well) = rings.well(*body) else { continue };
        for (ring, starts) in (0..).zip(starts) {
            for slot in (0..well.slot_count(ring)).filter(|slot| has_room(starts, *slot, length)) {
                let color = color.with_alpha(FREE_ALPHA);
                draw_band(&mut smoke.0, rings, &well, (ring, slot, 1), (FREE_PIXELS, FREE_FULL), color);
            }
        }
    }
    let Some(SlotChoice { spot, is_free }) = chosen else { return };
    let Some(well) = rings.well(spot.body) else { return };
    let run = (spot.ring, spot.slot, length);
    if is_free {
        let color = color.with_alpha(CHOSEN_ALPHA);
        draw_band(&mut smoke.0, rings, &well, run, (CHOSEN_PIXELS, CHOSEN_FULL), color);
    } else {
        draw_refused_band(lines, rings, &well, run);
    }
}

/// The angles of the beginning and the end of a band along some slots, given by the ring, the first slot and their
/// number, radians.
fn band_ends(well: &Well, (ring, slot, length): (u8, u16, u8)) -> (f64, f64) {
    let width = well.slot_width(ring);
    let from = well.edge(ring, slot) + GAP_SHARE * width;
    (from, from + (f64::from(length) - 2.0 * GAP_SHARE) * width)
}

/// Draws a band of two dashed lines with a cross in its middle.
fn draw_refused_band(lines: &mut Gizmos<LineGizmos>, rings: &RingView, well: &Well, run: (u8, u16, u8)) {
    let (from, to) = band_ends(well, run);
    let radius_km = well.radius_km(run.0);
    let half_km = CHOSEN_PIXELS * well.km_per_pixel();
    let point = |side_km: f64, angle: f64| rings.drawn(well.point(radius_km + side_km, angle));
    for side_km in [-half_km, half_km] {
        let angle = |piece: u32| from + (to - from) * f64::from(piece) / f64::from(REFUSED_PIECES);
        for piece in (0..REFUSED_PIECES).step_by(2) {
            lines.line(point(side_km, angle(piece)), point(side_km, angle(piece + 1)), REFUSED);
        }
    }
    let (middle, arm) = (0.5 * (from + to), half_km / radius_km);
    for side_km in [-half_km, half_km] {
        lines.line(point(-side_km, middle - arm), point(side_km, middle + arm), REFUSED);
    }
}

/// Draws a band along some slots of a ring, given by the ring, the first slot and their number. It faces the eye, so
/// that it is as broad where the ring is seen from the side: half its width in pixels, and the share of that up to
/// which it has its full density.
fn draw_band(
    sheet: &mut Ribbons,
    rings: &RingView,
    well: &Well,
    run: (u8, u16, u8),
    (half_pixels, full): (f64, f64),
    color: Color,
) {
    let (from, to) = band_ends(well, run);
    let (ring, slot, length) = run;
    let pieces = well.circle_steps(ring) * u32::from(length) / u32::from(well.slot_count(ring));
    let places: Vec<DVec3> = well.arc(well.radius_km(ring), from, to, pieces.max(2)).collect();
    let middle = rings.view.project(well.run_place(ring, slot, length));
    let km_per_pixel = middle.map_or(well.km_per_pixel(), |middle| middle.pixels_per_km.recip());
    let half = (half_pixels * km_per_pixel, full);
    sheet.add_band(&places, &rings.view, &rings.origin, half, color.to_linear());
}

/// Whether a structure of this length can be placed so that it covers a slot.
fn has_room(starts: &[bool], slot: u16, length: u8) -> bool {
    fitting_start(starts, slot, length).is_some()
}

/// The first slot of a structure of this length that covers a slot: the slot is as near to its middle as there is
/// room. `starts` are the slots of the ring at which it can begin.
fn fitting_start(starts: &[bool], slot: u16, length: u8) -> Option<u16> {
    let count = u32::try_from(starts.len()).ok()?;
    let middle = middle_slot(length);
    (0..length)
        .filter_map(|before| Some((before.abs_diff(middle), slot_before(slot, before, count)?)))
        .filter(|(_, start)| starts.get(usize::from(*start)) == Some(&true))
        .min_by_key(|(off, _)| *off)
        .map(|(_, start)| start)
}

/// Number of the slot in the middle of a structure of this length, from 0.
fn middle_slot(length: u8) -> u8 {
    length.saturating_sub(1) / 2
}

/// The slot this many places before another one, in a ring of `count` slots; `None` in a ring without slots.
fn slot_before(slot: u16, places: u8, count: u32) -> Option<u16> {
    let places = u32::from(places).checked_rem(count)?;
    u16::try_from((u32::from(slot) + count - places) % count).ok()
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::mesh::PrimitiveTopology;

    use super::*;
    use crate::client::view::{BodyPlaces, Moment, Origin, UNIT_KM, ViewCamera};
    use crate::level::model::holdings::RingNumbers;
    use crate::orbit::GameClock;
    use crate::sim::world::RingBody;
    use crate::sim::{Calendar, RingLayout, Rings, free_run};

    const BODY: BodyId = BodyId(0);

    /// A world with a well, seen from above.
    fn world(layout: RingLayout) -> World {
        let mut world = World::new();
        world.insert_resource(Rings(vec![Some(layout)].into()));
        world.insert_resource(BodyPlaces(vec![DVec3::ZERO].into()));
        let clock = GameClock { epoch_jd: 2_451_545.0, days_per_second: 1.0 };
        world.insert_resource(Calendar { clock, tick: 7, seed: 0 });
        world.insert_resource(Moment { jd: clock.epoch_jd, fraction: 1.0 });
        world.insert_resource(ViewCamera::above(5.0e6));
        world.insert_resource(Origin::default());
        world.init_resource::<UiScale>();
        world
    }

    #[test]
    fn the_nearest_free_slot_attracts_the_pointer_and_others_are_refused() {
        let body =
            RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole: DVec3::Z, is_star: false };
        let layout = RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room");
        let slots = |ring: u8| vec![false; usize::from(layout.slot_count(usize::from(ring)))];
        let mut free: Vec<Vec<bool>> = (0..layout.count()).map(slots).collect();
        free[1][4] = true;
        let starts = Starts::from([(BODY, free)]);
        let shown = ShownRings { bodies: vec![BODY], ..ShownRings::default() };
        let mut world = world(layout);
        let mut choice = |at: fn(&Well) -> DVec3| {
            let (starts, shown) = (starts.clone(), shown.clone());
            let ask = move |rings: RingView| {
                let cursor = rings.view.project(at(&rings.well(BODY)?))?.pixel;
                choice_at(cursor, &rings, &shown, &starts, 1)
            };
            world.run_system_once(ask).expect("it runs")
        };
        let slot = |slot: u16, is_free: bool| {
            Some(SlotChoice { spot: RingSpot { body: BODY, ring: 1, slot }, is_free })
        };
        let beside = choice(|well| well.point(well.radius_km(1), well.edge(1, 4) - 0.1));
        assert_eq!(beside, slot(4, true), "the pointer is on the slot before it");
        assert_eq!(choice(|well| well.run_place(1, 1, 1)), slot(1, false), "there is no free slot near it");
        assert_eq!(choice(|well| well.place), None, "no slot is near");
    }

    #[test]
    fn a_chosen_band_is_one_sheet_of_the_same_breadth_from_every_side() {
        let body =
            RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole: DVec3::Z, is_star: false };
        let layout = RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room");
        let above = ViewCamera::above(5.0e6);
        let beside = ViewCamera { eye: DVec3::Y * -5.0e6, forward: DVec3::Y, up: DVec3::Z, ..above };
        for view in [above, beside] {
            let mut world = world(layout.clone());
            world.insert_resource(view);
            let draw = |rings: RingView| {
                let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
                let mut sheet = Ribbons::default();
                let well = rings.well(BODY).expect("it is in sight");
                let look = (CHOSEN_PIXELS, CHOSEN_FULL);
                draw_band(&mut sheet, &rings, &well, (1, 4, 2), look, Color::WHITE);
                sheet.write(&mut mesh);
                mesh
            };
            let mesh = world.run_system_once(draw).expect("it runs");
            let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3());
            let places: Vec<Vec3> =
                places.expect("it has corners").iter().map(|place| Vec3::from_array(*place)).collect();
            let pixels_per_unit = UNIT_KM * view.pixels_per_radius(5.0e6);
            let breadth = |column: &[Vec3]| f64::from(column[0].distance(column[3])) * pixels_per_unit;
            assert!(places.len() > 8, "it is bent");
            for column in places.chunks(4) {
                let breadth = breadth(column);
                assert!(
                    (10.0..18.0).contains(&breadth),
                    "{breadth}: the ring is nearer or farther than its body"
                );
            }
        }
    }

    /// [`fitting_start`] in a ring with these slots taken.
    fn start(taken: &[bool], slot: u16, length: u8) -> Option<u16> {
        let starts: Vec<bool> =
            (0..8).map(|start| free_run(taken, start, length)).take(taken.len()).collect();
        fitting_start(&starts, slot, length)
    }

    #[test]
    fn the_pointer_is_at_the_middle_of_the_new_structure() {
        let free = [false; 8];
        assert_eq!(start(&free, 4, 1), Some(4));
        assert_eq!(start(&free, 4, 2), Some(4));
        assert_eq!(start(&free, 4, 3), Some(3));
        assert_eq!(start(&free, 0, 4), Some(7), "round past the first slot");
    }

    #[test]
    fn it_moves_aside_where_something_stands() {
        let mut taken = [false; 8];
        taken[3] = true;
        assert_eq!(start(&taken, 4, 3), Some(4));
        assert_eq!(start(&taken, 2, 3), Some(0));
        assert_eq!(start(&taken, 3, 1), None);
        taken[6] = true;
        assert_eq!(start(&taken, 4, 3), None, "two slots are left there");
        assert_eq!(start(&taken, 4, 2), Some(4));
    }

    #[test]
    fn nothing_fits_where_there_are_too_few_slots() {
        assert_eq!(start(&[], 0, 1), None);
        assert_eq!(start(&[false; 3], 1, 4), None);
        assert_eq!(start(&[false; 3], 1, 0), None);
    }
}
