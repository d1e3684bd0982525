//! Raids: structures and miners of foes that hardly anybody guards. A few quick ships destroy them, and are gone before
//! help comes.

use super::attack::{TOGETHER_S, force, is_setback, may_leave, peace_s, worth};
use super::{Picked, Plan, fewest, sorted_by_time};
use crate::ai::belief::outcome_words;
use crate::ai::economy::gain;
use crate::ai::situation::{Contact, OwnShip, Situation, slowest_km_s, sorted_ids};
use crate::ai::travel::{self, From, away_words};
use crate::level::{Personality, Price, counted, duration, named_together};
use crate::sim::{BodyId, OperationKind, TargetId, worth as worth_of_price};

/// The most targets for which journeys and fights are estimated.
const COMPARED: usize = 4;
/// A raid goes no farther than this, and no farther back, seconds of play.
const LONGEST_WAY_S: f64 = 75.0;
/// A raid stays for about this long, seconds of play.
const STAY_S: f64 = 40.0;
/// Foes that could be at the target within this time guard it, seconds of play.
const GUARDED_S: f64 = 12.0;
/// The keenest mind waits for this long from one raid to the next, seconds of play; others wait longer.
const PAUSE_S: f64 = 45.0;
/// A party has the share of the worth of all armed ships that every raider risks,
const LEAST_SHARE: f64 = 0.15;
/// and the keenest this much more.
const KEEN_SHARE: f64 = 0.6;
/// A party of up to this share may always leave a home that is not in danger.
const LIGHT_SHARE: f64 = 0.25;
/// The least worth of a party: fewer ships take too long.
const LEAST_WORTH: f64 = 700.0;
/// A party with this margin needs no more ships.
const PLENTY: f64 = 0.9;
/// The least value of a target, money of an economy tick: about half a station.
const LEAST_VALUE: f64 = 10.0;
/// What was paid for a target counts like its income in this many economy ticks.
const PRICE_TICKS: f64 = 60.0;
/// The most raids that are noted as declined.
const MOST_DECLINED: usize = 1;

/// Begins a raid, if it is time for one and a target is worth it. A mind that does one thing at a time raids nobody.
pub fn raid(plan: &mut Plan) {
    if !is_time(plan) {
        return;
    }
    let ships: Vec<&OwnShip> = force(plan).into_iter().filter(|ship| !ship.needs_yard()).collect();
    if worth(&ships) < LEAST_WORTH {
        return;
    }
    let mut raids = Vec::new();
    let mut declined = Vec::new();
    for target in targets(plan, &ships) {
        let Some(option) = option(plan, &ships, target) else { continue };
        match obstacle(plan, &option) {
            None => raids.push(option),
            Some(but) => declined.push((option.score, option.body, format!("{}; {but}", option.words()))),
        }
    }
    let scores: Vec<f64> = raids.iter().map(|option| option.score).collect();
    if let Some(picked) = plan.pick(&scores, 6) {
        launch(plan, &raids[picked.index], picked);
    }
    plan.decline_best(OperationKind::Raid, MOST_DECLINED, declined, |_, why| why);
}

/// Begins a raid. Its ships are near each other: they need not gather.
fn launch(plan: &mut Plan, option: &RaidOption, picked: Picked) {
    let why = picked.because(format!("for {}, {}", option.prize.words(), option.way_words()));
    let raid = (OperationKind::Raid, option.body);
    plan.begin_with_odds(raid, sorted_ids(&option.party), option.margin, why).score = option.score;
}

/// Whether a raid may begin: peace and muster are over, none is under way, and the last one was long enough ago for the
/// taste of the mind.
fn is_time(plan: &Plan) -> bool {
    let (thought, situation) = (plan.thought, plan.thought.situation);
    let Some(pause_s) = pause_s(thought.personality.raids) else { return false };
    let last_tick = plan.mind.record.last_raid_tick;
    let has_rested =
        last_tick == 0 || Situation::seconds(situation.tick.saturating_sub(last_tick)) >= pause_s;
    has_rested
        && thought.skill.operations >= 2
        && !situation.objective.is_urgent()
        && Situation::seconds(situation.tick) >= peace_s(plan)
        && plan.count(|kind| kind == OperationKind::Raid) == 0
}

