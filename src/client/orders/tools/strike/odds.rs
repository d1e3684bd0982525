//! The effect of a click on a foe, and the odds: the selected ships against that fleet and all foes near it, with
//! a table of the damage that the foe's armour and shield suffer.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::hud::odds_words::{is_whole, odds_words, part_words};
use crate::client::hud::planet::classes::arms::table_words;
use crate::client::input::{Pointed, SceneCursor, Selected, Tool};
use crate::client::orders::tools::aim::{STRIKE, place_of_words};
use crate::client::orders::tools::strike::attack::DrawnArea;
use crate::client::orders::tools::target::meant::Meant;
use crate::client::orders::tools::target::{FoeThere, HoverTarget};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::{ScreenAnchor, Sight, ViewCamera};
use crate::client::worlds::Kept;
use crate::level::counted;
use crate::sim::combat::estimate::Contingent;
use crate::sim::forecast::{OddsTarget, Parties, contingents};
use crate::sim::{ArmsTable, AttackTarget, ClassId, Ship, ShipClasses, Sides, StructureClasses, TargetId};

/// The most classes of a foe that are listed.
const MOST_CLASSES: usize = 4;

/// The odds in words, and the table of the damage that the foe suffers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Odds {
    words: String,
    table: String,
}

/// The last odds, with their parties and the class of the foe.
#[derive(Debug, Default)]
pub struct LastOdds(Option<(Parties, ClassId, Odds)>);

/// Query bundle for the comparison.
#[derive(SystemParam)]
pub struct Comparison<'w, 's> {
    sight: Sight<'w, 's>,
    own: Query<'w, 's, Entity, (With<Ship>, With<Selected>)>,
    player: Res<'w, Player>,
    sides: Res<'w, Sides>,
    arms_table: Res<'w, ArmsTable>,
    classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
}

impl Comparison<'_, '_> {
    /// The selected ships, and the visible part of a foe and its neighbours; `None` without a foe.
    fn parties(&self, foe: &FoeThere) -> Option<Parties> {
        let foe = match foe.who {
            AttackTarget::Target(TargetId::Structure(id)) => OddsTarget::Structure(id),
            _ => OddsTarget::Fleet(foe.fleet?),
        };
        let (view, me) = (self.sight.view(), self.player.faction);
        Some(Parties::of(view, me, self.own.iter(), foe, &self.sides, &self.arms_table))
    }

    /// The odds, and the table of the hovered foe.
    fn odds(&self, parties: &Parties, foe: &FoeThere) -> Odds {
        let (ships, structures) = (&self.arms_table.ships, &self.arms_table.structures);
        let is_structure = matches!(foe.who, AttackTarget::Target(TargetId::Structure(_)));
        let mut lines: Vec<String> = self.list(parties, is_structure).into_iter().collect();
        let odds = odds_words(&parties.estimate(&self.arms_table));
        lines.push(with_near(odds, parties.fleets_near, is_structure));
        let classes = if is_structure { structures } else { ships };
        Odds { words: lines.join("\n"), table: classes.get(foe.class).map(table_words).unwrap_or_default() }
    }

    /// The visible foes and their state; `None` if that is only the hovered unit, undamaged.
    fn list(&self, parties: &Parties, is_structure: bool) -> Option<String> {
        let ship = |class: ClassId| self.classes.0.get(class).map_or("ship", |class| class.name.as_str());
        let structure = |class: ClassId| {
            self.structure_classes.0.get(class).map_or("structure", |class| class.name.as_str())
        };
        let foes: Vec<Contingent> = contingents(&self.arms_table.ships, &parties.foes).collect();
        let guns: Vec<Contingent> = contingents(&self.arms_table.structures, &parties.guns).collect();
        let ships = parties.foes.iter().zip(&foes).map(|(part, some)| part_words(some, ship(part.class)));
        let structures =
            parties.guns.iter().zip(&guns).map(|(part, some)| part_words(some, structure(part.class)));
        let mut told: Vec<String> = ships.chain(structures).collect();
        if is_structure && told.len() == 1 && guns.iter().all(|gun| gun.count == 1 && is_whole(gun)) {
            return None;
        }
        let more = if told.len() > MOST_CLASSES { " and others" } else { "" };
        told.truncate(MOST_CLASSES);
        Some(format!("Enemies: {}{more}", told.join(", ")))
    }
}

/// The odds, and the number of hostile fleets that they include besides the hovered one; with a hovered structure
/// all fleets count.
fn with_near(odds: String, fleets: usize, is_structure: bool) -> String {
    let name = if is_structure { "fleet" } else { "more fleet" };
    if fleets == 0 { odds } else { format!("{odds} ({} near)", counted(fleets, name)) }
}

/// Shows the effect of a click on the object under the pointer in a war, with the odds.
pub fn show(
    target: Res<HoverTarget>,
    tool: Res<Tool>,
    (pointed, cursor, view): (Res<Pointed>, SceneCursor, Res<ViewCamera>),
    drawn: Res<DrawnArea>,
    meant: Res<Meant>,
    places: Query<&ScreenAnchor>,
    comparison: Comparison,
    mut last: Kept<LastOdds>,
    mut labels: ResMut<PointLabels>,
) {
    let last = last.now();
    // A circle that is being drawn speaks for itself.
    if target.able.ships == 0 || pointed.is_drag() || drawn.0.is_some() {
        return;
    }
    let by_right_click = || target.strike_words().or_else(|| target.ghost_words());
    let words = if *tool == Tool::Attack { Some(target.attack_words()) } else { by_right_click() };
    let on = meant.0.and_then(|entity| places.get(entity).ok());
    let on = on.map(|seen| place_of_words(&view, cursor.pixel(), seen.place));
    let Some((mut words, place)) = words.zip(on.or(pointed.point)) else { return };
    let odds = target.foe.as_ref().and_then(|foe| odds_of(&comparison, foe, last));
    let odds = odds.unwrap_or_default();
    if !odds.words.is_empty() {
        words.push('\n');
        words.push_str(&odds.words);
    }
    labels.say_with_table(place, words, odds.table, STRIKE);
}

/// The odds of a fight, estimated again only when the parties have changed.
fn odds_of(comparison: &Comparison, foe: &FoeThere, last: &mut LastOdds) -> Option<Odds> {
    let parties = comparison.parties(foe)?;
    if let Some((known, class, odds)) = &last.0
        && (known, *class) == (&parties, foe.class)
    {
        return Some(odds.clone());
    }
    let odds = comparison.odds(&parties, foe);
    last.0 = Some((parties, foe.class, odds.clone()));
    Some(odds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_say_how_many_more_fleets_they_count() {
        let odds = || "Win likely, 20 s".to_owned();
        assert_eq!(with_near(odds(), 0, false), odds());
        assert_eq!(with_near(odds(), 1, false), "Win likely, 20 s (1 more fleet near)");
        assert_eq!(with_near(odds(), 2, false), "Win likely, 20 s (2 more fleets near)");
        assert_eq!(with_near(odds(), 0, true), odds());
        assert_eq!(with_near(odds(), 1, true), "Win likely, 20 s (1 fleet near)");
    }
}
