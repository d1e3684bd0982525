//! Four vectors at once, one in each lane of the processor.

use std::ops::{Add, Mul, Sub};

use glam::Vec3;
use wide::f32x4;

/// Four vectors, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    /// First coordinates.
    pub x: f32x4,
    /// Second coordinates.
    pub y: f32x4,
    /// Third coordinates.
    pub z: f32x4,
}

impl Vectors {
    /// A vector that is the same in all lanes.
    pub fn all(vector: Vec3) -> Self {
        Self { x: f32x4::splat(vector.x), y: f32x4::splat(vector.y), z: f32x4::splat(vector.z) }
    }

    /// The dot products.
    pub fn dot(self, other: Self) -> f32x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The cross products.
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The vector of the first lane.
    pub fn first(self) -> Vec3 {
        let first = |lanes: f32x4| lanes.to_array()[0];
        Vec3::new(first(self.x), first(self.y), first(self.z))
    }

    /// The sum of all four, added in the order of the lanes on every machine.
    pub fn summed(self) -> Vec3 {
        let sum = |lanes: f32x4| lanes.to_array().into_iter().fold(0.0, |sum, lane| sum + lane);
        Vec3::new(sum(self.x), sum(self.y), sum(self.z))
    }
}

impl Add for Vectors {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vectors {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<f32x4> for Vectors {
    type Output = Self;

    fn mul(self, by: f32x4) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
    }
}

/// Keeps a divisor from being zero.
pub fn at_least_something(number: f32x4) -> f32x4 {
    number.fast_max(f32x4::splat(f32::MIN_POSITIVE))
}
