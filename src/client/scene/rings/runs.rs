//! Runs of slots that a structure takes side by side, and the one that is nearest to the pointer.

/// Whether a structure of this length can be placed so that it covers a slot. `starts` are the slots of the ring at
/// which it can begin.
pub(super) fn has_room(starts: &[bool], slot: u16, length: u8) -> bool {
    free_runs(starts, slot, length).next().is_some()
}

/// The first slots of the free runs of this length that cover a slot.
pub(super) fn free_runs(starts: &[bool], slot: u16, length: u8) -> impl Iterator<Item = u16> {
    let count = u32::try_from(starts.len()).unwrap_or(0);
    runs_over(slot, length, count).filter(move |start| starts.get(usize::from(*start)) == Some(&true))
}

/// The first slots of all runs of this length that cover a slot of a ring of `count` slots.
pub(super) fn runs_over(slot: u16, length: u8, count: u32) -> impl Iterator<Item = u16> {
    (0..length).filter_map(move |before| slot_before(slot, before, count))
}

/// The run, by its first slot, whose middle is nearest to the pointer. `miss` is the distance of the middle of a run.
pub(super) fn nearest_run(runs: impl Iterator<Item = u16>, miss: impl Fn(u16) -> f32) -> Option<u16> {
    let missed = runs.map(|start| (miss(start), start));
    missed.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, start)| start)
}

/// The slot this many places before another one, in a ring of `count` slots; `None` in a ring without slots.
fn slot_before(slot: u16, places: u8, count: u32) -> Option<u16> {
    let places = u32::from(places).checked_rem(count)?;
    u16::try_from((u32::from(slot) + count - places) % count).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::free_run;

    /// The place for a structure of this length in a ring with these slots taken: the pointer is so many slots from the
    /// beginning of slot 0.
    fn start(taken: &[bool], pointer: f64, length: u8) -> Option<u16> {
        let count = taken.len() as f64;
        let starts: Vec<bool> =
            (0..8).map(|start| free_run(taken, start, length)).take(taken.len()).collect();
        let miss = |start: u16| {
            let off = (f64::from(start) + 0.5 * f64::from(length) - pointer).rem_euclid(count);
            off.min(count - off) as f32
        };
        nearest_run(free_runs(&starts, pointer as u16, length), miss)
    }

    #[test]
    fn the_pointer_is_at_the_middle_of_the_new_structure() {
        let free = [false; 8];
        assert_eq!(start(&free, 4.5, 1), Some(4));
        assert_eq!([4.3, 4.7].map(|pointer| start(&free, pointer, 2)), [Some(3), Some(4)]);
        assert_eq!([4.1, 4.9].map(|pointer| start(&free, pointer, 3)), [Some(3); 2]);
        assert_eq!(
            [0.3, 0.7].map(|pointer| start(&free, pointer, 4)),
            [Some(6), Some(7)],
            "past the first slot"
        );
    }

    #[test]
    fn it_moves_aside_where_something_stands() {
        let mut taken = [false; 8];
        taken[3] = true;
        assert_eq!(start(&taken, 4.5, 3), Some(4));
        assert_eq!(start(&taken, 2.5, 3), Some(0));
        assert_eq!(start(&taken, 3.5, 1), None);
        taken[6] = true;
        assert_eq!(start(&taken, 4.5, 3), None, "two slots are left there");
        assert_eq!([4.1, 5.9].map(|pointer| start(&taken, pointer, 2)), [Some(4); 2]);
    }

    #[test]
    fn nothing_fits_where_there_are_too_few_slots() {
        assert_eq!(start(&[], 0.5, 1), None);
        assert_eq!(start(&[false; 3], 1.5, 4), None);
        assert_eq!(start(&[false; 3], 1.5, 0), None);
    }
}
