//! The player's possessions on the screen: the treasury, the planet panel with its build menu and yards, and keys
//! that jump between places.
//!
//! - Enters: the world's holdings, rings, structures, yards and ledgers; mouse and keys.
//! - Leaves: words and buttons, [`Subject`] for the drawing of rings, and construction orders through the world's
//!   one door.
//! - Must never: change the world in any other way, or reveal more of it than the world's own rules do.
//!
//! | file | does |
//! |---|---|
//! | `gather.rs` | queries to the world for panels |
//! | `words.rs` | numbers and prices as words |
//! | `classes/` | what is said about the classes of ships and structures |
//! | `actions.rs` | actions of buttons |
//! | `framing.rs` | room on the screen for the rings of a body at which a class is chosen; what tips keep clear of |
//! | `rally_view.rs` | the line from a yard to its rally point |
//! | `jump.rs` | the keys that jump to the next planet and the next idle yard |
//! | `treasury/` | the bar at the top: stocks, incomes and their sources; for a spectator those of all sides |
//! | `planet_list.rs` | below the bar the list of the player's planets |
//! | `panel/` | the panel at the right: the body, its profit and its ground, and the pages for building and yards |

pub mod actions;
pub mod classes;
pub mod framing;
pub mod gather;
pub mod jump;
pub mod panel;
pub mod planet_list;
pub mod rally_view;
#[cfg(test)]
pub mod test_support;
pub mod treasury;
pub mod words;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::hud::layout::places::PanelFolded;
use crate::client::input::{EscapeLadder, Inspected, InspectedStructure, Rung};
use crate::client::view::focus::innermost;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, TargetPlaces};
use crate::client::widgets::{TipsAvoid, presses};
use crate::client::worlds::{AppState, Kept, SetUpSystems};
use crate::sim::{BodyId, OfWorld, Sky, StructureId};

/// The subject of the planet panel.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subject(pub Option<BodyId>);

/// The open page of the planet panel.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Page {
    /// What the body is and brings.
    Overview,
    /// The build menu.
    #[default]
    Build,
    /// The yards.
    Yards,
}

impl Page {
    /// All pages, in the order of their buttons.
    pub const ALL: [Self; 3] = [Self::Overview, Self::Build, Self::Yards];
}

/// The body at which the build menu may be open: the subject of the panel, if something could be built there when the
/// panel turned to it, or if the player has turned to a page there since. Elsewhere the overview is open in its place:
/// ships that come later turn no page. It is given up when the player loses the body.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildMenuAt(pub Option<BodyId>);

/// The displayed yard, for a body with several.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownYard(pub Option<StructureId>);

/// Adds the panels and their actions. They rest until there is a world with ledgers.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Subject>()
        .init_of_world::<Page>()
        .init_of_world::<BuildMenuAt>()
        .init_of_world::<ShownYard>()
        .init_of_world::<TipsAvoid>()
        .init_of_world::<panel::portrait::Portrait>()
        .init_of_world::<PanelFolded>()
        .add_plugins(presses::<actions::PanelAction>)
        .on_escape(Rung::PlanetPanel, panel::closing::close_by_escape);
    app.add_systems(
        OnEnter(AppState::Playing),
        (planet_list::spawn_list, panel::spawn_panel).in_set(SetUpSystems::Frames),
    );
    app.add_systems(OnEnter(AppState::Playing), treasury::spawn_bar.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (
            actions::do_deeds,
            jump::jump,
            panel::closing::close_by_button,
            turn_to_clicked,
            choose_subject,
            (panel::closing::fold, panel::closing::hide_page).chain(),
            panel::pages::note_buildable,
            framing::make_room,
            framing::keep_clear,
            planet_list::write_list,
            treasury::write_bar,
            panel::portrait::paint,
            panel::write_panel,
            panel::take_wheel,
        )
            .chain()
            .in_set(InputSystems::Panel),
    );
    app.add_systems(PostUpdate, rally_view::draw_rally.in_set(FrameSystems::Draw));
}

