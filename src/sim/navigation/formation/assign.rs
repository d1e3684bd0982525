//! Assignment of ships to the places of a formation, so that paths do not cross.
//!
//! Ships and places are equally many. The sum of the squared distances is minimal. So no two ships gain by an
//! exchange of their places, and straight paths flown at the same time do not meet. The result depends on the
//! given numbers alone; ties are broken by their order.
//!
//! The sum of |p - q|^2 differs from the sum of -2 p.q only by a constant, so a common offset of ships or places
//! does not matter. Therefore both are taken about their means, and the products p.q are compared: they keep their
//! precision across the whole system.

use std::cmp::Ordering;

use glam::DVec3;
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

use super::plan::subtract_mean;
use super::shape::Member;

/// Up to this number of ships the assignment is optimal.
pub const EXACT: usize = 200;
/// Larger fleets are halved until at most this many ships are left, and these are solved exactly.
const PART: usize = 64;
/// Then ships are grouped again, once for each of these shares, with the first cut at that share of the ships:
/// this removes traces of the first borders.
const REFINING_CUTS: [f64; 2] = [0.3, 0.6];
/// The largest product as a whole number, 2^40: sums of it over all ships stay far within 64 bits.
const FULL_WEIGHT: f64 = 1_099_511_627_776.0;

/// Ships and places, each about their mean, km.
struct Moves {
    ships: Vec<DVec3>,
    places: Vec<DVec3>,
}

/// Gives every ship a place: the ship at `from[i]` takes the place `to[assignment[i]]`, and no place is taken
/// twice. If the lists differ in length, only the first entries of the longer list count, and `assignment` is as
/// long as the shorter. NaN counts as the mean of the rest.
///
/// Up to [`EXACT`] ships the sum of squared distances is minimal (Hungarian method of Kuhn and Munkres, with 40
/// bits). For more, ships and places are halved again and again along the longest extent of the places. The parts
/// are solved exactly, and then once more across their borders. The loss is about a hundredth of the gain. The
/// time grows as n log n.
pub fn assign(from: &[DVec3], to: &[DVec3], assignment: &mut Vec<usize>) {
    let count = from.len().min(to.len());
    let moves = Moves { ships: about_mean(from, count), places: about_mean(to, count) };
    assignment.clear();
    assignment.extend(0..count);
    let (mut ships, mut places) = (assignment.clone(), assignment.clone());
    if count <= EXACT {
        return solve(&moves, &ships, &places, assignment);
    }
    halve(&moves, &mut ships, &mut places, assignment);
    for cut in REFINING_CUTS {
        let midpoints: Vec<DVec3> = moves
            .ships
            .iter()
            .zip(assignment.iter())
            .map(|(ship, &place)| (*ship + moves.places[place]) * 0.5)
            .collect();
        refine(&moves, &midpoints, &mut ships, cut, assignment);
    }
}

/// Gives every member of a formation one of the places that `places` of `plan.rs` has computed for them, as
/// offsets from its `middle` in km: member i goes to `middle + offsets[assignment[i]]`.
///
/// Only members of equal rank with hulls of exactly the same size exchange places, because a place has just
/// the room that its own hull needs. Within each such group the choice is that of [`assign`].
pub fn assign_by_rank(members: &[Member], offsets: &[DVec3], middle: DVec3, assignment: &mut Vec<usize>) {
    let count = members.len().min(offsets.len());
    assignment.clear();
    assignment.extend(0..count);
    let mut order = assignment.clone();
    order.sort_by(|&one, &other| by_kind(&members[one], &members[other]));
    let (mut from, mut to, mut within) = (Vec::new(), Vec::new(), Vec::new());
    for alike in order.chunk_by(|&one, &other| by_kind(&members[one], &members[other]).is_eq()) {
        from.clear();
        from.extend(alike.iter().map(|&member| members[member].place - middle));
        to.clear();
        to.extend(alike.iter().map(|&member| offsets[member]));
        assign(&from, &to, &mut within);
        for (&member, &place) in alike.iter().zip(&within) {
            assignment[member] = alike[place];
        }
    }
}

