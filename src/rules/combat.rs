//! The numbers of fighting and of taking planets, as `assets/rules/combat.ron` says them.
//!
//! - Enters: the text of the file.
//! - Leaves: [`CombatRules`], each number within what the arithmetic bears.
//! - Must never: know a weapon or a class, roll a die, or hurt anything.

use serde::{Deserialize, Serialize};

use super::economy::out_of_range;
use crate::level::holdings::{LEAST_TERRAIN, MOST_TERRAIN};
use crate::orbit::AU_KM;

/// Everything about fighting that a designer may want to change and that no weapon or class says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRules {
    /// Who hits what.
    pub gunnery: GunneryNumbers,
    /// Whom everyone would rather shoot at.
    pub targeting: TargetingNumbers,
    /// Ordnance that flies by itself.
    pub torpedoes: TorpedoNumbers,
    /// How carriers launch.
    pub hangars: HangarPace,
    /// What a hit does besides its points.
    pub harm: HarmNumbers,
    /// What mends.
    pub repair: RepairNumbers,
    /// What yards take aboard of troop ships.
    pub refit: RefitNumbers,
    /// How fleets behave in a fight.
    pub conduct: ConductNumbers,
    /// What crews are called that have learnt something.
    pub skills: SkillNumbers,
    /// What is left of what is destroyed.
    pub wrecks: WreckNumbers,
    /// Landing and taking.
    pub ground: GroundNumbers,
    /// What is kept for the result.
    pub history: HistoryNumbers,
}

/// Who hits what.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunneryNumbers {
    /// Everyone looks for a better target this often, ticks.
    pub look_again_ticks: u32,
    /// At its full range a weapon hits this share as often as close by, 0 to 1.
    pub share_at_range: f64,
    /// A new target must be better than the present one by this factor, so that nobody dithers.
    pub constancy: f64,
    /// Harm done for one level of experience, points.
    pub points_per_level: f64,
    /// The highest level.
    pub most_levels: u32,
    /// By how much each level raises the share of hits.
    pub accuracy_per_level: f64,
    /// Who could not be paid loads so many times as long.
    pub unpaid_reload: f64,
}

/// Whom everyone would rather shoot at: factors by which a foe counts for more or for less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetingNumbers {
    /// The first of the kinds that a class hunts; those behind it less and less.
    pub first_prey: f64,
    /// The kind that a fleet's player has chosen.
    pub chosen_prey: f64,
    /// What can neither shoot nor land troopers.
    pub harmless: f64,
    /// What the own weapons can do next to nothing to.
    pub least_effect: f64,
    /// A foe counts for 1 / (this + its distance as a share of the range).
    pub near: f64,
    /// A foe counts for 1 / (this + the share of it that is left).
    pub weak: f64,
}

/// Ordnance that flies by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoNumbers {
    /// For so long a torpedo does not harm who launched it, seconds of play.
    pub safe_s: f64,
    /// The share of its remaining way within which a torpedo looks for another target.
    pub search_share: f64,
}

/// How carriers launch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HangarPace {
    /// A carrier launches a wing at most this often, seconds of play.
    pub launch_s: f64,
}

/// What a hit does besides its points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarmNumbers {
    /// Heat that reaches armour burns on with this share of its harm,
    pub burn_share: f64,
    /// and is half gone after so many seconds of play.
    pub burn_half_s: f64,
    /// An electric hit leaps on to at most so many neighbours of the target,
    pub leaps: u32,
    /// within this distance, km,
    pub leap_km: f64,
    /// with this share of its harm.
    pub leap_share: f64,
    /// An electric hit that reaches armour silences weapons for so long, seconds of play.
    pub silence_s: f64,
}

/// What mends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairNumbers {
    /// A shipyard mends this much armour in a second of play, points, shared among the damaged structures of
    /// its side at its planet, and the damaged ships that keep their places in its ring
    pub yard_points_per_s: f64,
    /// or are within this distance of it, as structures of other bodies may be, km. Nobody keeps a place who
    /// is farther than this from there.
    pub reach_km: f64,
    /// A repair ship's reach, km.
    pub ship_reach_km: f64,
    /// Nothing mends that was hit less than so many seconds of play ago.
    pub calm_s: f64,
}

