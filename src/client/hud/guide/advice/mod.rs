//! What the guide says and points at, by the step and the facts.
//!
//! - Enters: a step; the facts that the guide knows of the game; the keys of the player.
//! - Leaves: an [`Advice`]: words, keys and things to point at; whether the condition of a step is met.
//! - Must never: read the world, or draw anything.
//!
//! | file | does |
//! |---|---|
//! | `taking.rs` | how the first body becomes the player's |
//! | `test_support.rs` | states of a game, for tests |

mod taking;
#[cfg(test)]
pub mod test_support;

use super::facts::{Facts, GoalState, Named};
use super::targets::{PanelButton, Pointee};
use crate::client::frame::{capital, with_article};
use crate::client::hud::planet::Page;
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Action, Binding, first_key};
use crate::sim::{BodyId, ClassId};

/// The left mouse button, as a key cap.
const CLICK: &str = "Left click";
/// The right one.
const RIGHT_CLICK: &str = "Right click";
/// The left one twice.
const DOUBLE_CLICK: &str = "Double click";

/// A key or a gesture of the mouse, and its effect.
pub type Cap = (String, &'static str);

/// A step in words, with the things to point at.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The step.
    pub step: GuideStep,
    /// The deed.
    pub title: String,
    /// How to do it.
    pub words: String,
    /// What is known of the garrison of the goal; empty where it does not matter.
    pub note: String,
    /// Keys and gestures.
    pub caps: Vec<Cap>,
    /// What it is about; the first that is in view is pointed at.
    pub pointees: Vec<Pointee>,
    /// Whether there is nothing to do now but to wait: other steps come first.
    pub is_waiting: bool,
}

/// A key of the player's.
struct Keys<'a>(&'a [Binding]);

impl Keys<'_> {
    fn cap(&self, action: Action, does: &'static str) -> Cap {
        (first_key(action, self.0), does)
    }
}

fn click(does: &'static str) -> Cap {
    (CLICK.to_owned(), does)
}

/// The part of an advice that depends on the present state: words, caps, things to point at.
type Hint = (String, Vec<Cap>, Vec<Pointee>);

/// Whether the facts make a step unnecessary.
pub fn is_met(step: GuideStep, facts: &Facts) -> bool {
    match step {
        GuideStep::Overview => facts.sees_goal,
        GuideStep::Planet => facts.home.as_ref().is_some_and(|home| facts.subject == Some(home.what)),
        GuideStep::Class => facts.chosen.is_some(),
        GuideStep::Claim => facts.goal_state == GoalState::Own,
        _ => false,
    }
}

/// The advice for a step; `None` if the step is impossible now.
pub fn advise(step: GuideStep, facts: &Facts, bindings: &[Binding]) -> Option<Advice> {
    let keys = Keys(bindings);
    let (title, (words, caps, pointees)) = match step {
        GuideStep::Look => ("Look around".to_owned(), look(&keys)),
        GuideStep::Select => ("Select your fleet".to_owned(), select(facts, &keys)?),
        GuideStep::Overview => (format!("Find {}", facts.goal.as_ref()?.name), overview(facts, &keys)?),
        GuideStep::Send => (format!("Send a fleet to {}", facts.goal.as_ref()?.name), send(facts, &keys)?),
        GuideStep::Pace if facts.is_paused => ("Start the clock".to_owned(), start_clock(&keys)),
        GuideStep::Pace => ("Choose a pace".to_owned(), choose_pace(&keys)),
        GuideStep::Planet => {
            let home = facts.home.as_ref()?;
            (format!("Open {}", home.name), open(home, &keys))
        }
        GuideStep::Class => {
            let class = facts.station.as_ref()?;
            (
                format!("Choose {}", with_article(&class.name)),
                build(facts, facts.home.as_ref()?, class, &keys),
            )
        }
        GuideStep::Place => {
            let class = facts.chosen.as_ref().or(facts.station.as_ref())?;
            (format!("Place the {}", class.name), build(facts, facts.home.as_ref()?, class, &keys))
        }
        GuideStep::Ships => ("Order a ship".to_owned(), order_ship(facts, &keys)?),
        GuideStep::Claim => {
            let goal = facts.goal.as_ref()?;
            (format!("{} {}", taking::verb(facts), goal.name), taking::claim(facts, goal, &keys)?)
        }
        GuideStep::Help => ("Look things up".to_owned(), help(&keys)),
    };
    let is_waiting = step == GuideStep::Claim && taking::waits(facts) && !facts.is_paused;
    let note = taking::note(step, facts);
    Some(Advice { step, title, words, note, caps, pointees, is_waiting })
}

