//! The plan of a formation: a place for each hull.
//!
//! A shape, the hulls with their ranks, a direction, and the free space between hulls give one offset from
//! the formation's middle for each hull. Hulls are never looked at in pairs: ten thousand are as simple as
//! ten.
//!
//! A hull may turn in its place, so it is kept as a ball about its centre. Every shape except [`Shape::Keep`] is a
//! packing of balls of different sizes. They are laid out with x ahead, y to the left and z up, in rows, rings or
//! shells. Each of these has a slab or a layer of its own, as thick as its largest ball. So balls of any sizes
//! never overlap.

use std::cmp::Ordering;
use std::f64::consts::{PI, TAU};

use glam::DVec3;

use super::shape::{Facing, FormationRole, Member, Shape};

/// A line up to this long is a single rank; longer lines keep the same proportions, and so do columns.
const LONGEST_RANK: f64 = 24.0;
/// A wedge of up to this many ships is flat; larger ones are layered.
const FLAT_WEDGE: f64 = 48.0;
/// A claw of up to this many ships is a crescent; larger ones are bowls.
const CRESCENT: usize = 15;
/// Reach of a claw's horns ahead of its ground, as a share of their distance from its axis.
const HORN_SHARE: f64 = 0.5;
/// Lead of a screen over the line, and of the line over support, in a common rank, in radii of the rank's largest
/// ball.
const STAGGER: f64 = 0.5;
/// Least radius of the ball of a hull, km, so that hulls without a size have places too.
const LEAST_BALL_KM: f64 = 1.0e-3;
/// The largest valid length, km: about 7 AU. Longer ones are clamped.
const LARGEST_KM: f64 = 1.0e9;
/// Keeps a whole number computed as a fraction from being lost to rounding.
const ROUNDING: f64 = 1.0e-9;
/// Halvings with which a shell that is not full is spread out.
const SPREADING_STEPS: usize = 24;

/// A hull in the packing.
#[derive(Clone, Copy, Debug)]
struct PackedHull {
    /// Radius of its ball, which no other ball may enter, km.
    ball: f64,
    rank: FormationRole,
}

impl PackedHull {
    fn new(member: &Member, gap: f64) -> Self {
        let half_width = believed(member.half_width);
        let radius = half_width.max(believed(member.half_length));
        Self { ball: (radius + believed(gap) * half_width).max(LEAST_BALL_KM), rank: member.rank }
    }
}

/// Lead of a rank over the line, in steps.
fn lead(rank: FormationRole) -> f64 {
    match rank {
        FormationRole::Screen => 1.0,
        FormationRole::Line => 0.0,
        FormationRole::Support => -1.0,
    }
}

/// A sound length: finite and not negative.
fn believed(length: f64) -> f64 {
    if length.is_finite() { length.clamp(0.0, LARGEST_KM) } else { 0.0 }
}

/// The places of a formation: for each member, in the members' order, the offset from the formation's
/// middle in km. The middle is the mean of all places.
///
/// In every shape except [`Shape::Keep`] two hulls keep a least distance from centre to centre: the sum of their
/// bounding radii, and `gap` times the mean of their widths. A bounding radius is the larger of half width and half
/// length. So `gap` is the free space between two equal hulls, in widths. [`Shape::Keep`] gives the places as they
/// are, neither turned nor pushed apart. Lengths that are not numbers count as 0; members whose place is not a
/// number keep the middle.
pub fn places(shape: Shape, members: &[Member], facing: &Facing, gap: f64, out: &mut Vec<DVec3>) {
    out.clear();
    if shape == Shape::Keep {
        out.extend(members.iter().map(|member| member.place));
        subtract_mean(out);
        return;
    }
    out.resize(members.len(), DVec3::ZERO);
    let hulls: Vec<PackedHull> = members.iter().map(|member| PackedHull::new(member, gap)).collect();
    match shape {
        Shape::Keep => {}
        Shape::Line => line(&hulls, out),
        Shape::Column => column(&hulls, out),
        Shape::Wall => rings(&hulls, &sorted(&hulls, large_first), out),
        Shape::Wedge => wedge(&hulls, out),
        Shape::Sphere => sphere(&hulls, out),
        Shape::Claw => claw(&hulls, out),
    }
    subtract_mean(out);
    out.iter_mut().for_each(|place| *place = facing.turned(*place));
}

