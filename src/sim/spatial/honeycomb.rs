//! Places in a honeycomb, filled ring by ring from the middle.

use glam::DVec3;

/// Offset of a place in the pattern about a destination: a honeycomb in the plane of the ecliptic, filled
/// ring by ring from the middle, with neighbours `spacing_km` apart.
pub fn slot_offset(slot: u32, spacing_km: f64) -> DVec3 {
    // The six directions along which the sides of a ring of the honeycomb run.
    const HALF_ROOT_3: f64 = 0.866_025_403_784_438_6;
    const SIDES: [(f64, f64); 6] = [
        (-0.5, HALF_ROOT_3),
        (-1.0, 0.0),
        (-0.5, -HALF_ROOT_3),
        (0.5, -HALF_ROOT_3),
        (1.0, 0.0),
        (0.5, HALF_ROOT_3),
    ];
    let Some(index) = slot.checked_sub(1) else { return DVec3::ZERO };
    let ring = honeycomb_ring(slot);
    let in_ring = u64::from(index) - 3 * ring * (ring - 1);
    let (side, along) = ((in_ring / ring) as usize, (in_ring % ring) as f64);
    let mut place = DVec3::new(ring as f64, 0.0, 0.0);
    for &(x, y) in &SIDES[..side] {
        place += DVec3::new(x, y, 0.0) * ring as f64;
    }
    place += DVec3::new(SIDES[side].0, SIDES[side].1, 0.0) * along;
    place * spacing_km
}

/// The ring of the honeycomb in which a place lies; ring n has 6 n places.
fn honeycomb_ring(slot: u32) -> u64 {
    let mut ring = 0u64;
    while 3 * ring * (ring + 1) < u64::from(slot) {
        ring += 1;
    }
    ring
}

/// Distance of the outermost of `count` places from the middle of the pattern, km.
pub fn pattern_radius_km(count: u32, spacing_km: f64) -> f64 {
    honeycomb_ring(count.saturating_sub(1)) as f64 * spacing_km
}

/// Radius of a pattern of `count` places with the gap to a neighbour, km: patterns this far apart stay clear.
pub fn pattern_room_km(count: u32, spacing_km: f64) -> f64 {
    pattern_radius_km(count, spacing_km) + spacing_km
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_all_apart_by_the_spacing() {
        let places: Vec<DVec3> = (0..200).map(|slot| slot_offset(slot, 2.0)).collect();
        for (index, place) in places.iter().enumerate() {
            let nearest = places[..index].iter().map(|other| other.distance(*place)).fold(f64::MAX, f64::min);
            assert!(
                index == 0 || (nearest - 2.0).abs() < 1e-9,
                "place {index} is {nearest} from its neighbour"
            );
        }
    }

    #[test]
    fn the_pattern_is_as_wide_as_it_says() {
        for count in [1, 2, 7, 8, 19, 20, 100] {
            let widest = (0..count).map(|slot| slot_offset(slot, 3.0).length()).fold(0.0, f64::max);
            assert!((widest - pattern_radius_km(count, 3.0)).abs() < 1e-9);
        }
    }
}
