//! Volumes of sound.

use serde::{Deserialize, Serialize};

/// The loudest, per cent.
pub const LOUDEST: u8 = 100;
/// Steps in which a volume changes, per cent.
pub const STEP: u8 = 10;

/// The parts with their own volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundPart {
    /// Everything.
    All,
    /// Short sounds: orders, arrivals, warnings.
    Effects,
    /// The engines of ships.
    Engines,
    /// The hum of the place.
    Ambience,
    /// The music.
    Music,
}

/// Volumes, percent of the loudest; 0 is silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Volumes {
    /// Everything, 0 to 100.
    pub all: u8,
    /// Short sounds, 0 to 100.
    pub effects: u8,
    /// Engines, 0 to 100.
    pub engines: u8,
    /// The hum of the place, 0 to 100.
    pub ambience: u8,
    /// The music, 0 to 100.
    pub music: u8,
    /// Whether all sound is muted, at any volumes.
    pub is_muted: bool,
    /// Whether the music is off, at any volume.
    pub is_music_off: bool,
}

impl Default for Volumes {
    fn default() -> Self {
        let (is_muted, is_music_off) = (false, false);
        Self { all: 90, effects: 90, engines: 80, ambience: 70, music: 70, is_muted, is_music_off }
    }
}

impl Volumes {
    /// The volume of a part, per cent.
    pub fn of(&self, part: SoundPart) -> u8 {
        match part {
            SoundPart::All => self.all,
            SoundPart::Effects => self.effects,
            SoundPart::Engines => self.engines,
            SoundPart::Ambience => self.ambience,
            SoundPart::Music => self.music,
        }
    }

    /// Raises or lowers the volume of a part by one step, within its range.
    pub fn step(&mut self, part: SoundPart, louder: bool) {
        let present = self.of(part).min(LOUDEST);
        self.set(part, if louder { present + STEP } else { present.saturating_sub(STEP) });
    }

    /// Sets the volume of a part, per cent.
    pub fn set(&mut self, part: SoundPart, percent: u8) {
        let wanted = percent.min(LOUDEST);
        match part {
            SoundPart::All => self.all = wanted,
            SoundPart::Effects => self.effects = wanted,
            SoundPart::Engines => self.engines = wanted,
            SoundPart::Ambience => self.ambience = wanted,
            SoundPart::Music => self.music = wanted,
        }
    }

    /// Clamps the content of a file to its range.
    pub fn within_range(self) -> Self {
        Self {
            all: self.all.min(LOUDEST),
            effects: self.effects.min(LOUDEST),
            engines: self.engines.min(LOUDEST),
            ambience: self.ambience.min(LOUDEST),
            music: self.music.min(LOUDEST),
            ..self
        }
    }

    /// The factor for the samples of a part, 0 to 1. It is the square of the share, because samples of half the
    /// size sound much more than half as loud.
    pub fn gain(&self, part: SoundPart) -> f32 {
        if self.is_muted || part == SoundPart::Music && self.is_music_off {
            return 0.0;
        }
        let square = |percent: u8| {
            let share = f32::from(percent.min(LOUDEST)) / f32::from(LOUDEST);
            share * share
        };
        if part == SoundPart::All { square(self.all) } else { square(self.all) * square(self.of(part)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_go_from_nothing_to_all_by_steps() {
        let mut volumes = Volumes::default();
        for _ in 0..20 {
            volumes.step(SoundPart::Engines, true);
        }
        assert_eq!(volumes.engines, 100);
        for _ in 0..20 {
            volumes.step(SoundPart::Engines, false);
        }
        assert_eq!(volumes, Volumes { engines: 0, ..Volumes::default() });
        assert_eq!(volumes.gain(SoundPart::Engines), 0.0);
    }

    #[test]
    fn a_louder_part_has_a_larger_factor_up_to_one() {
        let usual = Volumes::default();
        let loud = Volumes { all: 255, effects: 255, engines: 50, ambience: 0, music: 200, ..usual };
        assert_eq!(loud.gain(SoundPart::Effects), 1.0);
        assert_eq!(loud.gain(SoundPart::Engines), 0.25);
        assert_eq!(loud.gain(SoundPart::Ambience), 0.0);
        assert_eq!(loud.gain(SoundPart::Music), 1.0);
        assert_eq!((loud.within_range().all, loud.within_range().music), (100, 100));
        let without_music = Volumes { is_music_off: true, ..loud };
        assert_eq!([SoundPart::Music, SoundPart::Effects].map(|part| without_music.gain(part)), [0.0, 1.0]);
        let muted = Volumes { is_muted: true, ..loud };
        assert_eq!(muted.gain(SoundPart::All), 0.0);
        assert_eq!(muted.gain(SoundPart::Effects), 0.0);
        assert_eq!(muted.gain(SoundPart::Music), 0.0);
    }
}