/// Moves points so that their mean is zero. Those that are not numbers become zero themselves.
pub(super) fn subtract_mean(points: &mut [DVec3]) {
    let finite = points.iter().filter(|point| point.is_finite());
    let (sum, count) = finite.fold((DVec3::ZERO, 0_u32), |(sum, count), point| (sum + *point, count + 1));
    let mean = sum / f64::from(count.max(1));
    for point in points {
        *point = if point.is_finite() { *point - mean } else { DVec3::ZERO };
    }
}

/// The hulls' numbers in an order; equal ones by number.
fn sorted(hulls: &[PackedHull], order: fn(&PackedHull, &PackedHull) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..hulls.len()).collect();
    numbers.sort_by(|&one, &other| order(&hulls[one], &hulls[other]));
    numbers
}

/// From front to rear, and in each rank from small to large.
fn front_first(one: &PackedHull, other: &PackedHull) -> Ordering {
    one.rank.cmp(&other.rank).then(one.ball.total_cmp(&other.ball))
}

/// From rear to front, and in each rank from large to small.
fn rear_first(one: &PackedHull, other: &PackedHull) -> Ordering {
    front_first(other, one)
}

/// From large to small, and of equal ones the rear first.
fn large_first(one: &PackedHull, other: &PackedHull) -> Ordering {
    other.ball.total_cmp(&one.ball).then(other.rank.cmp(&one.rank))
}

/// The radius of the largest ball; 0 of none.
fn largest(hulls: &[PackedHull], numbers: &[usize]) -> f64 {
    numbers.iter().map(|&number| hulls[number].ball).fold(0.0, f64::max)
}

/// The number of ranks of a line of this many ships, and of files of a column.
fn ranks(count: usize) -> usize {
    (count as f64 / LONGEST_RANK).sqrt().ceil() as usize
}

fn line(hulls: &[PackedHull], out: &mut [DVec3]) {
    let order = sorted(hulls, front_first);
    let width: f64 = order.iter().map(|&number| 2.0 * hulls[number].ball).sum();
    stack(hulls, &rows_of_width(hulls, &order, width / ranks(order.len()).max(1) as f64), out);
}

fn column(hulls: &[PackedHull], out: &mut [DVec3]) {
    let order = sorted(hulls, front_first);
    let rows: Vec<&[usize]> = order.chunks(ranks(order.len()).max(1)).collect();
    stack(hulls, &rows, out);
}

/// Cuts one long row into rows of about the same width.
fn rows_of_width<'a>(hulls: &[PackedHull], order: &'a [usize], width: f64) -> Vec<&'a [usize]> {
    let mut rows = Vec::new();
    let (mut start, mut filled, mut current) = (0, 0.0, 0);
    for (at, &number) in order.iter().enumerate() {
        let ball = hulls[number].ball;
        let own = ((filled + ball) / width) as usize;
        if own > current && at > start {
            rows.push(&order[start..at]);
            start = at;
        }
        current = own;
        filled += 2.0 * ball;
    }
    rows.push(&order[start..]);
    rows
}

/// Places rows one behind the other, each in its own slab.
fn stack(hulls: &[PackedHull], rows: &[&[usize]], out: &mut [DVec3]) {
    let mut edge = 0.0;
    for row in rows.iter().filter(|row| !row.is_empty()) {
        abreast(hulls, row, out);
        let step = STAGGER * largest(hulls, row);
        let (mut front, mut rear) = (f64::NEG_INFINITY, f64::INFINITY);
        for &number in *row {
            let PackedHull { ball, rank } = hulls[number];
            out[number].x = step * lead(rank);
            front = front.max(out[number].x + ball);
            rear = rear.min(out[number].x - ball);
        }
        row.iter().for_each(|&number| out[number].x += edge - front);
        edge += rear - front;
    }
}

