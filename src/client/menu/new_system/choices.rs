//! The choices for a new system: a level of a seed, for a skirmish.
//!
//! Numbers that are left open are drawn from the seed. The page draws a seed whenever it is opened; another one can be
//! drawn or typed.

use std::path::PathBuf;

use crate::client::frame::capital;
use crate::client::menu::files::level_file::Preview;
use crate::client::menu::files::saves::keep_generated;
use crate::client::menu::{Menu, Page, StepDirection};
use crate::client::widgets::next_within;
use crate::client::worlds::fresh_seed;
use crate::generate::{COMETS, Choice, DISTANCES, INCLINE, MOONS, PLANETS, Parameters, SIDES, generate};

/// A number that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum SystemNumber {
    /// The number of sides.
    Sides,
    /// Planets without an owner, for each side.
    Planets,
    /// Moons without an owner, for each side.
    Moons,
    /// Comets, for each side.
    Comets,
    /// The greatest tilt of orbits, degrees.
    Incline,
    /// Distances, percent.
    Distances,
}

impl SystemNumber {
    /// All of them, in the order of their rows.
    pub(in crate::client::menu) const ALL: [Self; 6] =
        [Self::Sides, Self::Planets, Self::Moons, Self::Comets, Self::Incline, Self::Distances];

    /// Its name, meaning and range.
    pub(in crate::client::menu) fn choice(self) -> Choice {
        match self {
            Self::Sides => SIDES,
            Self::Planets => PLANETS,
            Self::Moons => MOONS,
            Self::Comets => COMETS,
            Self::Incline => INCLINE,
            Self::Distances => DISTANCES,
        }
    }

    /// Its name on the page.
    pub(in crate::client::menu) fn label(self) -> &'static str {
        match self {
            Self::Sides => "Sides",
            Self::Planets => "Planets per side",
            Self::Moons => "Moons per side",
            Self::Comets => "Comets per side",
            Self::Incline => "Orbit inclination",
            Self::Distances => "Distances",
        }
    }

    /// Its unit, after the number.
    pub(in crate::client::menu) fn unit(self) -> &'static str {
        match self {
            Self::Incline => "°",
            Self::Distances => " %",
            Self::Sides | Self::Planets | Self::Moons | Self::Comets => "",
        }
    }

    /// The chosen number; `None`: it is left to the seed.
    pub(in crate::client::menu) fn chosen(self, parameters: &Parameters) -> Option<u8> {
        match self {
            Self::Sides => Some(parameters.sides),
            Self::Planets => parameters.planets,
            Self::Moons => parameters.moons,
            Self::Comets => parameters.comets,
            Self::Incline => parameters.incline,
            Self::Distances => parameters.distances,
        }
    }

    fn choose(self, parameters: &mut Parameters, number: Option<u8>) {
        match self {
            Self::Sides => parameters.sides = number.unwrap_or(parameters.sides),
            Self::Planets => parameters.planets = number,
            Self::Moons => parameters.moons = number,
            Self::Comets => parameters.comets = number,
            Self::Incline => parameters.incline = number,
            Self::Distances => parameters.distances = number,
        }
    }

    /// The values of its row. The number of sides is never left to the seed.
    fn values(self) -> Vec<Option<u8>> {
        let step = match self {
            Self::Incline => 5,
            Self::Distances => 10,
            Self::Sides | Self::Planets | Self::Moons | Self::Comets => 1,
        };
        let open = (self != Self::Sides).then_some(None::<u8>);
        open.into_iter().chain(self.choice().range.step_by(step).map(Some)).collect()
    }
}

/// The choices of the page, and the picture of its system.
#[derive(Clone, Debug, Default)]
pub(in crate::client::menu) struct NewSystem {
    /// The numbers. Their seed has no meaning.
    pub(in crate::client::menu) numbers: Parameters,
    /// The seeds so far; the last one counts.
    seeds: Vec<u64>,
    drawn: Option<Drawn>,
}

/// A system that was drawn.
#[derive(Clone, Debug)]
struct Drawn {
    parameters: Parameters,
    preview: Preview,
}

impl NewSystem {
    /// Begins with another seed. The first time the numbers are those of the last system, if there was one.
    pub(in crate::client::menu) fn open(&mut self, last: Option<Parameters>, seed: u64) {
        if self.seeds.is_empty() {
            self.numbers = last.unwrap_or_default();
        }
        self.seeds.push(seed);
    }

    /// Changes a number to its previous or next value; at an end it stays as it is.
    pub(in crate::client::menu) fn step(&mut self, number: SystemNumber, way: StepDirection) {
        let next = self.next(number, way);
        number.choose(&mut self.numbers, next);
    }

    /// Whether a step changes a number.
    pub(in crate::client::menu) fn can_step(&self, number: SystemNumber, way: StepDirection) -> bool {
        self.next(number, way) != number.chosen(&self.numbers)
    }

    fn next(&self, number: SystemNumber, way: StepDirection) -> Option<u8> {
        next_within(&number.values(), number.chosen(&self.numbers), way == StepDirection::Back)
    }

    /// The preview of the system that was drawn last.
    pub(in crate::client::menu) fn preview(&self) -> Option<&Preview> {
        self.drawn.as_ref().map(|drawn| &drawn.preview)
    }

