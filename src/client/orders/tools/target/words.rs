//! The effect of a click on the object under the pointer, in words.

use super::{BodyThere, HoverTarget, Leader, Needed, Owner};
use crate::client::frame::{age, capital};
use crate::client::input::Tool;
use crate::client::orders::planning::assault::words_of;
use crate::level::Assault;
use crate::sim::economy::refitting::NOBODY;

/// All ships of a class: about a body, or in open space.
pub(super) fn kin_name(class: &str, body: Option<&str>) -> String {
    match body {
        Some(body) => format!("every {class} near {body}"),
        None => format!("every {class} in sight"),
    }
}

/// What it takes to overcome a garrison, to be put behind other words.
fn needed_words(needed: Needed) -> String {
    const UNKNOWN: &str = ". Garrison unknown: scout first";
    match needed {
        Needed::Known(needed) => format!(" ({needed:.0} needed)"),
        Needed::Seen { needed, age_s } => format!(" ({needed:.0} needed, garrison seen {})", age(age_s)),
        Needed::Usual { free: Some(free), held } => {
            format!("{UNKNOWN} (usually {free:.0} to {held:.0} needed)")
        }
        Needed::Usual { free: None, held } => format!("{UNKNOWN} (usually up to {held:.0} needed)"),
    }
}

/// What a landing is that the garrison would overcome: the sign tells it as well as the colour.
const WOULD_FAIL: &str = "× would fail";

/// Words with a small first letter, to be put behind other words.
fn uncapital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

impl HoverTarget {
    /// The effect of a right click; `None` if it only sends the ships there.
    pub fn strike_words(&self) -> Option<String> {
        self.strike().map(|strike| match strike.ground() {
            Some((_, assault)) => self.assault_words(assault),
            None => self.attack_words(),
        })
    }

    /// The effect for the status line, with marks for keys, see `with_keys`.
    pub fn hint(&self) -> Option<String> {
        let strike = self.strike().map(|strike| match (strike.ground(), &self.able.no_attack) {
            (Some(_), _) => "Right-click: land troopers · <add>: queue · <face>: do first".to_owned(),
            (None, Some(refusal)) => capital(&refusal.to_string()),
            (None, None) => "Right-click: attack · <add>: queue · <face>: do first".to_owned(),
        });
        let follow = |leader: &Leader| {
            format!("Right-click: follow {} · <add>: queue · <face>: do first", leader.name)
        };
        let follow = || self.follows.as_ref().map(follow);
        strike.or_else(follow).or_else(|| self.ground_hint()).or_else(|| self.care_hint())
    }

    /// The effect of a right click.
    fn right_click_words(&self) -> String {
        let follow = |leader: &Leader| format!("Follow {}", leader.name);
        let words = self.strike_words().or_else(|| self.follows.as_ref().map(follow));
        words.unwrap_or_else(|| self.go_words())
    }

    /// The effect of a click that only sends the ships there.
    fn go_words(&self) -> String {
        format!("Move to {}", self.body.as_ref().map_or("open space", |body| body.name.as_str()))
    }

    /// The effect of a click on the map, which the status line tells, for no words stand at the pointer there, or on a
    /// row of a list, for its tip. `None` for a tool that tells nothing before the click.
    pub fn map_words(&self, tool: Tool) -> Option<String> {
        if self.able.ships == 0 {
            return None;
        }
        match tool {
            Tool::Attack => Some(self.attack_words()),
            Tool::Ground(assault) => Some(self.assault_words(assault)),
            Tool::Go => Some(self.go_words()),
            Tool::Select => Some(format!("Right-click: {}", uncapital(&self.right_click_words()))),
            _ => None,
        }
    }

    /// The body to which a right click only sends ships, and possible actions there.
    fn ground_hint(&self) -> Option<String> {
        let body = self.body.as_ref()?;
        let further = self.further_hint(body).map(str::to_owned).or_else(|| self.harbour_hint(body));
        let further = further.map(|further| format!(" · {further}")).unwrap_or_default();
        Some(format!("Right-click: move to {} and stay{further}", body.name))
    }