/// A click on an own yard turns the panel to the page of the yards.
fn turn_to_clicked(
    clicked: Res<InspectedStructure>,
    planet_data: gather::PlanetData,
    mut page: ResMut<Page>,
    mut shown_yard: ResMut<ShownYard>,
) {
    let Some(structure) = clicked.0.filter(|_| clicked.is_changed()) else { return };
    if planet_data.economy().yards().iter().any(|yard| yard.structure.id == structure) {
        page.set_if_neq(Page::Yards);
        shown_yard.set_if_neq(ShownYard(Some(structure)));
    }
}

/// What the panel was turned by, up to the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LastTurn {
    /// The body that the camera looked at.
    focused: Option<BodyId>,
    /// The body that was clicked last.
    clicked: Option<BodyId>,
    /// [`Focus::flights`].
    flights: u32,
    /// The subject.
    subject: Option<BodyId>,
    /// The body whose panel the player has closed, until a panel opens.
    closed: Option<BodyId>,
}

/// Query bundle for the bodies that the camera looks at.
#[derive(SystemParam)]
struct Looks<'w, 's> {
    focus: Res<'w, Focus>,
    sky: Res<'w, Sky>,
    bodies: Res<'w, BodyPlaces>,
    places: TargetPlaces<'w, 's>,
}

impl Looks<'_, '_> {
    /// The body that a look asks for while the panel has this subject. A look at a ship opens no panel, but turns an
    /// open one to the body in whose well the ship is.
    fn asked(&self, present: Option<BodyId>) -> Option<BodyId> {
        match self.focus.target {
            FocusTarget::Ship(_) => present.and(self.well()),
            target => target.body(),
        }
    }

    /// The innermost body in whose well the target is.
    fn well(&self) -> Option<BodyId> {
        innermost(self.places.of(self.focus.target)?, &self.sky, &self.bodies, |_| true)
    }
}

/// The only system that turns the panel to a body: to the one that the player asks for, by a click or by a flight of
/// the camera, even if the camera looks there already; else to the one that the camera comes to. A flight to open space
/// closes the panel; a view that is only moved there leaves the clicked body. Bodies that a drag on the map passes by
/// turn nothing. A body whose panel was closed has to be asked for, until the camera has come to another one.
fn choose_subject(
    looks: Looks,
    inspected: Res<Inspected>,
    mut last: Kept<LastTurn>,
    mut subject: ResMut<Subject>,
) {
    let (focus, last) = (*looks.focus, last.now());
    let present = subject.0;
    let closed = if present.is_none() { last.subject.or(last.closed) } else { None };
    let focused = focus.target.body();
    let clicked = inspected.0.filter(|_| inspected.is_changed());
    let is_asked = focus.flights != last.flights;
    let has_come = focused != last.focused && !focus.passes_by;
    let wanted = match clicked {
        Some(body) => Some(body),
        None if is_asked => looks.asked(present),
        None => next_subject(present, (has_come, last.clicked), (focused, inspected.0))
            .filter(|body| closed != Some(*body)),
    };
    let wanted = wanted.filter(|body| looks.sky.system.bodies.get(*body).is_some());
    *last = LastTurn { focused, clicked: inspected.0, flights: focus.flights, subject: wanted, closed };
    subject.set_if_neq(Subject(wanted));
}

