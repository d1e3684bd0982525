//! Formations: no two hulls overlap, every shape matches its name, and paths do not cross.

use ecliptic::level::check::{MAX_BESIDE_KM, MAX_SHIPS};
use ecliptic::sim::navigation::formation::assign::{EXACT, assign, assign_by_rank};
use ecliptic::sim::navigation::formation::plan::places;
use ecliptic::sim::navigation::formation::shape::{
    Cohesion, Facing, FormationRole, GIVEN_UP_SPACINGS, LEAST_SHARE, Member, SLACK_SPACINGS, Shape,
    WAITING_SPACINGS, speed_share, worst_straggler,
};
use glam::DVec3;
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;
use proptest::collection::vec;
use proptest::prelude::*;

const RANKS: [FormationRole; 3] = [FormationRole::Screen, FormationRole::Line, FormationRole::Support];
/// The shapes that are laid out.
const LAID_OUT: [Shape; 6] =
    [Shape::Line, Shape::Column, Shape::Wall, Shape::Wedge, Shape::Sphere, Shape::Claw];

/// Pseudo-random numbers: Steele, Lea and Flood's SplitMix64.
struct Numbers(u64);

impl Numbers {
    /// From -1 to 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    fn points(&mut self, count: usize) -> Vec<DVec3> {
        (0..count).map(|_| self.point()).collect()
    }
}

fn ball(place: DVec3, radius: f64, rank: FormationRole) -> Member {
    Member { place, half_width: radius, half_length: radius, rank }
}

/// Equal hulls of radius 1, with all ranks in turn.
fn equals(count: usize) -> Vec<Member> {
    (0..count).map(|number| ball(DVec3::ZERO, 1.0, RANKS[number % 3])).collect()
}

