//! The words about a decision: who has won, and by what merit. The page of the result, `simulate` and the pages of
//! leagues all show these.

use super::VictoryGoal;
use crate::level::named_together;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::outcome::history::Past;
use crate::sim::{FactionId, Factions, Sides, Sky};

/// What the words about a decision are made of.
pub(super) struct WordsOf<'a> {
    pub(super) factions: &'a Factions,
    pub(super) sides: &'a Sides,
    pub(super) sky: &'a Sky,
    pub(super) past: &'a Past,
}

/// The merit of a winning side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Merit {
    /// What it has done, as words that follow its name, or who has surrendered to it.
    pub(super) words: String,
    /// The factions whose surrender is a part of it.
    pub(super) surrendered: Vec<FactionId>,
}

impl From<String> for Merit {
    /// A merit without a surrender.
    fn from(words: String) -> Self {
        Self { words, surrendered: Vec::new() }
    }
}

impl WordsOf<'_> {
    /// The merit of the winning side.
    pub(super) fn merit(&self, goal: VictoryGoal, side: u16) -> Merit {
        let seconds = |ticks: u32| f64::from(ticks) / TICKS_PER_SECOND;
        match goal {
            VictoryGoal::Eliminate => {
                self.outlasted(|other| self.sides.side(other) != side, "left nobody else standing")
            }
            VictoryGoal::HoldPlanets { count, ticks } => {
                let bodies = if count == 1 { "body" } else { "bodies" };
                format!("held {count} {bodies} for {:.0} s", seconds(ticks)).into()
            }
            VictoryGoal::HoldBody { body, ticks, .. } => {
                let name = self.sky.system.bodies.get(body).map_or("a body", |body| body.in_words.as_str());
                format!("held {name} for {:.0} s", seconds(ticks)).into()
            }
            VictoryGoal::Survive { faction, ticks } => {
                let name = self.factions.0.get(faction).map_or("its side", |faction| faction.name.as_str());
                let survivor = self.sides.side(faction);
                if survivor == side {
                    format!("kept {name} alive for {:.0} s", seconds(ticks)).into()
                } else {
                    // Of its allies only a surrender is told: whether they have fallen decides nothing.
                    let gave_up = |ally: FactionId| {
                        self.sides.side(ally) == survivor && self.past.has_surrendered(ally)
                    };
                    let is_meant = |other: FactionId| other == faction || gave_up(other);
                    self.outlasted(is_meant, &format!("did not let {name} survive"))
                }
            }
        }
    }

    /// The merit of having outlasted the factions for which `is_meant` holds: their surrenders, and `otherwise` for
    /// those that did not surrender.
    fn outlasted(&self, is_meant: impl Fn(FactionId) -> bool, otherwise: &str) -> Merit {
        let meant = self.factions.0.iter_enumerated().filter(|(one, _)| is_meant(*one));
        let (gave_up, fell): (Vec<_>, Vec<_>) = meant.partition(|(one, _)| self.past.has_surrendered(*one));
        let names: Vec<&str> = gave_up.iter().map(|(_, faction)| faction.name.as_str()).collect();
        let surrender = format!("{} surrendered", named_together(&names));
        let words = match (names.is_empty(), fell.is_empty()) {
            (true, _) => otherwise.to_owned(),
            (false, true) => surrender,
            (false, false) => format!("{surrender}, and the winner {otherwise}"),
        };
        Merit { words, surrendered: gave_up.iter().map(|(one, _)| *one).collect() }
    }
}

/// The names of the factions of a side, in the order of the level.
pub fn winners_of(side: u16, factions: &Factions, sides: &Sides) -> Vec<String> {
    let own = factions.0.iter_enumerated().filter(|(faction, _)| sides.side(*faction) == side);
    own.map(|(_, faction)| faction.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;
    use crate::level::{Faction, StarSystem};
    use crate::orbit::J2000_JD;
    use crate::rules::test_support::level_of;
    use crate::sim::outcome::history::Surrender;

    fn sky() -> Sky {
        let text = r#"(schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [body("Sun")])"#;
        Sky::new(StarSystem::build(&level_of(text)).expect("it has a sky"), J2000_JD)
    }

    #[test]
    fn a_win_by_surrender_is_told_as_one() {
        let named = |name: &str, team| Faction { name: name.to_owned(), ..faction_of(team) };
        let factions = vec![
            named("Ares", Some("red")),
            named("Terra", None),
            named("Pax", Some("red")),
            named("Ceres", None),
        ];
        let (sides, sky) = (Sides::of(&factions), sky());
        let factions = Factions(factions.into());
        let terras = |goal: VictoryGoal, surrendered: &[usize]| {
            let of = |faction: &usize| Surrender { faction: FactionId(*faction), tick: 3 };
            let past = Past { surrenders: surrendered.iter().map(of).collect(), ..Past::default() };
            WordsOf { factions: &factions, sides: &sides, sky: &sky, past: &past }.merit(goal, 1)
        };
        let told = |goal: VictoryGoal, surrendered: &[usize]| terras(goal, surrendered).words;
        let last = |surrendered: &[usize]| told(VictoryGoal::Eliminate, surrendered);
        assert_eq!(last(&[]), "left nobody else standing");
        assert_eq!(last(&[1]), "left nobody else standing", "a faction of its own side");
        assert_eq!(last(&[0]), "Ares surrendered, and the winner left nobody else standing");
        assert_eq!(last(&[3, 2, 0]), "Ares, Pax and Ceres surrendered");
        let gave_up = |goal: VictoryGoal, surrendered: &[usize]| {
            let factions = terras(goal, surrendered).surrendered;
            factions.into_iter().map(|faction| faction.0).collect::<Vec<usize>>()
        };
        assert_eq!(gave_up(VictoryGoal::Eliminate, &[3, 2, 1, 0]), [0, 2, 3], "but not of the own side");
        let held = VictoryGoal::HoldPlanets { count: 3, ticks: 30 };
        assert_eq!(gave_up(held, &[0]), [0_usize; 0], "it is no part of that merit");
        let survive = VictoryGoal::Survive { faction: FactionId(3), ticks: 30 };
        assert_eq!(told(survive, &[0]), "did not let Ceres survive");
        assert_eq!(told(survive, &[3]), "Ceres surrendered");
        let survive = VictoryGoal::Survive { faction: FactionId(0), ticks: 30 };
        assert_eq!(told(survive, &[]), "did not let Ares survive");
        assert_eq!(told(survive, &[0]), "Ares surrendered", "whatever became of Pax");
        assert_eq!(told(survive, &[2]), "Pax surrendered, and the winner did not let Ares survive");
        assert_eq!(told(survive, &[2, 0]), "Ares and Pax surrendered");
    }
}
