//! A siege: guns first, then fire on a garrison that is too strong, then troopers.

use ecliptic::level::Assault;
use ecliptic::sim::invasion::lanchester::equal_invaders;
use ecliptic::sim::{Goal, Grounds, Holdings, Simulation, Structure, Verdict};

use super::{CONCORD, RIVALRY, Scene, body, first_order, owner};

/// The troopers of two troop ships.
const TROOPERS: f64 = 160.0;

/// Four cruisers and two troop ships of a mind before Thale, which has a sentry and a garrison.
fn before_thale(defenders: f64) -> Simulation {
    Scene::with(&[])
        .holding("Thale", Some("Concord"), 40, defenders)
        .structure("Concord", "sentry", ("Thale", 1, 0))
        .ships("Rivalry", ("Thale", 14.0, 0.0), &[("cruiser", 4)])
        .ships("Rivalry", ("Thale", 14.0, 30.0), &[("troop ship", 2)])
        .played_by("merciless", "steward")
}

/// The tick of the first order for an assault on the ground of Thale.
fn first_assault(simulation: &Simulation, assault: Assault) -> Option<u64> {
    first_order(simulation, Goal::Ground { body: body(simulation, "Thale"), assault })
}

/// Plays until the troopers are sent down; returns the ticks of the first orders to bombard and to land. When the
/// first of them is given, the sentry is gone, and the shipyard is left.
fn fire_and_landing(simulation: &mut Simulation) -> (Option<u64>, u64) {
    let mut has_begun = false;
    loop {
        assert!(simulation.tick_count() < 1_500, "it lands");
        simulation.run(1);
        let fire = first_assault(simulation, Assault::Bombard);
        let landing = first_assault(simulation, Assault::Land);
        if !has_begun && fire.or(landing).is_some() {
            has_begun = true;
            assert_eq!(structures_of_concord(simulation), 1, "the sentry comes first");
        }
        if let Some(landing) = landing {
            return (fire, landing);
        }
    }
}

fn structures_of_concord(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    let mut all = world.query::<&Structure>();
    all.iter(world).filter(|one| one.faction == CONCORD).count()
}

/// How many times the garrison of Thale the troopers are.
fn superiority(simulation: &Simulation) -> f64 {
    let thale = body(simulation, "Thale");
    let (grounds, holdings) =
        (simulation.world().resource::<Grounds>(), simulation.world().resource::<Holdings>());
    TROOPERS / equal_invaders(grounds.of(thale).defenders, holdings.0[thale].terrain)
}

#[test]
fn a_garrison_that_is_nearly_as_strong_is_bombarded_before_troopers_land() {
    let mut simulation = before_thale(123.0);
    let before = superiority(&simulation);
    assert!((1.05..1.15).contains(&before), "the troopers are {before} times the garrison");
    let (fire, landing) = fire_and_landing(&mut simulation);
    assert!(fire.is_some_and(|fire| fire < landing), "fire at {fire:?}, landing at {landing}");
    let then = superiority(&simulation);
    assert!(then > 1.2, "they land as {then} times the garrison");
    simulation.run(1_500 - simulation.tick_count());
    assert_eq!(owner(&simulation, "Thale"), Some(RIVALRY));
    let verdict = &simulation.world().resource::<Verdict>().0;
    assert!(verdict.as_ref().is_some_and(|decision| decision.side == 1), "{verdict:?}");
}

#[test]
fn troopers_land_at_once_on_a_weak_garrison() {
    let (fire, landing) = fire_and_landing(&mut before_thale(60.0));
    assert!(fire.is_none_or(|fire| landing <= fire), "fire at {fire:?}, landing at {landing}");
}
