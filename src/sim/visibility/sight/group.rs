//! Sensors or units of one faction that are close together, as a ball round them.
//!
//! Groups only save work: a statement about a group holds for all of its members, with a metre to spare against
//! rounding, and everything else is left to the rule of sight. So the grouping changes no answer.

use std::ops::Range;

use glam::DVec3;

use super::seeing::{GRAZE, Occluder};
use crate::orbit::segment::share_nearest_to_origin;

/// More than the rounding of positions within a thousand astronomical units, km.
pub(in crate::sim) const SLACK_KM: f64 = 1.0e-3;
/// Cells to either side of the Sun along each axis; positions farther out share the last cell.
const HALF_CELLS: i64 = 1 << 20;
/// Bits that a cell's number along one axis takes.
const AXIS_BITS: u32 = 21;

/// A sensor or a thing.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Member {
    /// Heliocentric, km.
    pub(in crate::sim) position: DVec3,
    /// The range of a sensor, km; the visibility of a thing. Above 0.
    pub(in crate::sim) strength: f64,
    /// Index in the input list.
    pub(in crate::sim) index: usize,
}

/// Members of one faction in one cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Group {
    /// Their owner.
    pub(in crate::sim) faction: u16,
    /// Index of the first member, and one past the last.
    seats: (usize, usize),
    /// The middle of the ball that holds them, heliocentric, km.
    pub(in crate::sim) middle: DVec3,
    /// Radius, km.
    pub(in crate::sim) radius: f64,
    /// The greatest strength among them.
    pub(in crate::sim) strength: f64,
    /// Number of members not seen yet.
    pub(in crate::sim) unseen: usize,
}

impl Group {
    fn of(faction: u16, first: usize, members: &[Member]) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for member in members {
            low = low.min(member.position);
            high = high.max(member.position);
        }
        let middle = low + (high - low) * 0.5;
        let distance = |member: &Member| member.position.distance(middle);
        Self {
            faction,
            seats: (first, first + members.len()),
            middle,
            radius: members.iter().map(distance).fold(0.0, f64::max),
            strength: members.iter().map(|member| member.strength).fold(0.0, f64::max),
            unseen: members.len(),
        }
    }

    /// A single place without members, for a unit of this visibility.
    pub(in crate::sim) fn at(place: DVec3, visibility: f64) -> Self {
        Self { faction: 0, seats: (0, 0), middle: place, radius: 0.0, strength: visibility, unseen: 0 }
    }

    /// Range of its members in [`SortedMembers::members`].
    pub(in crate::sim) fn seats(&self) -> Range<usize> {
        self.seats.0..self.seats.1
    }

    /// Whether a sensor of this group may see a thing of another.
    pub(in crate::sim) fn may_reach(&self, things: &Self) -> bool {
        let reach = self.radius + things.radius + self.strength * things.strength + SLACK_KM;
        self.middle.distance_squared(things.middle) <= reach * reach
    }
}

/// The cover of an occluder between a group of sensors and a group of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum Cover {
    /// The occluder hides nothing.
    None,
    /// The occluder may hide some members from some.
    Some,
    /// The occluder hides all members from all.
    All,
}

/// The cover of an occluder between `sensors` and `things`.
pub(in crate::sim) fn cover(occluder: &Occluder, sensors: &Group, things: &Group) -> Cover {
    let (start, end) = (sensors.middle - occluder.center, things.middle - occluder.center);
    let way = end - start;
    let share = share_nearest_to_origin(start, way);
    let distance = (start + way * share).length();
    // No line from a sensor to a thing is farther than this from the line between the middles there.
    let spread = sensors.radius + (things.radius - sensors.radius) * share;
    let is_outside = |from: DVec3, radius: f64| from.length() > occluder.radius_km + radius + SLACK_KM;
    if distance + spread + SLACK_KM < occluder.radius_km * (1.0 - 2.0 * GRAZE)
        && is_outside(start, sensors.radius)
        && is_outside(end, things.radius)
    {
        return Cover::All;
    }
    let reach = occluder.radius_km + sensors.radius.max(things.radius) + SLACK_KM;
    if distance <= reach { Cover::Some } else { Cover::None }
}

/// Members sorted into groups.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct SortedMembers {
    /// All members, group after group.
    pub(in crate::sim) members: Vec<Member>,
    /// The groups.
    pub(in crate::sim) groups: Vec<Group>,
    /// Members in the order of the input.
    drawn: Vec<Member>,
    /// Faction, cell and place in `drawn` of each.
    keys: Vec<(u16, u64, usize)>,
}