/// Equal for those whose places are interchangeable.
fn by_kind(one: &Member, other: &Member) -> Ordering {
    one.rank
        .cmp(&other.rank)
        .then(one.half_width.total_cmp(&other.half_width))
        .then(one.half_length.total_cmp(&other.half_length))
}

/// The first `count` points about their mean.
fn about_mean(points: &[DVec3], count: usize) -> Vec<DVec3> {
    let mut points: Vec<DVec3> = points.iter().take(count).copied().collect();
    subtract_mean(&mut points);
    points
}

/// Assigns these ships to these places, equally many, in the best way.
fn solve(moves: &Moves, ships: &[usize], places: &[usize], assignment: &mut [usize]) {
    let mut products = Vec::with_capacity(ships.len() * places.len());
    for &ship in ships {
        products.extend(places.iter().map(|&place| moves.ships[ship].dot(moves.places[place])));
    }
    let largest = products.iter().map(|product: &f64| product.abs()).fold(0.0, f64::max);
    let scale = if largest > 0.0 { FULL_WEIGHT / largest } else { 0.0 };
    // `as` turns NaN into 0.
    let weights: Vec<i64> = products.iter().map(|product| (product * scale).round() as i64).collect();
    // Without ships there is no matrix, and nothing to do.
    let Ok(weights) = Matrix::square_from_vec(weights) else { return };
    let (_, chosen) = kuhn_munkres(&weights);
    for (&ship, column) in ships.iter().zip(chosen) {
        assignment[ship] = places[column];
    }
}

/// Gives the ships of one half the places of one half, and so on, until a part can be solved.
fn halve(moves: &Moves, ships: &mut [usize], places: &mut [usize], assignment: &mut [usize]) {
    if ships.len() <= PART {
        return solve(moves, ships, places, assignment);
    }
    let direction = longest_direction(&moves.places, places);
    sort_along(&moves.places, places, direction);
    sort_along(&moves.ships, ships, direction);
    let middle = ships.len() / 2;
    let (ships_before, ships_after) = ships.split_at_mut(middle);
    let (places_before, places_after) = places.split_at_mut(middle);
    halve(moves, ships_before, places_before, assignment);
    halve(moves, ships_after, places_after, assignment);
}

/// Solves groups of ships whose paths lie close together once more, each with the places of the group. `cut` is
/// the share of the ships before the first cut.
fn refine(moves: &Moves, midpoints: &[DVec3], ships: &mut [usize], cut: f64, assignment: &mut [usize]) {
    if ships.len() <= PART {
        let places: Vec<usize> = ships.iter().map(|&ship| assignment[ship]).collect();
        return solve(moves, ships, &places, assignment);
    }
    sort_along(midpoints, ships, longest_direction(midpoints, ships));
    let (before, after) = ships.split_at_mut((ships.len() as f64 * cut) as usize);
    refine(moves, midpoints, before, 0.5, assignment);
    refine(moves, midpoints, after, 0.5, assignment);
}

/// Sorts points by their distance along a direction, equal ones by their numbers.
fn sort_along(points: &[DVec3], numbers: &mut [usize], direction: DVec3) {
    let along = |number: usize| points[number].dot(direction);
    numbers.sort_unstable_by(|&one, &other| along(one).total_cmp(&along(other)).then(one.cmp(&other)));
}

/// Approximately the direction of the longest extent: to the point farthest from the mean, from the point farthest
/// from that one.
fn longest_direction(points: &[DVec3], numbers: &[usize]) -> DVec3 {
    let sum: DVec3 = numbers.iter().map(|&number| points[number]).sum();
    let one_end = farthest(points, numbers, sum / numbers.len() as f64);
    farthest(points, numbers, one_end) - one_end
}

/// The point that is farthest from another, the first of several.
fn farthest(points: &[DVec3], numbers: &[usize], from: DVec3) -> DVec3 {
    let (mut found, mut farthest) = (from, 0.0);
    for &number in numbers {
        let distance = points[number].distance_squared(from);
        if distance > farthest {
            (found, farthest) = (points[number], distance);
        }
    }
    found
}
