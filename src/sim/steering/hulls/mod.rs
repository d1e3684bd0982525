//! Hulls and the guarantee against overlaps.

pub mod contact;
pub mod hull;