    /// Possible actions at a foreign body.
    fn further_hint(&self, body: &BodyThere) -> Option<&'static str> {
        let (is_armed, bombards, carriers) = (self.able.is_armed(), self.able.bombards(), self.able.carriers);
        if carriers > 0 && body.asks_for_troopers() {
            return Some(match body.owner {
                Owner::OwnSide => "<invade>, then click: help to defend",
                Owner::Foe | Owner::Nobody => "<invade>, then click: land troopers",
            });
        }
        // Nobody is advised to bombard what was an ally's when it was seen last.
        if bombards && body.owner != Owner::OwnSide && body.no_assault.iter().all(Option::is_none) {
            return Some("<attack move>: attack · <bombard>: bombard");
        }
        let attacks = is_armed && body.owner == Owner::Foe;
        attacks.then_some("<attack move>, then click: attack")
    }

    /// The effect of a click of the attack tool.
    pub fn attack_words(&self) -> String {
        if let Some(reason) = &self.able.no_attack {
            return format!("Attack: {reason}");
        }
        match (&self.foe, &self.body) {
            (Some(foe), _) => {
                format!("Attack {}", self.kin().map_or(&foe.name, |(_, name)| name))
            }
            (None, Some(body)) if body.is_hostile() => format!("Attack everything near {}", body.name),
            (None, Some(body)) => format!("Move to {}, and fight foes on the way", body.name),
            (None, None) => match &self.ghost {
                Some(ghost) => {
                    format!(
                        "Out of sight: move to where the {ghost} was last seen, and fight foes on the way"
                    )
                }
                None => "Move here, and fight foes on the way".to_owned(),
            },
        }
    }

    /// What a right click of ships that can attack does where a foe was last seen; `None` elsewhere.
    pub fn ghost_words(&self) -> Option<String> {
        let ghost = self.ghost.as_ref().filter(|_| self.able.is_armed())?;
        Some(format!("Out of sight: fly to where the {ghost} was last seen"))
    }

    /// The effect of a click of an assault tool.
    pub fn assault_words(&self, assault: Assault) -> String {
        let (verb, troopers) = (words_of(assault).verb, self.troopers_words());
        if let Some(reason) = self.no_assault(assault) {
            return format!("{verb}: {reason}");
        }
        let Some(body) = &self.body else { return format!("{verb}: click a body") };
        let name = &body.name;
        if assault != Assault::Land {
            return format!("{verb} {name}");
        }
        if body.can_be_helped() {
            return format!("Land {troopers} to help defend {name}");
        }
        let needed = body.needed_troopers.map(needed_words).unwrap_or_default();
        if self.landing_fails() {
            return format!("Land {troopers} on {name}: {WOULD_FAIL}{needed}");
        }
        let cost = self.cost_of_conquest().map(|cost| format!("; if captured: {cost}")).unwrap_or_default();
        format!("Land {troopers} on {name}{needed}{cost}")
    }

    /// Whether a click of a tool, or a right click without one, orders what cannot end well: it would be refused, or
    /// the garrison is too strong for the troopers that land.
    pub fn fails(&self, tool: Tool) -> bool {
        match tool {
            Tool::Select => self.strike().is_some_and(|strike| match strike.ground() {
                Some(_) => self.landing_fails(),
                None => self.able.no_attack.is_some(),
            }),
            Tool::Attack => self.able.no_attack.is_some(),
            Tool::Ground(assault) => {
                self.no_assault(assault).is_some() || (assault == Assault::Land && self.landing_fails())
            }
            _ => false,
        }
    }

    /// Whether the garrison of the body, as far as it is known or was seen, overcomes the troopers that land.
    fn landing_fails(&self) -> bool {
        let body = self.body.as_ref().filter(|body| !body.can_be_helped());
        match body.and_then(|body| body.needed_troopers) {
            Some(Needed::Known(needed) | Needed::Seen { needed, .. }) => self.able.troopers < needed,
            _ => false,
        }
    }

    /// The troopers that would land; of ships that are not full also for how many they have room.
    fn troopers_words(&self) -> String {
        let (troopers, free) = (self.able.troopers, self.able.free_berths);
        if free < NOBODY {
            return format!("{troopers:.0} troopers");
        }
        format!("{troopers:.0} troopers (room for {:.0})", troopers + free)
    }

    /// What the capture of the body costs at first; `None` if nothing. Who does not see its garrison has more to read
    /// about that.
    fn cost_of_conquest(&self) -> Option<String> {
        let body = self.body.as_ref()?;
        let has_more_to_read =
            matches!(body.needed_troopers, Some(Needed::Usual { .. } | Needed::Seen { .. }));
        body.conquest.filter(|_| !has_more_to_read)?.cost_words()
    }
}

