//! Quality of the picture.
//!
//! There are four grades, from [`Quality::Low`], for a driver that draws with the processor, to
//! [`Quality::Ultra`]. The player chooses the grade; the default follows from the graphics adapter.

use bevy::render::renderer::RenderAdapterInfo;
use serde::{Deserialize, Serialize};

/// Quality of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Quality {
    /// Edges smoothed after drawing, a coarse glow, hulls of large clean plates, the trails of 40 ships.
    Low,
    /// Edges smoothed after drawing, glow, hulls of worn plates, the trails of 100 ships.
    Medium,
    /// Edges smoothed while drawing, by four samples a pixel; glow, the trails of 300 ships.
    High,
    /// Like high quality, with the trails of 1,000 ships.
    Ultra,
}

impl Quality {
    /// All grades, from the least to the most.
    pub const ALL: [Self; 4] = [Self::Low, Self::Medium, Self::High, Self::Ultra];

    /// The name of the quality for the player.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "Low",
            Self::Medium => "Medium",
            Self::High => "High",
            Self::Ultra => "Ultra",
        }
    }

    /// Its description, for the player.
    pub fn words(self) -> &'static str {
        match self {
            Self::Low => "Simple anti-aliasing, simple glow, simple hulls, trails for 40 ships",
            Self::Medium => "Simple anti-aliasing, glow, detailed hulls, trails for 100 ships",
            Self::High => "4× anti-aliasing, glow, detailed hulls, trails for 300 ships",
            Self::Ultra => "4× anti-aliasing, glow, detailed hulls, trails for 1,000 ships",
        }
    }

    /// The quality that suits an adapter; [`Quality::High`] for an unknown one.
    pub fn of_adapter(adapter: Option<&RenderAdapterInfo>) -> Self {
        adapter.map_or(Self::High, |adapter| Self::of_device(&device_name(adapter)))
    }

    /// The grade that suits a kind of device, by wgpu's name for it.
    fn of_device(name: &str) -> Self {
        match name {
            "Cpu" => Self::Low,
            "DiscreteGpu" => Self::High,
            _ => Self::Medium,
        }
    }
}

/// The kind of device, by wgpu's name for it.
fn device_name(adapter: &RenderAdapterInfo) -> String {
    // wgpu's own type is not re-exported by the engine; its name is stable.
    format!("{:?}", adapter.device_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adapter_says_how_much_is_drawn() {
        assert_eq!(Quality::of_device("Cpu"), Quality::Low);
        assert_eq!(Quality::of_device("IntegratedGpu"), Quality::Medium);
        assert_eq!(Quality::of_device("DiscreteGpu"), Quality::High);
        assert_eq!(Quality::of_device("Other"), Quality::Medium);
        assert_eq!(Quality::of_adapter(None), Quality::High);
    }

    #[test]
    fn a_higher_grade_never_draws_less() {
        assert!(Quality::ALL.is_sorted());
    }
}
