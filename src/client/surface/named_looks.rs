//! The looks of the bodies of the solar system, by name.
//!
//! What enters: a name of the built-in catalogue. What leaves: its look, or nothing.
//! The colours are chosen by eye after published spacecraft pictures; albedos are evened out so that
//! dark moons can still be seen.

use bevy::prelude::*;

use super::body_material::BodyUniform;
use super::looks::{BodyLook, finished, linear, rings, usual_look};
use super::ring_material::RingStyle;
use crate::level::Surface;

/// The look that a body is known for; `None` for names that are not of the solar system.
pub fn named_look(name: &str) -> Option<BodyLook> {
    star_or_planet(name).or_else(|| rocky_body(name)).or_else(|| icy_body(name)).or_else(|| odd_moon(name))
}

fn star_or_planet(name: &str) -> Option<BodyLook> {
    let look = match name {
        "Sun" => finished(usual_look(Surface::Star), None, 0xffe2a0),
        "Mercury" => finished(
            BodyUniform {
                color_a: linear(0x9c9288),
                color_b: linear(0x746a62),
                color_c: linear(0xd6cec4),
                seed: 101,
                relief: 0.6,
                detail: Vec4::new(1.0, 0.5, 0.9, 0.0),
                ..usual_look(Surface::Rocky)
            },
            None,
            0xb5a99c,
        ),
        "Venus" => finished(BodyUniform { seed: 2, ..usual_look(Surface::Clouds) }, None, 0xf0d490),
        "Earth" => finished(
            BodyUniform { seed: 15, detail: Vec4::new(0.5, 0.5, 0.10, 1.0), ..usual_look(Surface::Ocean) },
            None,
            0x6fb1ff,
        ),
        "Mars" => finished(
            BodyUniform {
                color_a: linear(0xc8794a),
                color_b: linear(0x6b3f2c),
                color_c: linear(0xf3efe9),
                seed: 4,
                detail: Vec4::new(0.45, 0.85, 0.055, 0.0),
                ..usual_look(Surface::Desert)
            },
            None,
            0xe8794a,
        ),
        "Jupiter" => finished(
            BodyUniform {
                color_a: linear(0xe9dcc4),
                color_b: linear(0xa9794f),
                color_c: linear(0xc0663f),
                seed: 5,
                detail: Vec4::new(8.5, 1.0, 1.0, 0.0),
                ..usual_look(Surface::Gas)
            },
            None,
            0xe6b887,
        ),
        "Saturn" => finished(
            BodyUniform {
                color_a: linear(0xeeddb0),
                color_b: linear(0xc6a26c),
                color_c: linear(0xd9b477),
                seed: 6,
                air: 0.45,
                air_color: linear(0xe8d3a0),
                detail: Vec4::new(10.0, 0.30, 0.0, 0.0),
                ..usual_look(Surface::Gas)
            },
            Some(rings(1.239, 2.269, linear(0xd9c7a2), 0.96, RingStyle::Saturn)),
            0xf0d79a,
        ),
        "Uranus" => finished(
            BodyUniform {
                color_a: linear(0xb4e3e6),
                color_b: linear(0x8ecbd3),
                color_c: linear(0xa9dde2),
                seed: 7,
                air: 0.6,
                air_color: linear(0xa8e0ea),
                detail: Vec4::new(4.0, 0.12, 0.0, 0.0),
                ..usual_look(Surface::Gas)
            },
            Some(rings(1.63, 2.02, linear(0x6b6a6c), 0.75, RingStyle::Uranus)),
            0x9fe6ea,
        ),
        "Neptune" => finished(
            BodyUniform {
                color_a: linear(0x5f8ff0),
                color_b: linear(0x2f5ac8),
                color_c: linear(0x9dbcf8),
                seed: 8,
                air: 0.6,
                air_color: linear(0x5c8cf0),
                detail: Vec4::new(6.0, 0.55, 0.25, 0.0),
                ..usual_look(Surface::Gas)
            },
            None,
            0x6b8cff,
        ),
        _ => return None,
    };
    Some(look)
}

