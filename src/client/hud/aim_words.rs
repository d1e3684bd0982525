//! The conditions of victory and the progress of all sides in words: lines for the top of the screen and for the
//! briefing, and a few words for the list at the side.

use crate::client::frame::Player;
use crate::client::view::Objectives;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::outcome::victory::{Progress, Race, SideProgress, VictoryGoal};
use crate::sim::{BodyId, FactionId, Sky};

/// An aim of the player, with the progress toward it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// A few words for a row.
    pub short: String,
    /// Whole sentences.
    pub whole: String,
}

/// Another side that holds what wins, while its time runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// The condition, by its place in the level, and the side.
    pub key: (usize, u16),
    /// The body that it has to hold, where the condition names one.
    pub body: Option<BodyId>,
    /// What it holds, and for how long it must.
    pub words: String,
}

/// The sides other than the player's that win soon, if they keep what they hold; none for spectators.
pub fn rivals_ahead(race: &Race, sky: &Sky, player: &Player) -> Vec<Rival> {
    let Some(me) = race.side(player.faction) else { return Vec::new() };
    with_names(race, sky, |_, names| {
        let progress = race.progress();
        let numbered = progress.iter().enumerate();
        numbered.flat_map(|(condition, one)| rivals_of(condition, one, me, names)).collect()
    })
}

/// The sides other than `me` whose time runs for a condition, given with its place in the level.
fn rivals_of(condition: usize, progress: &Progress, me: u16, names: &ProgressNames) -> Vec<Rival> {
    let (held, body, ticks) = match progress.goal {
        VictoryGoal::HoldPlanets { count, ticks } => (bodies(count), None, ticks),
        VictoryGoal::HoldBody { body, ticks, .. } => ((names.body)(body).to_owned(), Some(body), ticks),
        VictoryGoal::Eliminate | VictoryGoal::Survive { .. } => return Vec::new(),
    };
    let ahead = progress.sides.iter().filter(|side| side.side != me && side.met_ticks > 0);
    let rivals = ahead.map(|side| {
        let (name, time) = ((names.side)(side.side), seconds(ticks));
        let words = format!("{name}: {held} held, which wins after {time}");
        Rival { key: (condition, side.side), body, words }
    });
    rivals.collect()
}

/// A player's lines about all conditions. The outliner alone tells what has to be found before: it is always there.
pub fn aim_lines(race: &Race, sky: &Sky, player: &Player) -> Vec<String> {
    with_names(race, sky, |side_of, names| {
        let me = race.side(player.faction);
        race.progress().iter().flat_map(|progress| lines_of(progress, me, side_of, names)).collect()
    })
}

/// A player's aims for rows of a list that has the objectives as rows of their own.
pub fn aims(race: &Race, sky: &Sky, player: &Player, objectives: &Objectives) -> Vec<Aim> {
    let Some(me) = race.side(player.faction) else { return Vec::new() };
    with_names(race, sky, |side_of, names| {
        let progress = race.progress();
        // A body that has to be held has an aim of its own. Any other objective is the home of a foe, and stands for
        // the aim to defeat all enemies.
        let is_held = |body: &BodyId| {
            progress
                .iter()
                .any(|one| matches!(one.goal, VictoryGoal::HoldBody { body: held, .. } if held == *body))
        };
        let has_objective = objectives.unfound > 0 || !objectives.bodies.iter().all(is_held);
        progress.iter().filter_map(|progress| aim_of(progress, me, has_objective, side_of, names)).collect()
    })
}

/// The sides of factions.
type SideOf<'a> = &'a dyn Fn(FactionId) -> Option<u16>;

/// Makes words with the names of a world.
fn with_names<T>(race: &Race, sky: &Sky, words: impl FnOnce(SideOf, &ProgressNames) -> T) -> T {
    let body = |body: BodyId| sky.system.bodies.get(body).map_or("a body", |body| body.in_words.as_str());
    let names = ProgressNames { body: &body, side: &|side: u16| race.name_of(side) };
    words(&|faction: FactionId| race.side(faction), &names)
}

