//! The look of a body in a level: a word for its surface, and in brackets its paint, `ocean(seed: 5, color:
//! "#1d5b8f")`.
//!
//! This file has only data. [`crate::level::check`] judges it, and the client draws it.

use serde::{Deserialize, Serialize};

use crate::level::ranges::SHARE;

/// The look of a body: the kind of its surface, and its paint. Every field of the paint may be left out: `rocky()`
/// is a complete look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Cratered stone.
    Rocky(Paint),
    /// Plains, dark regions and polar caps.
    Desert(Paint),
    /// Seas, land and clouds.
    Ocean(Paint),
    /// Closed clouds.
    Clouds(Paint),
    /// Banded gas.
    Gas(Paint),
    /// Cracked or plain ice.
    Ice(Paint),
    /// Dark crust, glowing cracks.
    Lava(Paint),
    /// A star's burning disc.
    Star(Paint),
}

impl Look {
    /// The kind of surface, and its paint.
    pub const fn parts(&self) -> (Surface, &Paint) {
        match self {
            Self::Rocky(paint) => (Surface::Rocky, paint),
            Self::Desert(paint) => (Surface::Desert, paint),
            Self::Ocean(paint) => (Surface::Ocean, paint),
            Self::Clouds(paint) => (Surface::Clouds, paint),
            Self::Gas(paint) => (Surface::Gas, paint),
            Self::Ice(paint) => (Surface::Ice, paint),
            Self::Lava(paint) => (Surface::Lava, paint),
            Self::Star(paint) => (Surface::Star, paint),
        }
    }
}

/// The paint of a surface.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Paint {
    /// Picks one of endless variations of the surface.
    pub seed: u32,
    /// Main colour, `"#rrggbb"`; absent: the surface's usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Second colour, `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_color: Option<String>,
    /// Rings of dust about the equator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rings: Option<DustRings>,
}

/// The kind of a body's surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// Cratered stone.
    #[default]
    Rocky,
    /// Plains, dark regions and polar caps.
    Desert,
    /// Seas, land and clouds.
    Ocean,
    /// Closed clouds.
    Clouds,
    /// Banded gas.
    Gas,
    /// Cracked or plain ice.
    Ice,
    /// Dark crust, glowing cracks.
    Lava,
    /// A star's burning disc.
    Star,
}

/// Visible rings of dust about a planet's equator, not those of its gravity well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DustRings {
    /// Inner edge in radii of the planet.
    pub inner_radii: f64,
    /// Outer edge in radii of the planet.
    pub outer_radii: f64,
    /// Colour, `"#rrggbb"`.
    pub color: String,
    /// The share of light that they absorb.
    pub opacity: f64,
}

ranges!(DustRings { inner_radii: 1.0..=1000.0, outer_radii: 1.0..=1000.0, opacity: SHARE });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    /// All words with their surfaces.
    const WORDS: [(&str, Surface); 8] = [
        ("rocky", Surface::Rocky),
        ("desert", Surface::Desert),
        ("ocean", Surface::Ocean),
        ("clouds", Surface::Clouds),
        ("gas", Surface::Gas),
        ("ice", Surface::Ice),
        ("lava", Surface::Lava),
        ("star", Surface::Star),
    ];

    /// A body's look in a level: a field that may be absent.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Body {
        look: Option<Look>,
    }

    fn read(text: &str) -> Look {
        let body: Body = dialect().from_str(text).expect("the look can be read");
        body.look.expect("there is a look")
    }

    #[test]
    fn every_word_is_read_with_its_paint() {
        for (word, surface) in WORDS {
            let look = read(&format!("(look: {word}(seed: 5, color: \"#102030\"))"));
            let paint = Paint { seed: 5, color: Some("#102030".to_owned()), ..Paint::default() };
            assert_eq!(look.parts(), (surface, &paint));
            let plain = read(&format!("(look: {word}())"));
            assert_eq!(plain.parts(), (surface, &Paint::default()));
        }
    }

    #[test]
    fn written_values_read_back() {
        let ringed = "(look: gas(color: \"#8fa7c4\", second_color: \"#3f5f8a\", seed: 9, \
                      rings: (inner_radii: 1.4, outer_radii: 2.3, color: \"#cfc6b8\", opacity: 0.6)))";
        for (word, _) in WORDS {
            for text in [format!("(look: {word}())"), ringed.replace("gas", word)] {
                let body = Body { look: Some(read(&text)) };
                let written = dialect().to_string(&body).expect("it can be written");
                assert!(written.contains(&format!("look:{word}(")), "{written}");
                assert_eq!(dialect().from_str::<Body>(&written).ok().as_ref(), Some(&body), "{written}");
            }
        }
    }

    #[test]
    fn other_words_and_fields_are_refused() {
        for look in ["oshean()", "ocean(sed: 5)", "ocean", "(seed: 5)", "ocean(seed: -1)"] {
            assert!(dialect().from_str::<Body>(&format!("(look: {look})")).is_err(), "{look}");
        }
    }
}