/// What yards take aboard of the troop ships that they could mend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefitNumbers {
    /// Troopers that come aboard in a second of play, for each yard.
    pub troopers_per_s: f64,
    /// What a trooper costs, money.
    pub trooper_money: u32,
}

/// From which level of experience on crews are called so; below the first they are green.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillNumbers {
    /// Trained.
    pub trained: u32,
    /// Veterans.
    pub veteran: u32,
    /// Elite.
    pub elite: u32,
}

/// How fleets behave in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConductNumbers {
    /// Ships that manoeuvre against foes make this share of their speed.
    pub fight_speed_share: f64,
    /// A defensive fleet engages what comes within so many times its longest range,
    pub defensive_reach: f64,
    /// an aggressive one in open space what is within so many times.
    pub aggressive_reach: f64,
    /// A fight is over when no foe has been near for so long, seconds of play.
    pub calm_s: f64,
    /// The angle by which a circling ship goes on round its target in a second of play, degrees.
    pub circling_deg_per_s: f64,
    /// An area that fleets are ordered to attack reaches at most so far from its middle, AU.
    pub widest_area_au: f64,
}

/// What is left of what is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WreckNumbers {
    /// The most pieces that a ship breaks into.
    pub most_pieces: u32,
    /// The fewest.
    pub least_pieces: u32,
    /// A ship breaks into one piece for so many km of its length.
    pub km_per_piece: f64,
    /// Seconds of play until a piece has faded.
    pub life_s: f64,
    /// How fast pieces drift apart, radii of the ship in a second of play.
    pub drift_radii_per_s: f64,
    /// The fastest tumbling, degrees in a second of play.
    pub tumble_deg_per_s: f64,
    /// The most pieces at a time; the oldest go first.
    pub most_at_once: u32,
}

/// Landing and taking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundNumbers {
    /// Troopers that defend a body at most, for each point of its economics.
    pub defenders_per_economics: f64,
    /// The share of those who defend a body that belongs to nobody.
    pub free_share: f64,
    /// The share of them that grows back in a second of play.
    pub growth_per_s: f64,
    /// The share of its troopers that a ship lands in a second of play.
    pub landing_per_s: f64,
    /// Ships land from within the innermost ring times this.
    pub landing_reach: f64,
    /// Lanchester's square law: troopers that one trooper puts out of action in a second of play.
    pub kills_per_s: f64,
    /// By what defenders are stronger on a planet, a dwarf, a moon of which the level does not say it.
    pub terrain: Terrain,
    /// Defenders that a point of bombardment puts out of action.
    pub bombard_kills: f64,
    /// Share of a body's values that a point of bombardment ruins, for a body worth 100.
    pub bombard_ruin: f64,
    /// Share of the ruin that is rebuilt in a second of play.
    pub rebuild_per_s: f64,
    /// Unrest of a body that has just been taken, 0 to 1.
    pub unrest: f64,
    /// How much unrest falls in a second of play,
    pub calming_per_s: f64,
    /// and how much more with a full garrison.
    pub garrison_calming_per_s: f64,
    /// Seconds of play until a body that was taken brings anything.
    pub income_delay_s: f64,
    /// Bodies without ground to land on, comets, are taken by having their wells to oneself for so long,
    /// seconds of play.
    pub hold_s: f64,
    /// The share of the invaders who stay as the defenders of a body that they have taken.
    pub kept_share: f64,
}

/// By what defenders are stronger on the ground of a kind of body.
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

/// What is kept for the result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryNumbers {
    /// Seconds of play between two entries.
    pub every_s: f64,
    /// The most entries; beyond it every other one is dropped.
    pub most: u32,
    /// What is destroyed at one body within so many seconds of play after the loss before belongs to the same
    /// battle.
    pub battle_gap_s: f64,
}

impl CombatRules {
    /// Every number that is not within its range: the field's name and what is asked of it.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = self.gunnery.faults();
        faults.extend(self.targeting.faults());
        faults.extend(self.torpedoes.faults());
        faults.extend(self.hangars.faults());
        faults.extend(self.harm.faults());
        faults.extend(self.repair.faults());
        faults.extend(self.refit.faults());
        faults.extend(self.conduct.faults());
        faults.extend(self.skills.faults());
        faults.extend(self.wrecks.faults());
        faults.extend(self.ground.faults());
        faults.extend(self.history.faults());
        faults
    }
}

