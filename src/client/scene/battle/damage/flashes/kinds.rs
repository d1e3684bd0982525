//! Kinds of explosions, by the size of what dies: a small hull pops, a larger one bursts, and a giant or a great
//! station dies in stages: bursts run over it until the last one breaks it up. A torpedo is a flash and a shell.

use glam::DVec3;
use smallvec::SmallVec;

use super::shell::Shell;
use crate::client::models::Dice;
use crate::client::scene::battle::SpottedUnit;
use crate::client::scene::battle::effects::direction;
use crate::client::scene::quality::limits::MOST_STAGES;

/// A unit whose fire is smaller than this pops, and one whose fire is at least as large as the second dies in stages,
/// km.
const SIZES_KM: (f64, f64) = (450.0, 1100.0);
/// How many bursts break out at once when a unit dies in stages: its hull is gone in that moment.
const AT_ONCE: usize = 2;
/// Seconds from a burst to the next, how much that differs, and seconds from the last of them to the end.
const STEP_S: f64 = 0.36;
const STEP_UNEVEN: (f32, f32) = (0.7, 1.3);
const END_S: f64 = 0.45;
/// Range of the sizes of these bursts, and the size of the end, as shares of the usual.
const BURST_SIZES: (f32, f32) = (0.4, 0.65);
const END_SIZE: f64 = 1.15;
/// How far from the middle of a hull the first of these bursts are, as shares of its length.
const SPREAD: f64 = 0.8;

/// What kind of an explosion it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A torpedo.
    Warhead,
    /// A small hull.
    Pop,
    /// A larger hull, or a station.
    Burst,
    /// A burst on what dies in stages.
    Stage,
    /// The end of what dies in stages.
    End,
}

/// What an explosion of a kind has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Makeup {
    /// Its time, as a share of the usual.
    pub lasts: f64,
    /// Clouds of fire, at most.
    pub clouds: usize,
    /// Spikes of light in its flash.
    pub rays: u32,
    /// Jets.
    pub jets: u32,
    /// Late bursts.
    pub pops: usize,
    /// The shell that runs outward; `None`: without one.
    pub shell: Option<Shell>,
}

impl Kind {
    /// What an explosion of this kind has.
    pub fn makeup(self) -> Makeup {
        let shell = |reach: f64, lasts: f64, density: f32| Some(Shell { reach, lasts, density });
        let none = Makeup { lasts: 1.0, clouds: usize::MAX, rays: 0, jets: 0, pops: 0, shell: None };
        match self {
            Self::Warhead => Makeup { lasts: 0.7, clouds: 3, shell: shell(2.2, 0.5, 0.3), ..none },
            Self::Pop => Makeup { lasts: 0.7, clouds: 4, jets: 1, ..none },
            Self::Burst => Makeup { rays: 1, jets: 3, pops: 2, shell: shell(2.1, 0.35, 0.16), ..none },
            Self::Stage => Makeup { lasts: 0.7, clouds: 5, jets: 2, ..none },
            Self::End => {
                Makeup { lasts: 1.25, rays: 4, jets: 5, pops: 3, shell: shell(3.0, 0.55, 0.26), ..none }
            }
        }
    }
}

/// A part of the death of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// A number of its own.
    pub number: u64,
    /// Kind.
    pub kind: Kind,
    /// Seconds from the death until it begins.
    pub delay_s: f64,
    /// From the middle of the unit, km.
    pub offset_km: DVec3,
    /// Its size, as a share of that of the unit's fire.
    pub size: f64,
}

impl Stage {
    /// The whole of an explosion of a kind, at once and in the middle.
    pub fn whole(number: u64, kind: Kind) -> Self {
        Self { number, kind, delay_s: 0.0, offset_km: DVec3::ZERO, size: 1.0 }
    }
}

/// The stages of a death, in their order.
pub type Stages = SmallVec<[Stage; MOST_STAGES + 1]>;