/// The aim of a side by a condition; `None` for a task of others, and where the objectives tell it.
fn aim_of(
    progress: &Progress,
    me: u16,
    has_objective: bool,
    side_of: SideOf,
    names: &ProgressNames,
) -> Option<Aim> {
    let of_side = |number: u16| progress.sides.iter().find(|side| side.side == number);
    let own = of_side(me)?;
    let short = match progress.goal {
        VictoryGoal::Eliminate if own.met_ticks > 0 => {
            format!("Only ships left: {}", time_words(own.met_ticks, progress.ships_only_ticks))
        }
        VictoryGoal::Eliminate if has_objective => return None,
        VictoryGoal::Eliminate => "Defeat all enemies".to_owned(),
        VictoryGoal::HoldPlanets { count, ticks } if own.planets >= count => {
            format!("Bodies: {count} of {count}, {}", time_words(own.met_ticks, ticks))
        }
        VictoryGoal::HoldPlanets { count, .. } => format!("Bodies: {} of {count}", own.planets),
        VictoryGoal::HoldBody { body, first_owner, .. } if first_owner.and_then(side_of) == Some(me) => {
            format!("Defend {}", (names.body)(body))
        }
        VictoryGoal::HoldBody { body, ticks, .. } => {
            format!("Hold {}: {}", (names.body)(body), time_words(own.met_ticks, ticks))
        }
        VictoryGoal::Survive { faction, ticks } => {
            let survivor = side_of(faction)?;
            if survivor == me {
                format!("Survive: {}", time_words(own.met_ticks, ticks))
            } else {
                let passed = of_side(survivor).map_or(0, |side| side.met_ticks);
                format!("Defeat {}: {} left", (names.side)(survivor), seconds(ticks.saturating_sub(passed)))
            }
        }
    };
    let sentences = lines_of(progress, Some(me), side_of, names);
    Some(Aim { short, whole: format!("{}.", sentences.join(". ")) })
}

/// Names of things.
struct ProgressNames<'a> {
    body: &'a dyn Fn(BodyId) -> &'a str,
    side: &'a dyn Fn(u16) -> String,
}

/// The lines about a condition for a side; `None` for a spectator. `side_of` returns the side of a faction.
fn lines_of(progress: &Progress, me: Option<u16>, side_of: SideOf, names: &ProgressNames) -> Vec<String> {
    let own = progress.sides.iter().filter(|side| Some(side.side) == me);
    let others = progress.sides.iter().filter(|side| Some(side.side) != me);
    let own = own.filter_map(|side| own_words(progress, side, side_of, names));
    let is_shown = |side: &&SideProgress| share(progress.goal, side) > if me.is_some() { 0.5 } else { 0.0 };
    let others = others.filter(is_shown).map(|side| others_words(progress, side, names));
    own.chain(others).collect()
}

/// A side's progress, 0 to 1; for holding bodies, the share of them; 1 once the others have only ships left.
fn share(goal: VictoryGoal, side: &SideProgress) -> f64 {
    let of = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    match goal {
        VictoryGoal::Eliminate => {
            if side.met_ticks > 0 {
                1.0
            } else {
                0.0
            }
        }
        VictoryGoal::HoldPlanets { count, .. } => of(side.planets, count),
        VictoryGoal::HoldBody { ticks, .. } | VictoryGoal::Survive { ticks, .. } => of(side.met_ticks, ticks),
    }
}