fn look(keys: &Keys) -> Hint {
    let words = "Look at your planet from all sides, from near and from far.";
    let turns = [Action::TurnLeft, Action::TurnRight].map(|action| keys.cap(action, "rotate"));
    let [(left, does), (right, _)] = turns;
    let caps = vec![
        ("Middle drag".to_owned(), "rotate"),
        (format!("{left} {right}").trim().to_owned(), does),
        ("Wheel".to_owned(), "zoom"),
    ];
    (words.to_owned(), caps, Vec::new())
}

fn select(facts: &Facts, keys: &Keys) -> Option<Hint> {
    let fleet = facts.fleet.as_ref()?;
    let words = format!("Click the mark of your fleet {}, or its row in the list.", fleet.name);
    let caps = vec![click("select"), keys.cap(Action::SelectAll, "all ships")];
    let row = Pointee::Button(PanelButton::FleetRow(fleet.what.fleet));
    Some((words, caps, vec![Pointee::Unit(fleet.what.ship), row]))
}

fn overview(facts: &Facts, keys: &Keys) -> Option<Hint> {
    let goal = facts.goal.as_ref()?;
    let (words, cap, planet) = match &facts.planet {
        Some(planet) => {
            let home = keys.cap(Action::Home, "home planet");
            let is_home = facts.home.as_ref().is_some_and(|home| home.what == planet.what);
            let is_by_key = is_home && !home.0.is_empty();
            let look = if is_by_key {
                format!("Press {}, then zoom out", home.0)
            } else {
                format!("Double-click {}, then zoom", planet.name)
            };
            let cap = if is_by_key { home } else { (DOUBLE_CLICK.to_owned(), "look at it") };
            (beside(goal, planet, &look), cap, Some(planet.what))
        }
        None => (
            format!("Your first goal, {}, is out of view. Zoom out until you see it.", goal.name),
            keys.cap(Action::Overview, "whole system"),
            None,
        ),
    };
    // Its planet only while that covers it: else the arrow would lie on the planet, and the goal is elsewhere.
    let cover = planet.map(|planet| Pointee::Cover { planet, moon: goal.what });
    let pointees = std::iter::once(Pointee::Body(goal.what)).chain(cover).collect();
    Some((words, vec![cap, ("Wheel".to_owned(), "zoom")], pointees))
}

/// How to find a moon: from far away its planet covers it, and from near it is out of the picture. `look` says how the
/// planet comes into view.
fn beside(moon: &Named<BodyId>, planet: &Named<BodyId>, look: &str) -> String {
    let moon = capital(&moon.name);
    format!("{moon} circles {}. {look} until you see it beside {}.", planet.name, planet.name)
}

fn send(facts: &Facts, keys: &Keys) -> Option<Hint> {
    if !facts.has_selection {
        return select(facts, keys);
    }
    let goal = facts.goal.as_ref()?;
    if !facts.sees_goal && facts.planet.is_some() {
        return overview(facts, keys);
    }
    let words =
        format!("Right-click {}. It moves on meanwhile, so the fleet flies ahead to meet it.", goal.name);
    let mut caps = vec![(RIGHT_CLICK.to_owned(), "send")];
    if !facts.sees_goal {
        caps.push(keys.cap(Action::Overview, "whole system"));
    }
    Some((words, caps, vec![Pointee::Body(goal.what)]))
}

fn start_clock(keys: &Keys) -> Hint {
    let words = "The game is paused. You can give orders meanwhile; nothing moves until you resume.";
    let caps = vec![keys.cap(Action::Pause, "resume")];
    (words.to_owned(), caps, vec![Pointee::Button(PanelButton::Pause)])
}

