//! The choice of a slot for a new structure: free slots light up, and the pointer picks one.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{RingSpot, RingView, ShownRings, nearest_spot};
use crate::client::frame::LineGizmos;
use crate::client::view::Well;
use crate::sim::BodyId;

/// Opacity of free slots.
const FREE_ALPHA: f32 = 0.85;
/// The share of a slot that stays dark at each of its ends, so that slots can be counted.
const GAP_SHARE: f64 = 0.07;
/// Distance of the two lines of a free slot from its ring, pixels.
const FREE_PIXELS: f64 = 2.0;
/// Half the width of the band of chosen slots, pixels.
const CHOSEN_PIXELS: f64 = 7.0;
/// Lines that fill a chosen band.
const CHOSEN_LINES: u32 = 11;

/// Where a structure can begin, by body, ring and slot; see [`Plot::starts`](crate::sim::order::Plot::starts).
pub type Starts = BTreeMap<BodyId, Vec<Vec<bool>>>;

/// The first slot of a structure of `length` slots at the pointer: the structure covers the slot under the pointer,
/// with its middle if there is room. `None` if the pointer is at no ring with room, or there is no room.
///
/// `cursor` is in logical pixels from the top left.
pub fn choice_at(
    cursor: Vec2,
    rings: &RingView,
    shown: &ShownRings,
    starts: &Starts,
    length: u8,
) -> Option<RingSpot> {
    let of_ring = |body: BodyId, ring: u8| starts.get(&body)?.get(usize::from(ring));
    let has_any = |well: &Well, ring| of_ring(well.body, ring).is_some_and(|starts| starts.contains(&true));
    let spot = nearest_spot(cursor, rings, shown, has_any)?;
    let slot = fitting_start(of_ring(spot.body, spot.ring)?, spot.slot, length)?;
    Some(RingSpot { slot, ..spot })
}

/// Lights up the slots that a structure of `length` slots can cover, and fills those of a structure that begins at
/// `chosen` (see [`choice_at`]).
pub fn draw_choice(
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    starts: &Starts,
    length: u8,
    chosen: Option<RingSpot>,
    color: Color,
) {
    for (body, starts) in starts {
        let Some(well) = rings.well(*body) else { continue };
        for (ring, starts) in (0..).zip(starts) {
            for slot in (0..well.slot_count(ring)).filter(|slot| has_room(starts, *slot, length)) {
                let color = color.with_alpha(FREE_ALPHA);
                draw_band(lines, rings, &well, (ring, slot, 1), FREE_PIXELS, 2, color);
            }
        }
    }
    let Some(chosen) = chosen else { return };
    let Some(well) = rings.well(chosen.body) else { return };
    let run = (chosen.ring, chosen.slot, length);
    draw_band(lines, rings, &well, run, CHOSEN_PIXELS, CHOSEN_LINES, color.with_alpha(1.0));
}

/// Draws a band along some slots of a ring, given by the ring, the first slot and their number; `count` lines from
/// the inside to the outside of the ring.
fn draw_band(
    lines: &mut Gizmos<LineGizmos>,
    rings: &RingView,
    well: &Well,
    (ring, slot, length): (u8, u16, u8),
    half_pixels: f64,
    count: u32,
    color: Color,
) {
    let width = well.slot_width(ring);
    let from = well.edge(ring, slot) + GAP_SHARE * width;
    let to = from + (f64::from(length) - 2.0 * GAP_SHARE) * width;
    let pieces = well.circle_steps(ring) * u32::from(length) / u32::from(well.slot_count(ring));
    let radius_km = well.radius_km(ring);
    let half_km = half_pixels * well.km_per_pixel();
    for line in 0..count {
        let share = 2.0 * f64::from(line) / f64::from(count.saturating_sub(1).max(1)) - 1.0;
        let arc = well.arc(radius_km + share * half_km, from, to, pieces.max(2));
        lines.linestrip(arc.map(|point| rings.drawn(point)), color);
    }
    for angle in [from, to] {
        let inner = rings.drawn(well.point(radius_km - half_km, angle));
        let outer = rings.drawn(well.point(radius_km + half_km, angle));
        lines.line(inner, outer, color);
    }
}

/// Whether a structure of this length can be placed so that it covers a slot.
fn has_room(starts: &[bool], slot: u16, length: u8) -> bool {
    fitting_start(starts, slot, length).is_some()
}

/// The first slot of a structure of this length that covers a slot: the slot is as near to its middle as there is
/// room. `starts` are the slots of the ring at which it can begin.
fn fitting_start(starts: &[bool], slot: u16, length: u8) -> Option<u16> {
    let count = u32::try_from(starts.len()).ok().filter(|count| *count > 0)?;
    let middle = length.saturating_sub(1) / 2;
    let start = |before: u8| {
        let before = u32::from(before) % count;
        u16::try_from((u32::from(slot) + count - before) % count).ok()
    };
    (0..length)
        .filter_map(|before| start(before).map(|start| (before.abs_diff(middle), start)))
        .filter(|(_, start)| starts.get(usize::from(*start)) == Some(&true))
        .min_by_key(|(off, _)| *off)
        .map(|(_, start)| start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::free_run;

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
