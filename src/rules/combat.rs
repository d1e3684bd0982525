//! The numbers of fights and of conquest, from `assets/rules/combat.ron`.

use serde::{Deserialize, Serialize};

use crate::level::ranges::{FieldFault, SHARE, TERRAIN, join};
use crate::orbit::AU_KM;

/// The parameters of fighting that belong to no weapon and no class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRules {
    /// Hits and experience.
    pub gunnery: GunneryNumbers,
    /// The choice of targets.
    pub targeting: TargetingNumbers,
    /// Torpedoes.
    pub torpedoes: TorpedoNumbers,
    /// Launches from carriers.
    pub hangars: HangarPace,
    /// Effects of a hit besides its points.
    pub harm: HarmNumbers,
    /// Repair.
    pub repair: RepairNumbers,
    /// Troopers that come aboard at yards.
    pub refit: RefitNumbers,
    /// Conduct of fleets in a fight.
    pub conduct: ConductNumbers,
    /// Names for experienced crews.
    pub skills: SkillNumbers,
    /// Wreckage.
    pub wrecks: WreckNumbers,
    /// Landing and taking.
    pub ground: GroundNumbers,
    /// The history kept for the result.
    pub history: HistoryNumbers,
}

ranges!(CombatRules {
    gunnery,
    targeting,
    torpedoes,
    hangars,
    harm,
    repair,
    refit,
    conduct,
    skills,
    wrecks,
    ground,
    history,
});

/// Hits and experience.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunneryNumbers {
    /// Time between two searches of a ship for a better target, ticks.
    pub look_again_ticks: u32,
    /// The share of hits at a weapon's full range, against 1 close by.
    pub share_at_range: f64,
    /// The factor by which a new target must be better than the present one, so that crews do not change targets
    /// back and forth.
    pub constancy: f64,
    /// Harm done for one level of experience, points.
    pub points_per_level: f64,
    /// The highest level.
    pub most_levels: u32,
    /// Increase of the hit rate per level.
    pub accuracy_per_level: f64,
    /// The factor on the loading time of unpaid weapons.
    pub unpaid_reload: f64,
}

ranges!(GunneryNumbers {
    look_again_ticks: 1.0..=300.0,
    share_at_range: SHARE,
    constancy: 1.0..=100.0,
    points_per_level: 1.0..=1.0e9,
    most_levels: 0.0..=100.0,
    accuracy_per_level: SHARE,
    unpaid_reload: 1.0..=100.0,
});

/// The choice of targets: factors by which a foe counts for more or for less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetingNumbers {
    /// Weight of the first of a class's preferred kinds; later kinds count less and less.
    pub first_prey: f64,
    /// Factor for the kind chosen by the fleet's player.
    pub chosen_prey: f64,
    /// Factor for a target that can neither shoot nor land troopers.
    pub harmless: f64,
    /// The least factor, for a target that the own weapons can hardly damage.
    pub least_effect: f64,
    /// A foe counts for 1 / (this + its distance as a share of the range).
    pub near: f64,
    /// The weight of a foe is 1 / (this + its remaining share).
    pub weak: f64,
}

ranges!(TargetingNumbers {
    first_prey: 1.0..=100.0,
    chosen_prey: 1.0..=100.0,
    harmless: SHARE,
    least_effect: SHARE,
    near: 0.01..=100.0,
    weak: 0.01..=100.0,
});

/// Torpedoes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoNumbers {
    /// Time of a torpedo's harmlessness to its launcher after the launch, seconds of play.
    pub safe_s: f64,
    /// The share of its remaining way within which a torpedo without a target searches for another.
    pub search_share: f64,
}

ranges!(TorpedoNumbers { safe_s: 0.0..=60.0, search_share: SHARE });

/// Launches from carriers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HangarPace {
    /// Least time between two launches of a carrier, seconds of play.
    pub launch_s: f64,
}

ranges!(HangarPace { launch_s: 0.03..=600.0 });