fn any_point() -> impl Strategy<Value = DVec3> {
    (-1.0e4..1.0e4_f64, -1.0e4..1.0e4_f64, -1.0e4..1.0e4_f64).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

/// Hulls whose widths differ up to a hundred times.
fn any_member() -> impl Strategy<Value = Member> {
    (any_point(), 0.0..2.0_f64, 1.0..4.0_f64, 0..3_usize).prop_map(|(place, exponent, slenderness, rank)| {
        let half_width = 10.0_f64.powf(exponent);
        Member { place, half_width, half_length: half_width * slenderness, rank: RANKS[rank] }
    })
}

/// The places of a formation that looks along x.
fn laid_out(shape: Shape, members: &[Member]) -> Vec<DVec3> {
    let mut out = Vec::new();
    places(shape, members, &Facing::from_direction(DVec3::X), 1.0, &mut out);
    out
}

/// The radius of the largest ship that a level may have, km.
const LARGEST_SHIP_KM: f64 = 1.0e6;

/// A save contains every ship's place.
#[test]
fn the_largest_formation_can_be_saved() {
    let members: Vec<Member> = (0..MAX_SHIPS).map(|_| ball(DVec3::ZERO, LARGEST_SHIP_KM, RANKS[0])).collect();
    for shape in LAID_OUT {
        let farthest = laid_out(shape, &members).iter().map(|place| place.length()).fold(0.0, f64::max);
        assert!(farthest < MAX_BESIDE_KM, "{shape:?} reaches {farthest:e} km");
    }
}

fn extent(places: &[DVec3]) -> DVec3 {
    let highest = places.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    highest - places.iter().copied().fold(DVec3::INFINITY, DVec3::min)
}

/// The number of the member that is farthest ahead.
fn foremost(places: &[DVec3]) -> usize {
    (0..places.len()).max_by(|&one, &other| places[one].x.total_cmp(&places[other].x)).expect("some")
}

fn sum_of_squares(from: &[DVec3], to: &[DVec3], assignment: &[usize]) -> f64 {
    from.iter().zip(assignment).map(|(from, &to_number)| from.distance_squared(to[to_number])).sum()
}

fn assigned(from: &[DVec3], to: &[DVec3]) -> Vec<usize> {
    let mut assignment = Vec::new();
    assign(from, to, &mut assignment);
    assignment
}

fn is_one_to_one(assignment: &[usize], count: usize) -> bool {
    let mut sorted = assignment.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_two_hulls_overlap(
        members in vec(any_member(), 1..300),
        gap in 0.0..3.0_f64,
        direction in any_point(),
    ) {
        let facing = Facing::from_direction(direction);
        let mut offsets = Vec::new();
        for shape in LAID_OUT {
            places(shape, &members, &facing, gap, &mut offsets);
            prop_assert_eq!(offsets.len(), members.len());
            for (one, member) in members.iter().enumerate() {
                for (other, neighbour) in members.iter().enumerate().skip(one + 1) {
                    let free = gap * (member.half_width + neighbour.half_width);
                    let least = member.half_length + neighbour.half_length + free;
                    let distance = offsets[one].distance(offsets[other]);
                    prop_assert!(distance > least * (1.0 - 1e-7), "{shape:?}: {distance} km, not {least}");
                }
            }
        }
    }

    #[test]
    fn a_formation_turns_as_a_whole(members in vec(any_member(), 1..80), direction in any_point()) {
        let Facing { forward, left, up } = Facing::from_direction(direction);
        let mut turned = Vec::new();
        for shape in LAID_OUT {
            places(shape, &members, &Facing { forward, left, up }, 1.0, &mut turned);
            let straight = laid_out(shape, &members);
            let size = extent(&straight).length() + 1.0;
            for (turned, place) in turned.iter().zip(&straight) {
                let expected = forward * place.x + left * place.y + up * place.z;
                prop_assert!(turned.distance(expected) < 1e-12 * size);
            }
            let mean = turned.iter().sum::<DVec3>() / turned.len() as f64;
            prop_assert!(mean.length() < 1e-12 * size, "{shape:?} is off its middle by {mean}");
        }
    }

    #[test]
    fn a_facing_is_a_frame_that_stands_upright(direction in any_point()) {
        let Facing { forward, left, up } = Facing::from_direction(direction);
        prop_assert!(forward.distance(direction.normalize()) < 1e-14);
        prop_assert!(forward.dot(left).abs() < 1e-14 && (left.length() - 1.0).abs() < 1e-14);
        prop_assert!(forward.cross(left).distance(up) < 1e-14);
        prop_assert!(left.z.abs() < 1e-14 && up.z >= 0.0);
    }
}

#[test]
fn without_a_choice_a_facing_is_always_the_same() {
    let ahead = Facing { forward: DVec3::X, left: DVec3::Y, up: DVec3::Z };
    assert_eq!(Facing::from_direction(DVec3::X * 7.0), ahead);
    assert_eq!(Facing::from_direction(DVec3::ZERO), ahead);
    assert_eq!(Facing::from_direction(DVec3::NAN), ahead);
    let north = Facing { forward: DVec3::Z, left: DVec3::Y, up: DVec3::NEG_X };
    assert_eq!(Facing::from_direction(DVec3::Z * 3.0), north);
}

#[test]
fn a_line_is_wide_and_a_column_long() {
    for count in [10, 24, 25, 100, 1000] {
        let line = extent(&laid_out(Shape::Line, &equals(count)));
        assert!(line.y > 5.0 * line.x && line.z == 0.0, "{count} abreast: {line}");
        let column = extent(&laid_out(Shape::Column, &equals(count)));
        assert!(column.x > 5.0 * column.y && column.z == 0.0, "{count} in column: {column}");
    }
}

#[test]
fn the_screen_is_ahead_and_support_behind() {
    for count in [3, 10, 60, 300] {
        let members = equals(count);
        for shape in [Shape::Line, Shape::Column] {
            let offsets = laid_out(shape, &members);
            let of_rank = |rank: FormationRole| {
                let all = members.iter().zip(&offsets);
                all.filter(move |(member, _)| member.rank == rank).map(|(_, place)| place.x)
            };
            let last_screen = of_rank(FormationRole::Screen).fold(f64::INFINITY, f64::min);
            let first_support = of_rank(FormationRole::Support).fold(f64::NEG_INFINITY, f64::max);
            assert!(last_screen > first_support, "{count} in {shape:?}");
        }
    }
}

#[test]
fn a_wall_is_flat_and_round() {
    let wall = extent(&laid_out(Shape::Wall, &equals(100)));
    assert!(wall.x.abs() < 1e-9 && wall.y > 1.0, "{wall}");
    assert!((0.8..1.25).contains(&(wall.y / wall.z)), "{wall}");
}

#[test]
fn one_ship_of_the_screen_is_the_point_of_a_wedge() {
    for count in [2, 3, 10, 60, 500] {
        let members: Vec<Member> = (0..count)
            .map(|number: usize| ball(DVec3::ZERO, [1.0, 3.0, 20.0][number % 3], RANKS[number % 3]))
            .collect();
        let offsets = laid_out(Shape::Wedge, &members);
        let point = foremost(&offsets);
        assert_eq!(members[point].rank, FormationRole::Screen);
        let ahead = offsets.iter().filter(|place| place.x > offsets[point].x - 0.5).count();
        assert_eq!(ahead, 1, "{count} ships");
        assert!(extent(&offsets).y > 0.5 * extent(&offsets).x, "{count} ships make no V");
    }
}

#[test]
fn the_large_are_in_the_middle_of_a_sphere() {
    let members: Vec<Member> = (0..60)
        .map(|number: u32| {
            let radius = 100.0_f64.powf(f64::from(number * 17 % 60) / 59.0);
            ball(DVec3::ZERO, radius, RANKS[number as usize % 3])
        })
        .collect();
    let offsets = laid_out(Shape::Sphere, &members);
    let mut by_size: Vec<usize> = (0..60).collect();
    by_size.sort_by(|&one, &other| members[one].half_width.total_cmp(&members[other].half_width));
    let mean = |numbers: &[usize]| numbers.iter().map(|&n| offsets[n].length()).sum::<f64>() / 10.0;
    assert!(mean(&by_size[50..]) < 0.8 * mean(&by_size[..10]));
    let DVec3 { x, y, z } = extent(&laid_out(Shape::Sphere, &equals(200)));
    assert!(x.min(y).min(z) > 0.8 * x.max(y).max(z), "not round: {x} {y} {z}");
}

#[test]
fn a_claw_reaches_forward_with_its_horns() {
    for count in [5, 15, 16, 100] {
        let members = equals(count);
        let offsets = laid_out(Shape::Claw, &members);
        let horn = foremost(&offsets);
        assert!(offsets[horn].x > 0.5, "the horns of {count} ships are {} km ahead", offsets[horn].x);
        let horns = || (0..count).filter(|&number| offsets[number].x > offsets[horn].x - 1e-9);
        assert!(horns().any(|number| members[number].rank == FormationRole::Screen), "{count} ships");
        assert!(horns().all(|number| members[number].rank != FormationRole::Support), "{count} ships");
        let ground = foremost(&offsets.iter().map(|place| -*place).collect::<Vec<_>>());
        assert_eq!(members[ground].rank, FormationRole::Support, "{count} ships");
        assert!(offsets[horn].with_x(0.0).length() > 2.0 * offsets[ground].with_x(0.0).length());
    }
}

#[test]
fn keeping_places_changes_nothing() {
    let mut numbers = Numbers(3);
    let members: Vec<Member> =
        (0..40).map(|_| ball(numbers.point() * 1.0e4 + DVec3::X * 1.0e6, 1.0, FormationRole::Line)).collect();
    let mut offsets = Vec::new();
    places(Shape::Keep, &members, &Facing::from_direction(DVec3::Y), 1.0, &mut offsets);
    let middle = members[0].place - offsets[0];
    for (member, offset) in members.iter().zip(&offsets) {
        assert!((middle + *offset).distance(member.place) < 1e-6);
    }
    let mut assignment = Vec::new();
    assign_by_rank(&members, &offsets, DVec3::new(-5.0e5, 1.0, 2.0), &mut assignment);
    assert!(assignment.into_iter().eq(0..40), "nobody moves");
}

/// The least sum of squares over all orders of the places from `first` on.
fn least_of_all(from: &[DVec3], to: &mut [DVec3], first: usize) -> f64 {
    if first == from.len() {
        return from.iter().zip(&*to).map(|(from, to)| from.distance_squared(*to)).sum();
    }
    let mut least = f64::INFINITY;
    for other in first..to.len() {
        to.swap(first, other);
        least = least.min(least_of_all(from, to, first + 1));
        to.swap(first, other);
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_other_order_is_better(pairs in vec((any_point(), any_point()), 1..8)) {
        let (from, mut to): (Vec<DVec3>, Vec<DVec3>) = pairs.into_iter().unzip();
        let assignment = assigned(&from, &to);
        prop_assert!(is_one_to_one(&assignment, from.len()));
        let sum = sum_of_squares(&from, &to, &assignment);
        let least = least_of_all(&from, &mut to, 0);
        prop_assert!(sum <= least * (1.0 + 1e-9), "{sum} is more than {least}");
    }

    /// The least sum of squares means that (p - p').(q - q') >= 0 for all pairs, here up to the rounding to 40
    /// bits (products are up to 1e9 km^2). So two ships that start and arrive together stay this far apart on the
    /// way.
    #[test]
    fn paths_do_not_cross(pairs in vec((any_point(), any_point()), 2..100), away in any_point()) {
        let (from, to): (Vec<DVec3>, Vec<DVec3>) =
            pairs.into_iter().map(|(from, to)| (from, to + away * 100.0)).unzip();
        let assignment = assigned(&from, &to);
        for one in 0..from.len() {
            for other in 0..one {
                let before = from[one] - from[other];
                let after = to[assignment[one]] - to[assignment[other]];
                let product = before.dot(after);
                prop_assert!(product >= -0.01, "{product} km^2 for {one} and {other}");
                let least = before.length() * after.length()
                    / (before.length_squared() + after.length_squared()).sqrt();
                for share in 0..=20 {
                    let distance = before.lerp(after, f64::from(share) / 20.0).length();
                    prop_assert!(distance >= least * (1.0 - 1e-4));
                }
            }
        }
    }
}

#[test]
fn ships_that_would_meet_head_on_do_not() {
    let from: Vec<DVec3> = (0..9).map(|number| DVec3::new(0.0, f64::from(number), 0.0)).collect();
    let to: Vec<DVec3> = from.iter().rev().map(|place| *place + DVec3::X * 30.0).collect();
    let halfway = |assignment: &[usize]| {
        let middles: Vec<DVec3> = from.iter().zip(assignment).map(|(p, &n)| p.midpoint(to[n])).collect();
        let pairs = (0..9).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.map(|(one, other)| middles[one].distance(middles[other])).fold(f64::INFINITY, f64::min)
    };
    let as_numbered: Vec<usize> = (0..9).collect();
    assert_eq!(halfway(&as_numbered), 0.0);
    assert!(halfway(&assigned(&from, &to)) > 0.99);
}

/// The least sum of squares for any number of ships, slowly.
fn least_sum(from: &[DVec3], to: &[DVec3]) -> f64 {
    let squares: Vec<f64> =
        from.iter().flat_map(|from| to.iter().map(move |to| from.distance_squared(*to))).collect();
    let unit = squares.iter().copied().fold(0.0, f64::max) / 2.0_f64.powi(40);
    let weights: Vec<i64> = squares.iter().map(|square| (square / unit).round() as i64).collect();
    let matrix = Matrix::from_vec(from.len(), to.len(), weights).expect("a full matrix");
    sum_of_squares(from, to, &kuhn_munkres_min(&matrix).1)
}

#[test]
fn large_fleets_choose_nearly_as_well() {
    let mut numbers = Numbers(11);
    let (from, to) = (numbers.points(400), numbers.points(400));
    assert!(from.len() > EXACT);
    let assignment = assigned(&from, &to);
    assert!(is_one_to_one(&assignment, 400));
    let as_numbered: Vec<usize> = (0..400).collect();
    let least = least_sum(&from, &to);
    let lost = sum_of_squares(&from, &to, &assignment) - least;
    let gain = sum_of_squares(&from, &to, &as_numbered) - least;
    assert!(lost <= 0.02 * gain, "{lost} of {gain} lost");
}

#[test]
fn a_large_fleet_on_its_way_to_a_wall_flies_hardly_farther_than_it_must() {
    let wall = laid_out(Shape::Wall, &equals(400));
    let size = 0.5 * extent(&wall).y;
    let from: Vec<DVec3> =
        Numbers(5).points(400).into_iter().map(|point| (point - DVec3::new(4.0, 1.0, 0.5)) * size).collect();
    let sum = sum_of_squares(&from, &wall, &assigned(&from, &wall));
    let least = least_sum(&from, &wall);
    assert!(sum <= 1.02 * least, "{sum} is more than 2 % above {least}");
}

#[test]
fn only_equal_hulls_of_a_rank_exchange_places() {
    let mut numbers = Numbers(8);
    let members: Vec<Member> = (0..90)
        .map(|number: usize| ball(numbers.point() * 500.0, [1.0, 8.0][number % 2], RANKS[number / 2 % 3]))
        .collect();
    let offsets = laid_out(Shape::Wedge, &members);
    let middle = DVec3::new(2.0e8, -3.0e8, 1.0e6);
    let mut assignment = Vec::new();
    assign_by_rank(&members, &offsets, middle, &mut assignment);
    assert!(is_one_to_one(&assignment, 90));
    for (member, &place) in members.iter().zip(&assignment) {
        assert_eq!((member.rank, member.half_width), (members[place].rank, members[place].half_width));
    }
    let from: Vec<DVec3> = members.iter().map(|member| member.place).collect();
    let as_numbered: Vec<usize> = (0..90).collect();
    let gain = sum_of_squares(&from, &offsets, &as_numbered) - sum_of_squares(&from, &offsets, &assignment);
    assert!(gain > 0.0);
}

#[test]
fn ten_thousand_ships_find_their_places() {
    let mut numbers = Numbers(21);
    let members: Vec<Member> = (0..10_000)
        .map(|number: usize| {
            let kind = number % 3;
            ball(numbers.point() * 1.0e5, [1.0, 5.0, 40.0][kind], RANKS[kind])
        })
        .collect();
    for shape in LAID_OUT {
        let offsets = laid_out(shape, &members);
        assert!(offsets.iter().all(|place| place.is_finite()), "{shape:?}");
    }
    let mut assignment = Vec::new();
    assign_by_rank(&members, &laid_out(Shape::Wedge, &members), DVec3::ZERO, &mut assignment);
    assert!(is_one_to_one(&assignment, 10_000));
}

#[test]
fn nan_does_no_harm() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1.0e300, 1.0e-300, 2.0];
    for count in [1, 2, 8, 70, 250] {
        let members: Vec<Member> = (0..count)
            .map(|number: usize| Member {
                place: DVec3::new(odd[number % 8], odd[number / 8 % 8], 1.0),
                half_width: odd[number / 2 % 8],
                half_length: odd[number / 3 % 8],
                rank: RANKS[number % 3],
            })
            .collect();
        for shape in Shape::ALL {
            for gap in odd {
                let mut offsets = Vec::new();
                places(shape, &members, &Facing::from_direction(DVec3::NAN), gap, &mut offsets);
                assert_eq!(offsets.len(), count);
                let is_sound = shape == Shape::Keep || offsets.iter().all(|place| place.is_finite());
                assert!(is_sound, "{shape:?} of {count}");
            }
            let mut assignment = Vec::new();
            assign_by_rank(&members, &laid_out(shape, &members), DVec3::NAN, &mut assignment);
            assert!(is_one_to_one(&assignment, count));
        }
        let from: Vec<DVec3> = members.iter().map(|member| member.place).collect();
        assert!(is_one_to_one(&assigned(&from, &laid_out(Shape::Line, &members)), count));
    }
    assert!(assigned(&[], &[DVec3::X]).is_empty());
    assert_eq!(assigned(&[DVec3::X, DVec3::Y], &[DVec3::Y]), [0]);
    assert!(laid_out(Shape::Sphere, &[]).is_empty());
}

