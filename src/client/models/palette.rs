//! Colours of factions that people with colour vision deficiency can distinguish.
//!
//! The tests simulate colour vision deficiency by the matrices of G. M. Machado, M. M. Oliveira and L. A. F.
//! Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
//! Visualization and Computer Graphics 15 (2009), for severity 1.0, on linear RGB. Differences are distances in
//! Oklab (B. Ottosson, 2020), in which black and white are 1 apart. Any two colours of a safe palette are at least
//! [`LEAST_DISTANCE`] apart, both unchanged and as simulated for the palette's deficiency.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::{TiSlice, TiVec};

use crate::level::Faction;
use crate::sim::FactionId;

/// Least distance of any two colours of a safe palette in Oklab, also with the palette's deficiency.
pub const LEAST_DISTANCE: f32 = 0.17;

/// The palettes of factions' colours on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Palette {
    /// The colours of the level.
    #[default]
    Level,
    /// Distinct without the receptors for long waves.
    Protanopia,
    /// Distinct without the receptors for middle waves, the most frequent deficiency.
    Deuteranopia,
    /// Distinct without the receptors for short waves.
    Tritanopia,
}

impl Palette {
    /// All palettes, in the order of the settings page.
    pub const ALL: [Self; 4] = [Self::Level, Self::Deuteranopia, Self::Protanopia, Self::Tritanopia];

    /// The palette's name for the player.
    pub fn name(self) -> &'static str {
        match self {
            Self::Level => "the level's own",
            Self::Deuteranopia => "safe with deuteranopia",
            Self::Protanopia => "safe with protanopia",
            Self::Tritanopia => "safe with tritanopia",
        }
    }

    /// The colours by faction, red, green and blue in sRGB; empty for the level's own.
    fn colors(self) -> &'static [u32] {
        match self {
            Self::Level => &[],
            Self::Deuteranopia => {
                &[0x99cccc, 0xff9900, 0xcc66ff, 0xffff00, 0xcc3300, 0xffffff, 0x666699, 0x6600ff]
            }
            Self::Protanopia => {
                &[0xcc99ff, 0xffff33, 0x009900, 0xcc0000, 0xffffff, 0x99cc99, 0x996699, 0x6600ff]
            }
            Self::Tritanopia => {
                &[0x9999ff, 0xffcc00, 0xcc0000, 0x00ff33, 0xff33ff, 0xffffff, 0x3366cc, 0x9900cc]
            }
        }
    }

    /// The colours by faction; none for the level's own.
    pub fn swatches(self) -> impl Iterator<Item = Color> {
        (0..).map_while(move |index: usize| self.color(FactionId(index)))
    }

    /// The colour of a faction; `None` if the level's own applies.
    pub fn color(self, faction: FactionId) -> Option<Color> {
        let [_, red, green, blue] = self.colors().get(faction.0)?.to_be_bytes();
        Some(Color::from(Srgba::rgb_u8(red, green, blue)))
    }
}

/// The colour for an unreadable colour of a faction, and for no faction.
const UNKNOWN: Color = Color::srgb(0.7, 0.7, 0.7);

/// The colours of the factions of a world, by the palette at its beginning: meshes, icons and names are painted
/// once, so the colours last as long as the world.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct FactionColors(TiVec<FactionId, Color>);

impl FactionColors {
    /// The colours of these factions, in their order.
    pub fn new(factions: &TiSlice<FactionId, Faction>, palette: Palette) -> Self {
        let colors = factions.iter_enumerated().map(|(index, faction)| {
            let own = || Srgba::hex(&faction.color).ok().map(Color::from);
            palette.color(index).or_else(own).unwrap_or(UNKNOWN)
        });
        Self(colors.collect())
    }