/// The own side's task and its progress; `None` for a task of others.
fn own_words(
    progress: &Progress,
    own: &SideProgress,
    side_of: SideOf,
    names: &ProgressNames,
) -> Option<String> {
    match progress.goal {
        VictoryGoal::Eliminate if own.met_ticks > 0 => {
            let time = time_words(own.met_ticks, progress.ships_only_ticks);
            Some(format!("Enemies have only ships left: {time}"))
        }
        VictoryGoal::Eliminate => {
            Some("Victory: take or destroy every enemy planet, shipyard, warship and trooper".to_owned())
        }
        VictoryGoal::HoldPlanets { count, ticks } => {
            let task = format!("Victory: hold {} (no comets)", bodies(count));
            Some(if own.planets >= count {
                format!("{task}, {}", time_words(own.met_ticks, ticks))
            } else {
                format!("{task} for {}, {} of {count}", seconds(ticks), own.planets)
            })
        }
        VictoryGoal::HoldBody { body, first_owner, ticks } => {
            let name = (names.body)(body);
            let is_ours = first_owner.and_then(side_of) == Some(own.side);
            Some(if is_ours {
                format!("Defend {name}: another side that holds it for {} wins", seconds(ticks))
            } else {
                format!("Victory: hold {name}, {}", time_words(own.met_ticks, ticks))
            })
        }
        VictoryGoal::Survive { faction, ticks } => {
            let survivor = side_of(faction)?;
            Some(if survivor == own.side {
                format!("Victory: survive, {}", time_words(own.met_ticks, ticks))
            } else {
                format!("Victory: defeat {} within {}", (names.side)(survivor), seconds(ticks))
            })
        }
    }
}

/// The line about another side.
fn others_words(progress: &Progress, other: &SideProgress, names: &ProgressNames) -> String {
    let name = (names.side)(other.side);
    match progress.goal {
        VictoryGoal::Eliminate => {
            let time = time_words(other.met_ticks, progress.ships_only_ticks);
            format!("Enemies of {name} have only ships left: {time}")
        }
        VictoryGoal::HoldPlanets { count, ticks } => {
            if other.planets >= count {
                format!("{name}: {} held, {}", bodies(count), time_words(other.met_ticks, ticks))
            } else {
                format!("{name}: {} of {} held", other.planets, bodies(count))
            }
        }
        VictoryGoal::HoldBody { body, ticks, .. } => {
            format!("{name}: {} held, {}", (names.body)(body), time_words(other.met_ticks, ticks))
        }
        VictoryGoal::Survive { ticks, .. } => {
            format!("{name}: survived {}", time_words(other.met_ticks, ticks))
        }
    }
}

/// Dwarfs and moons count as well as planets.
fn bodies(count: u32) -> String {
    if count == 1 { "1 body".to_owned() } else { format!("{count} bodies") }
}

fn seconds(ticks: u32) -> String {
    format!("{:.0} s", f64::from(ticks) / TICKS_PER_SECOND)
}

