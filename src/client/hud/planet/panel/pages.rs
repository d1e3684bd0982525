//! The pages of the panel: which of them a body has, which one is open, and the buttons that switch them.

use bevy::prelude::*;

use super::build_menu::has_prices;
use super::yards::yards_at;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::{BuildMenuAt, Page, Subject};
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{QUIET, next_after};
use crate::client::worlds::Kept;
use crate::sim::BodyId;

/// The pages of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// Those that it has, in the order of their buttons.
    pub all: Vec<Page>,
    /// The open one.
    pub open: Page,
}

impl Pages {
    /// The pages of a body; `page` is the one to which the player turned last, here or elsewhere.
    pub fn at(planet_data: &PlanetData, body: BodyId, page: Page, menu: BuildMenuAt) -> Self {
        let has_yards = !yards_at(planet_data, body).is_empty();
        let wanted = wanted_page(page, has_yards, menu.0 == Some(body));
        // An open menu stays when the last ship leaves, for its prices; another reason not to build closes it.
        let plot = planet_data.plot(body);
        let has_menu = plot.is_ok() || wanted == Page::Build && has_prices(&plot);
        let builds = !planet_data.looks_on() && !planet_data.is_replay();
        Self::of(wanted, has_menu && builds, has_yards)
    }

    /// The pages with or without a build menu and yards; the wanted one is open, or else the overview.
    fn of(wanted: Page, has_menu: bool, has_yards: bool) -> Self {
        let is_there = |page: &Page| match page {
            Page::Overview => true,
            Page::Build => has_menu,
            Page::Yards => has_yards,
        };
        let all: Vec<Page> = Page::ALL.into_iter().filter(is_there).collect();
        let open = if all.contains(&wanted) { wanted } else { Page::Overview };
        Self { all, open }
    }

    /// The page to which the key turns: the one after the open one; of a folded panel, whose page is out of sight, that
    /// page itself.
    pub fn turned(&self, is_folded: bool) -> Page {
        if is_folded { self.open } else { self.next_page() }
    }

    /// The page after the open one.
    fn next_page(&self) -> Page {
        next_after(&self.all, Some(self.open)).unwrap_or_default()
    }

    /// The buttons that switch pages, and their key; `None` if there is only one. The key stands behind them, so that
    /// no button moves when a page is turned. Of a folded panel none is lit: a lit one has its page below it.
    pub fn tabs_row(&self, yards: usize, is_folded: bool, bindings: &[Binding]) -> Option<Row> {
        let key = first_key(Action::TurnPage, bindings);
        let tip = if is_folded { format!("[{key}]: unfold.") } else { format!("[{key}]: the next page.") };
        let tab = |page: &Page| {
            let words = match page {
                Page::Overview => "Overview".to_owned(),
                Page::Build => "Build".to_owned(),
                Page::Yards => format!("Yards {yards}"),
            };
            let is_lit = *page == self.open && !is_folded;
            Cell::tab(words, PanelAction::Turn(*page), is_lit).with_tip(tip.clone())
        };
        let behind = (!key.is_empty()).then(|| Cell::label(format!("[{key}]"), QUIET));
        (self.all.len() > 1).then(|| Row::of(self.all.iter().map(tab).chain(behind).collect()))
    }
}

/// The page that is wanted at a body: the one to which the player turned last; in place of yards that are not there
/// the build menu, and in place of a menu that may not be open the overview.
fn wanted_page(page: Page, has_yards: bool, may_open_menu: bool) -> Page {
    match page {
        Page::Overview => Page::Overview,
        Page::Yards if has_yards => Page::Yards,
        Page::Build | Page::Yards if may_open_menu => Page::Build,
        Page::Build | Page::Yards => Page::Overview,
    }
}

/// Notes whether something can be built at the body to which the panel turns, again for another player, and when the
/// player loses the body. `held`: the subject of the frame before, if it was the player's.
pub fn note_buildable(
    planet_data: PlanetData,
    subject: Res<Subject>,
    mut menu: ResMut<BuildMenuAt>,
    mut held: Kept<Option<BodyId>>,
) {
    let own = subject.0.filter(|body| planet_data.view().owner(*body) == Some(planet_data.me()));
    let before = std::mem::replace(held.now(), own);
    let is_lost = before.is_some() && before == subject.0 && own.is_none();
    if subject.is_changed() || planet_data.player.is_changed() || is_lost {
        menu.set_if_neq(BuildMenuAt(buildable(&planet_data, subject.0)));
    }
}