/// The time from one raid to the next for a mind that likes raids so much, 0 to 1, seconds of play; `None`: it never
/// raids.
fn pause_s(keenness: f64) -> Option<f64> {
    (keenness > 0.0).then(|| PAUSE_S / keenness)
}

/// The share of the worth of all armed ships that may go on a raid.
fn share(keenness: f64) -> f64 {
    LEAST_SHARE + KEEN_SHARE * keenness
}

/// The margin that a raid must promise: the keenest raiders dare as much as in an attack, others hardly anything.
fn least_margin(personality: &Personality) -> f64 {
    1.0 - personality.raids * (1.0 - personality.launch_at)
}

/// What a raid would destroy at a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Prize {
    /// The income that its owner loses, with a part of what it paid, money of an economy tick.
    value: f64,
    structures: usize,
    miners: usize,
}

impl Prize {
    /// What is known at a body.
    fn of(plan: &Plan, body: BodyId) -> Self {
        let mut prize = Self::default();
        for foe in plan.thought.belief.foes_at(body) {
            prize.add(plan.thought.situation, body, foe);
        }
        prize
    }

    /// Adds a unit at a body, if it is a structure or a miner without weapons.
    fn add(&mut self, situation: &Situation, body: BodyId, foe: &Contact) {
        if foe.is_armed {
            return;
        }
        let almanac = situation.almanac();
        let income = match foe.id {
            TargetId::Structure(_) => {
                self.structures += 1;
                let class = almanac.structures.0.get(foe.class);
                class.map_or(0.0, |class| gain(situation, body, class).max(0.0))
            }
            TargetId::Ship(_) => {
                let mines = almanac.ships.0.get(foe.class).map_or(0, |class| class.mines);
                if mines == 0 {
                    return;
                }
                self.miners += 1;
                worth_of_price(Price { rare: mines, ..Price::ZERO })
            }
        };
        self.value += income + foe.worth / PRICE_TICKS;
    }

    /// `2 structures and 1 miner`.
    fn words(&self) -> String {
        let parts = [(self.structures, "structure"), (self.miners, "miner")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        named_together(&parts.map(|(count, name)| counted(count, name)).collect::<Vec<String>>())
    }
}

/// The bodies where a raid would destroy most for its way, the best first: the few that are worth a closer look.
fn targets(plan: &Plan, ships: &[&OwnShip]) -> Vec<(BodyId, Prize)> {
    let situation = plan.thought.situation;
    let foreign = situation.bodies.iter_enumerated().filter(|(_, known)| known.owner != Some(situation.me));
    let free = foreign
        .map(|(body, _)| body)
        .filter(|body| !plan.is_pursued(OperationKind::Take, *body) && !is_setback(plan, *body));
    let mut found = Vec::new();
    for body in free {
        let prize = Prize::of(plan, body);
        if prize.value >= LEAST_VALUE {
            let ways = ships.iter().map(|ship| straight_s(situation, ship, body));
            let way_s = ways.fold(f64::MAX, f64::min);
            found.push((prize.value / (way_s + 30.0), body, prize));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    found.truncate(COMPARED);
    found.into_iter().map(|(_, body, prize)| (body, prize)).collect()
}

fn straight_s(situation: &Situation, ship: &OwnShip, body: BodyId) -> f64 {
    travel::straight_s(situation, ship.position, situation.place(body), ship.cruise_km_s)
}

/// A possible raid.
struct RaidOption<'t> {
    body: BodyId,
    prize: Prize,
    score: f64,
    /// The ships that should go, the first there first.
    party: Vec<&'t OwnShip>,
    /// The likely outcome against what guards the target, -1 to 1.
    margin: f64,
    /// The journey there,
    seconds: f64,
    /// and the way back to a yard, both seconds of play.
    back_s: f64,
}

impl RaidOption<'_> {
    /// What speaks for it.
    fn words(&self) -> String {
        format!("for {}; {}, {}", self.prize.words(), outcome_words(self.margin), self.way_words())
    }

    /// `35 s away, 20 s back`.
    fn way_words(&self) -> String {
        format!("{}, {} back", away_words(self.seconds), duration(self.back_s))
    }
}

/// A raid of the fewest ships that suffice; `None` if too few are near each other, or the way is too long.
fn option<'t>(
    plan: &Plan<'_, 't, '_>,
    ships: &[&'t OwnShip],
    (body, prize): (BodyId, Prize),
) -> Option<RaidOption<'t>> {
    let (situation, belief) = (plan.thought.situation, plan.thought.belief);
    let keenness = plan.thought.personality.raids;
    let ships = raiders(situation, ships, body, share(keenness));
    let margin = |some: &[&OwnShip]| belief.margin_of_attack(some.iter().copied(), body, GUARDED_S);
    let party = fewest(&ships, |some| worth(some) >= LEAST_WORTH && margin(some) >= PLENTY);
    if worth(party) < LEAST_WORTH {
        return None;
    }
    let seconds = travel::of_ship_within(situation, party.last()?, body, LONGEST_WAY_S)?;
    let slowest = slowest_km_s(party.iter().copied());
    let home_s =
        |yard: BodyId| travel::straight_after_s(situation, From::Body(body), slowest, yard, seconds + STAY_S);
    let back_s = situation.yard_bodies().into_iter().map(home_s).min_by(f64::total_cmp)?;
    let margin = margin(party);
    let score = keenness * prize.value * margin.max(0.01) / (seconds + back_s + 30.0);
    Some(RaidOption { body, prize, score, party: party.to_vec(), margin, seconds, back_s })
}