/// Places a row side by side, with the last of it in the middle and the first at the ends. Returns half
/// of the row's width.
fn abreast(hulls: &[PackedHull], row: &[usize], out: &mut [DVec3]) -> f64 {
    let (mut left, mut right) = (0.0, 0.0);
    for (turn, &number) in row.iter().rev().enumerate() {
        let ball = hulls[number].ball;
        let across = if turn == 0 {
            (left, right) = (ball, ball);
            0.0
        } else if turn.is_multiple_of(2) {
            left += 2.0 * ball;
            left - ball
        } else {
            right += 2.0 * ball;
            ball - right
        };
        out[number] = DVec3::new(0.0, across, 0.0);
    }
    row.iter().for_each(|&number| out[number].y += 0.5 * (right - left));
    0.5 * (left + right)
}

/// Rings in the plane across the direction about the first of the order, each in its own annulus.
fn rings(hulls: &[PackedHull], order: &[usize], out: &mut [DVec3]) {
    let Some((&first, mut rest)) = order.split_first() else { return };
    let mut edge = hulls[first].ball;
    while !rest.is_empty() {
        let (count, ball) = next_ring(hulls, rest, edge);
        let (ring, others) = rest.split_at(count);
        for (turn, &number) in ring.iter().enumerate() {
            let angle = TAU * turn as f64 / count as f64;
            out[number] = DVec3::new(0.0, libm::cos(angle), libm::sin(angle)) * (edge + ball);
        }
        edge += 2.0 * ball;
        rest = others;
    }
}

/// Number of the remaining hulls that fit on one ring outside `edge`, at least one, and the radius of the largest
/// of their balls.
fn next_ring(hulls: &[PackedHull], rest: &[usize], edge: f64) -> (usize, f64) {
    let mut ball = 0.0;
    for (count, &number) in rest.iter().enumerate() {
        let with_next = hulls[number].ball.max(ball);
        // Neighbours of this size are this many half angles apart: two of them always have room.
        let room = (PI / libm::asin(with_next / (edge + with_next)) + ROUNDING) as usize;
        if count >= room.max(1) {
            return (count, ball);
        }
        ball = with_next;
    }
    (rest.len(), ball)
}

fn claw(hulls: &[PackedHull], out: &mut [DVec3]) {
    if hulls.len() <= CRESCENT {
        abreast(hulls, &sorted(hulls, front_first), out);
    } else {
        rings(hulls, &sorted(hulls, rear_first), out);
    }
    // Bending it forward can only widen the distances in the plane.
    let horns = out.iter().map(|place| place.length()).fold(0.0, f64::max);
    if horns > 0.0 {
        out.iter_mut().for_each(|place| place.x = HORN_SHARE * place.length_squared() / horns);
    }
}

fn wedge(hulls: &[PackedHull], out: &mut [DVec3]) {
    let order = sorted(hulls, front_first);
    // An odd number: one in the middle, and as many above as below.
    let layers = ((order.len() as f64 / FLAT_WEDGE).sqrt().ceil() as usize) | 1;
    let (mut above, mut below) = (0.0, 0.0);
    for layer in 0..layers {
        let own: Vec<usize> = order.iter().copied().skip(layer).step_by(layers).collect();
        let ball = largest(hulls, &own);
        let height = if layer == 0 {
            (above, below) = (ball, -ball);
            0.0
        } else if layer.is_multiple_of(2) {
            below -= 2.0 * ball;
            below + ball
        } else {
            above += 2.0 * ball;
            above - ball
        };
        flat_wedge(hulls, &own, out);
        for &number in &own {
            out[number] += DVec3::new(-f64::abs(height), 0.0, height);
        }
    }
}

/// A V of rows: each row has the next two ships of the order at its ends. The remaining ships are inside the V:
/// one in the first row after the point, then two more in each.
fn flat_wedge(hulls: &[PackedHull], order: &[usize], out: &mut [DVec3]) {
    let Some((&point, rest)) = order.split_first() else { return };
    let rows = (order.len() as f64).sqrt().ceil() as usize;
    let (ends, mut inside) = rest.split_at(rest.len().min(2 * rows.saturating_sub(1)));
    let mut edge = hulls[point].ball;
    out[point] = DVec3::ZERO;
    for (row, ends) in ends.chunks(2).enumerate() {
        let (own, others) = inside.split_at(inside.len().min(2 * row + 1));
        edge = wedge_row(hulls, ends, own, edge, out);
        inside = others;
    }
}

