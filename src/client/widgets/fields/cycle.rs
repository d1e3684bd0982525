//! The next of several choices: round and round, or to the end of those that have an order.

/// The item after `present` in `all`, or before it; cyclic.
pub fn next_of<T: Copy + PartialEq>(all: &[T], present: T, backward: bool) -> T {
    let at = all.iter().position(|one| *one == present).unwrap_or(0);
    let step = if backward { all.len().saturating_sub(1) } else { 1 };
    all.get((at + step) % all.len().max(1)).copied().unwrap_or(present)
}

/// The item after `present` in `all`, or before it; at the end of the list the present one.
pub fn next_within<T: Copy + PartialEq>(all: &[T], present: T, backward: bool) -> T {
    let at = all.iter().position(|one| *one == present).unwrap_or(0);
    let next = if backward { at.checked_sub(1) } else { Some(at + 1) };
    next.and_then(|at| all.get(at)).copied().unwrap_or(present)
}

/// The first of ascending items that is after `present`, or else the first of all.
pub fn next_after<'a, T: Copy + Ord + 'a>(
    ascending: impl IntoIterator<Item = &'a T> + Copy,
    present: Option<T>,
) -> Option<T> {
    let later = ascending.into_iter().find(|one| present.is_none_or(|present| **one > present));
    later.or(ascending.into_iter().next()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_go_round_and_round() {
        assert_eq!(next_of(&[1, 2, 3], 3, false), 1);
        assert_eq!(next_of(&[1, 2, 3], 1, true), 3);
        assert_eq!(next_of(&[1, 2, 3], 2, false), 3);
        assert_eq!(next_of(&[], 2, true), 2, "there is no other choice");
    }

    #[test]
    fn choices_in_an_order_end_with_their_first_and_their_last() {
        assert_eq!([next_within(&[1, 2, 3], 2, true), next_within(&[1, 2, 3], 2, false)], [1, 3]);
        assert_eq!([next_within(&[1, 2, 3], 1, true), next_within(&[1, 2, 3], 3, false)], [1, 3]);
        assert_eq!(next_within(&[], 2, true), 2, "there is no other choice");
    }

    #[test]
    fn jumps_go_round() {
        assert_eq!(next_after(&[2, 5, 9], None), Some(2));
        assert_eq!(next_after(&[2, 5, 9], Some(2)), Some(5));
        assert_eq!(next_after(&[2, 5, 9], Some(6)), Some(9), "also from what is not in the list");
        assert_eq!(next_after(&[2, 5, 9], Some(9)), Some(2));
        assert_eq!(next_after(&[] as &[u32], Some(9)), None);
    }
}
