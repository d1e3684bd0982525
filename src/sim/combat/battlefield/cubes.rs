//! The cubes of space, and the battlefields built of them.

use glam::DVec3;

use super::{Battlefield, Battlefields, Combatant, Hazard};
use crate::sim::{ArmedClass, ArmsTable};

/// Ratio of a cube's width to the longest reach; above 1, since hulls extend beyond their middles.
const MARGIN: f64 = 1.1;
/// Bits of a cube's number along one axis.
const AXIS_BITS: u32 = 21;
/// Number of cubes about and including one cube.
const NEIGHBOURS: i64 = 27;

/// The distance, km, within which two foes, one of them armed, are certainly on one battlefield: the width of a
/// cube while no torpedo flies. Cubes may bring together foes that are somewhat farther apart.
pub fn battlefield_reach_km(arms_table: &ArmsTable) -> f64 {
    MARGIN * arms_table.farthest_km
}

/// Buffers that are reused from tick to tick.
#[derive(Debug, Default)]
pub(in crate::sim) struct CubeBuffers {
    /// All possible fighters and targets, in the order of their marks.
    pub(in crate::sim) all: Vec<Combatant>,
    cubes: Vec<(u64, u32)>,
    cells: Vec<Cell>,
    /// The cubes that contain torpedoes.
    reached: Vec<u64>,
    order: Vec<(u32, u32)>,
}

/// A cube with at least one occupant.
#[derive(Clone, Copy, Debug)]
struct Cell {
    key: u64,
    first: u32,
    count: u32,
    lowest: u16,
    highest: u16,
    is_armed: bool,
    /// The representative cell of its battlefield, while battlefields are built.
    root: u32,
    matters: bool,
}

impl Battlefields {
    /// Finds the battlefields of `self.room.all`, sorted by mark, and of these hazards.
    pub(in crate::sim) fn find_fields(&mut self, arms_table: &ArmsTable, hazards: &[Hazard]) {
        self.members.clear();
        self.fields.clear();
        self.hits.clear();
        let CubeBuffers { all, cubes, cells, reached, order } = &mut self.room;
        let first_side = all.first().map(|one| one.side);
        let reach_km = arms_table.farthest_km.max(hazard_reach_km(all, hazards));
        if reach_km <= 0.0 || hazards.is_empty() && all.iter().all(|one| Some(one.side) == first_side) {
            return;
        }
        let cell_km = MARGIN * reach_km;
        cubes.clear();
        cubes.extend(all.iter().enumerate().map(|(at, one)| (cube(one.position, cell_km), at as u32)));
        cubes.sort_unstable();
        fill_cells(cells, cubes, all, arms_table);
        reached.clear();
        reached.extend(hazards.iter().map(|one| cube(one.place, cell_km)));
        reached.sort_unstable();
        reached.dedup();
        reach_cells(cells, reached);
        join_cells(cells);
        order.clear();
        for at in 0..cells.len() {
            if !cells[at].matters {
                continue;
            }
            let root = root_of(cells, at as u32);
            let (first, count) = (cells[at].first as usize, cells[at].count as usize);
            order.extend(cubes[first..first + count].iter().map(|&(_, member)| (root, member)));
        }
        order.sort_unstable();
        self.members.extend(order.iter().map(|&(_, member)| all[member as usize]));
        for (at, &(root, _)) in order.iter().enumerate() {
            let is_new = at == 0 || order[at - 1].0 != root;
            match self.fields.last_mut() {
                Some(field) if !is_new => field.members.end = at + 1,
                _ => {
                    let first = &self.members[at];
                    let (origin, step) = (first.position, first.step);
                    self.fields.push(Battlefield { origin, step, members: at..at + 1 });
                }
            }
        }
        self.fields.sort_unstable_by_key(|field| self.members[field.members.start].mark);
    }
}

/// Greatest distance from which a hazard may touch or harm a combatant in this tick, km; 0 without hazards. It is
/// taken at the end of the tick, as if both were only carried along.
fn hazard_reach_km(all: &[Combatant], hazards: &[Hazard]) -> f64 {
    if hazards.is_empty() {
        return 0.0;
    }
    let carried = hazards.iter().map(|one| one.carried_km).fold(0.0, f64::max);
    let own = hazards.iter().map(|one| one.reach_km);
    let others = all.iter().map(|one| one.step.length() + one.bound_km());
    carried + own.fold(0.0, f64::max) + others.fold(0.0, f64::max)
}

