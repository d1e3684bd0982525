//! The acting player: two players at one machine, and spectators. A mind waits while a person acts for its faction.
//!
//! - Enters: the key of the seats, the level's rules about seats, a moment of a log from which a game goes on, the
//!   decision of the war.
//! - Leaves: the acting player and the viewer; orders about seats; a screen without traces of the player before.
//! - Must never: show one player what another one knows who still plays.
//!
//! Limits: events during another player's turn are missing in the log, because nobody watched. Shots and smoke in
//! flight fade in place, within seconds. Orders given in the last tick before the change are carried out, but
//! their answers are lost.
//!
//! | file | does |
//! |---|---|
//! | `seats.rs` | who may act, who comes next, and what each sees |
//! | `desk.rs` | the client state of a player who makes room for another one |

mod desk;
mod seats;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use desk::SeatInputs;
pub use seats::{Seats, player_of};

use crate::client::clockwork::Arrived;
use crate::client::frame::{
    BriefingOpen, FrameSystems, InputSystems, Player, SPECTATOR, Toasts, personalities_words, player_words,
};
use crate::client::hud::layout::top_middle::{Slot, TopWords};
use crate::client::hud::replay::ReplayPress;
use crate::client::settings::{Action, Actions, Settings, with_keys};
use crate::client::view::{FocusTarget, Gaze, Onlooker};
use crate::client::widgets::Pressed;
use crate::client::worlds::{Playback, Purpose, is_rewinding};
use crate::sim::outcome::Verdict;
use crate::sim::outcome::surrender::has_anything;
use crate::sim::visibility::{Viewer, Views};
use crate::sim::{
    Calendar, FactionId, Factions, MindCatalog, Order, OrderQueue, Seat, Seats as Players, Sky, SourceLevel,
};

/// Least distance of a view of a home, in its radii.
const HOME_RADII: f64 = 14.0;

/// The most other players that are named at the top.
const MOST_OTHERS: usize = 4;

/// What a player is told who sees everything now, with marks for keys.
const REVEALED: &str =
    "The war is decided: you see the whole map. Press <show plans> for the plans of AI players";

/// Adds the change of seats, and the end of secrets.
pub fn plugin(app: &mut App) {
    // While a game rewinds, the seat stays.
    let parts = (
        take_over.run_if(on_message::<Arrived>),
        change.run_if(not(is_rewinding)),
        reveal.run_if(not(is_rewinding)),
    );
    app.add_systems(Update, parts.chain().in_set(InputSystems::Seat));
    app.add_systems(PostUpdate, show_seat.in_set(FrameSystems::Panel));
}

/// Shows the acting player in the column at the top, unless it is the usual one, and for a while the minds of the
/// others, unless the open briefing names them; the tip explains their personalities.
fn show_seat(
    seats: Res<Seats>,
    players: Res<Players>,
    player: Res<Player>,
    factions: Res<Factions>,
    minds: Res<MindCatalog>,
    (playback, calendar): (Option<Res<Playback>>, Res<Calendar>),
    briefing: Res<BriefingOpen>,
    spawned: Query<(), Added<Slot>>,
    mut top: TopWords,
) {
    let way = playback.as_deref().filter(|playback| playback.is_rewinding());
    let way = way.and_then(|playback| playback.progress(calendar.tick));
    let own = way.map(|share| format!("Rewinding: {:.0} %", 100.0 * share));
    let own = own.or_else(|| seats.words(player.faction, &factions.0));
    let others = factions.0.iter_enumerated().filter(|(faction, _)| *faction != player.faction);
    let others: Vec<String> =
        others.filter_map(|(faction, known)| player_words(known, players.0.get(faction))).collect();
    let more = others.len().saturating_sub(MOST_OTHERS);
    let more = (more > 0).then(|| format!("{more} more"));
    let lines: Vec<String> = others.into_iter().take(MOST_OTHERS).chain(more).collect();
    if briefing.0 {
        top.know_lines(Slot::Seat, &lines);
    }
    top.show_lines(Slot::Seat, own, &lines);
    if players.is_changed() || minds.is_changed() || !spawned.is_empty() {
        // The first line of a tip is words, further ones are a table.
        top.explain(Slot::Seat, personalities_words(&players, &minds.0).join(" "));
    }
}

