//! The steps that lead to the first body, by what the rules allow there: a structure claims it, or troopers capture
//! it.

use super::super::facts::{Facts, GoalState, Named, Troopers};
use super::super::goal::Garrison;
use super::super::targets::{PanelButton, Pointee};
use super::{Cap, Hint, Keys, build, click, order_of_yard, send};
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Action, first_key};
use crate::sim::BodyId;

/// The effect of the key of the search.
const FIND: &str = "find by name";

/// How the goal becomes the player's: troopers capture it, or a structure claims it.
pub(super) fn verb(facts: &Facts) -> &'static str {
    let is_landed_on =
        matches!(facts.goal_state, GoalState::Resists | GoalState::Landing | GoalState::Fought);
    let resists = facts.garrison.is_some_and(|garrison| garrison.resists);
    if is_landed_on || resists { "Capture" } else { "Claim" }
}

/// Whether there is nothing to do for the goal but to wait.
pub(super) fn waits(facts: &Facts) -> bool {
    match facts.goal_state {
        GoalState::UnderWay | GoalState::Landing | GoalState::Fought => true,
        GoalState::Resists => are_built(facts),
        _ => false,
    }
}

/// Whether the troopers that are lacking for the goal are ordered.
fn are_built(facts: &Facts) -> bool {
    let (needed, troopers) = (needed(facts), &facts.troopers);
    troopers.aboard < needed && troopers.aboard + troopers.ordered >= needed
}

/// The least number of troopers for the goal, landed at once.
fn needed(facts: &Facts) -> f64 {
    facts.garrison.map_or(0.0, |garrison| garrison.needed)
}

/// What is known of the garrison, for the steps that lead to the goal. In a fight the panel has the numbers.
pub(super) fn note(step: GuideStep, facts: &Facts) -> String {
    let leads_there = matches!(step, GuideStep::Send | GuideStep::Claim);
    if !leads_there || facts.goal_state == GoalState::Fought {
        return String::new();
    }
    match facts.garrison {
        // No warning: this is what a flight there is good for.
        None => "Its garrison is not in sight yet: your ships will see it".to_owned(),
        Some(Garrison { defenders, needed, resists: true }) => {
            format!("Garrison about {defenders:.0}: land {needed:.0} troopers or more at once")
        }
        Some(Garrison { defenders, .. }) if defenders > 0.0 => {
            format!("Garrison about {defenders:.0}: a structure is enough to claim it")
        }
        Some(_) => "No garrison: a structure is enough to claim it".to_owned(),
    }
}

/// The next deed on the way to the goal, and to its possession by what the rules allow there.
pub(super) fn claim(facts: &Facts, goal: &Named<BodyId>, keys: &Keys) -> Option<Hint> {
    match facts.goal_state {
        GoalState::Barred | GoalState::Own => None,
        GoalState::Far => send(facts, keys),
        GoalState::UnderWay => Some(wait(&format!("A fleet is on its way to {}", goal.name), facts, keys)),
        GoalState::Resists => land(facts, goal, keys),
        GoalState::Landing => Some(wait(&format!("Your troopers fly to {}", goal.name), facts, keys)),
        GoalState::Fought => {
            Some(wait(&format!("Your troopers fight for {}, no structure is needed", goal.name), facts, keys))
        }
        GoalState::Here if facts.subject == Some(goal.what) => {
            Some(build(facts, goal, facts.outpost.as_ref()?, keys))
        }
        GoalState::Here => {
            facts.outpost.as_ref()?;
            let shows = shows_goal(facts, keys);
            let seen = shows.as_ref().map(|(key, does)| match *does {
                FIND => format!("Press {key}, type its name, then click it."),
                _ => format!("Press {key} to see {}, then click it.", goal.name),
            });
            let how = seen.unwrap_or_else(|| format!("Click {}.", goal.name));
            let words = format!(
                "Your fleet is there. The first structure that you build claims {}. {how}",
                goal.name
            );
            let caps = shows.into_iter().chain([click("open")]).collect();
            Some((words, caps, vec![Pointee::Body(goal.what)]))
        }
    }
}