/// The stages of the death of a unit whose fire has this radius, km, with at most so many bursts before the end; they
/// follow from a number. `spot`: the unit; `None`: nobody saw it.
pub fn stages_of(number: u64, fire_km: f64, spot: Option<&SpottedUnit>, most: usize) -> Stages {
    let (small, giant) = SIZES_KM;
    let mut stages = Stages::new();
    if fire_km < giant {
        stages.push(Stage::whole(number, if fire_km < small { Kind::Pop } else { Kind::Burst }));
        return stages;
    }
    let mut dice = Dice::new(number ^ 0x57a6e);
    let mut delay_s = 0.0;
    for index in 0..most.min(MOST_STAGES) {
        if index >= AT_ONCE {
            delay_s += STEP_S * f64::from(dice.between(STEP_UNEVEN.0, STEP_UNEVEN.1));
        }
        let side = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
        // The later ones are anywhere on it.
        let along = if index < AT_ONCE { 1.0 } else { f64::from(dice.roll()) };
        let (along, toward) = (side * SPREAD * along, direction(&mut dice) + DVec3::Y * (side * SPREAD));
        stages.push(Stage {
            number: number ^ ((index as u64 + 1) << 40),
            kind: Kind::Stage,
            delay_s,
            offset_km: spot.map_or(DVec3::ZERO, |spot| spot.on_hull(along, toward)),
            size: f64::from(dice.between(BURST_SIZES.0, BURST_SIZES.1)),
        });
    }
    stages.push(Stage { delay_s: delay_s + END_S, size: END_SIZE, ..Stage::whole(number, Kind::End) });
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::UnitShape;

    fn dreadnought() -> SpottedUnit {
        let shape = UnitShape::Hull { heading: DVec3::X, half_length_km: 3000.0 };
        SpottedUnit { radius_km: 1200.0, shape, ..SpottedUnit::default() }
    }

    #[test]
    fn small_hulls_pop_and_giants_die_in_stages() {
        let kinds = |fire_km: f64| -> Vec<Kind> {
            stages_of(7, fire_km, None, 3).into_iter().map(|stage| stage.kind).collect()
        };
        assert_eq!([250.0, 680.0].map(kinds), [vec![Kind::Pop], vec![Kind::Burst]]);
        assert_eq!(kinds(1800.0), [Kind::Stage, Kind::Stage, Kind::Stage, Kind::End]);
    }

    #[test]
    fn bursts_run_over_a_giant_one_after_another_until_its_end() {
        for number in 0..40 {
            let stages = stages_of(number, 1800.0, Some(&dreadnought()), MOST_STAGES);
            assert!(!stages.spilled() && stages.len() == MOST_STAGES + 1, "nothing is allocated");
            assert!(stages[..AT_ONCE].iter().all(|stage| stage.delay_s == 0.0), "the hull is gone at once");
            assert!(stages[0].offset_km.x > 1000.0 && stages[1].offset_km.x < -1000.0, "at both ends");
            let later = &stages[AT_ONCE - 1..];
            assert!(later.windows(2).all(|pair| pair[1].delay_s > pair[0].delay_s + 0.2), "{later:?}");
            let end = stages[MOST_STAGES];
            assert!(stages[..MOST_STAGES].iter().all(|stage| stage.size < end.size));
            assert!(end.offset_km == DVec3::ZERO && end.delay_s < 3.0, "{end:?}");
            assert!(
                stages.iter().all(|one| stages.iter().filter(|two| one.number == two.number).count() == 1)
            );
        }
    }

    #[test]
    fn each_kind_has_a_look_of_its_own() {
        let all = [Kind::Warhead, Kind::Pop, Kind::Burst, Kind::Stage, Kind::End].map(Kind::makeup);
        for (index, one) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| other != one), "{one:?}");
        }
        let [warhead, pop, burst, stage, end] = all;
        assert!(pop.shell.is_none() && stage.shell.is_none(), "many small ones are no crowd of bubbles");
        assert!(warhead.jets == 0 && pop.rays == 0, "no star");
        assert!(pop.lasts < burst.lasts && burst.lasts < end.lasts && end.jets > burst.jets);
    }
}