impl GunneryNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("look_again_ticks", f64::from(self.look_again_ticks), 1.0, 300.0),
            ("share_at_range", self.share_at_range, 0.0, 1.0),
            ("constancy", self.constancy, 1.0, 100.0),
            ("points_per_level", self.points_per_level, 1.0, 1.0e9),
            ("most_levels", f64::from(self.most_levels), 0.0, 100.0),
            ("accuracy_per_level", self.accuracy_per_level, 0.0, 1.0),
            ("unpaid_reload", self.unpaid_reload, 1.0, 100.0),
        ])
    }
}

impl TargetingNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("first_prey", self.first_prey, 1.0, 100.0),
            ("chosen_prey", self.chosen_prey, 1.0, 100.0),
            ("harmless", self.harmless, 0.0, 1.0),
            ("least_effect", self.least_effect, 0.0, 1.0),
            ("near", self.near, 0.01, 100.0),
            ("weak", self.weak, 0.01, 100.0),
        ])
    }
}

impl TorpedoNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[("safe_s", self.safe_s, 0.0, 60.0), ("search_share", self.search_share, 0.0, 1.0)])
    }
}

impl HangarPace {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[("launch_s", self.launch_s, 0.03, 600.0)])
    }
}

impl HarmNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("burn_share", self.burn_share, 0.0, 10.0),
            ("burn_half_s", self.burn_half_s, 0.05, 600.0),
            ("leaps", f64::from(self.leaps), 0.0, 16.0),
            ("leap_km", self.leap_km, 0.0, 1.0e7),
            ("leap_share", self.leap_share, 0.0, 1.0),
            ("silence_s", self.silence_s, 0.0, 60.0),
        ])
    }
}

impl RepairNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("yard_points_per_s", self.yard_points_per_s, 0.0, 1.0e6),
            ("reach_km", self.reach_km, 0.0, 1.0e8),
            ("ship_reach_km", self.ship_reach_km, 0.0, 1.0e8),
            ("calm_s", self.calm_s, 0.0, 600.0),
        ])
    }
}

impl RefitNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("troopers_per_s", self.troopers_per_s, 0.0, 1.0e4),
            ("trooper_money", f64::from(self.trooper_money), 0.0, 1.0e6),
        ])
    }
}

impl SkillNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = out_of_range(&[
            ("trained", f64::from(self.trained), 1.0, 100.0),
            ("veteran", f64::from(self.veteran), 1.0, 100.0),
            ("elite", f64::from(self.elite), 1.0, 100.0),
        ]);
        for (name, level, before, least) in [
            ("veteran", self.veteran, "trained", self.trained),
            ("elite", self.elite, "veteran", self.veteran),
        ] {
            if level <= least {
                faults.push((name, format!("is {level}, but must be above `{before}`, {least}")));
            }
        }
        faults
    }
}

impl ConductNumbers {
    /// The greatest radius of an area that fleets are ordered to attack, km.
    pub fn widest_area_km(&self) -> f64 {
        self.widest_area_au * AU_KM
    }

    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("fight_speed_share", self.fight_speed_share, 0.01, 1.0),
            ("defensive_reach", self.defensive_reach, 0.0, 100.0),
            ("aggressive_reach", self.aggressive_reach, 0.0, 100.0),
            ("calm_s", self.calm_s, 0.0, 600.0),
            ("circling_deg_per_s", self.circling_deg_per_s, 0.0, 720.0),
            ("widest_area_au", self.widest_area_au, 0.001, 200.0),
        ])
    }
}

impl WreckNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("most_pieces", f64::from(self.most_pieces), 0.0, 16.0),
            ("least_pieces", f64::from(self.least_pieces), 0.0, 16.0),
            ("km_per_piece", self.km_per_piece, 1.0, 1.0e9),
            ("life_s", self.life_s, 0.0, 3600.0),
            ("drift_radii_per_s", self.drift_radii_per_s, 0.0, 100.0),
            ("tumble_deg_per_s", self.tumble_deg_per_s, 0.0, 3600.0),
            ("most_at_once", f64::from(self.most_at_once), 0.0, 10_000.0),
        ])
    }
}