/// Effects of a hit besides its points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarmNumbers {
    /// Damage of the heat that burns on in the armour, as a share of the damage of the hit.
    pub burn_share: f64,
    /// Half-life of that heat, seconds of play.
    pub burn_half_s: f64,
    /// The most neighbours of its target that an electric hit leaps to.
    pub leaps: u32,
    /// The greatest distance over which it leaps, km.
    pub leap_km: f64,
    /// Damage to the neighbours, as a share of the damage of the hit.
    pub leap_share: f64,
    /// Time for which an electric hit on armour silences weapons, seconds of play.
    pub silence_s: f64,
}

ranges!(HarmNumbers {
    burn_share: 0.0..=10.0,
    burn_half_s: 0.05..=600.0,
    leaps: 0.0..=16.0,
    leap_km: 0.0..=1.0e7,
    leap_share: SHARE,
    silence_s: 0.0..=60.0,
});

/// Repair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairNumbers {
    /// Armour that a shipyard repairs in a second of play, points. The damaged structures of its side at its
    /// planet share it with the damaged ships that keep their places in its ring or are within `reach_km`.
    pub yard_points_per_s: f64,
    /// A shipyard's reach, for ships and for structures of other bodies, km. A ship that is farther than this
    /// from its place in the ring does not keep it.
    pub reach_km: f64,
    /// A repair ship's reach, km.
    pub ship_reach_km: f64,
    /// Time without repair after a hit, seconds of play.
    pub calm_s: f64,
}

ranges!(RepairNumbers {
    yard_points_per_s: 0.0..=1.0e6,
    reach_km: 0.0..=1.0e8,
    ship_reach_km: 0.0..=1.0e8,
    calm_s: 0.0..=600.0,
});

/// Troopers that board the troop ships that a yard could repair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefitNumbers {
    /// Troopers in a second of play, for each yard; the oldest ship is filled first.
    pub troopers_per_s: f64,
    /// The price of a trooper, money.
    pub trooper_money: u32,
}

ranges!(RefitNumbers { troopers_per_s: 0.0..=1.0e4, trooper_money: 0.0..=1.0e6 });

/// Least levels of experience by crew name; crews below the first are green.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillNumbers {
    /// Trained.
    pub trained: u32,
    /// Veterans; above `trained`.
    pub veteran: u32,
    /// Elite; above `veteran`.
    pub elite: u32,
}

ranges!(SkillNumbers { trained: 1.0..=100.0, veteran: 1.0..=100.0, elite: 1.0..=100.0 }, SkillNumbers::rise);

impl SkillNumbers {
    /// Adds a fault for every level that is not above its predecessor.
    fn rise(&self, path: &str, faults: &mut Vec<FieldFault>) {
        for (name, level, before, least) in [
            ("veteran", self.veteran, "trained", self.trained),
            ("elite", self.elite, "veteran", self.veteran),
        ] {
            if level <= least {
                let message = format!("{level} is not above `{before}`, {least}");
                let remedy = format!("raise it, or lower `{before}`");
                faults.push(FieldFault { path: join(path, name), message, remedy });
            }
        }
    }
}

/// Conduct of fleets in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConductNumbers {
    /// The share of their speed that ships make while they manoeuvre against foes.
    pub fight_speed_share: f64,
    /// The distance within which a defensive fleet engages, in its longest ranges.
    pub defensive_reach: f64,
    /// The distance within which an aggressive fleet engages in open space, in its longest ranges.
    pub aggressive_reach: f64,
    /// Time without a foe near after which a fight is over, seconds of play.
    pub calm_s: f64,
    /// Angular speed of a circling ship round its target, degrees per second of play.
    pub circling_deg_per_s: f64,
    /// The greatest radius of an area that fleets are ordered to attack, AU.
    pub widest_area_au: f64,
}

ranges!(ConductNumbers {
    fight_speed_share: 0.01..=1.0,
    defensive_reach: 0.0..=100.0,
    aggressive_reach: 0.0..=100.0,
    calm_s: 0.0..=600.0,
    circling_deg_per_s: 0.0..=720.0,
    widest_area_au: 0.001..=200.0,
});

impl ConductNumbers {
    /// The greatest radius of an area that fleets are ordered to attack, km.
    pub fn widest_area_km(&self) -> f64 {
        self.widest_area_au * AU_KM
    }
}