/// A cratered body: highlands, plains, ejecta, then seed, share of plains and of ejecta, and lumpiness.
struct Stone {
    colors: [u32; 3],
    seed: u32,
    plains: f32,
    ejecta: f32,
    lumpiness: f32,
    icon: u32,
}

fn rocky_body(name: &str) -> Option<BodyLook> {
    let stone = match name {
        "Moon" => Stone {
            colors: [0xb3aea6, 0x5f5c59, 0xdcd8d0],
            seed: 33,
            plains: 0.95,
            ejecta: 0.6,
            lumpiness: 0.0,
            icon: 0xd0ccc4,
        },
        "Ceres" => Stone {
            colors: [0x7c7873, 0x5e5a56, 0xd8d8d6],
            seed: 12,
            plains: 0.3,
            ejecta: 0.35,
            lumpiness: 0.0,
            icon: 0xb8b0a6,
        },
        "Callisto" => Stone {
            colors: [0x6d6258, 0x4d443d, 0xc9c0b2],
            seed: 24,
            plains: 0.4,
            ejecta: 1.0,
            lumpiness: 0.0,
            icon: 0xb0a08c,
        },
        "Phobos" => Stone {
            colors: [0x857669, 0x655a50, 0xa0907f],
            seed: 41,
            plains: 0.3,
            ejecta: 0.3,
            lumpiness: 0.24,
            icon: 0xb59f8a,
        },
        "Deimos" => Stone {
            colors: [0x9a8974, 0x7a6c5c, 0xb4a48c],
            seed: 42,
            plains: 0.4,
            ejecta: 0.2,
            lumpiness: 0.26,
            icon: 0xc0ab90,
        },
        "Halley" | "1P/Halley" => comet(61),
        "Encke" | "2P/Encke" => comet(62),
        "67P" | "67P/Churyumov-Gerasimenko" | "Churyumov-Gerasimenko" => {
            Stone { lumpiness: 0.42, ..comet(63) }
        }
        _ => return None,
    };
    let [highlands, plains, ejecta] = stone.colors.map(linear);
    let uniform = BodyUniform {
        color_a: highlands,
        color_b: plains,
        color_c: ejecta,
        seed: stone.seed,
        detail: Vec4::new(1.0, stone.plains, stone.ejecta, 0.0),
        lumpiness: stone.lumpiness,
        ..usual_look(Surface::Rocky)
    };
    Some(finished(uniform, None, stone.icon))
}

fn comet(seed: u32) -> Stone {
    Stone {
        colors: [0x4f4a45, 0x35312e, 0x6e6862],
        seed,
        plains: 0.6,
        ejecta: 0.2,
        lumpiness: 0.35,
        icon: 0xa8dcd8,
    }
}

/// An icy body: clean ice, stains, cracks, then seed, and the four details of ice.
struct Ice {
    colors: [u32; 3],
    seed: u32,
    detail: [f32; 4],
    icon: u32,
}

