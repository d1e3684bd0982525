//! The moods of the music.

use super::stems::Stem;

/// A mood stays for this long after it was last wanted, seconds, unless a more urgent one follows.
const STAY_S: f64 = 20.0;

/// A mood, the least urgent first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mood {
    /// The main menu.
    #[default]
    Menu,
    /// Nothing threatens the player.
    Peace,
    /// Foes are near, or there was an alert a short time ago.
    Tension,
    /// The player's units fight.
    Battle,
}

impl Mood {
    /// All moods.
    pub const ALL: [Self; 4] = [Self::Menu, Self::Peace, Self::Tension, Self::Battle];

    /// The level of a stem, 0 to 1.
    pub fn level(self, stem: Stem) -> f32 {
        match (self, stem) {
            (Self::Menu, Stem::Calm) => 0.8,
            (Self::Menu, Stem::Theme)
            | (Self::Peace, Stem::Calm)
            | (Self::Tension, Stem::Tension)
            | (Self::Battle, Stem::Battle) => 1.0,
            (Self::Tension, Stem::Calm) => 0.6,
            (Self::Battle, Stem::Calm) => 0.35,
            (Self::Battle, Stem::Tension) => 0.5,
            _ => 0.0,
        }
    }
}

/// The present mood, and how long it stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoodMemory {
    mood: Mood,
    /// When it was last wanted, s.
    wanted_s: f64,
}

impl MoodMemory {
    /// The mood at a time, s. More urgent ones follow at once; calmer ones when the present one was not wanted for
    /// some time, so that the music does not flap.
    pub fn follow(&mut self, wanted: Mood, now_s: f64) -> Mood {
        if wanted >= self.mood || now_s - self.wanted_s >= STAY_S {
            *self = Self { mood: wanted, wanted_s: now_s };
        }
        self.mood
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urgent_moods_come_at_once_and_calm_ones_wait() {
        let mut memory = MoodMemory::default();
        assert_eq!(memory.follow(Mood::Peace, 0.0), Mood::Peace);
        assert_eq!(memory.follow(Mood::Battle, 1.0), Mood::Battle);
        assert_eq!(memory.follow(Mood::Peace, 10.0), Mood::Battle);
        assert_eq!(memory.follow(Mood::Tension, 20.9), Mood::Battle);
        assert_eq!(memory.follow(Mood::Tension, 21.0), Mood::Tension);
        assert_eq!(memory.follow(Mood::Peace, 40.9), Mood::Tension);
        assert_eq!(memory.follow(Mood::Peace, 41.0), Mood::Peace);
    }

    #[test]
    fn the_mood_does_not_flap_in_a_fight_with_pauses() {
        let mut memory = MoodMemory::default();
        let mut moods = Vec::new();
        for second in 0..120_u32 {
            // A shot every fifteen seconds.
            let wanted = if second.is_multiple_of(15) { Mood::Battle } else { Mood::Peace };
            moods.push(memory.follow(wanted, f64::from(second)));
        }
        assert!(moods.iter().all(|mood| *mood == Mood::Battle), "{moods:?}");
    }

    #[test]
    fn every_mood_has_a_stem_of_its_own_at_full_level() {
        for mood in Mood::ALL {
            let full = Stem::ALL.into_iter().filter(|stem| mood.level(*stem) == 1.0);
            assert_eq!(full.count(), 1, "{mood:?}");
        }
    }
}