/// The number of the cube that a place lies in.
fn cube(place: DVec3, cell_km: f64) -> u64 {
    let half = (1_i64 << (AXIS_BITS - 1)) as f64;
    // The clamp leaves room for neighbours; everything farther out shares the outermost cubes.
    let along = |value: f64| ((value / cell_km).floor().clamp(-half + 1.0, half - 2.0) + half) as u64;
    along(place.x) | along(place.y) << AXIS_BITS | along(place.z) << (2 * AXIS_BITS)
}

fn fill_cells(cells: &mut Vec<Cell>, cubes: &[(u64, u32)], all: &[Combatant], arms_table: &ArmsTable) {
    cells.clear();
    for (at, &(key, member)) in cubes.iter().enumerate() {
        let one = &all[member as usize];
        let is_armed = one.acts && one.arms(arms_table).is_some_and(ArmedClass::is_armed);
        match cells.last_mut() {
            Some(cell) if cell.key == key => {
                cell.count += 1;
                cell.lowest = cell.lowest.min(one.side);
                cell.highest = cell.highest.max(one.side);
                cell.is_armed |= is_armed;
            }
            _ => cells.push(Cell {
                key,
                first: at as u32,
                count: 1,
                lowest: one.side,
                highest: one.side,
                is_armed,
                root: cells.len() as u32,
                matters: false,
            }),
        }
    }
}

/// Marks the cells in these cubes or next to them: torpedoes are there.
fn reach_cells(cells: &mut [Cell], reached: &[u64]) {
    for &key in reached {
        for number in 0..NEIGHBOURS {
            if let Some(near) = neighbour(cells, key, number) {
                cells[near].matters = true;
            }
        }
    }
}

/// Finds the other cells that matter, and joins cells that touch.
fn join_cells(cells: &mut [Cell]) {
    for at in 0..cells.len() {
        let (mut lowest, mut highest, mut is_armed) = (u16::MAX, 0, false);
        for near in neighbours(cells, cells[at].key) {
            lowest = lowest.min(cells[near].lowest);
            highest = highest.max(cells[near].highest);
            is_armed |= cells[near].is_armed;
        }
        cells[at].matters |= lowest < highest && is_armed;
    }
    for at in 0..cells.len() {
        if !cells[at].matters {
            continue;
        }
        let key = cells[at].key;
        for number in 0..NEIGHBOURS {
            let near = neighbour(cells, key, number).filter(|&other| other < at && cells[other].matters);
            let Some(other) = near else { continue };
            let (one, two) = (root_of(cells, at as u32), root_of(cells, other as u32));
            cells[one.max(two) as usize].root = one.min(two);
        }
    }
}

fn root_of(cells: &[Cell], mut at: u32) -> u32 {
    while cells[at as usize].root != at {
        at = cells[at as usize].root;
    }
    at
}

/// The occupied cells at a key and around it.
fn neighbours(cells: &[Cell], key: u64) -> impl Iterator<Item = usize> + '_ {
    (0..NEIGHBOURS).filter_map(move |number| neighbour(cells, key, number))
}

