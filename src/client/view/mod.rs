//! From the world to the screen and back.
//!
//! - Enters: the world between two ticks, and what the player does with the camera.
//! - Leaves: places on the screen in floats ([`scale`], [`interpolation`]), the ray of a pixel ([`view_camera`]), and
//!   what may be shown to whoever looks ([`seen`], [`owners`]).
//! - Must never: draw anything but maps of a whole system, or change the world.

pub mod camera;
pub mod first_look;
pub mod interpolation;
pub mod owners;
pub mod scale;
pub mod seen;
pub mod system_map;
pub mod view_camera;
pub mod viewpoint;
