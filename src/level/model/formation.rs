//! The vocabulary of formations in levels, orders and menus. `sim/navigation/formation` turns it into places.

use serde::{Deserialize, Serialize};

/// The shape of a formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// The ships keep their places at the time of the order.
    #[default]
    Keep,
    /// Abreast, across the direction; many ships in several ranks, the screen in the first.
    Line,
    /// One behind the other, the screen first; many ships in several files.
    Column,
    /// A flat disc across the direction: rings about the largest ship, which form a honeycomb of equal hulls at
    /// first.
    Wall,
    /// A V with its point ahead: the screen at the point and along both edges, the large behind and
    /// within. Many ships in layers that lie farther back the higher or lower they are.
    Wedge,
    /// Shells about the largest ship, the smallest outside.
    Sphere,
    /// A crescent, or of many ships a bowl, that is open ahead: the screen on the horns, support at the bottom.
    Claw,
}

impl Shape {
    /// All shapes, in the order in which menus show them.
    pub const ALL: [Self; 7] =
        [Self::Keep, Self::Line, Self::Column, Self::Wall, Self::Wedge, Self::Sphere, Self::Claw];

    /// The name for players.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "as they are",
            Self::Line => "line",
            Self::Column => "column",
            Self::Wall => "wall",
            Self::Wedge => "wedge",
            Self::Sphere => "sphere",
            Self::Claw => "claw",
        }
    }
}

/// The cohesion of a fleet under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// Every ship holds its own place on the way, and the fleet waits for stragglers within reason.
    #[default]
    Formation,
    /// All ships at the speed of the slowest, without places before the arrival.
    Loose,
    /// Every ship at its own speed; places are taken at the arrival.
    OwnSpeed,
}

impl Conduct {
    /// All values, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Formation, Self::Loose, Self::OwnSpeed];

    /// The name for players.
    pub fn name(self) -> &'static str {
        match self {
            Self::Formation => "in formation",
            Self::Loose => "loose",
            Self::OwnSpeed => "each at its own speed",
        }
    }
}

/// A fleet's preference for its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// As short as possible.
    #[default]
    Shortest,
    /// Avoids gravity wells with known foreign structures.
    AvoidHostileWells,
    /// Avoids places in sight of foreign ships and structures, as far as they are known.
    OutOfSight,
}

impl Wish {
    /// All values, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Shortest, Self::AvoidHostileWells, Self::OutOfSight];

    /// The name for players.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "the shortest way",
            Self::AvoidHostileWells => "round hostile wells",
            Self::OutOfSight => "out of sight",
        }
    }
}

/// A ship's part in a formation, from the role of its class. Ordered from front to rear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Small and quick: in front of the others.
    Screen,
    /// Ships of the main line.
    #[default]
    Line,
    /// Large guns and unprotected ships: behind the others.
    Support,
}