#[test]
fn the_formation_waits_within_reason() {
    let spacing = 50.0;
    assert_eq!(speed_share(0.0, spacing), 1.0);
    assert_eq!(speed_share(SLACK_SPACINGS * spacing, spacing), 1.0);
    assert!((speed_share(WAITING_SPACINGS * spacing, spacing) - LEAST_SHARE).abs() < 1e-12);
    assert!((speed_share(GIVEN_UP_SPACINGS * spacing, spacing) - LEAST_SHARE).abs() < 1e-12);
    assert_eq!(speed_share(GIVEN_UP_SPACINGS * spacing + 1.0, spacing), 1.0);
    let shares: Vec<f64> = (0..60).map(|step| speed_share(f64::from(step) * 10.0, spacing)).collect();
    for pair in shares.windows(2) {
        assert!(pair[1] <= pair[0] && pair[0] - pair[1] < 0.06, "falls smoothly: {pair:?}");
    }
    for odd in [f64::NAN, f64::NEG_INFINITY, f64::INFINITY] {
        assert!((LEAST_SHARE..=1.0).contains(&speed_share(odd, spacing)));
        assert_eq!(speed_share(1.0, odd.min(0.0)), 1.0);
    }
    let behind = [3.0, f64::NAN, 120.0, GIVEN_UP_SPACINGS * spacing + 1.0, -4.0];
    assert_eq!(worst_straggler(behind, spacing), 120.0);
    assert_eq!(worst_straggler([], spacing), 0.0);
}

#[test]
fn shapes_and_conduct_have_names_in_files_and_for_people() {
    assert_eq!(ron::from_str::<Shape>("wedge"), Ok(Shape::Wedge));
    assert_eq!(ron::from_str::<Cohesion>("own_speed"), Ok(Cohesion::OwnSpeed));
    assert_eq!(ron::from_str::<FormationRole>("support"), Ok(FormationRole::Support));
    assert_eq!((Shape::default(), Cohesion::default()), (Shape::Keep, Cohesion::Formation));
    for shape in Shape::ALL {
        let written = ron::to_string(&shape).expect("a shape can be written");
        assert_eq!(ron::from_str::<Shape>(&written), Ok(shape));
        assert!(!shape.name().is_empty());
    }
    for conduct in Cohesion::ALL {
        assert!(!conduct.name().is_empty());
    }
}
