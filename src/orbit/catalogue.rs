//! The real bodies that a level may name: orbits, rotation, sizes and masses.
//!
//! A [`CatalogueBody`] by name. The numbers are in `assets/sky/catalogue.ron`, in the form of their sources, and
//! in `assets/sky/motion.ron`. The catalogue is read once and never changes.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::catalogue_file;
use super::path::Orbit;
use super::rotation::Rotation;

/// The kind of a body; it decides how a body is drawn, named and magnified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Shines, and is magnified by `scale.magnify_star` of a level.
    Star,
    /// A planet.
    Planet,
    /// A dwarf planet.
    Dwarf,
    /// Circles a planet or a dwarf, and is magnified together with it.
    Moon,
    /// A comet.
    Comet,
}

/// A real body.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogueBody {
    /// The name in levels.
    pub name: &'static str,
    /// Whether a sentence puts "the" before the name.
    pub has_article: bool,
    /// The kind of the body.
    pub kind: BodyKind,
    /// The body about which it moves; `None` for the Sun.
    pub parent: Option<&'static str>,
    /// Orbit, relative to the parent.
    pub orbit: Orbit,
    /// Rotation.
    pub rotation: Rotation,
    /// Mean radius in kilometres.
    pub mean_radius_km: f64,
    /// Half axes of its figure in kilometres: along the prime meridian, a quarter turn east of it, to the
    /// pole.
    pub radii_km: [f64; 3],
    /// Gravitational parameter in km³/s².
    pub gm_km3_s2: f64,
}

/// The edition of the catalogue's motions: to be raised with a change of `motion.ron` that moves bodies away from the
/// ships about them. A save of another edition is refused if its level has bodies that moved.
pub const CATALOGUE_EDITION: u32 = 1;

/// The text is part of the program, and a test reads it: there is no error to report at run time.
static CATALOGUE: LazyLock<Vec<CatalogueBody>> = LazyLock::new(|| {
    catalogue_file::bodies(catalogue_file::TEXT, catalogue_file::MOTION).unwrap_or_default()
});

/// All bodies of the catalogue, each after its parent.
pub fn catalogue() -> &'static [CatalogueBody] {
    &CATALOGUE
}

/// The body of this name; upper and lower case are the same. `None` if the catalogue has no such body.
pub fn find(name: &str) -> Option<&'static CatalogueBody> {
    catalogue().iter().find(|body| body.name.eq_ignore_ascii_case(name))
}