/// The key that shows the goal while it is out of view: ships there that are selected, or any body by its name.
fn shows_goal(facts: &Facts, keys: &Keys) -> Option<Cap> {
    let fleet = facts.has_selection_there.then(|| keys.cap(Action::Focus, "see your fleet"));
    let caps = fleet.into_iter().chain([keys.cap(Action::Search, FIND)]);
    caps.filter(|_| !facts.sees_goal).find(|(key, _)| !key.is_empty())
}

/// What goes on meanwhile, where there is nothing to do but to wait.
fn wait(what: &str, facts: &Facts, keys: &Keys) -> Hint {
    if facts.is_paused {
        let words = format!("{what}, but the game is paused. Resume.");
        return (words, vec![keys.cap(Action::Pause, "resume")], vec![Pointee::Button(PanelButton::Pause)]);
    }
    let words = format!("{what}. Speed the clock up if you like.");
    let caps = vec![keys.cap(Action::Faster, "faster"), keys.cap(Action::Slower, "slower")];
    (words, caps, vec![Pointee::Button(PanelButton::Faster)])
}

/// The next deed on the way to a landing: order ships with troopers, select enough of them, land.
fn land(facts: &Facts, goal: &Named<BodyId>, keys: &Keys) -> Option<Hint> {
    let troopers = &facts.troopers;
    if are_built(facts) {
        return Some(wait("A yard builds your troopers", facts, keys));
    }
    if troopers.aboard < needed(facts) {
        return order_troopers(facts, keys);
    }
    if troopers.selected > 0.0 && troopers.selected >= needed(facts) {
        let words = format!("Press {} to land, then click {}.", first_key(Action::Invade, keys.0), goal.name);
        let caps = [keys.cap(Action::Invade, "land"), click("there")].into_iter();
        let caps = caps.chain(shows_goal(facts, keys)).collect();
        return Some((words, caps, vec![Pointee::Body(goal.what)]));
    }
    let next = troopers.next.as_ref()?;
    let (words, caps) = if troopers.selected > 0.0 {
        let words = format!("Too few troopers are selected. Add those of {}.", next.name);
        (words, vec![keys.cap(Action::Add, "hold"), click("add")])
    } else {
        (format!("Click {} with its troopers, or its row in the list.", next.name), vec![click("select")])
    };
    let row = Pointee::Button(PanelButton::FleetRow(next.what.fleet));
    Some((words, caps, vec![Pointee::Unit(next.what.ship), row]))
}