    /// Shows a system that was drawn.
    pub(in crate::client::menu) fn show(&mut self, parameters: Parameters, preview: Preview) {
        self.drawn = Some(Drawn { parameters, preview });
    }

    /// The parameters of the system.
    pub(in crate::client::menu) fn wanted(&self) -> Parameters {
        Parameters { seed: self.seeds.last().copied().unwrap_or_default(), ..self.numbers }
    }

    /// Takes a seed that was typed.
    pub(in crate::client::menu) fn take_seed(&mut self, seed: u64) {
        self.seeds.push(seed);
    }

    /// Whether there is a seed to go back to, or on to.
    pub(in crate::client::menu) fn can_step_seed(&self, way: StepDirection) -> bool {
        way == StepDirection::On || self.seeds.len() > 1
    }

    /// Draws another seed, or goes back to the one before.
    pub(in crate::client::menu) fn step_seed(&mut self, way: StepDirection) {
        if way == StepDirection::On {
            self.seeds.push(fresh_seed());
        } else if self.can_step_seed(way) {
            self.seeds.pop();
        }
    }
}

/// The parameters of the system on the page, if it is still to be drawn.
pub(in crate::client::menu) fn undrawn(menu: &Menu) -> Option<Parameters> {
    let parameters = (menu.page == Some(Page::NewSystem)).then(|| menu.system.wanted())?;
    let is_drawn = menu.system.drawn.as_ref().is_some_and(|drawn| drawn.parameters == parameters);
    (!is_drawn).then_some(parameters)
}

/// Writes the system of the page as a level, and returns its path.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn make(menu: &Menu) -> Result<PathBuf, String> {
    let parameters = menu.system.wanted();
    let level = generate(&parameters).map_err(|error| {
        format!("The system could not be generated. Change its numbers.\n{}", capital(&error.to_string()))
    })?;
    keep_generated(&level, parameters.seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::new_system::test_support::menu;

    #[test]
    fn every_value_makes_a_level() {
        let mut menu = menu(7);
        for number in SystemNumber::ALL {
            let before = menu.system.numbers.clone();
            for value in number.values() {
                number.choose(&mut menu.system.numbers, value);
                generate(&menu.system.wanted()).unwrap_or_else(|error| panic!("{number:?}: {error}"));
            }
            assert!(!menu.system.can_step(number, StepDirection::On), "{number:?}: it is the last one");
            menu.system.numbers = before;
        }
        assert!(!menu.system.can_step(SystemNumber::Sides, StepDirection::Back), "there are two at least");
        menu.system.step(SystemNumber::Sides, StepDirection::Back);
        assert_eq!(menu.system.numbers.sides, 2);
        menu.system.step(SystemNumber::Planets, StepDirection::On);
        assert_eq!(menu.system.numbers.planets, Some(0));
        menu.system.step(SystemNumber::Planets, StepDirection::Back);
        assert_eq!(menu.system.numbers.planets, None, "it is left to the seed");
    }

    #[test]
    fn seeds_go_on_and_back() {
        let mut system = menu(7).system;
        assert!(!system.can_step_seed(StepDirection::Back) && system.can_step_seed(StepDirection::On));
        system.step_seed(StepDirection::Back);
        assert_eq!(system.seeds, [7], "there is none before it");
        system.step_seed(StepDirection::On);
        assert_eq!(system.seeds.len(), 2);
        system.step_seed(StepDirection::Back);
        assert_eq!(system.seeds, [7]);
        system.take_seed(412);
        assert_eq!(system.wanted().seed, 412);
        system.step_seed(StepDirection::On);
        assert_eq!((&system.seeds[..2], system.seeds.len()), (&[7, 412][..], 3));
        system.step_seed(StepDirection::Back);
        assert_eq!(system.wanted().seed, 412);
    }

    #[test]
    fn choices_stay_and_the_seed_is_new_whenever_the_page_opens() {
        let last = Parameters { seed: 3, sides: 5, comets: Some(2), ..Parameters::default() };
        let mut menu = Menu { page: Some(Page::NewSystem), ..Menu::default() };
        menu.system.open(Some(last.clone()), 7);
        assert_eq!(menu.system.wanted(), Parameters { seed: 7, ..last.clone() });
        menu.system.step(SystemNumber::Sides, StepDirection::On);
        menu.turn(Page::Skirmish);
        menu.turn(Page::NewSystem);
        menu.system.open(Some(last.clone()), 8);
        assert_eq!(menu.system.wanted(), Parameters { seed: 8, sides: 6, ..last });
    }

    #[test]
    fn a_system_is_drawn_once() {
        let mut menu = menu(7);
        let parameters = undrawn(&menu).unwrap();
        let preview = Preview::default();
        menu.system.show(parameters, preview);
        assert_eq!(undrawn(&menu), None);
        menu.system.step(SystemNumber::Sides, StepDirection::On);
        assert_eq!(undrawn(&menu).map(|wanted| wanted.sides), Some(3));
        menu.turn(Page::Skirmish);
        assert_eq!(undrawn(&menu), None, "nobody sees it");
    }
}
