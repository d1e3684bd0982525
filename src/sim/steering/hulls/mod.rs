//! Hulls and the guarantee that none overlaps another.

pub mod contact;
pub mod hull;