fn choose_pace(keys: &Keys) -> Hint {
    let words = "Flights take days. Speed the clock up while nothing happens, and pause to think.";
    let caps = vec![
        keys.cap(Action::Faster, "faster"),
        keys.cap(Action::Slower, "slower"),
        keys.cap(Action::Pause, "pause"),
    ];
    (words.to_owned(), caps, vec![Pointee::Button(PanelButton::Faster)])
}

/// How to open the panel of a body of the player's.
fn open(body: &Named<BodyId>, keys: &Keys) -> Hint {
    let words = format!("Click {}, or its row in the list: its panel opens at the right.", body.name);
    let row = Pointee::Button(PanelButton::PlanetRow(body.what));
    (words, vec![click("open"), keys.cap(Action::Home, "home planet")], vec![Pointee::Body(body.what), row])
}

/// How to turn the panel to a page.
fn turn_to(page: Page, keys: &Keys) -> Hint {
    let what = match page {
        Page::Overview => "overview",
        Page::Build => "build menu",
        Page::Yards => "yards",
    };
    let words = format!("Switch the planet panel to the {what}.");
    let caps = vec![click("switch"), keys.cap(Action::TurnPage, "switch")];
    (words, caps, vec![Pointee::Button(PanelButton::Page(page))])
}

/// The next deed on the way to a structure at a body: open the panel, turn the page, choose the class, place it.
fn build(facts: &Facts, body: &Named<BodyId>, class: &Named<ClassId>, keys: &Keys) -> Hint {
    if facts.subject != Some(body.what) {
        return open(body, keys);
    }
    if let Some(chosen) = &facts.chosen {
        let cancel = keys.cap(Action::Deselect, "cancel");
        if facts.has_no_room {
            let name = &chosen.name;
            let words =
                format!("The rings have no room left for the {name}. Cancel, and choose another class.");
            return (words, vec![cancel], Vec::new());
        }
        let words = format!("Free slots on the rings are lit. Click one for the {}.", chosen.name);
        let caps = vec![click("build"), cancel];
        let slots = facts.slots.map(|slots| Pointee::Slots(body.what, slots));
        return (words, caps, slots.into_iter().collect());
    }
    if facts.page != Page::Build {
        return turn_to(Page::Build, keys);
    }
    let words = format!("Click \"{}\" in the panel at the right.", capital(&class.name));
    (words, vec![click("choose")], vec![Pointee::Button(PanelButton::Structure(class.what))])
}

fn order_ship(facts: &Facts, keys: &Keys) -> Option<Hint> {
    let ship = facts.ship.as_ref()?;
    let words = format!("Click a class, for example \"{}\": the yard builds it.", ship.name);
    order_of_yard(facts, ship, words, keys)
}

/// The next deed on the way to a ship of a class: open the panel of a yard, turn the page, click the class.
fn order_of_yard(facts: &Facts, ship: &Named<ClassId>, words: String, keys: &Keys) -> Option<Hint> {
    let yard = facts.yard.as_ref()?;
    if facts.subject != Some(yard.what) {
        return Some(open(yard, keys));
    }
    if facts.page != Page::Yards {
        return Some(turn_to(Page::Yards, keys));
    }
    Some((words, vec![click("order")], vec![Pointee::Button(PanelButton::Ship(ship.what))]))
}