fn icy_body(name: &str) -> Option<BodyLook> {
    let ice = match name {
        "Europa" => Ice {
            colors: [0xe6ded0, 0xb89c80, 0x7c4f36],
            seed: 22,
            detail: [0.85, 0.6, 0.04, 0.0],
            icon: 0xe8d8c0,
        },
        "Ganymede" => Ice {
            colors: [0xb5aa9c, 0x655a50, 0xcfc6ba],
            seed: 23,
            detail: [0.35, 0.9, 0.6, 0.9],
            icon: 0xc8bcac,
        },
        "Enceladus" => Ice {
            colors: [0xf1f5f7, 0xd6e2e8, 0x86b4c4],
            seed: 25,
            detail: [0.7, 0.5, 0.25, 0.2],
            icon: 0xe8f6ff,
        },
        "Rhea" => Ice {
            colors: [0xc9c6c0, 0x9c9892, 0xe2e0dc],
            seed: 26,
            detail: [0.25, 0.6, 0.9, 0.5],
            icon: 0xd4d0c8,
        },
        "Titania" => Ice {
            colors: [0xaaa098, 0x857a72, 0x6a605a],
            seed: 28,
            detail: [0.35, 0.5, 0.8, 0.5],
            icon: 0xc4b8ae,
        },
        "Oberon" => Ice {
            colors: [0x9a8c84, 0x73655e, 0x5a4d48],
            seed: 29,
            detail: [0.2, 0.6, 0.9, 0.7],
            icon: 0xb8a8a0,
        },
        "Triton" => Ice {
            colors: [0xe3d5cc, 0xb9a598, 0x8c7a70],
            seed: 30,
            detail: [0.45, 0.9, 0.1, 0.0],
            icon: 0xe8d4cc,
        },
        "Pluto" => Ice {
            colors: [0xe0cdb0, 0x7d5a42, 0x5c4030],
            seed: 9,
            detail: [0.25, 1.0, 0.35, 0.3],
            icon: 0xd8bc98,
        },
        "Charon" => Ice {
            colors: [0xa8a4a0, 0x7d746e, 0x6a4f44],
            seed: 31,
            detail: [0.4, 0.6, 0.7, 0.4],
            icon: 0xb8b2ac,
        },
        _ => return None,
    };
    let [clean, stained, cracks] = ice.colors.map(linear);
    let uniform = BodyUniform {
        color_a: clean,
        color_b: stained,
        color_c: cracks,
        seed: ice.seed,
        detail: Vec4::from_array(ice.detail),
        ..usual_look(Surface::Ice)
    };
    Some(finished(uniform, None, ice.icon))
}

fn odd_moon(name: &str) -> Option<BodyLook> {
    let look = match name {
        // Sulphur plains with dark volcanoes, their frost and the red rings of their plumes.
        "Io" => finished(
            BodyUniform {
                color_a: linear(0xdfc560),
                color_b: linear(0x9a6a3c),
                color_c: linear(0xf2ecc8),
                seed: 21,
                air: 0.0,
                relief: 0.2,
                detail: Vec4::new(0.0, 0.7, 0.0, 1.0),
                ..usual_look(Surface::Desert)
            },
            None,
            0xf0d860,
        ),
        // Orange haze without a hole.
        "Titan" => finished(
            BodyUniform {
                color_a: linear(0xdba24c),
                color_b: linear(0xb87a2e),
                color_c: linear(0xc08a48),
                seed: 27,
                air: 0.8,
                air_color: linear(0xd8a860),
                detail: Vec4::new(0.30, 0.0, 0.0, 0.0),
                ..usual_look(Surface::Clouds)
            },
            None,
            0xe8a848,
        ),
        _ => return None,
    };
    Some(look)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 28] = [
        "Sun",
        "Mercury",
        "Venus",
        "Earth",
        "Mars",
        "Jupiter",
        "Saturn",
        "Uranus",
        "Neptune",
        "Pluto",
        "Ceres",
        "Moon",
        "Phobos",
        "Deimos",
        "Io",
        "Europa",
        "Ganymede",
        "Callisto",
        "Enceladus",
        "Rhea",
        "Titan",
        "Titania",
        "Oberon",
        "Triton",
        "Charon",
        "Halley",
        "Encke",
        "67P",
    ];

    #[test]
    fn every_body_of_the_solar_system_has_a_look() {
        for name in KNOWN {
            assert!(named_look(name).is_some(), "{name}");
        }
        assert!(named_look("Kael").is_none());
    }

    #[test]
    fn colours_and_shares_are_in_range() {
        for look in KNOWN.iter().filter_map(|name| named_look(name)) {
            let uniform = look.material.uniform;
            for color in [uniform.color_a, uniform.color_b, uniform.color_c, uniform.air_color] {
                assert!(color.min_element() >= 0.0 && color.max_element() <= 1.0);
            }
            assert!((0.0..=1.0).contains(&uniform.air));
            assert!((0.0..0.5).contains(&uniform.lumpiness));
        }
    }

    #[test]
    fn only_saturn_and_uranus_have_rings() {
        let ringed: Vec<&str> = KNOWN
            .into_iter()
            .filter(|name| named_look(name).is_some_and(|look| look.rings.is_some()))
            .collect();
        assert_eq!(ringed, ["Saturn", "Uranus"]);
    }
}
