//! The numbers of steering, from `assets/rules/steering.ron`.

use crate::level::ranges::SHARE;

numbers! {
    /// Every constant of the steering. Times are in seconds of play; "radii" are the hull's own.
    pub struct SteeringRules {
        /// Velocity follows the wish with this time constant, s.
        pub smoothing_s: f32 [1.0e-3..=10.0],
        /// The time over which the rest of the way to the target is made in the end, s. Before that braking is even.
        pub arrival_s: f32 [1.0e-2..=10.0],
        /// Share of the engine's braking used for planning; the rest is a reserve.
        pub braking_share: f32 [0.05..=1.0],
        /// A gap that is kept from a body on the way past it, in radii of the ship.
        pub clearance_radii: f32 [0.0..=100.0],
        /// Addition to that gap, as a share of the body's radius.
        pub clearance_share: f32 [0.0..=10.0],
        /// Number of further detours round other bodies on a detour.
        pub bends: u32 [0.0..=16.0],
        /// Range of a ship's look from hull to hull, in its radii.
        pub look_radii: f32 [0.1..=100.0],
        /// Number of neighbours above which the range of a ship's look shrinks.
        pub company: f32 [1.0..=100.0],
        /// Two ships that will pass closer than the sum of their radii times this push each other.
        pub personal_space: f32 [1.0..=10.0],
        /// Extra cost of a length of way through a hostile well, or in foreign sight, in lengths: for a fleet that
        /// avoids it.
        pub dread: f32 [0.0..=1000.0],
        /// Horizon of predicted passings, s.
        pub horizon_s: f32 [0.01..=60.0],
        /// Softens the push of a ship that is about to touch, s.
        pub softening_s: f32 [1.0e-3..=10.0],
        /// Strength of the predictive push.
        pub push: f32 [0.0..=100.0],
        /// Share of every push that is turned to the common side.
        pub side_share: f32 [SHARE],
        /// Hulls nearer than this many radii push straight apart.
        pub spacing_radii: f32 [0.0..=10.0],
        /// Strength of the push of hulls within `spacing_radii`.
        pub spacing_push: f32 [0.0..=100.0],
        /// Yielding to a large ship, relative to the mean: 2 is fair between equals.
        pub yielding: f32 [0.0..=10.0],
        /// Growth of impatience while less than half of the wished way is made, 1/s; of a ship that nobody pushes, less
        /// than half of what its engines allow.
        pub impatience_growth: f32 [0.0..=100.0],
        /// Fall of impatience otherwise, 1/s.
        pub impatience_fall: f32 [0.0..=100.0],
        /// Deflection of a ship at full impatience, relative to 1 for its own way.
        pub impatience_turn: f32 [0.0..=10.0],
        /// Gap that contact keeps between hulls if possible, in radii of the smaller.
        pub skin_radii: f32 [0.01..=1.0],
        /// Passes of the contact projection.
        pub contact_passes: u32 [0.0..=64.0],
        /// Over-relaxation of the contact projection.
        pub relaxation: f32 [0.1..=2.0],
        /// Speed at which overlapping hulls separate, in radii of the smaller a second.
        pub parting_radii_s: f32 [0.0..=100.0],
        /// A ship holds its place from this distance on, in radii.
        pub hold_radii: f32 [1.0e-3..=10.0],
        /// Held places that are disturbed by more than this are sought again, in radii.
        pub release_radii: f32 [1.0e-2..=100.0],
    }
}