/// The subject after `present` where the player asks for none: from whether the camera has come to its focus, from the
/// click before, and from the focus and the click now.
fn next_subject(
    present: Option<BodyId>,
    (has_come, clicked_before): (bool, Option<BodyId>),
    (focused, clicked): (Option<BodyId>, Option<BodyId>),
) -> Option<BodyId> {
    if clicked != clicked_before {
        // The click is given up, by one beside the body or by closing the panel.
        present.and(focused)
    } else if has_come {
        focused.or(present.filter(|body| clicked == Some(*body)))
    } else {
        present
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::actions::PanelAction;
    use super::panel::closing::{close_by_button, close_by_escape};
    use super::test_support::watched_by;
    use super::*;
    use crate::client::view::RenderPosition;
    use crate::client::view::focus::MIDDLE;
    use crate::client::widgets::Pressed;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

    /// A place that moves with the Earth.
    const BESIDE_EARTH: FocusTarget = FocusTarget::Beside(EARTH, DVec3::X);

    #[test]
    fn a_closed_panel_stays_closed_until_a_body_is_chosen_again() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Focus>();
        world.init_resource::<Inspected>();
        world.resource_mut::<Focus>().target = FocusTarget::Body(EARTH);
        let choose = world.register_system(choose_subject);
        let mut shown = |clicked: Option<BodyId>, closes: bool| {
            world.resource_mut::<Inspected>().0 = clicked;
            if closes {
                assert!(world.run_system_once(close_by_escape).expect("it runs"), "it was open");
                assert!(!world.run_system_once(close_by_escape).expect("it runs"), "it is closed");
            }
            world.run_system(choose).expect("it runs");
            world.resource::<Subject>().0
        };
        assert_eq!([shown(None, false), shown(None, true), shown(None, false)], [Some(EARTH), None, None]);
        assert_eq!([shown(Some(EARTH), false), shown(Some(MARS), false)], [Some(EARTH), Some(MARS)]);
        assert_eq!([shown(Some(MARS), true), shown(None, false)], [None, None], "Earth is still looked at");
        assert_eq!(shown(Some(MARS), false), Some(MARS), "the same click opens it again");
    }

    /// The body of the panel after it was closed at the Earth, where the camera looks, and after each of these steps of
    /// the camera.
    fn after_closing(steps: &[fn(&mut Focus)]) -> Option<BodyId> {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Focus>();
        world.init_resource::<Inspected>();
        let choose = world.register_system(choose_subject);
        let shown = |world: &mut World, step: fn(&mut Focus)| {
            step(&mut world.resource_mut::<Focus>());
            world.run_system(choose).expect("it runs");
            world.resource::<Subject>().0
        };
        assert_eq!(shown(world, |focus| fly(focus, FocusTarget::Body(EARTH))), Some(EARTH));
        world.init_resource::<Messages<Pressed<PanelAction>>>();
        world.write_message(Pressed(PanelAction::Close));
        world.run_system_once(close_by_button).expect("it runs");
        assert_eq!(shown(world, |_| ()), None, "the camera has not moved");
        steps.iter().fold(None, |_, step| shown(world, *step))
    }

    fn fly(focus: &mut Focus, target: FocusTarget) {
        focus.fly_to(target, DVec3::ZERO, DVec3::X);
    }

    #[test]
    fn a_closed_panel_opens_for_a_flight_to_its_body_though_the_camera_looks_there_already() {
        assert_eq!(after_closing(&[]), None);
        assert_eq!(after_closing(&[|focus| fly(focus, FocusTarget::Body(EARTH))]), Some(EARTH));
        assert_eq!(after_closing(&[|focus| fly(focus, BESIDE_EARTH)]), Some(EARTH), "a battle there");
        assert_eq!(after_closing(&[|focus| fly(focus, FocusTarget::Body(MARS))]), Some(MARS));
        assert_eq!(after_closing(&[|focus| fly(focus, MIDDLE)]), None, "open space has no panel");
    }

    #[test]
    fn a_closed_panel_stays_closed_while_the_camera_only_comes_to_its_body() {
        assert_eq!(after_closing(&[|focus| focus.jump_to(BESIDE_EARTH)]), None);
        let away_and_back: [fn(&mut Focus); 2] =
            [|focus| focus.jump_to(MIDDLE), |focus| focus.jump_to(BESIDE_EARTH)];
        assert_eq!(after_closing(&away_and_back), None);
        assert_eq!(after_closing(&[|focus| focus.jump_to(FocusTarget::Body(MARS))]), Some(MARS));
    }

    #[test]
    fn a_second_click_on_a_body_turns_the_panel_back_to_it() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Focus>();
        world.insert_resource(Inspected(Some(EARTH)));
        let choose = world.register_system(choose_subject);
        let mut shown = |act: fn(&mut World)| {
            act(world);
            world.run_system(choose).expect("it runs");
            world.resource::<Subject>().0
        };
        assert_eq!(shown(|_| ()), Some(EARTH));
        assert_eq!(
            shown(|world| fly(&mut world.resource_mut::<Focus>(), FocusTarget::Body(MARS))),
            Some(MARS)
        );
        assert_eq!(shown(|_| ()), Some(MARS));
        assert_eq!(shown(|world| world.resource_mut::<Inspected>().0 = Some(EARTH)), Some(EARTH));
    }

    #[test]
    fn without_a_wish_the_panel_follows_the_camera() {
        let (none, mars, earth) = (None, Some(BodyId(4)), Some(BodyId(3)));
        assert_eq!(next_subject(none, (true, none), (earth, none)), earth);
        assert_eq!(next_subject(mars, (false, mars), (earth, mars)), mars, "nothing new");
        assert_eq!(next_subject(mars, (false, mars), (earth, none)), earth, "a click beside it");
        assert_eq!(next_subject(none, (false, mars), (earth, none)), none, "it is closed");
        assert_eq!(next_subject(mars, (true, mars), (earth, mars)), earth, "looked at later");
        assert_eq!(next_subject(mars, (true, mars), (none, mars)), mars, "the camera is moved to open space");
        assert_eq!(next_subject(earth, (true, mars), (none, mars)), none, "the click was long before");
    }

    #[test]
    fn a_look_at_a_ship_turns_an_open_panel_to_its_well_and_closes_it_in_open_space() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Focus>();
        world.init_resource::<Inspected>();
        let mars_place = world.resource::<BodyPlaces>().0[MARS];
        let well_km = world.resource::<Sky>().system.bodies[MARS].well_radius_km;
        let [near, far] = [0.5, 40.0].map(|wells| mars_place + DVec3::Z * wells * well_km);
        let [near, far] = [near, far].map(|place| FocusTarget::Ship(world.spawn(RenderPosition(place)).id()));
        let choose = world.register_system(choose_subject);
        let mut shown = |clicked: Option<BodyId>, target: Option<FocusTarget>| {
            world.resource_mut::<Inspected>().set_if_neq(Inspected(clicked));
            if let Some(target) = target {
                fly(&mut world.resource_mut::<Focus>(), target);
            }
            world.run_system(choose).expect("it runs");
            world.resource::<Subject>().0
        };
        assert_eq!(shown(None, Some(near)), None, "no panel was open");
        let clicked = Some(EARTH);
        assert_eq!([shown(clicked, None), shown(clicked, None)], [clicked; 2], "it was clicked");
        assert_eq!(shown(clicked, Some(near)), Some(MARS));
        assert_eq!(shown(clicked, Some(FocusTarget::Body(EARTH))), clicked);
        assert_eq!([shown(clicked, Some(far)), shown(clicked, None)], [None; 2]);
    }

    #[test]
    fn a_drag_on_the_map_over_another_body_turns_no_panel() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Focus>();
        world.init_resource::<Inspected>();
        let choose = world.register_system(choose_subject);
        let mut shown = |step: fn(&mut Focus)| {
            step(&mut world.resource_mut::<Focus>());
            world.run_system(choose).expect("it runs");
            world.resource::<Subject>().0
        };
        assert_eq!(shown(|focus| fly(focus, FocusTarget::Body(EARTH))), Some(EARTH));
        assert_eq!(shown(|focus| focus.fly_by(FocusTarget::Body(MARS), DVec3::ZERO, DVec3::X)), Some(EARTH));
        assert_eq!(shown(|focus| focus.jump_by(MIDDLE)), Some(EARTH));
        assert_eq!(shown(|focus| focus.jump_by(FocusTarget::Body(MARS))), Some(EARTH));
        let beside: fn(&mut Focus) = |focus| focus.jump_to(FocusTarget::Beside(MARS, DVec3::X));
        assert_eq!(shown(beside), Some(EARTH), "a zoom there after the drag");
        assert_eq!(shown(|focus| focus.fly_by(FocusTarget::Body(MARS), DVec3::ZERO, DVec3::X)), Some(EARTH));
        assert_eq!(shown(Focus::ask), Some(MARS), "the button was released without a drag");
        assert_eq!(shown(|focus| focus.fly_by(MIDDLE, DVec3::ZERO, DVec3::X)), Some(MARS));
        assert_eq!(shown(Focus::ask), None, "open space has no panel");
    }
}
