//! The choice of a place for a new structure: every place has its sign in the middle of its slots, where the structure
//! will stand, and the pointer picks the free place whose middle is nearest to it.
//!
//! A place where nothing can be built has a dashed band with a cross, so that its shape tells it without its colour.
//! Rings without any place are drawn dim, and without signs.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use super::place_signs::PlaceSign;
use super::runs::{free_runs, has_room, nearest_run, runs_over};
use super::{RingSpot, RingView, ShownRings, nearest_spot};
use crate::client::frame::LineGizmos;
use crate::client::scene::ribbons::{Ribbons, SmokeSheet};
use crate::client::view::{Axes, Well};
use crate::client::widgets::{GAIN, LOSS};
use crate::level::StructureClass;
use crate::sim::{BodyId, RingPlace};

/// Opacity of the band of chosen slots: what is planned there shines through it.
const CHOSEN_ALPHA: f32 = 0.4;
/// The share of a slot that the band leaves free at each of its ends.
const GAP_SHARE: f64 = 0.07;
/// Half the width of the band of chosen slots, pixels of the interface.
const CHOSEN_PIXELS: f64 = 4.0;
/// The share of this up to which it has its full density.
const CHOSEN_FULL: f64 = 0.8;
/// Least half height of the brackets at the ends of chosen slots, pixels of the interface, and their half height in
/// radii of the planned structure: they frame it.
const BRACKET_PIXELS: f64 = 12.0;
const BRACKET_RADII: f64 = 1.2;
/// A bracket, open toward the middle of the slots: x across, y toward the middle, in halves of its height.
const BRACKET: [(f64, f64); 4] = [(-1.0, 0.5), (-1.0, 0.0), (1.0, 0.0), (1.0, 0.5)];
/// Half the width of a refused band, pixels.
const REFUSED_PIXELS: f64 = 7.0;
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

/// The place for a structure of `length` slots at the pointer: of the free runs of slots that cover the nearest slot
/// of all that it can cover, the one whose middle is nearest. Without such a slot in reach it is the run about the
/// nearest slot, where nothing can be built; `None` beside all slots.
///
/// `cursor` is in logical pixels from the top left.
pub fn choice_at(
    cursor: Vec2,
    rings: &RingView,
    shown: &ShownRings,
    starts: &Starts,
    length: u8,
) -> Option<SlotChoice> {
    let of_ring = |spot: RingSpot| starts.get(&spot.body)?.get(usize::from(spot.ring));
    let is_free = |spot: RingSpot| of_ring(spot).is_some_and(|starts| has_room(starts, spot.slot, length));
    let free = nearest_spot(cursor, rings, shown, is_free);
    let spot = free.or_else(|| nearest_spot(cursor, rings, shown, |_| true))?;
    let well = rings.well(spot.body)?;
    let miss = |start: u16| {
        let middle = rings.view.project(well.run_place(spot.ring, start, length));
        middle.map_or(f32::INFINITY, |middle| middle.pixel.distance(cursor))
    };
    let slot = match free {
        Some(_) => nearest_run(free_runs(of_ring(spot)?, spot.slot, length), miss),
        None => nearest_run(runs_over(spot.slot, length, u32::from(well.slot_count(spot.ring))), miss),
    };
    Some(SlotChoice { spot: RingSpot { slot: slot?, ..spot }, is_free: free.is_some() })
}

/// The rings of the drawn wells in which no structure can begin, by body and number.
pub fn closed_rings(rings: &RingView, shown: &ShownRings, starts: &Starts) -> Vec<(BodyId, u8)> {
    let is_open = |body: BodyId, ring: u8| {
        let starts = starts.get(&body).and_then(|of_rings| of_rings.get(usize::from(ring)));
        starts.is_some_and(|starts| starts.contains(&true))
    };
    let wells = shown.bodies.iter().filter_map(|body| rings.well(*body));
    let all = wells.flat_map(|Well { body, layout, .. }| (0..layout.count()).map(move |ring| (body, ring)));
    all.filter(|(body, ring)| !is_open(*body, *ring)).collect()
}

