//! The trial of a machine.

use ecliptic::ai::MindLog;
use ecliptic::record::{trial, trial_war};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::steering::system::Sharing;

use crate::sim::worlds::rules;

#[test]
fn the_trial_is_a_war_with_a_mind_and_ends_the_same_on_any_number_of_threads() {
    let mut war = trial_war(&rules(), Sharing::default()).expect("it spawns");
    war.run(300);
    let events = war.world().resource::<Events>();
    let count = |is: fn(&GameEvent) -> bool| events.since(0).filter(|entry| is(&entry.event)).count();
    assert!(count(|event| matches!(event, GameEvent::Shot { .. })) > 50, "there is shooting");
    assert!(count(|event| matches!(event, GameEvent::Suffered { .. })) > 50, "and it hits");
    assert!(!war.world().resource::<MindLog>().0.is_empty(), "the mind gives orders");
    let threads = |threads| Sharing { threads, ..Sharing::default() };
    assert_eq!(trial(&rules(), threads(1)), Ok(war.hash()));
    assert_eq!(trial(&rules(), threads(2)), Ok(war.hash()));
}
