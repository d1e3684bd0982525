//! The names of experienced crews, and the use of experience.

use crate::rules::combat::{GunneryNumbers, SkillNumbers};

/// The names of crews, from the least to the most experienced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skill {
    /// Almost without experience.
    #[default]
    Green,
    /// Some experience.
    Trained,
    /// Much experience.
    Veteran,
    /// More experience than most crews live to gain.
    Elite,
}

impl Skill {
    /// The name of a level, see [`experience_level`](crate::sim::combat::weapons::accuracy::experience_level).
    pub fn of(level: u32, numbers: &SkillNumbers) -> Self {
        match level {
            _ if level >= numbers.elite => Self::Elite,
            _ if level >= numbers.veteran => Self::Veteran,
            _ if level >= numbers.trained => Self::Trained,
            _ => Self::Green,
        }
    }

    /// The word for the skill.
    pub fn name(self) -> &'static str {
        match self {
            Self::Green => "recruit",
            Self::Trained => "trained",
            Self::Veteran => "veteran",
            Self::Elite => "elite",
        }
    }

    /// Its chevrons, in plain letters; none for recruits.
    pub fn chevrons(self) -> &'static str {
        match self {
            Self::Green => "",
            Self::Trained => ">",
            Self::Veteran => ">>",
            Self::Elite => ">>>",
        }
    }
}

/// Bonus on the accuracy of crews at a level over recruits, percent.
pub fn accuracy_percent(level: u32, numbers: &GunneryNumbers) -> f64 {
    100.0 * numbers.accuracy_per_level * f64::from(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::weapons::accuracy::experience_level;

    #[test]
    fn crews_rise_by_the_rules() {
        let (gunnery, skills) = (GunneryNumbers::default(), SkillNumbers::default());
        let name = |harm: f64| Skill::of(experience_level(harm, &gunnery), &skills).name();
        let harms = [0.0, 599.0, 600.0, 1_799.0, 1_800.0, 2_999.0, 3_000.0, 1.0e9];
        let names = ["recruit", "recruit", "trained", "trained", "veteran", "veteran", "elite", "elite"];
        assert_eq!(harms.map(name), names);
        let lower = SkillNumbers { trained: 2, ..skills };
        assert_eq!((Skill::of(1, &lower), Skill::of(2, &lower)), (Skill::Green, Skill::Trained));
        assert_eq!((Skill::Elite.chevrons(), Skill::default().chevrons()), (">>>", ""));
        assert!((accuracy_percent(3, &gunnery) - 18.0).abs() < 1.0e-9);
    }
}
