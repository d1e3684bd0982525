//! Kinds of stars and planets: their sizes and colours.

use super::chance::Chance;
use crate::level::{DustRings, Look, Paint};

/// A main colour and a second one.
pub(super) type Colors = (&'static str, &'static str);

/// A surface, which makes a look of its paint.
type Surface = fn(Paint) -> Look;

/// A kind of stars.
pub(super) struct StarKind {
    /// Radius, thousands of km, from and to.
    pub(super) radius_1000_km: (f64, f64),
    /// Gravitational parameter, km^3/s^2, from and to.
    pub(super) gm_km3_s2: (f64, f64),
    pub(super) colors: Colors,
}

/// Kinds of stars, from the least to the largest.
pub(super) const STARS: [StarKind; 5] = [
    StarKind { radius_1000_km: (260.0, 350.0), gm_km3_s2: (5.0e10, 6.0e10), colors: ("#ffb38a", "#d8402a") },
    StarKind { radius_1000_km: (360.0, 440.0), gm_km3_s2: (6.0e10, 7.4e10), colors: ("#ffd9a8", "#ff8a3c") },
    StarKind { radius_1000_km: (460.0, 560.0), gm_km3_s2: (7.4e10, 9.0e10), colors: ("#fff0c8", "#ffb04a") },
    StarKind { radius_1000_km: (540.0, 640.0), gm_km3_s2: (9.0e10, 1.0e11), colors: ("#f6f6ff", "#c4d2f4") },
    StarKind { radius_1000_km: (600.0, 700.0), gm_km3_s2: (1.0e11, 1.1e11), colors: ("#d4e2ff", "#7fa4ff") },
];

/// A kind of planets.
pub(super) struct PlanetKind {
    look: Surface,
    /// Radius, km, from and to.
    pub(super) radius_km: (f64, f64),
    colors: &'static [Colors],
}

const LAVA: PlanetKind = PlanetKind {
    look: Look::Lava,
    radius_km: (2400.0, 3400.0),
    colors: &[("#3a241d", "#ff7430"), ("#2b1d1a", "#ff5a1f"), ("#332a2e", "#ffb040")],
};
const ROCKY: PlanetKind = PlanetKind {
    look: Look::Rocky,
    radius_km: (2400.0, 3800.0),
    colors: &[("#a79f92", "#6d665c"), ("#8d8178", "#574d46"), ("#7d8790", "#4a525a")],
};
const DESERT: PlanetKind = PlanetKind {
    look: Look::Desert,
    radius_km: (3100.0, 5200.0),
    colors: &[("#bd8145", "#74492a"), ("#c9a66b", "#80603a"), ("#a8573a", "#5f2f22")],
};
const OCEAN: PlanetKind = PlanetKind {
    look: Look::Ocean,
    radius_km: (4000.0, 5600.0),
    colors: &[("#1f6390", "#6b9a4e"), ("#2a7a74", "#8f9a5a"), ("#36508f", "#a4885a")],
};
const CLOUDS: PlanetKind = PlanetKind {
    look: Look::Clouds,
    radius_km: (4200.0, 5600.0),
    colors: &[("#c9b48a", "#8f7448"), ("#b7a7b8", "#74607a"), ("#a9bda6", "#63785f")],
};
const ICE: PlanetKind = PlanetKind {
    look: Look::Ice,
    radius_km: (2600.0, 5000.0),
    colors: &[("#b9cbd6", "#6d8ba0"), ("#d5d9dc", "#8c97a4"), ("#a4c8c4", "#5f8a8c")],
};
/// Giants, which need a lane to themselves.
pub(super) const GAS: PlanetKind = PlanetKind {
    look: Look::Gas,
    radius_km: (15_500.0, 20_000.0),
    colors: &[("#9db7c9", "#4d6f8c"), ("#c9ad85", "#8a6a48"), ("#b59ac0", "#6a4f7c"), ("#c58f78", "#7a4a3c")],
};

/// Planets near the star.
pub(super) const HOT: [&PlanetKind; 3] = [&LAVA, &ROCKY, &DESERT];
/// Planets as far out as the homes.
pub(super) const MILD: [&PlanetKind; 4] = [&DESERT, &OCEAN, &CLOUDS, &ROCKY];
/// Planets far from the star.
pub(super) const COLD: [&PlanetKind; 3] = [&ICE, &CLOUDS, &ROCKY];

/// Looks of homes; at least as many as a level has sides.
const HOMES: [(Surface, Colors); 8] = [
    (Look::Ocean, ("#20608a", "#5f9a55")),
    (Look::Desert, ("#b8743c", "#6f4226")),
    (Look::Ice, ("#b9cbd6", "#6d8ba0")),
    (Look::Clouds, ("#c9b48a", "#8f7448")),
    (Look::Ocean, ("#2a7a6c", "#a9a35e")),
    (Look::Rocky, ("#8d7f74", "#4f4740")),
    (Look::Ocean, ("#46518f", "#b07f5a")),
    (Look::Desert, ("#a39a62", "#575032")),
];

/// The looks of homes, in any order.
pub(super) fn of_homes(chance: &mut Chance) -> Vec<Look> {
    let homes = chance.shuffled(&HOMES);
    homes.into_iter().map(|(look, colors)| look(paint(colors, None, chance))).collect()
}

impl PlanetKind {
    /// The look of each of some mirrored planets: the same colours, different surfaces.
    pub(super) fn looks(&self, count: u8, rings: Option<&DustRings>, chance: &mut Chance) -> Vec<Look> {
        let colors = *chance.one_of(self.colors);
        (0..count).map(|_| (self.look)(paint(colors, rings, chance))).collect()
    }
}

/// The look of each of some mirrored moons.
pub(super) fn of_moons(count: usize, chance: &mut Chance) -> Vec<Look> {
    let kind = *chance.one_of(&[&ROCKY, &ICE]);
    kind.looks(count as u8, None, chance)
}

/// The look of a comet.
pub(super) fn of_comet(chance: &mut Chance) -> Look {
    Look::Ice(Paint { seed: chance.whole(0, 9999), color: Some("#cfe0ea".to_owned()), ..Paint::default() })
}

/// The look of a star.
pub(super) fn of_star(kind: &StarKind, chance: &mut Chance) -> Look {
    Look::Star(paint(kind.colors, None, chance))
}

/// Rings of dust about a giant, if it has some.
pub(super) fn dust_rings(chance: &mut Chance) -> Option<DustRings> {
    const LIKELY: f64 = 0.6;
    let rings = DustRings {
        inner_radii: chance.between((1.3, 1.6), 1),
        outer_radii: chance.between((2.0, 2.6), 1),
        color: (*chance.one_of(&["#cfc6b8", "#b8c2cf", "#d8b89a"])).to_owned(),
        opacity: chance.between((0.3, 0.7), 1),
    };
    chance.happens(LIKELY).then_some(rings)
}

fn paint((color, second): Colors, rings: Option<&DustRings>, chance: &mut Chance) -> Paint {
    Paint {
        seed: chance.whole(0, 9999),
        color: Some(color.to_owned()),
        second_color: Some(second.to_owned()),
        rings: rings.cloned(),
    }
}
