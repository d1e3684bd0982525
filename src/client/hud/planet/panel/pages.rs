//! The pages of the panel: which of them a body has, which one is open, and the buttons that switch them.

use super::yard_panel::yards_at;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::{Page, TurnedAt};
use crate::client::settings::{Action, Binding, first_key, keyed};
use crate::client::widgets::{STRONG, WORDS, next_after};
use crate::sim::BodyId;
use crate::sim::order::ConstructionRefusal;

/// The pages that a body has, in the order of their buttons.
pub fn pages_of(planet_data: &PlanetData, body: BodyId) -> Vec<Page> {
    // Without any right to build, prices are of no use.
    let may_build = !planet_data.looks_on()
        && matches!(planet_data.plot(body), Ok(_) | Err(ConstructionRefusal::NobodyThere(_)));
    let has_yards = !yards_at(planet_data, body).is_empty();
    let is_there = |page: &Page| match page {
        Page::Overview => true,
        Page::Build => may_build,
        Page::Yards => has_yards,
    };
    Page::ALL.into_iter().filter(is_there).collect()
}

/// The page that is wanted at a body. Where nothing can be built that is the overview instead of the build menu, unless
/// the player turned to the menu there.
pub fn wanted_page(planet_data: &PlanetData, body: BodyId, page: Page, turned: TurnedAt) -> Page {
    let is_menu = page == Page::Build && turned.0 != Some(body);
    if is_menu && planet_data.plot(body).is_err() { Page::Overview } else { page }
}

/// The open page among those that there are: the one that is wanted, or else the build menu, or else the overview.
pub fn open_page(wanted: Page, pages: &[Page]) -> Page {
    let choices = [wanted, Page::Build];
    choices.into_iter().find(|page| pages.contains(page)).unwrap_or(Page::Overview)
}

/// The page after the open one.
pub fn page_after(wanted: Page, pages: &[Page]) -> Page {
    next_after(pages, Some(open_page(wanted, pages))).unwrap_or_default()
}

/// The buttons that switch pages; `None` if there is only one.
pub fn tabs_row(wanted: Page, pages: &[Page], yards: usize, bindings: &[Binding]) -> Option<Row> {
    let (open, next) = (open_page(wanted, pages), page_after(wanted, pages));
    let key = first_key(Action::TurnPage, bindings);
    let tab = |page: &Page| {
        let words = match page {
            Page::Overview => "Overview".to_owned(),
            Page::Build => "Build".to_owned(),
            Page::Yards => format!("Yards {yards}"),
        };
        let is_open = *page == open;
        let words = if *page == next { keyed(&words, Action::TurnPage, bindings) } else { words };
        let button = Cell::button(words, PanelAction::Turn(*page));
        button.colored(if is_open { STRONG } else { WORDS }).with_tip(format!("[{key}]: the next page."))
    };
    (pages.len() > 1).then(|| Row::of(pages.iter().map(tab).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::build_menu::refusal_row;
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

    #[test]
    fn a_spectator_has_nothing_to_build_and_is_refused_nothing() {
        let told = |player| {
            let moon = BodyId(3);
            seen_by(player, |data| {
                [EARTH, moon, MARS].map(|body| (pages_of(data, body), refusal_row(data, body).is_some()))
            })
        };
        assert!(told(SPECTATOR).iter().all(|(pages, is_refused)| *pages == [Page::Overview] && !is_refused));
        let [own, _, far] = told(TERRA);
        assert_eq!(own, (vec![Page::Overview, Page::Build], false), "it has no yard");
        assert_eq!(
            far,
            (vec![Page::Overview, Page::Build], true),
            "its owner is not known: prices are of use"
        );
    }

    #[test]
    fn where_nothing_can_be_built_the_menu_opens_only_on_demand() {
        let pages = seen_by(TERRA, |data| {
            let opened = |body: BodyId, turned: Option<BodyId>| {
                let wanted = wanted_page(data, body, Page::Build, TurnedAt(turned));
                open_page(wanted, &pages_of(data, body))
            };
            [opened(EARTH, None), opened(MARS, Some(EARTH)), opened(MARS, Some(MARS))]
        });
        assert_eq!(pages, [Page::Build, Page::Overview, Page::Build]);
    }

    #[test]
    fn the_open_page_is_one_that_the_body_has() {
        let (all, foreign) = (Page::ALL, [Page::Overview]);
        assert!(all.iter().all(|page| open_page(*page, &all) == *page));
        assert!(all.iter().all(|page| open_page(*page, &foreign) == Page::Overview));
        assert_eq!(open_page(Page::Yards, &[Page::Overview, Page::Build]), Page::Build);
    }

    #[test]
    fn the_key_turns_through_the_pages_that_there_are() {
        let turns = |pages: &[Page]| {
            let steps = std::iter::successors(Some(Page::Build), |page| Some(page_after(*page, pages)));
            steps.skip(1).take(3).collect::<Vec<_>>()
        };
        assert_eq!(turns(&Page::ALL), [Page::Yards, Page::Overview, Page::Build]);
        assert_eq!(turns(&[Page::Overview, Page::Build]), [Page::Overview, Page::Build, Page::Overview]);
    }

    #[test]
    fn a_lone_page_has_no_buttons_and_the_key_stands_at_the_next_one() {
        assert_eq!(tabs_row(Page::Build, &[Page::Overview], 0, &[]), None);
        let row = tabs_row(Page::Build, &Page::ALL, 2, &[]).expect("there are several");
        let words: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
        assert_eq!(words, ["Overview", "Build", "Yards 2 [C]"]);
        assert_eq!(row.cells[1].color, STRONG);
    }
}