/// Places a row of a wedge behind `edge`, and returns the row's own rear edge, both in km behind the point.
fn wedge_row(hulls: &[PackedHull], ends: &[usize], own: &[usize], edge: f64, out: &mut [DVec3]) -> f64 {
    let end_ball = largest(hulls, ends);
    let half_depth = end_ball.max(largest(hulls, own));
    let depth = edge + half_depth;
    let half_width = abreast(hulls, own, out);
    // The edges of the V run at 45 degrees, farther out only where the row needs the room.
    let reach = depth.max(half_width + end_ball);
    let stretch = if half_width > 0.0 { (reach - end_ball) / half_width } else { 1.0 };
    for &number in own {
        out[number] = DVec3::new(-depth, out[number].y * stretch, 0.0);
    }
    for (&number, side) in ends.iter().zip([1.0, -1.0]) {
        out[number] = DVec3::new(-depth, side * reach, 0.0);
    }
    edge + 2.0 * half_depth
}

/// Shells about the largest, each between its own two spheres.
fn sphere(hulls: &[PackedHull], out: &mut [DVec3]) {
    let order = sorted(hulls, large_first);
    let Some((&first, mut rest)) = order.split_first() else { return };
    let mut edge = hulls[first].ball;
    while let Some(&next) = rest.first() {
        let ball = hulls[next].ball;
        // No shell needs bands finer than for all of the rest.
        let finest = 1.0 / (rest.len() as f64).sqrt();
        let least = finest.max(2.0 * libm::asin(ball / (edge + ball)));
        let count = rest.len().min(shell_capacity(least));
        let (shell, others) = rest.split_at(count);
        let directions = shell_directions(widest_separation(least, count));
        for (turn, &number) in shell.iter().enumerate() {
            out[number] = directions[turn * directions.len() / count] * (edge + ball);
        }
        edge += 2.0 * ball;
        rest = others;
    }
}

/// The bands of a unit sphere whose points are nowhere nearer to each other than the angle `separation`, at most
/// PI: for each band its angle from the pole ahead, and the number of points with room in it.
fn bands(separation: f64) -> impl Iterator<Item = (f64, usize)> {
    let last = ((PI / separation + ROUNDING) as usize).max(1);
    let half_chord = libm::sin(0.5 * separation);
    (0..=last).map(move |band| {
        let polar = PI * band as f64 / last as f64;
        if band == 0 || band == last {
            return (polar, 1);
        }
        let half_angle = libm::asin((half_chord / libm::sin(polar)).min(1.0));
        (polar, (PI / half_angle + ROUNDING) as usize)
    })
}

fn shell_capacity(separation: f64) -> usize {
    bands(separation).map(|(_, room)| room).sum()
}

/// The widest separation, not below `least`, that leaves room for `count` points.
fn widest_separation(least: f64, count: usize) -> f64 {
    let (mut roomy, mut narrow) = (least, PI);
    for _ in 0..SPREADING_STEPS {
        let between = 0.5 * (roomy + narrow);
        if shell_capacity(between) >= count { roomy = between } else { narrow = between }
    }
    roomy
}

fn shell_directions(separation: f64) -> Vec<DVec3> {
    let mut directions = Vec::new();
    for (band, (polar, room)) in bands(separation).enumerate() {
        // Every other band is turned by half a place, as bricks are laid.
        let first = if band.is_multiple_of(2) { 0.0 } else { 0.5 };
        let (ahead, across) = (libm::cos(polar), libm::sin(polar));
        directions.extend((0..room).map(|turn| {
            let angle = TAU * (turn as f64 + first) / room as f64;
            DVec3::new(ahead, across * libm::cos(angle), across * libm::sin(angle))
        }));
    }
    directions
}