/// Marks every place where a structure of a class might stand by its sign, and the slots of a structure at `chosen`:
/// by a see-through band in brackets if there is room, else by a dashed band. All but brackets and dashes are in the
/// mesh of smoke: several lines beside each other would make a moiré where their ring is seen from the side. `color` is
/// that of places that are not free.
pub fn draw_choice(
    smoke: &mut SmokeSheet,
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    starts: &Starts,
    class: &StructureClass,
    chosen: Option<SlotChoice>,
    color: Color,
) {
    if let Some(chosen) = chosen {
        draw_chosen(smoke, lines, rings, class, chosen);
    }
    for (body, starts) in starts {
        let Some(well) = rings.well(*body) else { continue };
        let open = (0..well.layout.count()).zip(starts).filter(|(_, starts)| starts.contains(&true));
        for (ring, starts) in open {
            for (stands, sign) in signed_places(&well, ring, starts, class.slots, chosen) {
                sign.draw(&mut smoke.0, rings, &well, stands, color);
            }
        }
    }
}

/// The places for a structure of `length` slots in a ring, with their signs; `starts` are the slots of the ring at
/// which one can begin. Places that share slots with a structure planned at `chosen` have none: it is drawn there
/// itself.
fn signed_places(
    well: &Well,
    ring: u8,
    starts: &[bool],
    length: u8,
    chosen: Option<SlotChoice>,
) -> impl Iterator<Item = (RingPlace, PlaceSign)> {
    let places = (0..well.slot_count(ring)).map(move |slot| RingPlace { ring, slot, slots: length });
    let is_apart = move |stands: &RingPlace| chosen.is_none_or(|chosen| !chosen.overlaps(well, *stands));
    places.filter(is_apart).map(move |stands| (stands, PlaceSign::of(starts, stands.slot)))
}

impl SlotChoice {
    /// Whether it is free, and a structure there shares slots with another place for one of the same length.
    fn overlaps(&self, well: &Well, RingPlace { ring, slot, slots }: RingPlace) -> bool {
        let is_in_ring = self.is_free && (self.spot.body, self.spot.ring) == (well.body, ring);
        let apart = self.spot.slot.abs_diff(slot);
        is_in_ring && apart.min(well.slot_count(ring).saturating_sub(apart)) < u16::from(slots)
    }
}

/// Draws the slots of a structure of a class at a place.
fn draw_chosen(
    smoke: &mut SmokeSheet,
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    class: &StructureClass,
    SlotChoice { spot, is_free }: SlotChoice,
) {
    let Some(well) = rings.well(spot.body) else { return };
    let run = (spot.ring, spot.slot, class.slots);
    if is_free {
        let color = GAIN.with_alpha(CHOSEN_ALPHA);
        let half_pixels = CHOSEN_PIXELS * f64::from(rings.ui_scale.0);
        draw_band(&mut smoke.0, rings, &well, run, (half_pixels, CHOSEN_FULL), color);
        draw_brackets(lines, rings, &well, run, class.radius_km);
    } else {
        draw_refused_band(lines, rings, &well, run);
    }
}

/// Draws a bracket at each end of some slots, about as high as a structure of this radius, which is planned there. They
/// face the eye, so that they frame it from every side.
fn draw_brackets(
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    well: &Well,
    run: (u8, u16, u8),
    radius_km: f64,
) {
    let (from, to) = band_ends(well, run);
    let inside = well.run_place(run.0, run.1, run.2);
    for end in [from, to] {
        let place = well.point(well.radius_km(run.0), end);
        let Some(seen) = rings.view.project(place) else { continue };
        let half_km = bracket_half_km(radius_km, seen.pixels_per_km, rings.ui_scale.0);
        let axes = Axes::facing(&rings.view, place, inside, half_km);
        lines.linestrip(BRACKET.map(|point| rings.drawn(axes.point(point))), GAIN);
    }
}

