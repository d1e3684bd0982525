//! The speeds of the camera's motion by the player's hand.

use serde::{Deserialize, Serialize};

/// The least and the greatest speed, per cent of the usual one.
pub const SPEEDS: (u8, u8) = (20, 200);
/// Steps in which a speed changes, per cent.
pub const SPEED_STEP: u8 = 10;
/// The usual speed, per cent.
const USUAL: u8 = 100;

/// A motion of the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraMotion {
    /// Turning and tilting, by dragging and by keys.
    Turn,
    /// Panning, by keys and at the screen's edges.
    Pan,
    /// Zooming, by the wheel and by keys.
    Zoom,
}

/// Speeds of the camera, per cent of the usual ones, 20 to 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CameraControls {
    /// Turning.
    pub turn: u8,
    /// Panning.
    pub pan: u8,
    /// Zooming.
    pub zoom: u8,
    /// Whether dragging up and down tilts the camera the other way.
    pub inverted: bool,
}

impl Default for CameraControls {
    fn default() -> Self {
        Self { turn: USUAL, pan: USUAL, zoom: USUAL, inverted: false }
    }
}

impl CameraControls {
    /// The speed of a motion, per cent.
    pub fn of(&self, motion: CameraMotion) -> u8 {
        match motion {
            CameraMotion::Turn => self.turn,
            CameraMotion::Pan => self.pan,
            CameraMotion::Zoom => self.zoom,
        }
    }

    /// Sets the speed of a motion, per cent, within its range.
    pub fn set(&mut self, motion: CameraMotion, percent: u8) {
        let wanted = percent.clamp(SPEEDS.0, SPEEDS.1);
        match motion {
            CameraMotion::Turn => self.turn = wanted,
            CameraMotion::Pan => self.pan = wanted,
            CameraMotion::Zoom => self.zoom = wanted,
        }
    }

    /// Raises or lowers the speed of a motion by one step.
    pub fn step(&mut self, motion: CameraMotion, faster: bool) {
        let present = self.of(motion);
        let wanted =
            if faster { present.saturating_add(SPEED_STEP) } else { present.saturating_sub(SPEED_STEP) };
        self.set(motion, wanted);
    }

    /// The factor for the speed of a motion; 1 is usual.
    pub fn factor(&self, motion: CameraMotion) -> f32 {
        f32::from(self.of(motion)) / f32::from(USUAL)
    }

    /// Clamps the content of a file to its range.
    pub fn within_range(mut self) -> Self {
        for motion in [CameraMotion::Turn, CameraMotion::Pan, CameraMotion::Zoom] {
            self.set(motion, self.of(motion));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_go_from_a_fifth_to_twice_the_usual_one_by_steps() {
        let mut controls = CameraControls::default();
        assert_eq!(controls.factor(CameraMotion::Zoom), 1.0);
        for (faster, end) in [(true, 200), (false, 20)] {
            for _ in 0..30 {
                controls.step(CameraMotion::Zoom, faster);
            }
            assert_eq!(controls, CameraControls { zoom: end, ..CameraControls::default() });
        }
        let wild = CameraControls { turn: 0, pan: 255, ..controls };
        assert_eq!(wild.within_range(), CameraControls { turn: 20, pan: 200, ..controls });
    }
}