/// One of the [`NEIGHBOURS`] of a key, if it is occupied.
fn neighbour(cells: &[Cell], key: u64, number: i64) -> Option<usize> {
    let axis = |value: i64, shift: u32| value << shift;
    let (x, y, z) = (number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1);
    let offset = axis(x, 0) + axis(y, AXIS_BITS) + axis(z, 2 * AXIS_BITS);
    let near = key.checked_add_signed(offset)?;
    cells.binary_search_by_key(&near, |cell| cell.key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::ShipId;
    use crate::sim::ids::TargetId;

    fn arms_table() -> ArmsTable {
        let mut arms_table = test_support::shipped();
        arms_table.farthest_km = 1000.0;
        for class in &mut arms_table.ships {
            class.range_km = 1000.0;
        }
        arms_table
    }

    fn ship(number: u32, side: u16, x: f64) -> Combatant {
        Combatant { radius_km: 1.0, ..test_support::ship(number, side, DVec3::new(x, 3.0e8, -1.0)) }
    }

    /// A torpedo at the beginning of its way.
    fn torpedo(x: f64) -> Hazard {
        Hazard { place: DVec3::new(x, 3.0e8, -1.0), carried_km: 0.0, reach_km: 101.0 }
    }

    fn fields(all: Vec<Combatant>, arms_table: &ArmsTable) -> Vec<Vec<TargetId>> {
        fields_with(all, &[], arms_table)
    }

    fn fields_with(all: Vec<Combatant>, hazards: &[Hazard], arms_table: &ArmsTable) -> Vec<Vec<TargetId>> {
        let mut battlefields =
            Battlefields { room: CubeBuffers { all, ..CubeBuffers::default() }, ..Battlefields::default() };
        battlefields.find_fields(arms_table, hazards);
        let marks = |field: &Battlefield| {
            battlefields.members[field.members.clone()].iter().map(|one| one.mark).collect()
        };
        battlefields.fields.iter().map(marks).collect()
    }

    #[test]
    fn only_where_foes_are_near_is_a_battlefield() {
        let arms_table = arms_table();
        let mark = |number| TargetId::Ship(ShipId(number));
        let far_from_foes = vec![ship(0, 0, 0.0), ship(1, 0, 100.0), ship(2, 1, 90_000.0)];
        assert_eq!(fields(far_from_foes, &arms_table), Vec::<Vec<TargetId>>::new());
        let two = vec![
            ship(0, 0, 900_000.0),
            ship(1, 0, 100.0),
            ship(2, 1, 800.0),
            ship(3, 1, 900_500.0),
            ship(4, 1, 50_000.0),
        ];
        assert_eq!(fields(two, &arms_table), [vec![mark(0), mark(3)], vec![mark(1), mark(2)]]);
    }

    #[test]
    fn within_a_battlefields_reach_foes_share_it() {
        let arms_table = arms_table();
        let reach_km = battlefield_reach_km(&arms_table);
        for x in [0.0, 300.0, 999.0] {
            let two = vec![ship(0, 0, x), ship(1, 1, x + 0.999 * reach_km)];
            assert_eq!(fields(two, &arms_table).concat().len(), 2, "{x}");
        }
    }

    #[test]
    fn everyone_within_reach_of_a_foe_is_found() {
        let arms_table = arms_table();
        let all: Vec<Combatant> = (0..400)
            .map(|number| {
                let x = f64::from(number * 7919 % 4001) * 25.0;
                ship(number, u16::from(number % 5 == 0), x)
            })
            .collect();
        let found: std::collections::BTreeSet<TargetId> =
            fields(all.clone(), &arms_table).concat().into_iter().collect();
        for one in &all {
            let is_near = all
                .iter()
                .any(|other| other.side != one.side && other.position.distance(one.position) < 1000.0);
            assert!(!is_near || found.contains(&one.mark), "{:?}", one.mark);
        }
    }

    #[test]
    fn units_within_reach_of_a_torpedo_are_on_a_battlefield() {
        let mut arms_table = arms_table();
        let mark = |number| TargetId::Ship(ShipId(number));
        let friends = || vec![ship(0, 0, 0.0), ship(1, 0, 700.0), ship(2, 0, 90_000.0)];
        assert!(fields(friends(), &arms_table).is_empty());
        assert_eq!(fields_with(friends(), &[torpedo(500.0)], &arms_table), [vec![mark(0), mark(1)]]);
        assert!(fields_with(friends(), &[torpedo(40_000.0)], &arms_table).is_empty(), "nobody is near");
        // A hull that comes from afar in this tick is within its reach as well, though no weapon reaches so
        // far.
        let mut fast = friends();
        fast[2].step = DVec3::X * -60_000.0;
        arms_table.farthest_km = 0.0;
        assert!(fields_with(fast, &[torpedo(40_000.0)], &arms_table).concat().contains(&mark(2)));
    }

    #[test]
    fn the_unarmed_do_not_fight() {
        let mut arms_table = arms_table();
        for class in &mut arms_table.ships {
            class.range_km = 0.0;
        }
        assert!(fields(vec![ship(0, 0, 0.0), ship(1, 1, 10.0)], &arms_table).is_empty());
    }
}
