//! The numbers of fights and of conquest, from `assets/rules/combat.ron`.

use crate::level::ranges::{FieldFault, SHARE, TERRAIN, join};
use crate::orbit::AU_KM;

numbers! {
    /// The parameters of fighting that belong to no weapon and no class.
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
        /// The conditions of victory.
        pub victory: VictoryNumbers,
        /// The history kept for the result.
        pub history: HistoryNumbers,
    }

    /// Hits and experience.
    pub struct GunneryNumbers {
        /// Time between two searches of a ship for a better target, ticks.
        pub look_again_ticks: u32 [1.0..=300.0],
        /// The share of hits at a weapon's full range, against 1 close by.
        pub share_at_range: f64 [SHARE],
        /// The factor by which a new target must be better than the present one, so that crews do not change
        /// targets back and forth.
        pub constancy: f64 [1.0..=100.0],
        /// Harm done for one level of experience, points.
        pub points_per_level: f64 [1.0..=1.0e9],
        /// The highest level.
        pub most_levels: u32 [0.0..=100.0],
        /// Increase of the share of hits per level.
        pub accuracy_per_level: f64 [SHARE],
        /// The factor on the loading time of unpaid weapons.
        pub unpaid_reload: f64 [1.0..=100.0],
    }

    /// The choice of targets: factors by which a foe counts for more or for less.
    pub struct TargetingNumbers {
        /// Weight of the first of a class's preferred kinds; later kinds count less and less.
        pub first_prey: f64 [1.0..=100.0],
        /// Factor for the kind chosen by the fleet's player.
        pub chosen_prey: f64 [1.0..=100.0],
        /// Factor for a target that can neither shoot nor land troopers.
        pub harmless: f64 [SHARE],
        /// The least factor, for a target that the own weapons can hardly damage.
        pub least_effect: f64 [SHARE],
        /// A foe counts for 1 / (this + its distance as a share of the range).
        pub near: f64 [0.01..=100.0],
        /// The weight of a foe is 1 / (this + its remaining share).
        pub weak: f64 [0.01..=100.0],
    }

    /// Torpedoes.
    pub struct TorpedoNumbers {
        /// Time of a torpedo's harmlessness to its launcher after the launch, seconds of play.
        pub safe_s: f64 [0.0..=60.0],
        /// The share of its remaining way within which a torpedo without a target searches for another.
        pub search_share: f64 [SHARE],
    }

    /// Launches from carriers.
    pub struct HangarPace {
        /// Least time between two launches of a carrier, seconds of play.
        pub launch_s: f64 [0.03..=600.0],
    }

    /// Effects of a hit besides its points.
    pub struct HarmNumbers {
        /// Damage of the heat that burns on in the armour, as a share of the damage of the hit.
        pub burn_share: f64 [0.0..=10.0],
        /// Half-life of that heat, seconds of play.
        pub burn_half_s: f64 [0.05..=600.0],
        /// The most neighbours of its target that an electric hit leaps to.
        pub leaps: u32 [0.0..=16.0],
        /// The greatest distance over which it leaps, km.
        pub leap_km: f64 [0.0..=1.0e7],
        /// Damage to the neighbours, as a share of the damage of the hit.
        pub leap_share: f64 [SHARE],
        /// Time for which an electric hit on armour silences weapons, seconds of play.
        pub silence_s: f64 [0.0..=60.0],
    }

    /// Repair.
    pub struct RepairNumbers {
        /// Armour that a shipyard repairs in a second of play, points. The damaged structures of its side at its
        /// planet share it with the damaged ships that keep their places in its ring or are within `reach_km`.
        pub yard_points_per_s: f64 [0.0..=1.0e6],
        /// A shipyard's reach, for ships and for structures of other bodies, km. A ship that is farther than this
        /// from its place in the ring does not keep it.
        pub reach_km: f64 [0.0..=1.0e8],
        /// A repair ship's reach, km.
        pub ship_reach_km: f64 [0.0..=1.0e8],
        /// Time without repair after a hit, seconds of play.
        pub calm_s: f64 [0.0..=600.0],
    }

    /// Troopers that board the troop ships that a yard could repair.
    pub struct RefitNumbers {
        /// Troopers in a second of play, for each yard; the oldest ship is filled first.
        pub troopers_per_s: f64 [0.0..=1.0e4],
        /// The price of a trooper, money.
        pub trooper_money: u32 [0.0..=1.0e6],
    }

    /// Least levels of experience by crew name; crews below the first are green.
    #[derive(Eq)]
    pub struct SkillNumbers {
        /// Trained.
        pub trained: u32 [1.0..=100.0],
        /// Veterans; above `trained`.
        pub veteran: u32 [1.0..=100.0],
        /// Elite; above `veteran`.
        pub elite: u32 [1.0..=100.0],
    } and SkillNumbers::rise;

    /// Conduct of fleets in a fight.
    pub struct ConductNumbers {
        /// The share of their speed that ships make while they manoeuvre against foes.
        pub fight_speed_share: f64 [0.01..=1.0],
        /// The distance within which a defensive fleet engages, in its longest ranges.
        pub defensive_reach: f64 [0.0..=100.0],
        /// The distance within which an aggressive fleet engages in open space, in its longest ranges.
        pub aggressive_reach: f64 [0.0..=100.0],
        /// Time without a foe near after which a fight is over, seconds of play.
        pub calm_s: f64 [0.0..=600.0],
        /// Angular speed of a circling ship round its target, degrees per second of play.
        pub circling_deg_per_s: f64 [0.0..=720.0],
        /// The greatest radius of an area that fleets are ordered to attack, AU.
        pub widest_area_au: f64 [0.001..=200.0],
    }

    /// Wreckage.
    pub struct WreckNumbers {
        /// The most pieces of a ship.
        pub most_pieces: u32 [0.0..=16.0],
        /// The fewest.
        pub least_pieces: u32 [0.0..=16.0],
        /// The length of a ship for each of its pieces, km.
        pub km_per_piece: f64 [1.0..=1.0e9],
        /// Time until a piece has faded, seconds of play.
        pub life_s: f64 [0.0..=3600.0],
        /// Speed at which pieces drift apart, radii of the ship in a second of play.
        pub drift_radii_per_s: f64 [0.0..=100.0],
        /// The fastest tumbling, degrees in a second of play.
        pub tumble_deg_per_s: f64 [0.0..=3600.0],
        /// The most pieces in the world; the oldest are removed first.
        pub most_at_once: u32 [0.0..=10_000.0],
    }

    /// Landing and taking.
    pub struct GroundNumbers {
        /// The most troopers that defend a body, for each point of its economics.
        pub defenders_per_economics: f64 [0.0..=1.0e4],
        /// The share of the capacity that defends a body without an owner.
        pub free_share: f64 [SHARE],
        /// The share of the capacity that grows back per second of play.
        pub growth_per_s: f64 [SHARE],
        /// The share of its troopers that a ship lands in a second of play.
        pub landing_per_s: f64 [0.001..=30.0],
        /// The distance from which ships land, in radii of the innermost ring.
        pub landing_reach: f64 [0.1..=10.0],
        /// At a body without rings it counts this number of the body's radii as the innermost ring's.
        pub landing_radii: f64 [1.0..=100.0],
        /// Troopers put out of action per trooper and second of play, by Lanchester's square law.
        pub kills_per_s: f64 [0.0..=10.0],
        /// Factors on the strength of defenders, for bodies without a factor in the level.
        pub terrain: Terrain,
        /// Defenders that a point of bombardment puts out of action.
        pub bombard_kills: f64 [0.0..=1.0e3],
        /// The share of a body's values that a point of bombardment ruins, for a body worth 100.
        pub bombard_ruin: f64 [SHARE],
        /// The share of the ruin that is rebuilt in a second of play.
        pub rebuild_per_s: f64 [SHARE],
        /// Unrest of a body that has just been taken: the share of its income that is lost.
        pub unrest: f64 [SHARE],
        /// Fall of unrest in a second of play.
        pub calming_per_s: f64 [SHARE],
        /// Additional fall of unrest by a full garrison.
        pub garrison_calming_per_s: f64 [SHARE],
        /// Time until a captured body yields income, seconds of play.
        pub income_delay_s: f64 [0.0..=3600.0],
        /// Time for which a side has the well of a comet to itself until the comet is taken, seconds of play.
        pub hold_s: f64 [0.1..=3600.0],
        /// The share of the invaders that stays as the defenders of a captured body.
        pub kept_share: f64 [SHARE],
    }

    /// Factors for the strength of defenders by the kind of their body.
    pub struct Terrain {
        /// On a planet.
        pub planet: f64 [TERRAIN],
        /// On a dwarf planet.
        pub dwarf: f64 [TERRAIN],
        /// On a moon.
        pub moon: f64 [TERRAIN],
    }

    /// The conditions of victory.
    pub struct VictoryNumbers {
        /// Time after which `eliminate` is met by a side whose foes have nothing but ships without troopers, seconds
        /// of play: nobody has to hunt the last ships.
        pub ships_only_s: f64 [0.0..=36_000.0],
    }

    /// The history kept for the result.
    pub struct HistoryNumbers {
        /// Time between two entries, seconds of play.
        pub every_s: f64 [0.1..=3600.0],
        /// The most entries; beyond it every other one is dropped.
        pub most: u32 [4.0..=10_000.0],
        /// The longest time between two losses at one body that count as one battle, seconds of play.
        pub battle_gap_s: f64 [0.1..=3600.0],
    }
}

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

impl ConductNumbers {
    /// The greatest radius of an area that fleets are ordered to attack, km.
    pub fn widest_area_km(&self) -> f64 {
        self.widest_area_au * AU_KM
    }
}