/// The ships that would arrive at a body soon after the first one, up to a share of the worth of all armed ships; the
/// first there first.
fn raiders<'t>(situation: &Situation, ships: &[&'t OwnShip], body: BodyId, share: f64) -> Vec<&'t OwnShip> {
    let timed = sorted_by_time(ships.iter().map(|ship| (straight_s(situation, ship, body), *ship)));
    let last_s = timed.first().map_or(0.0, |(first_s, _)| first_s + TOGETHER_S);
    let most = (share * situation.armed_worth()).max(LEAST_WORTH);
    let mut sum = 0.0;
    let mut raiders = Vec::new();
    for (_, ship) in timed.into_iter().take_while(|(seconds, _)| *seconds <= last_s) {
        // One ship more than the share makes a party of the least worth, where ships are small.
        if sum + ship.worth <= most || sum < LEAST_WORTH && sum + ship.worth <= 2.0 * LEAST_WORTH {
            sum += ship.worth;
            raiders.push(ship);
        }
    }
    raiders
}

/// Why a raid does not begin; `None` if it may.
fn obstacle(plan: &Plan, option: &RaidOption) -> Option<String> {
    let thought = plan.thought;
    let least = least_margin(thought.personality);
    let is_light = worth(&option.party) <= LIGHT_SHARE * thought.situation.armed_worth();
    let home_holds = || {
        let mut party = option.party.clone();
        party.sort_by_key(|ship| ship.id);
        is_light && !thought.posture.is_pressed || may_leave(plan, &party)
    };
    if option.margin < least {
        Some(format!("it wants {:.0} % of the fleet to survive", 100.0 * least))
    } else if option.back_s > LONGEST_WAY_S {
        Some("its ships would be back too late".to_owned())
    } else if !home_holds() {
        Some("home would not hold".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;

    fn personality(name: &str) -> Personality {
        test_support::shipped().minds.personality(name).expect("the rules have it").clone()
    }

    #[test]
    fn who_likes_raids_more_comes_more_often_with_more_and_dares_more() {
        let order = ["steward", "merchant", "corsair"].map(personality);
        for pair in order.windows(2) {
            let [one, other] = [&pair[0], &pair[1]];
            assert!(pause_s(one.raids) > pause_s(other.raids), "{} and {}", one.name, other.name);
            assert!(share(one.raids) < share(other.raids), "{} and {}", one.name, other.name);
            assert!(least_margin(one) > least_margin(other), "{} and {}", one.name, other.name);
        }
        for never in ["warden", "prospector"] {
            assert_eq!(pause_s(personality(never).raids), None, "{never}");
        }
    }

    #[test]
    fn a_raid_dares_no_more_than_an_attack() {
        for one in &test_support::shipped().minds.personalities {
            assert!((one.launch_at..=1.0).contains(&least_margin(one)), "{}", one.name);
            assert!(share(one.raids) <= 0.75, "{}: a raid is not the whole fleet", one.name);
        }
    }

    #[test]
    fn a_prize_is_told_in_words() {
        let prize = |structures: usize, miners: usize| Prize { value: 0.0, structures, miners }.words();
        assert_eq!(prize(2, 1), "2 structures and 1 miner");
        assert_eq!(prize(0, 2), "2 miners");
    }
}