/// The seats of minds, and the door for orders about them.
#[derive(SystemParam)]
pub struct MindSeats<'w> {
    players: Res<'w, Players>,
    door: ResMut<'w, OrderQueue>,
}

/// Lets the mind of the acting faction wait, and all others play.
pub fn follow(acting: FactionId, players: &Players, door: &mut OrderQueue) {
    for (faction, seat) in players.0.iter_enumerated() {
        let wanted = seat.suspend(faction == acting);
        if wanted != *seat {
            door.give(faction, Order::Seat(wanted));
        }
    }
}

/// The key of the seats, and the button of a replay that does the same.
#[derive(SystemParam)]
pub struct SeatKeys<'w, 's> {
    actions: Actions<'w, 's>,
    pressed: MessageReader<'w, 's, Pressed<ReplayPress>>,
    playback: Option<ResMut<'w, Playback>>,
}

impl SeatKeys<'_, '_> {
    fn are_pressed(&mut self) -> bool {
        let presses = self.pressed.read().filter(|pressed| pressed.0 == ReplayPress::Eyes).count();
        presses > 0 || self.actions.just_pressed(&Action::NextSeat)
    }

    /// Whether the player wishes to look on.
    fn look_on(&self) -> bool {
        self.actions.pressed(&Action::Add)
    }

    /// Notes the eyes of a replay: its other moments are seen with the same.
    fn keep_eyes(&mut self, eyes: Viewer) {
        if let Some(playback) = self.playback.as_mut().filter(|playback| playback.is_replay()) {
            playback.purpose = Purpose::Watch(eyes);
        }
    }
}

/// What changes when the player sits down in another seat.
#[derive(SystemParam)]
pub struct Seating<'w> {
    factions: Res<'w, Factions>,
    sky: Res<'w, Sky>,
    minds: MindSeats<'w>,
    seats: ResMut<'w, Seats>,
    player: ResMut<'w, Player>,
    onlooker: ResMut<'w, Onlooker>,
    toasts: ResMut<'w, Toasts>,
}

impl Seating<'_> {
    /// Seats the player as a faction or as a spectator. In a game the mind of the faction waits, and others play.
    fn sit(&mut self, faction: FactionId) {
        (*self.player, *self.onlooker) = self.seats.sit(faction, &self.factions.0, &self.sky.system);
        if !self.seats.is_replay {
            follow(faction, &self.minds.players, &mut self.minds.door);
        }
    }
}

/// The key switches to the next faction, or to the spectator.
pub fn change(mut keys: SeatKeys, mut seating: Seating, mut gaze: Gaze, mut desk: SeatInputs) {
    if !keys.are_pressed() {
        return;
    }
    let present = seating.player.faction;
    let next = match seating.seats.next(present, keys.look_on(), seating.factions.0.len()) {
        Ok(next) => next,
        Err(words) => {
            seating.toasts.say(words);
            return;
        }
    };
    let kept = desk.clear();
    seating.seats.kept.insert(present, kept);
    let own = seating.seats.kept.remove(&next).unwrap_or_default();
    desk.lay_out(own);
    seating.sit(next);
    keys.keep_eyes(seating.onlooker.0);
    let Seating { factions, seats, player, toasts, .. } = &mut seating;
    **toasts = Toasts::default();
    // The line at the top says it to a spectator, as long as nobody acts.
    if let Some(faction) = factions.0.get(next) {
        let words = seats.words(next, &factions.0);
        toasts.say(words.unwrap_or_else(|| format!("You play {}", faction.name)));
    }
    match player.home {
        Some((body, radius_km)) => {
            gaze.jump_to(FocusTarget::Body(body));
            gaze.set_distance_km(gaze.distance_km().max(HOME_RADII * radius_km));
        }
        // The spectator keeps following the target; a player stays at its place.
        None if next == SPECTATOR => {}
        None => gaze.stay(),
    }
}

