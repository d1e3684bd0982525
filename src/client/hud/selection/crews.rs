//! Experience of crews, and the care of yards for ships.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::capital;
use crate::client::settings::{Action, Binding, Settings, keyed};
use crate::sim::combat::experience_level;
use crate::sim::combat::repair::Repairs;
use crate::sim::combat::weapons::skill::{Skill, accuracy_percent};
use crate::sim::economy::refitting::{NOBODY, Refits};
use crate::sim::{ArmsTable, Condition, Ship, TargetId};

/// The crew of a ship, and the care of yards for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crew {
    /// Skill, and its bonus in accuracy over a recruit crew, percent; `None` for a ship that cannot shoot.
    pub skill: Option<(Skill, f64)>,
    /// Whether the ship is being repaired.
    pub is_repaired: bool,
    /// Troopers aboard.
    pub troopers: f64,
    /// Troopers that the ship holds.
    pub most_troopers: f64,
    /// Whether a yard refills the ship, and whether it waits for money.
    pub refit: Option<bool>,
}

/// The crews of ships.
#[derive(SystemParam)]
pub struct Crews<'w, 's> {
    conditions: Query<'w, 's, (&'static Ship, &'static Condition)>,
    arms_table: Res<'w, ArmsTable>,
    repairs: Res<'w, Repairs>,
    refits: Res<'w, Refits>,
    settings: Res<'w, Settings>,
}

impl Crews<'_, '_> {
    /// The player's keys, for the orders that the words about crews name.
    pub fn bindings(&self) -> &[Binding] {
        &self.settings.keys
    }

    /// The crew of a ship; empty if nothing is known of the ship.
    pub fn of(&self, ship: Entity) -> Crew {
        let Ok((ship, condition)) = self.conditions.get(ship) else { return Crew::default() };
        let Some(class) = self.arms_table.ships.get(ship.class) else { return Crew::default() };
        let rules = &self.arms_table.rules;
        let level = experience_level(condition.experience, &rules.gunnery);
        let skill = (Skill::of(level, &rules.skills), accuracy_percent(level, &rules.gunnery));
        Crew {
            skill: class.is_armed().then_some(skill),
            is_repaired: self.repairs.is_repaired(TargetId::Ship(ship.id)),
            troopers: condition.troopers,
            most_troopers: class.troopers,
            refit: self.refits.of(ship.id).map(|refit| refit.is_short),
        }
    }
}

/// The skills of crews, the highest first, each with its number of crews and their average bonus in accuracy,
/// percent.
fn skills(crews: &[Crew]) -> Vec<(Skill, usize, f64)> {
    let mut found: Vec<(Skill, usize, f64)> = Vec::new();
    for (skill, percent) in crews.iter().filter_map(|crew| crew.skill) {
        match found.iter_mut().find(|(known, ..)| *known == skill) {
            Some((_, count, sum)) => {
                *count += 1;
                *sum += percent;
            }
            None => found.push((skill, 1, percent)),
        }
    }
    found.sort_unstable_by_key(|(skill, ..)| std::cmp::Reverse(*skill));
    found.into_iter().map(|(skill, count, sum)| (skill, count, sum / count as f64)).collect()
}

/// The chevrons of the highest skill of some crews; empty for recruits, and without a ship that can shoot.
pub fn rank(crews: &[Crew]) -> &'static str {
    skills(crews).first().map_or("", |(skill, ..)| skill.chevrons())
}

/// The care of yards for some ships, and the lack of it with the key of the order that ends it; empty for none.
pub fn care_words(crews: &[Crew], bindings: &[Binding]) -> String {
    let mut parts = Vec::new();
    let repaired = crews.iter().filter(|crew| crew.is_repaired).count();
    if repaired > 0 {
        parts.push(format!("{repaired} in repair"));
    }
    let sum = |part: fn(&Crew) -> f64| crews.iter().map(part).sum::<f64>();
    let (troopers, most) = (sum(|crew| crew.troopers), sum(|crew| crew.most_troopers));
    let refits: Vec<bool> = crews.iter().filter_map(|crew| crew.refit).collect();
    if most - troopers >= NOBODY {
        let aboard = format!("{troopers:.0} of {most:.0} troopers");
        let how = || keyed(&format!("{aboard}: refill at a yard"), Action::Retreat, bindings);
        parts.push(if refits.is_empty() { how() } else { aboard });
    }
    if refits.contains(&false) {
        parts.push("refilling".to_owned());
    } else if !refits.is_empty() {
        parts.push("no money to refill".to_owned());
    }
    capital(&parts.join(", "))
}