impl SortedMembers {
    /// Sorts members with their factions into groups no wider than a cell.
    pub(in crate::sim) fn gather(&mut self, cell_km: f64, members: impl Iterator<Item = (u16, Member)>) {
        self.drawn.clear();
        self.keys.clear();
        for (faction, member) in members {
            self.keys.push((faction, cell_of(member.position, cell_km), self.drawn.len()));
            self.drawn.push(member);
        }
        self.keys.sort_unstable();
        self.members.clear();
        for &(.., place) in &self.keys {
            self.members.push(self.drawn[place]);
        }
        self.groups.clear();
        let mut first = 0;
        for run in self.keys.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
            let end = first + run.len();
            self.groups.push(Group::of(run[0].0, first, &self.members[first..end]));
            first = end;
        }
    }

    /// Moves the strongest member of each group to its front, and sorts the groups by faction and strength:
    /// sensors with a long range see many units with few tests.
    pub(in crate::sim) fn strongest_first(&mut self) {
        for group in &self.groups {
            self.members[group.seats()]
                .sort_unstable_by(|one, other| other.strength.total_cmp(&one.strength));
        }
        self.groups.sort_unstable_by(|one, other| {
            one.faction.cmp(&other.faction).then(other.strength.total_cmp(&one.strength))
        });
    }

    /// Sorts the groups along the x axis, for [`span`].
    pub(in crate::sim) fn along_x(&mut self) {
        self.groups.sort_unstable_by(|one, other| one.middle.x.total_cmp(&other.middle.x));
    }
}

/// The range of items, sorted along the x axis, within `reach` of `x` along that axis.
pub(in crate::sim) fn span<T>(sorted: &[T], x_of: impl Fn(&T) -> f64, x: f64, reach: f64) -> Range<usize> {
    let start = sorted.partition_point(|item| x_of(item) < x - reach);
    let end = sorted.partition_point(|item| x_of(item) <= x + reach);
    start..end.max(start)
}

/// The number of the cell in which a position lies.
fn cell_of(position: DVec3, cell_km: f64) -> u64 {
    let at = (position / cell_km).floor();
    let number = |along: f64| ((along as i64).clamp(-HALF_CELLS, HALF_CELLS - 1) + HALF_CELLS) as u64;
    (number(at.z) << (2 * AXIS_BITS)) | (number(at.y) << AXIS_BITS) | number(at.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(middle: DVec3, radius: f64) -> Group {
        Group { faction: 0, seats: (0, 1), middle, radius, strength: 1.0, unseen: 1 }
    }

    #[test]
    fn groups_hold_their_members() {
        let mut crowd = SortedMembers::default();
        let members = (0..500u32).map(|number| {
            let part = |factor: u32| f64::from(number.wrapping_mul(factor) % 1009) * 1.0e6 - 5.0e8;
            let position = DVec3::new(part(7), part(31), part(101));
            ((number % 3) as u16, Member { position, strength: part(13).abs(), index: number as usize })
        });
        crowd.gather(3.0e8, members);
        crowd.strongest_first();
        crowd.along_x();
        assert!(crowd.groups.len() > 10 && crowd.groups.len() < 300);
        let mut indices = Vec::new();
        for group in &crowd.groups {
            assert!(group.radius <= 3.0e8);
            let members = &crowd.members[group.seats()];
            assert!(members.iter().all(|member| usize::from(group.faction) == member.index % 3));
            assert!(members.iter().all(|member| member.position.distance(group.middle) <= group.radius));
            assert_eq!(members.first().map(|member| member.strength), Some(group.strength));
            indices.extend(members.iter().map(|member| member.index));
        }
        indices.sort_unstable();
        assert!(indices.iter().copied().eq(0..500));
        let far = cell_of(DVec3::splat(1.0e300), 1.0);
        assert_eq!(far, cell_of(DVec3::splat(1.0e200), 1.0));
    }

    #[test]
    fn a_ball_covers_all_some_or_none() {
        let occluder = Occluder { center: DVec3::ZERO, radius_km: 100.0 };
        let at = |x: f64, y: f64, radius: f64| group(DVec3::new(x, y, 0.0), radius);
        let sensors = at(300.0, 0.0, 20.0);
        assert_eq!(cover(&occluder, &sensors, &at(-300.0, 0.0, 20.0)), Cover::All);
        assert_eq!(cover(&occluder, &sensors, &at(-300.0, 0.0, 190.0)), Cover::Some);
        assert_eq!(cover(&occluder, &sensors, &at(-300.0, 300.0, 20.0)), Cover::None);
        assert_eq!(cover(&occluder, &sensors, &at(500.0, 0.0, 20.0)), Cover::None);
        assert_eq!(cover(&occluder, &at(110.0, 0.0, 20.0), &at(-300.0, 0.0, 20.0)), Cover::Some);
    }

    #[test]
    fn a_span_holds_the_units_within_reach_along_x() {
        let sorted = [-3.0, -1.0, 0.0, 2.0, 2.0, 9.0];
        let near = |x: f64, reach: f64| span(&sorted, |item| *item, x, reach);
        assert_eq!(near(1.0, 1.0), 2..5);
        assert_eq!(near(5.0, 1.0), 5..5);
        assert_eq!(near(0.0, f64::INFINITY), 0..6);
    }
}