#[cfg(test)]
mod tests {
    use super::super::FoeThere;
    use super::super::tests::{
        Side, anywhere, landers, on_body, on_foe, on_ghost, on_own_fleet, quiet, warships,
    };
    use super::*;
    use crate::client::hud::planet::gather::Conquest;
    use crate::sim::order::{Abilities, Refusal, TaskRefusal};

    #[test]
    fn on_the_map_the_status_line_names_the_target_of_a_click() {
        let on_map = |target: HoverTarget, tool: Tool| target.map_words(tool).unwrap_or_default();
        let at_foe = || on_body(Side::Foe, warships());
        assert_eq!(on_map(at_foe(), Tool::Attack), "Attack everything near Strand");
        assert_eq!(on_map(at_foe(), Tool::Go), "Move to Strand");
        assert_eq!(on_map(at_foe(), Tool::Select), "Right-click: move to Strand");
        assert_eq!(on_map(anywhere(warships()), Tool::Go), "Move to open space");
        let landing = on_body(Side::Foe, landers());
        assert_eq!(on_map(landing.clone(), Tool::Select), "Right-click: land 300 troopers on Strand");
        assert_eq!(on_map(landing, Tool::Ground(Assault::Land)), "Land 300 troopers on Strand");
        assert_eq!(HoverTarget::default().map_words(Tool::Go), None, "nothing is selected");
    }

    #[test]
    fn what_a_right_click_follows_is_named() {
        let follow = on_own_fleet(warships());
        let hint = follow.hint().unwrap_or_default();
        assert!(hint.starts_with("Right-click: follow 2nd Alder Squadron · "), "{hint}");
        let words = follow.map_words(Tool::Select);
        assert_eq!(words.as_deref(), Some("Right-click: follow 2nd Alder Squadron"));
    }

    #[test]
    fn a_landing_tells_who_lands_and_what_it_takes() {
        let words = on_body(Side::Foe, landers()).strike_words();
        assert_eq!(words.as_deref(), Some("Land 300 troopers on Strand"));
        assert!(on_body(Side::Free, landers()).hint().is_some_and(|hint| hint.contains("land")));
        assert_eq!(HoverTarget::default().hint(), None);
        let mut told = on_body(Side::Foe, landers());
        told.body = told.body.map(|body| BodyThere { needed_troopers: Some(Needed::Known(571.0)), ..body });
        assert_eq!(
            told.assault_words(Assault::Land),
            "Land 300 troopers on Strand: × would fail (571 needed)"
        );
    }

    #[test]
    fn a_landing_against_too_many_defenders_fails_and_says_so() {
        let landing = Tool::Ground(Assault::Land);
        let told = |needed_troopers: Needed| {
            let mut told = on_body(Side::Foe, landers());
            let needed_troopers = Some(needed_troopers);
            told.body = told.body.map(|body| BodyThere { needed_troopers, ..body });
            let fails = [landing, Tool::Select].map(|tool| told.fails(tool));
            (fails, told.map_words(landing).unwrap_or_default())
        };
        let known = told(Needed::Known(610.0));
        let words = "Land 300 troopers on Strand: × would fail (610 needed)";
        assert_eq!(known, ([true; 2], words.to_owned()));
        let (fails, words) = told(Needed::Seen { needed: 610.0, age_s: 20.2 });
        assert!(
            fails[0] && words.ends_with(": × would fail (610 needed, garrison seen 20 s ago)"),
            "{words}"
        );
        for enough in [Needed::Known(300.0), Needed::Usual { free: None, held: 610.0 }] {
            let (fails, words) = told(enough);
            assert!(fails == [false; 2] && !words.contains(WOULD_FAIL), "{words}");
        }
        assert!(on_foe(quiet()).fails(Tool::Attack) && on_foe(quiet()).fails(Tool::Select));
        assert!(!on_foe(warships()).fails(Tool::Attack) && on_body(Side::Own, landers()).fails(landing));
    }