/// Wreckage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WreckNumbers {
    /// The most pieces of a ship.
    pub most_pieces: u32,
    /// The fewest.
    pub least_pieces: u32,
    /// The length of a ship for each of its pieces, km.
    pub km_per_piece: f64,
    /// Time until a piece has faded, seconds of play.
    pub life_s: f64,
    /// Speed at which pieces drift apart, radii of the ship in a second of play.
    pub drift_radii_per_s: f64,
    /// The fastest tumbling, degrees in a second of play.
    pub tumble_deg_per_s: f64,
    /// The most pieces in the world; the oldest are removed first.
    pub most_at_once: u32,
}

ranges!(WreckNumbers {
    most_pieces: 0.0..=16.0,
    least_pieces: 0.0..=16.0,
    km_per_piece: 1.0..=1.0e9,
    life_s: 0.0..=3600.0,
    drift_radii_per_s: 0.0..=100.0,
    tumble_deg_per_s: 0.0..=3600.0,
    most_at_once: 0.0..=10_000.0,
});

/// Landing and taking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundNumbers {
    /// The most troopers that defend a body, for each point of its economics.
    pub defenders_per_economics: f64,
    /// The share of the capacity that defends a body without an owner.
    pub free_share: f64,
    /// The share of the capacity that grows back per second of play.
    pub growth_per_s: f64,
    /// The share of its troopers that a ship lands in a second of play.
    pub landing_per_s: f64,
    /// The distance from which ships land, in radii of the innermost ring.
    pub landing_reach: f64,
    /// At a body without rings it counts this number of the body's radii as the innermost ring's.
    pub landing_radii: f64,
    /// Troopers put out of action per trooper and second of play, by Lanchester's square law.
    pub kills_per_s: f64,
    /// Factors on the strength of defenders, for bodies without a factor in the level.
    pub terrain: Terrain,
    /// Defenders that a point of bombardment puts out of action.
    pub bombard_kills: f64,
    /// The share of a body's values that a point of bombardment ruins, for a body worth 100.
    pub bombard_ruin: f64,
    /// The share of the ruin that is rebuilt in a second of play.
    pub rebuild_per_s: f64,
    /// Unrest of a body that has just been taken: the share of its income that is lost.
    pub unrest: f64,
    /// Fall of unrest in a second of play.
    pub calming_per_s: f64,
    /// Additional fall of unrest by a full garrison.
    pub garrison_calming_per_s: f64,
    /// Time until a captured body yields income, seconds of play.
    pub income_delay_s: f64,
    /// Time for which a side has the well of a comet to itself until the comet is taken, seconds of play.
    pub hold_s: f64,
    /// The share of the invaders that stays as the defenders of a captured body.
    pub kept_share: f64,
}

ranges!(GroundNumbers {
    defenders_per_economics: 0.0..=1.0e4,
    free_share: SHARE,
    growth_per_s: SHARE,
    landing_per_s: 0.001..=30.0,
    landing_reach: 0.1..=10.0,
    landing_radii: 1.0..=100.0,
    kills_per_s: 0.0..=10.0,
    terrain,
    bombard_kills: 0.0..=1.0e3,
    bombard_ruin: SHARE,
    rebuild_per_s: SHARE,
    unrest: SHARE,
    calming_per_s: SHARE,
    garrison_calming_per_s: SHARE,
    income_delay_s: 0.0..=3600.0,
    hold_s: 0.1..=3600.0,
    kept_share: SHARE,
});

/// Factors for the strength of defenders by the kind of their body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// On a planet.
    pub planet: f64,
    /// On a dwarf planet.
    pub dwarf: f64,
    /// On a moon.
    pub moon: f64,
}

ranges!(Terrain { planet: TERRAIN, dwarf: TERRAIN, moon: TERRAIN });

/// The history kept for the result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryNumbers {
    /// Time between two entries, seconds of play.
    pub every_s: f64,
    /// The most entries; beyond it every other one is dropped.
    pub most: u32,
    /// The longest time between two losses at one body that count as one battle, seconds of play.
    pub battle_gap_s: f64,
}

ranges!(HistoryNumbers { every_s: 0.1..=3600.0, most: 4.0..=10_000.0, battle_gap_s: 0.1..=3600.0 });
