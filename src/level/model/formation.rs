//! The vocabulary of formations in levels, orders and menus. `sim/navigation/formation` turns it into places.

use serde::{Deserialize, Serialize};

named! {
    /// The shape of a formation.
    #[derive(Default)]
    pub enum Shape {
        /// The ships keep their places at the time of the order.
        #[default]
        Keep = "as they are",
        /// Abreast, across the direction; many ships in several ranks, the screen in the first.
        Line = "line",
        /// One behind the other, the screen first; many ships in several files.
        Column = "column",
        /// A flat disc across the direction: rings about the largest ship, which form a honeycomb of equal hulls at
        /// first.
        Wall = "wall",
        /// A V with its point ahead: the screen at the point and along both edges, the large behind and
        /// within. Many ships in layers that lie farther back the higher or lower they are.
        Wedge = "wedge",
        /// Shells about the largest ship, the smallest outside.
        Sphere = "sphere",
        /// A crescent, or of many ships a bowl, that is open ahead: the screen on the horns, support at the bottom.
        Claw = "claw",
    }

    /// The cohesion of a fleet under way.
    #[derive(Default)]
    pub enum Cohesion {
        /// Every ship holds its own place on the way, and the fleet waits for stragglers within reason.
        #[default]
        Formation = "in formation",
        /// All ships at the speed of the slowest, without places before the arrival.
        Loose = "loose",
        /// Every ship at its own speed; places are taken at the arrival.
        OwnSpeed = "each at its own speed",
    }

    /// A fleet's preference for its way.
    #[derive(Default)]
    pub enum RoutePreference {
        /// As short as possible.
        #[default]
        Shortest = "the shortest way",
        /// Avoids gravity wells with known foreign structures.
        AvoidHostileWells = "round hostile wells",
        /// Avoids places in sight of foreign ships and structures, as far as they are known.
        OutOfSight = "out of sight",
    }
}

/// A ship's part in a formation, from the role of its class. Ordered from front to rear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormationRole {
    /// Small and quick: in front of the others.
    Screen,
    /// Ships of the main line.
    #[default]
    Line,
    /// Large guns and unprotected ships: behind the others.
    Support,
}