impl GroundNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("defenders_per_economics", self.defenders_per_economics, 0.0, 1.0e4),
            ("free_share", self.free_share, 0.0, 1.0),
            ("growth_per_s", self.growth_per_s, 0.0, 1.0),
            ("landing_per_s", self.landing_per_s, 0.001, 30.0),
            ("landing_reach", self.landing_reach, 0.1, 10.0),
            ("kills_per_s", self.kills_per_s, 0.0, 10.0),
            ("planet", self.terrain.planet, LEAST_TERRAIN, MOST_TERRAIN),
            ("dwarf", self.terrain.dwarf, LEAST_TERRAIN, MOST_TERRAIN),
            ("moon", self.terrain.moon, LEAST_TERRAIN, MOST_TERRAIN),
            ("bombard_kills", self.bombard_kills, 0.0, 1.0e3),
            ("bombard_ruin", self.bombard_ruin, 0.0, 1.0),
            ("rebuild_per_s", self.rebuild_per_s, 0.0, 1.0),
            ("unrest", self.unrest, 0.0, 1.0),
            ("calming_per_s", self.calming_per_s, 0.0, 1.0),
            ("garrison_calming_per_s", self.garrison_calming_per_s, 0.0, 1.0),
            ("income_delay_s", self.income_delay_s, 0.0, 3600.0),
            ("hold_s", self.hold_s, 0.1, 3600.0),
            ("kept_share", self.kept_share, 0.0, 1.0),
        ])
    }
}

impl HistoryNumbers {
    fn faults(&self) -> Vec<(&'static str, String)> {
        out_of_range(&[
            ("every_s", self.every_s, 0.1, 3600.0),
            ("most", f64::from(self.most), 4.0, 10_000.0),
            ("battle_gap_s", self.battle_gap_s, 0.1, 3600.0),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_numbers_are_within_their_ranges() {
        assert_eq!(CombatRules::default().faults(), []);
    }

    #[test]
    fn troopers_are_never_given_back_and_skills_grow() {
        let mut rules = CombatRules::default();
        rules.refit.troopers_per_s = -1.0;
        rules.refit.trooper_money = 2_000_000;
        rules.skills = SkillNumbers { trained: 3, veteran: 3, elite: 2 };
        let faults = rules.faults();
        let names: Vec<&str> = faults.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["troopers_per_s", "trooper_money", "veteran", "elite"]);
        assert_eq!(faults[2].1, "is 3, but must be above `trained`, 3");
    }

    #[test]
    fn what_is_no_number_is_told() {
        let mut rules = CombatRules::default();
        rules.ground.hold_s = f64::NAN;
        rules.harm.leaps = 99;
        let names: Vec<&str> = rules.faults().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["leaps", "hold_s"]);
    }

    #[test]
    fn areas_that_are_attacked_have_a_bound() {
        let cases = [(0.001, false), (200.0, false), (0.0, true), (f64::INFINITY, true)];
        for (widest_area_au, is_faulty) in cases {
            let conduct = ConductNumbers { widest_area_au, ..ConductNumbers::default() };
            let rules = CombatRules { conduct, ..CombatRules::default() };
            let names: Vec<&str> = rules.faults().into_iter().map(|(name, _)| name).collect();
            assert_eq!(names == ["widest_area_au"], is_faulty, "{widest_area_au}: {names:?}");
        }
    }

    #[test]
    fn who_is_not_paid_loads_no_faster_for_it() {
        for (unpaid_reload, is_faulty) in [(1.0, false), (100.0, false), (0.9, true), (101.0, true)] {
            let gunnery = GunneryNumbers { unpaid_reload, ..GunneryNumbers::default() };
            let rules = CombatRules { gunnery, ..CombatRules::default() };
            let names: Vec<&str> = rules.faults().into_iter().map(|(name, _)| name).collect();
            assert_eq!(names == ["unpaid_reload"], is_faulty, "{unpaid_reload}: {names:?}");
        }
    }
}
