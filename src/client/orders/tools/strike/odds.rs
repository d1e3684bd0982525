//! The effect of a click on a foe, and the odds: the selected ships against that fleet and all foes near it, with
//! a table of the damage that the foe's armour and shield suffer; or against all foes about a body, of whom those out
//! of sight count as they were seen last.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::{Player, age, date_words};
use crate::client::hud::odds_words::{is_whole, odds_words, part_words};
use crate::client::hud::planet::classes::arms::table_words;
use crate::client::input::{Pointed, SceneCursor, Selected, Tool};
use crate::client::orders::tools::aim::{AIM, STRIKE, place_of_words};
use crate::client::orders::tools::strike::attack::DrawnArea;
use crate::client::orders::tools::target::HoverTarget;
use crate::client::orders::tools::target::meant::Meant;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::{ScreenAnchor, Sight, ViewCamera};
use crate::client::worlds::Kept;
use crate::level::counted;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::estimate::Contingent;
use crate::sim::forecast::{OddsTarget, Parties, contingents};
use crate::sim::{
    ArmsTable, AttackTarget, BodyId, ClassId, Ship, ShipClasses, Sides, StructureClasses, TargetId,
};

/// The most classes of a foe that are listed.
const MOST_CLASSES: usize = 4;

/// The odds in words, and the table of the damage that the foe suffers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Odds {
    words: String,
    table: String,
}

/// The foes against whom the odds are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OddsFoe {
    target: OddsTarget,
    /// The class of a fleet or a structure, whose table is shown.
    class: Option<ClassId>,
}

impl OddsFoe {
    /// The foes whom a click attacks; `None` without any.
    fn of(target: &HoverTarget, tool: Tool) -> Option<Self> {
        let Some(foe) = &target.foe else {
            let body = target.body.as_ref().filter(|_| tool == Tool::Attack)?;
            return Some(Self { target: OddsTarget::About(body.body), class: None });
        };
        let target = match foe.who {
            AttackTarget::Target(TargetId::Structure(id)) => OddsTarget::Structure(id),
            _ => OddsTarget::Fleet(foe.fleet?),
        };
        Some(Self { target, class: Some(foe.class) })
    }

    fn is_structure(self) -> bool {
        matches!(self.target, OddsTarget::Structure(_))
    }
}

/// The last odds, with their parties and the class of the foe.
#[derive(Debug, Default)]
pub struct LastOdds(Option<(Parties, Option<ClassId>, Odds)>);

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
    /// The selected ships, and the known part of a foe and its neighbours.
    fn parties(&self, foe: OddsFoe) -> Parties {
        let (view, me) = (self.sight.view(), self.player.faction);
        Parties::of(view, me, self.own.iter(), foe.target, &self.sides, &self.arms_table)
    }

    /// The time since the oldest sighting of foes that are out of sight, seconds of play.
    fn age_s(&self, parties: &Parties) -> Option<f64> {
        let now = self.sight.view().almanac().calendar.tick;
        parties.seen_tick.map(|seen| now.saturating_sub(seen) as f64 / TICKS_PER_SECOND)
    }

    /// Why there are no odds at a body that foes hold, where none of their units is known.
    fn no_odds(&self, body: BodyId) -> Odds {
        let view = self.sight.view();
        let calendar = &view.almanac().calendar;
        let garrison = view.last_garrison(body);
        let seen_jd = garrison.map(|seen| calendar.clock.jd_at(seen.seen_tick.unwrap_or(calendar.tick)));
        Odds { words: no_odds_words(view.known_body(body).sees_ground, seen_jd), ..default() }
    }

    /// The odds, and the table of the hovered foe.
    fn odds(&self, parties: &Parties, foe: OddsFoe) -> Odds {
        let (ships, structures) = (&self.arms_table.ships, &self.arms_table.structures);
        let is_structure = foe.is_structure();
        let mut lines: Vec<String> = self.list(parties, is_structure).into_iter().collect();
        let odds = odds_words(&parties.estimate(&self.arms_table));
        lines.push(with_near(odds, parties.fleets_near, is_structure));
        let classes = if is_structure { structures } else { ships };
        let table = foe.class.and_then(|class| classes.get(class)).map(table_words).unwrap_or_default();
        Odds { words: lines.join("\n"), table }
    }

    /// The known foes and their state; `None` if that is only the hovered unit, undamaged.
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