/// Skills and care as sentences with their effects, and the key of the order to a yard; empty for none.
pub fn crew_tip(crews: &[Crew], bindings: &[Binding]) -> String {
    let mut parts = Vec::new();
    let skills = skills(crews);
    if !skills.is_empty() {
        let one_skill = |(skill, count, percent): &(Skill, usize, f64)| {
            let good_for = if *percent > 0.0 { format!(", accuracy +{percent:.0} %") } else { String::new() };
            format!("{count} {}{good_for}", skill.name())
        };
        let each: Vec<String> = skills.iter().map(one_skill).collect();
        parts.push(format!("Crews: {}.", each.join("; ")));
    }
    if crews.iter().any(|crew| crew.is_repaired) {
        parts.push("Yards repair ships in their ring and near them for free.".to_owned());
    }
    if crews.iter().any(|crew| crew.most_troopers - crew.troopers >= NOBODY) {
        let how = keyed("right-click one, or retreat to the nearest", Action::Retreat, bindings);
        parts.push(format!("Troop ships refill for money only in the ring of a shipyard or near it: {how}."));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREEN: Crew = Crew {
        skill: Some((Skill::Green, 0.0)),
        is_repaired: false,
        troopers: 0.0,
        most_troopers: 0.0,
        refit: None,
    };

    fn skilled(skill: Skill, percent: f64) -> Crew {
        Crew { skill: Some((skill, percent)), ..GREEN }
    }

    #[test]
    fn experience_has_a_word_and_a_shape() {
        assert_eq!(rank(&[Crew::default()]), "", "it cannot shoot");
        assert_eq!(rank(&[GREEN, GREEN]), "");
        let veteran = skilled(Skill::Veteran, 18.0);
        assert_eq!(rank(&[veteran, veteran]), ">>");
        let mixed = [GREEN, skilled(Skill::Trained, 6.0), veteran, skilled(Skill::Trained, 12.0)];
        assert_eq!(rank(&mixed), ">>");
        let tip = crew_tip(&mixed, &[]);
        assert!(tip.contains("1 veteran, accuracy +18 %; 2 trained, accuracy +9 %; 1 recruit."), "{tip}");
        assert_eq!(crew_tip(&[Crew::default()], &[]), "");
    }

    #[test]
    fn the_care_of_yards_has_words() {
        let care_words = |crews: &[Crew]| care_words(crews, &[]);
        let crew_tip = |crews: &[Crew]| crew_tip(crews, &[]);
        assert_eq!(care_words(&[GREEN]), "");
        let repaired = Crew { is_repaired: true, ..GREEN };
        assert_eq!(care_words(&[repaired, GREEN, repaired]), "2 in repair");
        let lander = Crew { troopers: 20.0, most_troopers: 80.0, ..Crew::default() };
        let filling = Crew { refit: Some(false), ..lander };
        let short = Crew { refit: Some(true), ..lander };
        assert_eq!(care_words(&[filling, short]), "40 of 160 troopers, refilling");
        assert_eq!(care_words(&[short]), "20 of 80 troopers, no money to refill");
        assert!(crew_tip(&[lander]).contains("shipyard") && crew_tip(&[repaired]).contains("repair"));
        let full = Crew { troopers: 79.8, ..lander };
        assert_eq!(care_words(&[full]), "");
    }

    #[test]
    fn a_troop_ship_that_is_not_full_says_how_it_is_filled() {
        let empty = Crew { most_troopers: 80.0, ..Crew::default() };
        let care = |bindings: &[Binding]| care_words(&[empty, Crew { troopers: 20.0, ..empty }], bindings);
        assert_eq!(care(&[]), "20 of 160 troopers: refill at a yard [Z]");
        let retreat = |keys: Vec<KeyCode>| [Binding { action: Action::Retreat, keys }];
        assert!(care(&retreat(vec![KeyCode::KeyK])).ends_with("[K]"));
        assert!(care(&retreat(Vec::new())).ends_with("refill at a yard"), "no key does it");
        let tip = crew_tip(&[empty], &[]);
        assert!(tip.ends_with("right-click one, or retreat to the nearest [Z]."), "{tip}");
    }
}
