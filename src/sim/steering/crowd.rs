//! The ships as steering sees them: one array for each property, all in one local frame.
//!
//! Craft are added one after the other, in an order that their owner keeps (by number). After each
//! [`super::Steering::step`] the arrays have their new places, velocities and headings.
//!
//! Lengths are in any one unit (the arena's ships have a radius of 1, the game counts in radii or km), times
//! in seconds of play. Single precision is enough, because a frame is never much larger than its contents.

use glam::Vec3;

/// The solid shape of a craft: a capsule about its heading; a ball where `half_length` is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullShape {
    /// Radius of the hull about its axis.
    pub radius: f32,
    /// Length of the axis from the centre along the heading, to both sides.
    pub half_length: f32,
}

impl HullShape {
    /// A ball.
    #[must_use]
    pub const fn ball(radius: f32) -> Self {
        Self { radius, half_length: 0.0 }
    }

    /// Radius of the smallest ball about the centre that holds the hull.
    #[must_use]
    pub fn bound(&self) -> f32 {
        self.radius + self.half_length
    }
}

/// The limits of a craft's engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Greatest speed relative to the carrier.
    pub speed: f32,
    /// Greatest change of velocity by thrust in a second; infinite for none.
    pub acceleration: f32,
    /// Greatest turn of velocity and bow per second, radians; infinite for no limit.
    pub turn_rate: f32,
}

impl Limits {
    /// Only the speed is limited.
    #[must_use]
    pub const fn speed(speed: f32) -> Self {
        Self { speed, acceleration: f32::INFINITY, turn_rate: f32::INFINITY }
    }
}

/// One craft, as it joins a [`Crowd`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Craft {
    /// Position of the centre.
    pub position: Vec3,
    /// Velocity under its own power, relative to `carried`.
    pub velocity: Vec3,
    /// Unit vector along which its bow points.
    pub heading: Vec3,
    /// Target.
    pub target: Vec3,
    /// Velocity of the target.
    pub target_velocity: Vec3,
    /// Velocity of the carrier (a gravity well), in this frame.
    pub carried: Vec3,
    /// Solid shape.
    pub hull: HullShape,
    /// Limits of the engines.
    pub limits: Limits,
    /// Whether it brakes for its target; not for a waypoint that it only passes.
    pub arrive: bool,
    /// Strength of turning aside because it is blocked, 0 to 1.
    pub impatience: f32,
    /// Whether it holds its present place.
    pub holding: bool,
}

impl Craft {
    /// A ball at rest with a still target, and its bow toward it.
    #[must_use]
    pub fn at(position: Vec3, target: Vec3, radius: f32, speed: f32) -> Self {
        Self {
            position,
            velocity: Vec3::ZERO,
            heading: (target - position).normalize_or(Vec3::X),
            target,
            target_velocity: Vec3::ZERO,
            carried: Vec3::ZERO,
            hull: HullShape::ball(radius),
            limits: Limits::speed(speed),
            arrive: true,
            impatience: 0.0,
            holding: false,
        }
    }
}

/// Craft that see and push one another. All arrays have the same length; a craft keeps its index.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// Positions of the centres.
    pub positions: Vec<Vec3>,
    /// Velocities relative to each ship's carrier.
    pub velocities: Vec<Vec3>,
    /// Unit vectors along the bows.
    pub headings: Vec<Vec3>,
    /// Targets.
    pub targets: Vec<Vec3>,
    /// Velocities of the targets.
    pub target_velocities: Vec<Vec3>,
    /// Velocities of the carriers.
    pub carried: Vec<Vec3>,
    /// Solid shapes.
    pub hulls: Vec<HullShape>,
    /// The limits of the engines.
    pub limits: Vec<Limits>,
    /// Whether each brakes for its target.
    pub arrive: Vec<bool>,
    /// Strength of turning aside because of a block, 0 to 1.
    pub impatience: Vec<f32>,
    /// Whether each holds its present place.
    pub holding: Vec<bool>,
    /// Facings while a craft hardly moves, unit vectors; zero: it keeps its heading. Empty: all do.
    pub facings: Vec<Vec3>,
    /// The motion of each in the last step, carried and under its own power.
    pub steps: Vec<Vec3>,
    /// The pushes found by the last step, before they were cut to their effective part; for drawing.
    pub pushes: Vec<Vec3>,
}

impl Crowd {
    /// Count.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the crowd is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a craft at the end; its index is the former [`Self::len`].
    pub fn push(&mut self, craft: &Craft) {
        self.positions.push(craft.position);
        self.velocities.push(craft.velocity);
        self.headings.push(craft.heading);
        self.targets.push(craft.target);
        self.target_velocities.push(craft.target_velocity);
        self.carried.push(craft.carried);
        self.hulls.push(craft.hull);
        self.limits.push(craft.limits);
        self.arrive.push(craft.arrive);
        self.impatience.push(craft.impatience);
        self.holding.push(craft.holding);
        self.steps.push(Vec3::ZERO);
        self.pushes.push(Vec3::ZERO);
    }

    /// One craft, put together from the arrays.
    #[must_use]
    pub fn craft(&self, index: usize) -> Craft {
        Craft {
            position: self.positions[index],
            velocity: self.velocities[index],
            heading: self.headings[index],
            target: self.targets[index],
            target_velocity: self.target_velocities[index],
            carried: self.carried[index],
            hull: self.hulls[index],
            limits: self.limits[index],
            arrive: self.arrive[index],
            impatience: self.impatience[index],
            holding: self.holding[index],
        }
    }

    /// Empties the crowd and keeps the memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.velocities.clear();
        self.headings.clear();
        self.targets.clear();
        self.target_velocities.clear();
        self.carried.clear();
        self.hulls.clear();
        self.limits.clear();
        self.arrive.clear();
        self.impatience.clear();
        self.holding.clear();
        self.facings.clear();
        self.steps.clear();
        self.pushes.clear();
    }
}