fn order_troopers(facts: &Facts, keys: &Keys) -> Option<Hint> {
    let ship = facts.lander.as_ref()?;
    let Troopers { aboard, ordered, .. } = &facts.troopers;
    let on_order = if *ordered > 0.0 { format!(", {ordered:.0} on order") } else { String::new() };
    // 80.6 are not the 81 that are needed.
    let aboard = aboard.floor() as u32;
    let words = format!("You have {aboard} troopers{on_order}. Click \"{}\" for more.", ship.name);
    order_of_yard(facts, ship, words, keys)
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::super::test_support::{
        GOAL, advice, beginning, first, garrison, on_order, outpost, resisting, with_selected,
    };
    use super::super::{Advice, advise};
    use super::*;
    use crate::client::hud::planet::Page;
    use crate::client::settings::Binding;
    use crate::sim::ClassId;

    #[test]
    fn a_goal_that_resists_takes_troopers_and_no_structure() {
        let step = GuideStep::Claim;
        let few = Facts { page: Page::Yards, ..resisting(80.0) };
        assert_eq!(advice(step, &few).title, "Capture Ember");
        assert_eq!(advice(step, &few).note, "Garrison about 60: land 81 troopers or more at once");
        let class = PanelButton::Ship(ClassId::FIRST);
        assert_eq!(first(step, &few), Some(Pointee::Button(class)), "80 are too few");
        let enough = resisting(160.0);
        assert!(matches!(first(step, &enough), Some(Pointee::Unit(_))));
        let selected = advice(step, &with_selected(160.0));
        assert_eq!(selected.pointees, [Pointee::Body(GOAL)]);
        assert_eq!(selected.words, "Press D to land, then click Ember.");
        let without_yard = Facts { yard: None, ..few };
        assert_eq!(advise(step, &without_yard, &[]), None);
        for goal_state in [GoalState::Landing, GoalState::Fought] {
            let landing = Facts { goal_state, ..enough.clone() };
            let Advice { title, words, is_waiting, .. } = advice(step, &landing);
            assert!(title.starts_with("Capture") && words.contains("Your troopers") && is_waiting, "{words}");
        }
    }

    #[test]
    fn a_goal_out_of_view_is_shown_by_the_players_own_keys() {
        let here =
            Facts { goal_state: GoalState::Here, outpost: Some(outpost()), subject: None, ..beginning() };
        let told = |facts: &Facts, keys: &[Binding]| {
            let words = advise(GuideStep::Claim, facts, keys).expect("it is possible").words;
            words.split_once("Ember. ").expect("it names the goal").1.to_owned()
        };
        let by = |key: &str| format!("Press {key} to see Ember, then click it.");
        assert_eq!(told(&Facts { sees_goal: true, ..here.clone() }, &[]), "Click Ember.");
        let searched = "Press Ctrl + F, type its name, then click it.";
        assert_eq!(told(&here, &[]), searched, "no ships there are selected");
        let selected = Facts { has_selection_there: true, ..here };
        assert_eq!(told(&selected, &[]), by("F"));
        let own = [Binding { action: Action::Focus, keys: vec![KeyCode::KeyZ] }];
        assert_eq!(told(&selected, &own), by("Z"));
        let none = [Action::Focus, Action::Search].map(|action| Binding { action, keys: Vec::new() });
        assert_eq!(told(&selected, &none), "Click Ember.");
        let landing = advice(GuideStep::Claim, &with_selected(160.0));
        assert!(landing.caps.contains(&("Ctrl + F".to_owned(), "find by name")), "{:?}", landing.caps);
    }

    #[test]
    fn troopers_land_once_enough_of_them_are_selected() {
        let step = GuideStep::Claim;
        for selected in [50.0, 80.0] {
            let few = advice(step, &with_selected(selected));
            assert!(matches!(few.pointees[..], [Pointee::Unit(_), ..]), "{selected} alone would fall");
            assert_eq!(few.caps.first(), Some(&("Shift".to_owned(), "hold")));
        }
        assert_eq!(first(step, &with_selected(81.0)), Some(Pointee::Body(GOAL)));
    }

    #[test]
    fn troopers_on_order_are_not_ordered_again() {
        let step = GuideStep::Claim;
        let few = advice(step, &on_order(0.0, 80.0));
        assert_eq!(few.words, "You have 0 troopers, 80 on order. Click \"Troop ship\" for more.");
        for enough in [on_order(0.0, 160.0), on_order(80.0, 80.0)] {
            let Advice { words, is_waiting, .. } = advice(step, &enough);
            assert!(words.starts_with("A yard builds your troopers") && is_waiting, "{words}");
            assert!(!advice(step, &Facts { is_paused: true, ..enough }).is_waiting, "the clock stands");
        }
        let here = advice(step, &on_order(160.0, 80.0));
        assert!(matches!(here.pointees[..], [Pointee::Unit(_), ..]) && !here.is_waiting);
    }

    #[test]
    fn the_title_does_not_contradict_the_note() {
        for goal_state in [GoalState::Far, GoalState::UnderWay] {
            let title = |garrison: Option<Garrison>| {
                advice(GuideStep::Claim, &Facts { goal_state, garrison, ..beginning() }).title
            };
            assert_eq!(title(Some(garrison())), "Capture Ember");
            assert_eq!(title(Some(Garrison { resists: false, ..garrison() })), "Claim Ember");
            assert_eq!(title(None), "Claim Ember");
        }
    }

    #[test]
    fn a_fleet_is_sent_with_what_is_known_of_the_garrison() {
        let note =
            |garrison: Option<Garrison>| advice(GuideStep::Send, &Facts { garrison, ..beginning() }).note;
        assert_eq!(
            note(None),
            "Its garrison is not in sight yet: your ships will see it",
            "it calls for the flight"
        );
        assert!(note(Some(garrison())).contains("81 troopers"));
        let weak = Garrison { defenders: 40.0, needed: 51.0, resists: false };
        assert_eq!(note(Some(weak)), "Garrison about 40: a structure is enough to claim it");
        assert_eq!(advice(GuideStep::Pace, &beginning()).note, "", "it is about something else");
    }
}