/// The odds, with the time since the oldest sighting of foes that are out of sight.
fn with_age(odds: Odds, age_s: Option<f64>) -> Odds {
    let Some(age_s) = age_s else { return odds };
    Odds { words: format!("{} (as seen {})", odds.words, age(age_s)), ..odds }
}

/// Why there are no odds; `seen_jd`: when the body was seen last, if ever.
fn no_odds_words(is_in_sight: bool, seen_jd: Option<f64>) -> String {
    match seen_jd {
        _ if is_in_sight => "No enemy ships or structures in sight".to_owned(),
        Some(jd) => format!("Not seen since {}: no forecast", date_words(jd)),
        None => "Never seen: no forecast".to_owned(),
    }
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
    let odds = OddsFoe::of(&target, *tool).map(|foe| odds_of(&comparison, foe, &target, last));
    let odds = odds.unwrap_or_default();
    if !odds.words.is_empty() {
        words.push('\n');
        words.push_str(&odds.words);
    }
    let lands = *tool == Tool::Select && target.strike().is_some_and(|strike| strike.ground().is_some());
    let color = if lands && !target.fails(*tool) { AIM } else { STRIKE };
    labels.say_with_table(place, words, odds.table, color);
}

/// The odds of a fight, estimated again only when the parties have changed; empty where nobody is attacked.
fn odds_of(comparison: &Comparison, foe: OddsFoe, target: &HoverTarget, last: &mut LastOdds) -> Odds {
    let parties = comparison.parties(foe);
    if let OddsTarget::About(body) = foe.target
        && parties.has_no_foes()
    {
        return target.attack_target().map(|_| comparison.no_odds(body)).unwrap_or_default();
    }
    let age_s = comparison.age_s(&parties);
    if let Some((known, class, odds)) = &last.0
        && (known, *class) == (&parties, foe.class)
    {
        return with_age(odds.clone(), age_s);
    }
    let odds = comparison.odds(&parties, foe);
    last.0 = Some((parties, foe.class, odds.clone()));
    with_age(odds, age_s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::target::tests::{Side, on_body, on_foe, warships};
    use crate::orbit::J2000_JD;

    #[test]
    fn an_attack_on_all_about_a_body_has_odds_and_a_way_there_has_none() {
        let foe_of = |target: &HoverTarget, tool: Tool| OddsFoe::of(target, tool).map(|foe| foe.target);
        let at_foe = on_body(Side::Foe, warships());
        let body = at_foe.body.as_ref().expect("it is there").body;
        assert_eq!(foe_of(&at_foe, Tool::Attack), Some(OddsTarget::About(body)));
        assert_eq!(foe_of(&at_foe, Tool::Select), None);
        assert_eq!(foe_of(&on_foe(warships()), Tool::Attack), None, "its fleet is not known");
    }

    #[test]
    fn odds_against_foes_out_of_sight_say_how_old_the_sighting_is() {
        let odds = || Odds { words: "Win likely, 20 s".to_owned(), ..default() };
        assert_eq!(with_age(odds(), None), odds());
        assert_eq!(with_age(odds(), Some(40.2)).words, "Win likely, 20 s (as seen 40 s ago)");
    }

    #[test]
    fn where_no_foe_is_known_it_is_said_why_there_is_no_forecast() {
        assert_eq!(no_odds_words(false, Some(J2000_JD)), "Not seen since 2000-01-01: no forecast");
        assert_eq!(no_odds_words(false, None), "Never seen: no forecast");
        assert_eq!(no_odds_words(true, Some(J2000_JD)), "No enemy ships or structures in sight");
    }

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