/// Shows everything to the player once the war is decided, unless another person still has something to hide. The eyes
/// of a replay are chosen.
fn reveal(
    verdict: Res<Verdict>,
    views: Views,
    players: Res<Players>,
    player: Res<Player>,
    settings: Res<Settings>,
    mut seats: ResMut<Seats>,
    mut onlooker: ResMut<Onlooker>,
    mut toasts: ResMut<Toasts>,
) {
    if verdict.0.is_none() || seats.is_replay || seats.reveals {
        return;
    }
    let others = players.0.iter_enumerated().filter(|(faction, _)| *faction != player.faction);
    let mut persons = others.filter(|(_, seat)| seat.mind.is_none());
    if persons.any(|(faction, _)| has_anything(views.of(faction), faction)) {
        return;
    }
    seats.reveals = true;
    if !onlooker.0.sees_all() {
        onlooker.0 = seats.viewer(player.faction);
        toasts.say(with_keys(REVEALED, &settings.keys));
    }
}

/// Seats the player in a game that goes on from a moment of a log. If the player takes another faction than the player
/// of that moment had, the mind whose seat is taken plays that one.
fn take_over(mut arrived: MessageReader<Arrived>, level: Res<SourceLevel>, mut seating: Seating) {
    let Some(&Arrived { faction, was_replay, fills_seat }) = arrived.read().last() else { return };
    let before = level.0.own_faction();
    let MindSeats { players, door } = &mut seating.minds;
    let is_free = players.0.get(before).is_some_and(|seat| seat.mind.is_none());
    let mind = players.0.get(faction).and_then(|seat| seat.mind.clone());
    if let Some(mind) = mind.filter(|_| fills_seat && before != faction && is_free) {
        door.give(before, Order::Seat(Seat { mind: Some(mind), suspended: false }));
    }
    *seating.seats = Seats::of_level(&level.0);
    seating.sit(faction);
    if let Some(faction) = seating.factions.0.get(faction).filter(|_| was_replay) {
        seating.toasts.say(format!("You play {} from here on. The game is paused", faction.name));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy_panorbit_camera::PanOrbitCamera;
    use leafwing_input_manager::prelude::ActionState;
    use typed_index_collections::TiSlice;

    use super::*;
    use crate::client::hud::layout::standing::Standing;
    use crate::client::hud::layout::top_middle::{TopRoom, spawn_column};
    use crate::client::hud::log::EventLog;
    use crate::client::hud::planet::ShownYard;
    use crate::client::hud::warnings::Warnings;
    use crate::client::input::bookmarks::Bookmarks;
    use crate::client::input::selection::Groups;
    use crate::client::input::{Inspected, InspectedStructure, Tool};
    use crate::client::orders::planning::waiting::WaitMenu;
    use crate::client::orders::tools::NodeHand;
    use crate::client::scene::battle::sources::sites::Sites;
    use crate::client::view::{Focus, MainCamera, Origin};
    use crate::level::{Level, MindChoice, StarSystem};
    use crate::rules::test_support::level_of;
    use crate::sim::Simulation;
    use crate::sim::order::apply_waiting;
    use crate::sim::outcome::test_support::decided;
    use crate::sim::visibility::test_support::{ARES, TERRA, held};

    #[test]
    fn who_sits_down_in_a_level_has_the_eyes_of_the_seat() {
        let eyes = |settings: &str, seats: fn(&Level) -> Seats, faction: FactionId| {
            let (level, system) = level(settings);
            let (player, onlooker) = seats(&level).sit(faction, TiSlice::from_ref(&level.factions), &system);
            assert_eq!(player.faction, faction);
            onlooker.0
        };
        let (own, revealed) = (FactionId(1), "(player: \"Cairn\", reveal: true)");
        assert_eq!(eyes("()", Seats::of_level, own), Viewer::Faction(own));
        assert_eq!(eyes("()", Seats::of_level, SPECTATOR), Viewer::Everything);
        assert_eq!(eyes(revealed, Seats::of_level, own), Viewer::Revealed(own));
        assert_eq!(eyes(revealed, Seats::of_replay, own), Viewer::Faction(own), "each side of a replay");
        let mut seats = Seats::of_level(&level(revealed).0);
        assert_eq!((seats.own, seats.last), (own, own), "the level names its player");
        let (level, system) = level("()");
        seats.sit(FactionId(0), TiSlice::from_ref(&level.factions), &system);
        seats.sit(SPECTATOR, TiSlice::from_ref(&level.factions), &system);
        assert_eq!(seats.last, FactionId(0), "a spectator goes back to it");
    }

    #[test]
    fn the_mind_of_the_acting_faction_waits_and_others_play() {
        let choice = MindChoice::new("captain", "corsair");
        let seat = |suspended: bool| Seat { mind: Some(choice.clone()), suspended };
        let orders = |acting: FactionId, players: Vec<Seat>| {
            let mut door = OrderQueue::default();
            follow(acting, &Players(players.into()), &mut door);
            format!("{door:?}").matches("suspended: true").count() as i32
                - format!("{door:?}").matches("suspended: false").count() as i32
        };
        assert_eq!(orders(FactionId(0), vec![Seat::default(), seat(false)]), 0, "nothing changes");
        assert_eq!(orders(FactionId(1), vec![Seat::default(), seat(false)]), 1);
        assert_eq!(orders(FactionId(0), vec![Seat::default(), seat(true)]), -1);
        assert_eq!(orders(SPECTATOR, vec![seat(true), seat(true)]), -2, "all minds play before a spectator");
    }

    /// Presses the key in a level with these settings, as the first faction; `looks_on` adds Shift. Returns the
    /// acting faction, the viewer and the message.
    fn pressed(settings: &str, looks_on: bool) -> (FactionId, Viewer, String) {
        let (level, system) = level(settings);
        let mut world = World::new();
        let mut keys = ActionState::<Action>::default();
        keys.press(&Action::NextSeat);
        if looks_on {
            keys.press(&Action::Add);
        }
        world.spawn(keys);
        world.spawn((PanOrbitCamera::default(), MainCamera));
        let player = player_of(FactionId(0), TiSlice::from_ref(&level.factions), &system);
        let seats = Seats::of_level(&level);
        world.insert_resource(Onlooker(seats.viewer(player.faction)));
        world.insert_resource(seats);
        world.insert_resource(player);
        world.insert_resource(Sky::new(system, 2_461_365.5));
        world.insert_resource(Players::of(&level.factions));
        world.init_resource::<OrderQueue>();
        world.insert_resource(Factions(level.factions.into()));
        world.init_resource::<Origin>();
        world.init_resource::<Toasts>();
        world.init_resource::<Focus>();
        world.init_resource::<Messages<Pressed<ReplayPress>>>();
        lay_desk(&mut world);
        world.run_system_once(change).expect("it runs");
        let said = format!("{:?}", world.resource::<Toasts>());
        (world.resource::<Player>().faction, world.resource::<Onlooker>().0, said)
    }

    /// A level with two factions, and its sky.
    fn level(settings: &str) -> (Level, StarSystem) {
        let text = format!(
            r##"(
                schema_version: 1, title: "seats", epoch: jd(2461365.5),
                bodies: [body("Sun"), body("Earth")],
                factions: [
                    (name: "Lumen", color: "#4aa8ff", home: "Earth"),
                    (name: "Cairn", color: "#ff7a45"),
                ],
                settings: {settings},
            )"##
        );
        let level = level_of(&text);
        let system = StarSystem::build(&level).expect("a checked level has a sky");
        (level, system)
    }

    /// An empty [`SeatInputs`].
    fn lay_desk(world: &mut World) {
        world.init_resource::<EventLog>();
        world.init_resource::<Groups>();
        world.init_resource::<Bookmarks>();
        world.init_resource::<Warnings>();
        world.init_resource::<Sites>();
        world.init_resource::<Inspected>();
        world.init_resource::<InspectedStructure>();
        world.init_resource::<ShownYard>();
        world.init_resource::<Tool>();
        world.init_resource::<WaitMenu>();
        world.init_resource::<NodeHand>();
    }

    /// A game of Terra's player against Ares, which has this mind.
    fn game(mind: Option<MindChoice>) -> Simulation {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Players(vec![Seat::default(), Seat { mind, suspended: false }].into()));
        let seats = Seats::of_level(&world.resource::<SourceLevel>().0);
        world.insert_resource(seats);
        world.insert_resource(Player { faction: TERRA, home: None });
        world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
        world.init_resource::<Settings>();
        world.init_resource::<Toasts>();
        simulation
    }

    /// The eyes of its player in the next frame, and those in which the player would sit down again.
    fn eyes_in(game: &mut Simulation) -> [Viewer; 2] {
        let world = game.world_mut();
        world.run_system_once(reveal).expect("it runs");
        [world.resource::<Onlooker>().0, world.resource::<Seats>().viewer(TERRA)]
    }

    /// The words at the top in the second frame of a game against a mind, whose briefing was open in the first frame or
    /// not.
    fn told_at_the_top(briefed: bool) -> String {
        let mut game = game(Some(MindChoice::new("cadet", "steward")));
        let world = game.world_mut();
        world.insert_resource(BriefingOpen(briefed));
        world.init_resource::<Standing>();
        world.init_resource::<TopRoom>();
        world.init_resource::<Time<Real>>();
        world.run_system_once(spawn_column).expect("it runs");
        world.run_system_once(show_seat).expect("it runs");
        world.insert_resource(BriefingOpen(false));
        world.run_system_once(show_seat).expect("it runs");
        let mut texts = world.query::<&Text>();
        texts.iter(world).map(|text| text.0.as_str()).collect()
    }

    #[test]
    fn the_opponents_that_the_briefing_names_are_not_named_at_the_top_as_well() {
        assert!(told_at_the_top(false).contains("cadet, steward"), "{}", told_at_the_top(false));
        assert_eq!(told_at_the_top(true), "");
    }

    #[test]
    fn after_the_verdict_the_player_sees_everything() {
        let (own, all) = ([Viewer::Faction(TERRA); 2], [Viewer::Revealed(TERRA); 2]);
        let mut against_mind = game(Some(MindChoice::new("captain", "corsair")));
        assert_eq!(eyes_in(&mut against_mind), own, "the war goes on");
        against_mind.world_mut().insert_resource(decided());
        assert_eq!(eyes_in(&mut against_mind), all);
        let said = format!("{:?}", against_mind.world().resource::<Toasts>());
        assert!(said.contains("Press F3 for the plans"), "{said}");
    }

    #[test]
    fn no_verdict_shows_what_another_person_still_has_nor_changes_the_eyes_of_a_replay() {
        let (own, all) = ([Viewer::Faction(TERRA); 2], [Viewer::Revealed(TERRA); 2]);
        let mut against_person = game(None);
        against_person.world_mut().insert_resource(decided());
        assert_eq!(eyes_in(&mut against_person), own, "the other one plays on");
        let world = against_person.world_mut();
        world.insert_resource(Verdict(None));
        world.resource_mut::<OrderQueue>().give(ARES, Order::Surrender);
        apply_waiting(world);
        world.insert_resource(decided());
        assert_eq!(eyes_in(&mut against_person), all, "there is nothing left to hide");

        let mut replay = game(Some(MindChoice::new("captain", "corsair")));
        let world = replay.world_mut();
        let seats = Seats::of_replay(&world.resource::<SourceLevel>().0);
        world.insert_resource(seats);
        world.insert_resource(decided());
        assert_eq!(eyes_in(&mut replay), own);
    }

    #[test]
    fn a_level_for_one_player_lets_nobody_act_for_others_nor_look_on() {
        for looks_on in [false, true] {
            let (player, viewer, said) = pressed("(one_player: true)", looks_on);
            assert_eq!(
                (player, viewer),
                (FactionId(0), Viewer::Faction(FactionId(0))),
                "looks on: {looks_on}"
            );
            assert!(said.contains("for one player"), "{said}");
        }
        let (player, viewer, said) = pressed("()", false);
        assert_eq!((player, viewer), (FactionId(1), Viewer::Faction(FactionId(1))));
        assert!(said.contains("You play Cairn"), "{said}");
        let (player, viewer, said) = pressed("()", true);
        assert_eq!((player, viewer), (SPECTATOR, Viewer::Everything));
        assert!(!said.contains("spectator"), "the line at the top says it: {said}");
    }
}