/// The subject of the panel, if something can be built there now.
fn buildable(planet_data: &PlanetData, subject: Option<BodyId>) -> Option<BodyId> {
    subject.filter(|body| planet_data.plot(*body).is_ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::ecs::system::RunSystemOnce;

    use super::super::build_menu::refusal_row;
    use super::*;
    use crate::client::frame::{SPECTATOR, eyes_of};
    use crate::client::hud::planet::test_support::{ask_now, seen_by, watched_by};
    use crate::client::view::known::seen::note_bodies;
    use crate::client::widgets::ACCENT;
    use crate::client::worlds::Playback;
    use crate::record::log_of_war;
    use crate::sim::order::{ConstructionRefusal, apply_waiting};
    use crate::sim::visibility::look_now;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};
    use crate::sim::{Order, OrderQueue, Position, Ship, Structure};

    /// The pages of a body that has these, with this one wanted.
    fn pages(wanted: Page, all: &[Page]) -> Pages {
        Pages::of(wanted, all.contains(&Page::Build), all.contains(&Page::Yards))
    }

    #[test]
    fn a_spectator_has_nothing_to_build_and_is_refused_nothing() {
        let told = |player| {
            let moon = BodyId(3);
            let of = |data: &PlanetData, body: BodyId| {
                let pages = Pages::at(data, body, Page::Overview, BuildMenuAt::default());
                (pages.all, refusal_row(data, body).is_some())
            };
            seen_by(player, |data| [EARTH, moon, MARS].map(|body| of(data, body)))
        };
        assert!(told(SPECTATOR).iter().all(|(pages, is_refused)| *pages == [Page::Overview] && !is_refused));
        let [own, _, far] = told(TERRA);
        assert_eq!(own, (vec![Page::Overview, Page::Build], false), "it has no yard");
        assert_eq!(far, (vec![Page::Overview], true), "no ship is near, as the overview says");
    }

    #[test]
    fn a_replay_has_no_menu_for_buildings() {
        let mut simulation = watched_by(TERRA);
        let log = Arc::new(log_of_war(false));
        simulation.world_mut().insert_resource(Playback::watch(log, None, 0, eyes_of(TERRA)));
        let pages =
            ask_now(&mut simulation, |data| Pages::at(data, EARTH, Page::Build, BuildMenuAt(Some(EARTH))));
        assert_eq!(pages, Pages { all: vec![Page::Overview], open: Page::Overview });
    }

    #[test]
    fn the_menu_is_where_something_could_be_built_since_the_panel_turned_there() {
        let opened = seen_by(TERRA, |data| {
            let opened = |body: BodyId, turned: Option<BodyId>| {
                let menu = BuildMenuAt(turned.or_else(|| buildable(data, Some(body))));
                Pages::at(data, body, Page::Build, menu).open
            };
            [opened(EARTH, None), opened(MARS, Some(EARTH)), opened(MARS, Some(MARS))]
        });
        assert_eq!(opened, [Page::Build, Page::Overview, Page::Build]);
    }

    #[test]
    fn a_menu_whose_ship_finds_an_owner_closes() {
        let mut simulation = watched_by(TERRA);
        let turned = BuildMenuAt(Some(MARS));
        let open = |data: &PlanetData| {
            [BuildMenuAt::default(), turned].map(|menu| Pages::at(data, MARS, Page::Build, menu).open)
        };
        assert_eq!(ask_now(&mut simulation, open), [Page::Overview, Page::Build]);
        let world = simulation.world_mut();
        let mut satellites = world.query_filtered::<&Position, With<Structure>>();
        let ring = satellites.single(world).expect("it stands at Mars").0;
        let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
        scouts.single_mut(world).expect("there is one").0 = ring;
        look_now(world);
        world.run_system_once(note_bodies).expect("it runs");
        let (refusal, after) = ask_now(&mut simulation, |data| (data.plot(MARS).err(), open(data)));
        assert!(matches!(refusal, Some(ConstructionRefusal::HasOwner(..))), "{refusal:?}");
        assert_eq!(after, [Page::Overview; 2], "it shows the owner: nothing can be built there");
        let later = seen_by(TERRA, |data| {
            assert!(data.plot(EARTH).is_ok());
            Pages::at(data, EARTH, Page::Build, BuildMenuAt::default()).open
        });
        assert_eq!(later, Page::Overview, "nothing could be built when the panel turned to it");
    }

    #[test]
    fn a_lost_body_has_no_menu_and_who_has_nothing_left_is_refused_nothing() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.insert_resource(Subject(Some(EARTH)));
        let note = world.register_system(note_buildable);
        let noted = |world: &mut World| {
            world.run_system(note).expect("it runs");
            world.resource::<BuildMenuAt>().0
        };
        assert_eq!([noted(world), noted(world)], [Some(EARTH); 2]);
        world.resource_mut::<OrderQueue>().give(TERRA, Order::Surrender);
        apply_waiting(world);
        look_now(world);
        world.run_system_once(note_bodies).expect("it runs");
        assert_eq!(noted(world), None);
        let (pages, is_refused) = ask_now(&mut simulation, |data| {
            let pages = Pages::at(data, EARTH, Page::Build, BuildMenuAt::default());
            (pages, refusal_row(data, EARTH).is_some())
        });
        assert_eq!(pages, Pages { all: vec![Page::Overview], open: Page::Overview });
        assert!(!is_refused, "no ship of theirs will ever come");
    }

    #[test]
    fn the_open_page_is_one_that_the_body_has() {
        let wanted = [Page::Overview, Page::Build, Page::Yards].map(|page| {
            let places = [(true, true), (true, false), (false, true), (false, false)];
            places.map(|(has_yards, may_open_menu)| wanted_page(page, has_yards, may_open_menu))
        });
        let (overview, build, yards) = (Page::Overview, Page::Build, Page::Yards);
        assert_eq!(wanted[0], [overview; 4]);
        assert_eq!(wanted[1], [build, overview, build, overview]);
        assert_eq!(wanted[2], [yards, yards, build, overview], "the menu is the next best to a yard");
        assert!(Page::ALL.iter().all(|page| pages(*page, &Page::ALL).open == *page));
        assert!(Page::ALL.iter().all(|page| pages(*page, &[Page::Overview]).open == Page::Overview));
    }

    #[test]
    fn the_key_turns_through_the_pages_that_there_are() {
        let turns = |all: &[Page]| {
            let steps = std::iter::successors(Some(Page::Build), |page| Some(pages(*page, all).next_page()));
            steps.skip(1).take(3).collect::<Vec<_>>()
        };
        assert_eq!(turns(&Page::ALL), [Page::Yards, Page::Overview, Page::Build]);
        assert_eq!(turns(&[Page::Overview, Page::Build]), [Page::Overview, Page::Build, Page::Overview]);
    }

    #[test]
    fn no_page_of_a_folded_panel_looks_open_and_the_key_unfolds_it() {
        let of = |is_folded: bool| {
            let pages = pages(Page::Overview, &Page::ALL);
            let row = pages.tabs_row(0, is_folded, &[]).expect("there are several");
            (row.cells.iter().filter(|cell| cell.is_chosen).count(), pages.turned(is_folded))
        };
        assert_eq!([of(false), of(true)], [(1, Page::Build), (0, Page::Overview)]);
    }

    #[test]
    fn a_lone_page_has_no_buttons_and_no_button_moves_when_a_page_is_turned() {
        assert_eq!(pages(Page::Overview, &[Page::Overview]).tabs_row(0, false, &[]), None);
        for (open, wanted) in Page::ALL.into_iter().enumerate() {
            let row = pages(wanted, &Page::ALL).tabs_row(2, false, &[]).expect("there are several");
            let words: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
            assert_eq!(words, ["Overview", "Build", "Yards 2", "[C]"]);
            assert_eq!(row.cells[open].color, ACCENT);
        }
    }
}