/// Half the height of a bracket beside a structure of this radius, km.
fn bracket_half_km(radius_km: f64, pixels_per_km: f64, ui_scale: f32) -> f64 {
    (BRACKET_RADII * radius_km).max(BRACKET_PIXELS * f64::from(ui_scale) / pixels_per_km)
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
    let half_km = REFUSED_PIXELS * well.km_per_pixel();
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

    /// Three rings.
    fn layout() -> RingLayout {
        let body =
            RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole: DVec3::Z, is_star: false };
        RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room")
    }

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
        let layout = layout();
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
    fn a_ring_is_closed_if_nothing_can_begin_in_it() {
        let layout = layout();
        let slots = |ring: u8| vec![false; usize::from(layout.slot_count(usize::from(ring)))];
        let mut free: Vec<Vec<bool>> = (0..layout.count()).map(slots).collect();
        free[1][4] = true;
        let shown = ShownRings { bodies: vec![BODY], ..ShownRings::default() };
        let mut world = world(layout);
        let mut closed = |starts: Starts| {
            let shown = shown.clone();
            world
                .run_system_once(move |rings: RingView| closed_rings(&rings, &shown, &starts))
                .expect("it runs")
        };
        assert_eq!(closed(Starts::from([(BODY, free)])), [(BODY, 0), (BODY, 2)]);
        assert_eq!(closed(Starts::new()).len(), 3, "nothing can be built there");
    }

    #[test]
    fn a_chosen_band_is_one_sheet_of_the_same_breadth_from_every_side() {
        let layout = layout();
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
                    (5.7..10.3).contains(&breadth),
                    "{breadth}: the ring is nearer or farther than its body"
                );
            }
        }
    }

    /// The place for a structure of this length, with the pointer on ring 1, so many slots from the beginning of its
    /// slot 0, if these slots are free.
    fn chosen_at(free: &[u16], length: u8, slots: f64) -> Option<SlotChoice> {
        let layout = layout();
        let slots_of = |ring: u8| vec![true; usize::from(layout.slot_count(usize::from(ring)))];
        let mut taken: Vec<Vec<bool>> = (0..layout.count()).map(slots_of).collect();
        for slot in free {
            taken[1][usize::from(*slot)] = false;
        }
        let starts_of = |taken: &Vec<bool>| {
            (0..).take(taken.len()).map(|start| free_run(taken, start, length)).collect::<Vec<bool>>()
        };
        let starts = Starts::from([(BODY, taken.iter().map(starts_of).collect())]);
        let shown = ShownRings { bodies: vec![BODY], ..ShownRings::default() };
        let choose = move |rings: RingView| {
            let well = rings.well(BODY)?;
            let angle = well.edge(1, 0) + slots * well.slot_width(1);
            let cursor = rings.view.project(well.point(well.radius_km(1), angle))?.pixel;
            choice_at(cursor, &rings, &shown, &starts, length)
        };
        world(layout).run_system_once(choose).expect("it runs")
    }

    #[test]
    fn the_pointer_in_the_middle_of_a_place_takes_that_place() {
        for length in [1_u8, 2, 3] {
            for start in 2..=6 - u16::from(length) {
                let middle = f64::from(start) + 0.5 * f64::from(length);
                let chosen = chosen_at(&[2, 3, 4, 5], length, middle);
                let spot = RingSpot { body: BODY, ring: 1, slot: start };
                assert_eq!(chosen, Some(SlotChoice { spot, is_free: true }), "{length} slots");
            }
        }
    }

    #[test]
    fn at_the_ends_of_free_slots_a_place_stays_among_them() {
        let slot = |length: u8, slots: f64| {
            let chosen = chosen_at(&[2, 3, 4, 5], length, slots).expect("it is in reach");
            (chosen.spot.slot, chosen.is_free)
        };
        for length in [2_u8, 3] {
            let last = 6 - u16::from(length);
            assert_eq!([1.95, 2.05].map(|slots| slot(length, slots)), [(2, true); 2], "{length} slots");
            assert_eq!([5.95, 6.05].map(|slots| slot(length, slots)), [(last, true); 2], "{length} slots");
        }
    }

    #[test]
    fn a_refused_place_has_its_middle_at_the_pointer_too() {
        let slot = |length: u8, slots: f64| {
            let chosen = chosen_at(&[], length, slots).expect("it is in reach");
            (chosen.spot.slot, chosen.is_free)
        };
        assert_eq!([3.3, 3.7].map(|slots| slot(2, slots)), [(2, false), (3, false)]);
        assert_eq!([3.3, 3.7].map(|slots| slot(3, slots)), [(2, false); 2]);
    }

    #[test]
    fn a_place_has_its_sign_where_the_structure_will_stand() {
        let layout = layout();
        let count = layout.slot_count(1);
        for length in [1_u8, 2, 3] {
            let mut taken = vec![true; usize::from(count)];
            (2..6).for_each(|slot: usize| taken[slot] = false);
            let ring: Vec<bool> = (0..count).map(|start| free_run(&taken, start, length)).collect();
            let nothing = |ring: u8| vec![false; usize::from(layout.slot_count(usize::from(ring)))];
            let starts = Starts::from([(BODY, vec![nothing(0), ring.clone(), nothing(2)])]);
            let shown = ShownRings { bodies: vec![BODY], ..ShownRings::default() };
            let clicks = move |rings: RingView| {
                let well = rings.well(BODY).expect("it is in sight");
                let signs = signed_places(&well, 1, &ring, length, None);
                let free = signs.filter(|(_, sign)| *sign == PlaceSign::Free);
                let click = |(stands, _): (RingPlace, PlaceSign)| {
                    let place = rings.standing_place(BODY, stands).expect("it has rings");
                    let pixel = rings.view.project(place).expect("it is in sight").pixel;
                    (stands.slot, choice_at(pixel, &rings, &shown, &starts, length))
                };
                free.map(click).collect::<Vec<_>>()
            };
            let clicks = world(layout.clone()).run_system_once(clicks).expect("it runs");
            assert_eq!(clicks.len(), 5 - usize::from(length), "{length} slots: {clicks:?}");
            for (slot, chosen) in clicks {
                let spot = RingSpot { body: BODY, ring: 1, slot };
                assert_eq!(chosen, Some(SlotChoice { spot, is_free: true }), "{length} slots");
            }
        }
    }

    #[test]
    fn the_planned_structure_takes_the_signs_of_the_places_that_it_overlaps() {
        let layout = layout();
        let place = DVec3::ZERO;
        let well = Well { body: BODY, place, layout: &layout, pixels: 200.0, tick: 7, fraction: 1.0 };
        let last = well.slot_count(1) - 1;
        let chosen = SlotChoice { spot: RingSpot { body: BODY, ring: 1, slot: last }, is_free: true };
        let overlaps = |chosen: SlotChoice, ring: u8, slot: u16| {
            chosen.overlaps(&well, RingPlace { ring, slot, slots: 2 })
        };
        let about = [last - 2, last - 1, last, 0, 1].map(|slot| overlaps(chosen, 1, slot));
        assert_eq!(about, [false, true, true, true, false], "round past the first slot");
        assert!(!overlaps(chosen, 2, last), "another ring");
        assert!(!overlaps(SlotChoice { is_free: false, ..chosen }, 1, last), "nothing is planned there");
    }

    #[test]
    fn brackets_frame_what_is_planned_between_them() {
        let half_pixels = |radius_km: f64| bracket_half_km(radius_km, 0.5, 1.0) * 0.5;
        assert_eq!(half_pixels(1.0), BRACKET_PIXELS, "an outline of the least size");
        assert!(half_pixels(200.0) > 100.0);
    }
}