fn help(keys: &Keys) -> Hint {
    let words =
        "One page has all keys, the encyclopedia explains ships and rules. This hint leaves by itself.";
    let caps = [
        (Action::Help, "keys"),
        (Action::Encyclopedia, "encyclopedia"),
        (Action::Deselect, "close this hint"),
    ];
    (words.to_owned(), Vec::from(caps.map(|(action, does)| keys.cap(action, does))), Vec::new())
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::test_support::{GOAL, HOME, advice, beginning, first};
    use super::*;

    #[test]
    fn the_players_own_keys_are_named() {
        let keys = [Binding { action: Action::Pause, keys: vec![KeyCode::KeyP] }];
        let facts = Facts { is_paused: true, ..beginning() };
        let caps = advise(GuideStep::Pace, &facts, &keys).map(|advice| advice.caps);
        assert_eq!(caps, Some(vec![("P".to_owned(), "resume")]));
    }

    #[test]
    fn nobody_waits_for_a_clock_that_stands() {
        let under_way = Facts { goal_state: GoalState::UnderWay, ..beginning() };
        assert!(advice(GuideStep::Claim, &under_way).is_waiting);
        let paused = Facts { is_paused: true, ..under_way };
        assert!(!advice(GuideStep::Claim, &paused).is_waiting);
        let pause = Some(Pointee::Button(PanelButton::Pause));
        assert_eq!((first(GuideStep::Claim, &paused), first(GuideStep::Pace, &paused)), (pause, pause));
    }

    #[test]
    fn a_station_takes_a_panel_a_page_a_class_and_a_slot() {
        let step = GuideStep::Place;
        let away = Facts { subject: None, page: Page::Yards, ..beginning() };
        assert!(matches!(first(step, &away), Some(Pointee::Body(_))));
        let home = Facts { subject: beginning().subject, ..away };
        assert_eq!(first(step, &home), Some(Pointee::Button(PanelButton::Page(Page::Build))));
        let menu = Facts { page: Page::Build, ..home };
        let class = PanelButton::Structure(ClassId::FIRST);
        assert_eq!(first(step, &menu), Some(Pointee::Button(class)));
        let slots = crate::sim::RingPlace { ring: 2, slot: 0, slots: 2 };
        assert!(advice(step, &menu).words.contains("\"Trade station\""), "as the panel writes it");
        let armed = Facts { chosen: menu.station.clone(), slots: Some(slots), ..menu };
        assert!(matches!(first(step, &armed), Some(Pointee::Slots(..))));
        let crowded = advice(step, &Facts { slots: None, has_no_room: true, ..armed });
        assert!(!crowded.words.contains("Click") && crowded.pointees.is_empty(), "{}", crowded.words);
    }

    #[test]
    fn a_fleet_is_selected_before_it_is_sent() {
        let facts = beginning();
        assert!(matches!(first(GuideStep::Send, &facts), Some(Pointee::Unit(_))));
        let selected = Facts { has_selection: true, ..facts };
        assert_eq!(first(GuideStep::Send, &selected), Some(Pointee::Body(GOAL)));
        assert_eq!(advice(GuideStep::Send, &selected).title, "Send a fleet to Ember");
    }

    #[test]
    fn a_moon_is_found_beside_its_planet() {
        let moon = Facts { planet: beginning().home, has_selection: true, ..beginning() };
        for step in [GuideStep::Overview, GuideStep::Send] {
            let Advice { words, pointees, .. } = advice(step, &moon);
            assert_eq!(
                words,
                "Ember circles Hearth. Press Home, then zoom out until you see it beside Hearth."
            );
            assert_eq!(pointees, [Pointee::Body(GOAL), Pointee::Cover { planet: HOME, moon: GOAL }]);
        }
        let far = Facts { home: None, ..moon.clone() };
        let Advice { words, caps, .. } = advice(GuideStep::Overview, &far);
        let found = "Ember circles Hearth. Double-click Hearth, then zoom until you see it beside Hearth.";
        assert_eq!((words.as_str(), caps[0].0.as_str()), (found, DOUBLE_CLICK), "home is another planet");
        let seen = Facts { sees_goal: true, ..moon };
        assert_eq!(advice(GuideStep::Send, &seen).pointees, [Pointee::Body(GOAL)], "never at its planet");
    }

    #[test]
    fn what_cannot_be_done_is_not_advised() {
        let nothing = Facts::default();
        let possible = GuideStep::ALL.into_iter().filter(|step| advise(*step, &nothing, &[]).is_some());
        assert_eq!(possible.collect::<Vec<_>>(), [GuideStep::Look, GuideStep::Pace, GuideStep::Help]);
        let barred = Facts { goal_state: GoalState::Barred, ..beginning() };
        assert_eq!(advise(GuideStep::Claim, &barred, &[]), None);
    }
}