    #[test]
    fn ships_that_are_not_full_say_so_in_space_and_on_the_map() {
        let part_filled = || on_body(Side::Foe, Abilities { free_berths: 180.0, ..landers() });
        let words = "300 troopers (room for 480) on Strand";
        assert_eq!(part_filled().strike_words(), Some(format!("Land {words}")));
        assert_eq!(part_filled().map_words(Tool::Select), Some(format!("Right-click: land {words}")));
        let landing = Tool::Ground(Assault::Land);
        assert_eq!(part_filled().map_words(landing), Some(format!("Land {words}")));
        let help = on_body(Side::Beset, Abilities { free_berths: 180.0, ..landers() });
        let helps = "Land 300 troopers (room for 480) to help defend Strand";
        assert_eq!(help.assault_words(Assault::Land), helps);
        let full = on_body(Side::Foe, Abilities { free_berths: 0.3, ..landers() });
        assert_eq!(full.strike_words().as_deref(), Some("Land 300 troopers on Strand"));
    }

    #[test]
    fn a_landing_on_ground_that_was_seen_tells_how_long_ago() {
        let mut told = on_body(Side::Free, landers());
        let needed_troopers = Some(Needed::Seen { needed: 81.0, age_s: 8.2 });
        told.body = told.body.map(|body| BodyThere { sees_ground: false, needed_troopers, ..body });
        let words = told.assault_words(Assault::Land);
        assert_eq!(words, "Land 300 troopers on Strand (81 needed, garrison seen 8 s ago)");
    }

    #[test]
    fn a_landing_tells_what_the_body_costs_at_first() {
        let words = |needed: Needed, in_unrest: i64| {
            let mut told = on_body(Side::Foe, landers());
            let conquest = Some(Conquest { in_unrest, later: 270 });
            let needed_troopers = Some(needed);
            told.body = told.body.map(|body| BodyThere { needed_troopers, conquest, ..body });
            told.assault_words(Assault::Land)
        };
        let known = Needed::Known(61.0);
        let plain = "Land 300 troopers on Strand (61 needed)";
        assert_eq!(words(known, -180), format!("{plain}; if captured: -180 money/min in unrest, then +270"));
        assert_eq!(words(known, 40), plain, "it pays from the beginning");
        assert!(
            !words(Needed::Usual { free: None, held: 61.0 }, -180).contains("money"),
            "it would be too long"
        );
    }

    #[test]
    fn a_landing_on_unseen_ground_asks_for_a_scout_and_tells_what_is_usual() {
        let words = |side: Side, free: Option<f64>| {
            let mut unseen = on_body(side, landers());
            let needed_troopers = Some(Needed::Usual { free, held: 571.0 });
            unseen.body = unseen.body.map(|body| BodyThere { sees_ground: false, needed_troopers, ..body });
            unseen.assault_words(Assault::Land)
        };
        let unknown = "Land 300 troopers on Strand. Garrison unknown: scout first";
        let either = words(Side::Free, Some(141.0));
        assert_eq!(either, format!("{unknown} (usually 141 to 571 needed)"));
        assert_eq!(words(Side::Foe, None), format!("{unknown} (usually up to 571 needed)"));
        assert!(!either.contains('\n'), "it is one line");
    }

