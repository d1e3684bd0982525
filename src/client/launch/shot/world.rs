//! The world of a picture, up to the moment of the picture.

use bevy::prelude::*;

use super::subject::{find_body, find_subject, own_fleets, select_fleet};
use super::{ShotRequest, ShownPanel};
use crate::client::launch::{LaunchOptions, building, player_of};
use crate::client::scene::battle::FreshEvents;
use crate::level::plain_line;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::order::script::Script;
use crate::sim::{Calendar, Order, OrderQueue, Seats, Simulation, Sky, Tick};

/// The events of this time before the picture are its news, seconds of play: within it the sign of a battle fades after
/// the last shot, and alerts last longer.
const NEWS_S: f64 = 10.0;
/// What is said if the briefing of a save is wanted.
const NO_BRIEFING: &str = "only the beginning of a level has a briefing: a save goes on without";

/// Checks in a world without a screen that what the picture has to show exists: a driver at work does not survive an
/// abort. If only bodies are named, the level suffices.
pub(super) fn rehearse(launch: &LaunchOptions, request: &ShotRequest) -> Result<(), String> {
    let mut simulation = Simulation::new(&launch.opened.level, &launch.opened.rules, launch.opened.seed)
        .map_err(|error| error.to_string())?;
    if request.briefing && simulation.tick_count() > 0 {
        return Err(NO_BRIEFING.into());
    }
    let player = player_of(simulation.world(), &launch.opened.level);
    let world = simulation.world_mut();
    if let ShownPanel::Of(name) = &request.panel {
        find_body(world, name)?;
    }
    if let Some(class) = &request.build {
        building::find_class(world, class)?;
    }
    let is_body = |name: &String| world.resource::<Sky>().system.find(name).is_some();
    let names_fleets = request.select.is_some() || request.lost.is_some();
    if !names_fleets && request.look.as_ref().is_none_or(is_body) {
        return Ok(());
    }
    world.insert_resource(player);
    run_ticks(world, request, |_, _| {})?;
    find_subject(world, request.look.as_deref())?;
    request.select.as_ref().map_or(Ok(()), |name| select_fleet(world, name))
}

/// Lets minds play all sides that have one: nobody sits before a picture.
fn let_minds_play(world: &mut World) {
    world.resource_scope(|world, mut door: Mut<OrderQueue>| {
        let seats = world.resource::<Seats>().0.iter_enumerated();
        for (faction, seat) in seats.filter(|(_, seat)| seat.mind.is_some()) {
            door.give(faction, Order::Seat(seat.suspend(false)));
        }
    });
}

/// Plays the world up to the moment of the picture: the end of its last tick, not the beginning.
pub(super) fn play(world: &mut World, request: &ShotRequest) -> Result<(), String> {
    if request.plans {
        let_minds_play(world);
    }
    run_ticks(world, request, report_refusals)?;
    forget_old_news(world);
    let mut fixed = world.resource_mut::<Time<Fixed>>();
    let nearly_a_tick = fixed.timestep().saturating_sub(std::time::Duration::from_nanos(1));
    fixed.accumulate_overstep(nearly_a_tick);
    Ok(())
}

/// Runs the ticks before the picture, up to the awaited loss of a fleet. Orders for the next tick are handed in as
/// well: the game is paused, and applies them as in play.
fn run_ticks(
    world: &mut World,
    request: &ShotRequest,
    after_tick: fn(&mut Script, &mut World),
) -> Result<(), String> {
    let mut script = Script::new(request.orders.clone(), world.resource::<Calendar>().tick);
    let is_awaited = |world: &mut World| {
        request.lost.as_ref().is_some_and(|name| own_fleets(world).iter().any(|(_, fleet)| fleet == name))
    };
    let mut was_there = is_awaited(world);
    for _ in 0..request.tick {
        script.hand_in(world)?;
        world.run_schedule(Tick);
        after_tick(&mut script, world);
        let is_there = is_awaited(world);
        if was_there && !is_there {
            return script.hand_in(world);
        }
        was_there = is_there;
    }
    match &request.lost {
        Some(name) => Err(format!("the player loses no fleet `{name}` within {} ticks", request.tick)),
        None => script.hand_in(world),
    }
}

fn report_refusals(script: &mut Script, world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    for refusal in script.take_refusals(world) {
        eprintln!("tick {tick}: order refused: {}", plain_line(&refusal.to_string()));
    }
}

/// Events long before the picture are not news in it.
fn forget_old_news(world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    let kept = (NEWS_S * TICKS_PER_SECOND) as u64;
    world.resource_mut::<FreshEvents>().begin_at(tick.saturating_sub(kept));
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::client::worlds::{Opened, Source, read};
    use crate::rules::find_assets_dir;

    /// A file with a level.
    fn opened(file: &str) -> Opened {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let assets_dir = find_assets_dir().expect("it is there");
        read(&Source::Files(vec![path]), &assets_dir).expect("it is sound").0
    }

    #[test]
    fn the_briefing_of_a_save_is_refused() {
        let duel = opened("levels/duel.ron");
        let mut simulation = Simulation::new(&duel.level, &duel.rules, 0).expect("it spawns");
        let told = |opened: Opened| {
            let launch = LaunchOptions { opened, assets_dir: PathBuf::new(), smoke: None };
            rehearse(&launch, &ShotRequest { briefing: true, ..default() })
        };
        assert_eq!(told(duel.clone()), Ok(()));
        simulation.run(2);
        let level = simulation.capture().expect("it can be saved");
        assert_eq!(told(Opened { level, ..duel }), Err(NO_BRIEFING.to_owned()));
    }

    #[test]
    fn the_ticks_end_with_the_loss_of_a_fleet() {
        let scene = opened("docs/scenes/fleet-lost.ron");
        let mut simulation = Simulation::new(&scene.level, &scene.rules, 0).expect("it spawns");
        let player = player_of(simulation.world(), &scene.level);
        let world = simulation.world_mut();
        world.insert_resource(player);
        let until_lost =
            |name: &str, tick: u64| ShotRequest { tick, lost: Some(name.to_owned()), ..default() };
        assert_eq!(run_ticks(world, &until_lost("Picket", 3000), |_, _| {}), Ok(()));
        let left: Vec<String> = own_fleets(world).into_iter().map(|(_, name)| name).collect();
        assert_eq!(left, ["Relief"]);
        assert!(world.resource::<Calendar>().tick < 3000, "they end with the loss");
        let told = run_ticks(world, &until_lost("Relief", 2), |_, _| {});
        assert_eq!(told, Err("the player loses no fleet `Relief` within 2 ticks".to_owned()));
    }
}