fn time_words(ticks: u32, needed: u32) -> String {
    format!("{:.0} of {}", (f64::from(ticks.min(needed)) / TICKS_PER_SECOND).floor(), seconds(needed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts seconds of play to ticks.
    fn ticks(seconds: f64) -> u32 {
        (seconds * TICKS_PER_SECOND) as u32
    }

    /// Words about a condition, with the bodies and the seconds of two sides.
    fn of_goal<T>(
        goal: VictoryGoal,
        sides: [(u32, f64); 2],
        words: impl FnOnce(&Progress, SideOf, &ProgressNames) -> T,
    ) -> T {
        let sides = (0_u16..).zip(sides).map(|(side, (bodies, seconds))| SideProgress {
            side,
            bodies,
            planets: bodies,
            met_ticks: ticks(seconds),
        });
        let progress = Progress { goal, sides: sides.collect(), ships_only_ticks: ticks(60.0) };
        let side_of = |faction: FactionId| u16::try_from(faction.0).ok();
        let names = ProgressNames {
            body: &|_: BodyId| "Rowan",
            side: &|side: u16| String::from(if side == 0 { "Lumen" } else { "Cairn" }),
        };
        words(&progress, &side_of, &names)
    }

    fn goal_lines(goal: VictoryGoal, me: Option<u16>, sides: [(u32, f64); 2]) -> Vec<String> {
        of_goal(goal, sides, |progress, side_of, names| lines_of(progress, me, side_of, names))
    }

    /// The few words of a side's aim; empty without one.
    fn aim(goal: VictoryGoal, me: u16, sides: [(u32, f64); 2], has_objective: bool) -> String {
        let aim = of_goal(goal, sides, |progress, side_of, names| {
            aim_of(progress, me, has_objective, side_of, names)
        });
        aim.map(|aim| aim.short).unwrap_or_default()
    }

    #[test]
    fn an_aim_tells_the_own_progress_in_a_few_words() {
        let planets = VictoryGoal::HoldPlanets { count: 4, ticks: ticks(60.0) };
        assert_eq!(aim(planets, 0, [(2, 0.0), (3, 0.0)], false), "Bodies: 2 of 4");
        assert_eq!(aim(planets, 0, [(5, 34.0), (3, 0.0)], true), "Bodies: 4 of 4, 34 of 60 s");
        let survive = VictoryGoal::Survive { faction: FactionId(0), ticks: ticks(600.0) };
        assert_eq!(aim(survive, 0, [(1, 100.0), (1, 0.0)], false), "Survive: 100 of 600 s");
        assert_eq!(aim(survive, 1, [(1, 100.0), (1, 0.0)], true), "Defeat Lumen: 500 s left");
        let body =
            VictoryGoal::HoldBody { body: BodyId(3), first_owner: Some(FactionId(1)), ticks: ticks(60.0) };
        assert_eq!(aim(body, 0, [(1, 34.0), (1, 0.0)], true), "Hold Rowan: 34 of 60 s");
        assert_eq!(aim(body, 1, [(1, 34.0), (1, 0.0)], true), "Defend Rowan");
    }

    #[test]
    fn objectives_tell_the_aim_of_a_war_until_only_ships_are_left() {
        let eliminate =
            |has_objective, seconds| aim(VictoryGoal::Eliminate, 0, [(1, seconds), (1, 0.0)], has_objective);
        assert_eq!(eliminate(true, 0.0), "");
        assert_eq!(eliminate(false, 0.0), "Defeat all enemies");
        assert_eq!(eliminate(true, 12.0), "Only ships left: 12 of 60 s");
    }

    #[test]
    fn the_tip_of_an_aim_has_the_sentences_of_the_lines() {
        let goal = VictoryGoal::HoldPlanets { count: 4, ticks: ticks(60.0) };
        let sides = [(4, 34.0), (3, 0.0)];
        let whole =
            of_goal(goal, sides, |progress, side_of, names| aim_of(progress, 0, true, side_of, names));
        let whole = whole.expect("there is an aim").whole;
        assert_eq!(whole, "Victory: hold 4 bodies (no comets), 34 of 60 s. Cairn: 3 of 4 bodies held.");
        assert_eq!(whole, format!("{}.", goal_lines(goal, Some(0), sides).join(". ")));
    }

    #[test]
    fn another_side_that_holds_what_wins_is_told_with_the_time() {
        let rivals = |goal: VictoryGoal, me: u16| -> Vec<(String, Option<BodyId>)> {
            let sides = [(4, 34.0), (3, 0.0)];
            let found = of_goal(goal, sides, |progress, _, names| rivals_of(2, progress, me, names));
            assert!(found.iter().all(|rival| rival.key == (2, 0)));
            found.into_iter().map(|rival| (rival.words, rival.body)).collect()
        };
        let planets = VictoryGoal::HoldPlanets { count: 4, ticks: ticks(60.0) };
        let told = |words: &str, body: Option<BodyId>| [(words.to_owned(), body)];
        assert_eq!(rivals(planets, 1), told("Lumen: 4 bodies held, which wins after 60 s", None));
        assert!(rivals(planets, 0).is_empty(), "the own time is no danger");
        let body = VictoryGoal::HoldBody { body: BodyId(3), first_owner: None, ticks: ticks(60.0) };
        assert_eq!(rivals(body, 1), told("Lumen: Rowan held, which wins after 60 s", Some(BodyId(3))));
        assert!(rivals(VictoryGoal::Eliminate, 1).is_empty());
    }

    #[test]
    fn planets_are_counted_and_then_time() {
        let goal = VictoryGoal::HoldPlanets { count: 4, ticks: ticks(60.0) };
        assert_eq!(
            goal_lines(goal, Some(0), [(2, 0.0), (2, 0.0)]),
            ["Victory: hold 4 bodies (no comets) for 60 s, 2 of 4"]
        );
        let both = ["Victory: hold 4 bodies (no comets), 34 of 60 s", "Cairn: 3 of 4 bodies held"];
        assert_eq!(goal_lines(goal, Some(0), [(4, 34.0), (3, 0.0)]), both);
        let held = goal_lines(goal, Some(1), [(5, 34.0), (0, 0.0)]);
        assert_eq!(
            held,
            ["Victory: hold 4 bodies (no comets) for 60 s, 0 of 4", "Lumen: 4 bodies held, 34 of 60 s"]
        );
    }

    #[test]
    fn progress_names_the_body_to_hold() {
        let goal =
            VictoryGoal::HoldBody { body: BodyId(3), first_owner: Some(FactionId(1)), ticks: ticks(60.0) };
        assert_eq!(goal_lines(goal, Some(0), [(1, 34.0), (1, 0.0)]), ["Victory: hold Rowan, 34 of 60 s"]);
        let first = goal_lines(goal, Some(1), [(1, 34.0), (1, 0.0)]);
        let keep = "Defend Rowan: another side that holds it for 60 s wins";
        assert_eq!(first, [keep, "Lumen: Rowan held, 34 of 60 s"]);
        assert_eq!(goal_lines(goal, Some(1), [(1, 20.0), (1, 0.0)]).len(), 1, "not half the time yet");
    }

    #[test]
    fn progress_names_the_faction_that_must_survive() {
        let goal = VictoryGoal::Survive { faction: FactionId(0), ticks: ticks(600.0) };
        assert_eq!(goal_lines(goal, Some(0), [(1, 100.0), (1, 0.0)]), ["Victory: survive, 100 of 600 s"]);
        let others = "Victory: defeat Lumen within 600 s";
        assert_eq!(goal_lines(goal, Some(1), [(1, 100.0), (1, 0.0)]), [others]);
        let late = goal_lines(goal, Some(1), [(1, 400.0), (1, 0.0)]);
        assert_eq!(late, [others, "Lumen: survived 400 of 600 s"]);
    }

    #[test]
    fn a_spectator_sees_the_progress_of_all() {
        let goal = VictoryGoal::HoldPlanets { count: 4, ticks: ticks(60.0) };
        let lines = goal_lines(goal, None, [(1, 0.0), (2, 0.0)]);
        assert_eq!(lines, ["Lumen: 1 of 4 bodies held", "Cairn: 2 of 4 bodies held"]);
        assert!(goal_lines(VictoryGoal::Eliminate, None, [(1, 0.0), (1, 0.0)]).is_empty());
    }

    #[test]
    fn the_last_ships_have_a_time() {
        let lines = |me| goal_lines(VictoryGoal::Eliminate, Some(me), [(3, 12.0), (0, 0.0)]);
        assert_eq!(lines(0), ["Enemies have only ships left: 12 of 60 s"]);
        assert_eq!(lines(1)[1], "Enemies of Lumen have only ships left: 12 of 60 s");
        assert!(
            goal_lines(VictoryGoal::Eliminate, Some(0), [(3, 0.0), (1, 0.0)])[0].starts_with("Victory: ")
        );
    }
}