    #[test]
    fn the_status_line_names_what_a_right_click_does_not_do() {
        let hint = |side, might| on_body(side, might).hint().unwrap_or_default();
        let mixed = || Abilities { ships: 3, ..landers() };
        assert!(hint(Side::Foe, mixed()).contains("<invade>"), "{}", hint(Side::Foe, mixed()));
        assert!(hint(Side::Foe, warships()).contains("<attack move>"));
        assert!(hint(Side::Free, warships()).contains("<bombard>"));
        let no_bombing = Some(Refusal::Task(TaskRefusal::NoBombardment));
        let guns = || Abilities { no_assault: [None, no_bombing.clone()], ..warships() };
        let goes = "Right-click: move to Strand and stay";
        assert_eq!(
            [hint(Side::Free, guns()), hint(Side::Own, mixed()), hint(Side::Bare, warships())],
            [goes; 3]
        );
        let mut once_own = on_body(Side::Own, warships());
        once_own.body = once_own.body.map(|body| BodyThere { no_assault: [None, None], ..body });
        assert_eq!(once_own.hint().as_deref(), Some(goes));
        assert_eq!(once_own.assault_words(Assault::ALL[1]), "Bombard Strand", "who means it may do so");
    }

    #[test]
    fn the_pointer_says_what_an_order_of_war_will_do_or_why_not() {
        assert_eq!(on_body(Side::Foe, warships()).attack_words(), "Attack everything near Strand");
        assert_eq!(anywhere(warships()).attack_words(), "Move here, and fight foes on the way");
        let own = on_body(Side::Own, landers()).assault_words(Assault::Land);
        assert!(own.starts_with("Land: Strand is on your side"), "{own}");
        let help = on_body(Side::Beset, landers());
        assert_eq!(help.assault_words(Assault::Land), "Land 300 troopers to help defend Strand");
        let bombs = |side| on_body(side, warships()).assault_words(Assault::ALL[1]);
        assert_eq!(bombs(Side::Beset), "Bombard: Strand is on your side");
        assert!(bombs(Side::Bare).starts_with("Bombard: Strand has no ground"), "{}", bombs(Side::Bare));
        assert_eq!(on_body(Side::Foe, warships()).assault_words(Assault::ALL[1]), "Bombard Strand");
        assert_eq!(HoverTarget::default().assault_words(Assault::Land), "Land: click a body");
    }

    #[test]
    fn what_is_out_of_sight_is_not_attacked_and_the_pointer_says_so() {
        let seen = "Out of sight: fly to where the frigate was last seen";
        assert_eq!(on_ghost(warships()).ghost_words().as_deref(), Some(seen));
        assert_eq!(on_ghost(landers()).ghost_words(), None, "nobody expects them to attack");
        assert_eq!(anywhere(warships()).ghost_words(), None);
        let onward = "Out of sight: move to where the frigate was last seen, and fight foes on the way";
        assert_eq!(on_ghost(warships()).attack_words(), onward);
        assert_eq!(on_ghost(warships()).attack_target(), None);
    }

    #[test]
    fn who_holds_fire_is_told_so_before_the_click() {
        let reason = "First holds its fire: change its stance first";
        let words = on_foe(quiet()).strike_words();
        assert_eq!(words, Some(format!("Attack: {reason}")));
        assert_eq!(on_foe(quiet()).hint().as_deref(), Some(reason));
        assert!(on_foe(quiet()).strike().is_some(), "the world says no, and nobody flies there instead");
        assert_eq!(anywhere(quiet()).attack_words(), format!("Attack: {reason}"));
        assert_eq!(on_body(Side::Foe, quiet()).assault_words(Assault::ALL[1]), format!("Bombard: {reason}"));
        let holds = on_body(Side::Foe, Abilities { no_attack: quiet().no_attack, ..landers() });
        assert_eq!(holds.strike_words(), on_body(Side::Foe, landers()).strike_words());
    }

    #[test]
    fn an_attack_on_all_of_a_class_says_so() {
        let one = on_foe(warships());
        let all = HoverTarget { takes_kin: true, ..one };
        assert_eq!(all.attack_words(), "Attack every frigate near Strand");
        assert_eq!(kin_name("frigate", None), "every frigate in sight");
        let structure = on_foe(warships()).foe.map(|foe| FoeThere { kin: None, ..foe });
        let structure = HoverTarget { foe: structure, ..all };
        assert_eq!(structure.attack_words(), "Attack Wayfarers", "structures have no class of ships");
    }
}