    /// The colour of a faction; grey for an unknown one.
    pub fn of(&self, faction: FactionId) -> Color {
        self.0.get(faction).copied().unwrap_or(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use bevy::color::Oklaba;

    use super::*;

    /// Number of factions with colours in a safe palette; further ones keep the colours of their level.
    const COLORS: usize = 8;

    impl Palette {
        /// A colour as seen with the palette's deficiency.
        fn simulated(self, color: LinearRgba) -> LinearRgba {
            let seen = self.matrix().map(|[red, green, blue]| {
                (red * color.red + green * color.green + blue * color.blue).clamp(0.0, 1.0)
            });
            LinearRgba::rgb(seen[0], seen[1], seen[2])
        }

        /// Machado's matrix for severity 1.0, by rows.
        fn matrix(self) -> [[f32; 3]; 3] {
            match self {
                Self::Level => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                Self::Protanopia => [
                    [0.152_286, 1.052_583, -0.204_868],
                    [0.114_503, 0.786_281, 0.099_216],
                    [-0.003_882, -0.048_116, 1.051_998],
                ],
                Self::Deuteranopia => [
                    [0.367_322, 0.860_646, -0.227_968],
                    [0.280_085, 0.672_501, 0.047_413],
                    [-0.011_820, 0.042_940, 0.968_881],
                ],
                Self::Tritanopia => [
                    [1.255_528, -0.076_749, -0.178_779],
                    [-0.078_411, 0.930_809, 0.147_602],
                    [0.004_733, 0.691_367, 0.303_900],
                ],
            }
        }
    }

    /// The distance of two colours in Oklab; black and white are 1 apart.
    fn distance(one: LinearRgba, other: LinearRgba) -> f32 {
        let (one, other) = (Oklaba::from(one), Oklaba::from(other));
        let apart = Vec3::new(one.lightness - other.lightness, one.a - other.a, one.b - other.b);
        apart.length()
    }

    #[test]
    fn distances_are_those_of_oklab() {
        assert!((distance(LinearRgba::BLACK, LinearRgba::WHITE) - 1.0).abs() < 1e-3);
        assert_eq!(distance(LinearRgba::RED, LinearRgba::RED), 0.0);
    }

    #[test]
    fn grey_is_grey_to_everybody() {
        for palette in Palette::ALL {
            let seen = palette.simulated(LinearRgba::rgb(0.5, 0.5, 0.5));
            assert!(distance(seen, LinearRgba::rgb(0.5, 0.5, 0.5)) < 0.01, "{palette:?}");
        }
    }

    #[test]
    fn red_and_green_come_near_each_other_without_some_receptors() {
        let (red, green) = (LinearRgba::rgb(0.6, 0.0, 0.0), LinearRgba::rgb(0.1, 0.2, 0.0));
        let seen = Palette::Deuteranopia;
        let before = distance(red, green);
        let after = distance(seen.simulated(red), seen.simulated(green));
        assert!(after < 0.5 * before, "{before} {after}");
    }

    #[test]
    fn the_colours_of_a_safe_palette_are_far_apart_in_all_eyes_it_is_for() {
        for palette in [Palette::Deuteranopia, Palette::Protanopia, Palette::Tritanopia] {
            let colors = (0..COLORS).filter_map(|faction| palette.color(FactionId(faction)));
            let colors: Vec<LinearRgba> = colors.map(|color| color.to_linear()).collect();
            assert_eq!(colors.len(), COLORS);
            for (index, one) in colors.iter().enumerate() {
                for other in &colors[..index] {
                    let usual = distance(*one, *other);
                    let seen = distance(palette.simulated(*one), palette.simulated(*other));
                    let least = usual.min(seen);
                    assert!(least >= LEAST_DISTANCE, "{palette:?}: {one:?} {other:?} {usual} {seen}");
                }
            }
        }
    }

    #[test]
    fn factions_without_a_safe_colour_keep_that_of_their_level() {
        assert_eq!(Palette::Level.color(FactionId(0)), None);
        assert_eq!(Palette::Tritanopia.color(FactionId(COLORS)), None);
    }
}
