//! The kinds of events, and the alerts that some of them give. The sounds of events are in `audio/cues.rs`.

use bevy::prelude::*;

use crate::client::widgets::{GAIN, Icon, LOSS, STRONG};

/// The kind of an event, for its listeners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventKind {
    /// For information only, or shown elsewhere.
    #[default]
    Note,
    /// A completion or an acquisition of the player's.
    Finished,
    /// A fleet has arrived.
    Arrived,
    /// Others have come into sight: structures, unarmed ships, or ships of an ally.
    Sighted,
    /// Armed ships of a foe have come into sight.
    Threat,
    /// Troop ships of a foe have come into sight at a body of the player's.
    Invaders,
    /// A problem or a warning.
    Trouble,
    /// A unit of the player's was destroyed.
    Loss,
    /// Others have captured a body of the player's.
    Captured,
    /// A unit of the player's is under attack.
    Attacked,
    /// A battle of the player's has turned: its forecast is a defeat now.
    Losing,
    /// Others bombard a body of the player's.
    Bombarded,
    /// Troopers of others land on a body of the player's.
    Landing,
    /// Another side holds what wins, and its time runs.
    Rival,
    /// A battle of the player's is over, and the player's side holds the field.
    FieldHeld,
    /// It is over, and nothing of the player's side is there any more.
    FieldLost,
    /// It is over, and both sides are still there, or nobody knows.
    BattleOver,
}

/// The alert that a kind of event gives: a chip, a pulse on the map, and an arrow at the edge of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlertKind {
    /// Its kind in a word.
    pub word: &'static str,
    /// Its sign.
    pub icon: Icon,
    /// Its colour.
    pub color: Color,
    /// Its weight: the heaviest comes first, and where there are too many alerts, the lightest give way.
    pub weight: u8,
    /// The time for which it stays, seconds of real time without pauses.
    pub seconds: f64,
    /// Whether it slows the clock down: something armed and hostile can reach something of the player's, or beats it.
    pub slows: bool,
}

/// All alerts. What concerns a body of the player's is graver than what concerns ships, and that graver than what has
/// only come into sight, unless that is about to land. The alert of a captured body stays for long: the fights about
/// it must not bury it. The gravest is that of a rival who is about to win. The end of a battle asks for nothing,
/// unless the field is lost.
const ALERTS: [(EventKind, AlertKind); 13] = [
    (EventKind::Sighted, alert("contact", Icon::Contact, STRONG, 0, 25.0, false)),
    (EventKind::Threat, alert("contact", Icon::Contact, STRONG, 1, 25.0, true)),
    (EventKind::Invaders, alert("contact", Icon::Contact, LOSS, 2, 25.0, true)),
    (EventKind::Loss, alert("loss", Icon::Loss, LOSS, 2, 25.0, true)),
    (EventKind::Attacked, alert("attack", Icon::AttackAlert, LOSS, 2, 25.0, true)),
    (EventKind::Losing, alert("losing", Icon::Battle, LOSS, 2, 25.0, true)),
    (EventKind::Bombarded, alert("attack", Icon::AttackAlert, LOSS, 3, 25.0, true)),
    (EventKind::Landing, alert("landing", Icon::Landing, LOSS, 3, 25.0, true)),
    (EventKind::Captured, alert("loss", Icon::Loss, LOSS, 4, 120.0, true)),
    (EventKind::Rival, alert("rival", Icon::Objective, LOSS, 5, 25.0, true)),
    (EventKind::BattleOver, alert("outcome", Icon::Battle, STRONG, 0, 25.0, false)),
    (EventKind::FieldHeld, alert("outcome", Icon::Battle, GAIN, 0, 25.0, false)),
    (EventKind::FieldLost, alert("outcome", Icon::Battle, LOSS, 2, 25.0, false)),
];

const fn alert(
    word: &'static str,
    icon: Icon,
    color: Color,
    weight: u8,
    seconds: f64,
    slows: bool,
) -> AlertKind {
    AlertKind { word, icon, color, weight, seconds, slows }
}

impl EventKind {
    /// Its alert; `None` if the player is not alerted.
    pub fn alert(self) -> Option<AlertKind> {
        ALERTS.into_iter().find(|(kind, _)| *kind == self).map(|(_, alert)| alert)
    }

    /// The weight of its alert; `None` without one.
    pub fn weight(self) -> Option<u8> {
        self.alert().map(|alert| alert.weight)
    }

    /// Its alert in a word; empty without one.
    pub fn word(self) -> &'static str {
        self.alert().map_or("", |alert| alert.word)
    }

    /// The sign of its alert.
    pub fn icon(self) -> Icon {
        self.alert().map_or(Icon::AttackAlert, |alert| alert.icon)
    }

    /// The colour of its alert.
    pub fn color(self) -> Color {
        self.alert().map_or(LOSS, |alert| alert.color)
    }

    /// Whether the player is alerted: with a chip, a pulse on the map, and a sound.
    pub fn alerts(self) -> bool {
        self.alert().is_some()
    }

    /// Whether it is the outcome of a battle.
    pub fn is_outcome(self) -> bool {
        matches!(self, Self::FieldHeld | Self::FieldLost | Self::BattleOver)
    }

    /// Whether its alert slows the clock down.
    pub fn slows(self) -> bool {
        self.alert().is_some_and(|alert| alert.slows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_bodies_weighs_more_than_what_touches_ships_and_that_more_than_contacts() {
        use EventKind::{
            Attacked, BattleOver, Bombarded, Captured, FieldHeld, FieldLost, Invaders, Landing, Losing, Loss,
            Rival, Sighted, Threat,
        };
        let weight = EventKind::weight;
        let kinds = [Sighted, Threat, Loss, Bombarded, Captured, Rival];
        assert_eq!(weight(Landing), weight(Bombarded));
        assert!(kinds.windows(2).all(|pair| weight(pair[0]) < weight(pair[1])));
        assert_eq!([Attacked, Invaders, Losing, FieldLost].map(weight), [weight(Loss); 4]);
        assert_eq!([FieldHeld, BattleOver].map(weight), [weight(Sighted); 2]);
    }

    #[test]
    fn every_alert_but_that_of_the_harmless_and_the_past_slows_the_clock() {
        use EventKind::{
            Arrived, Attacked, BattleOver, Bombarded, Captured, FieldHeld, FieldLost, Finished, Invaders,
            Landing, Losing, Loss, Note, Rival, Sighted, Threat, Trouble,
        };
        assert!(
            [Threat, Invaders, Bombarded, Loss, Losing, Captured, Attacked, Landing, Rival]
                .into_iter()
                .all(EventKind::slows)
        );
        let quiet = [Sighted, FieldHeld, FieldLost, BattleOver];
        assert!(quiet.into_iter().all(|kind| kind.alerts() && !kind.slows()));
        assert!(![Note, Finished, Arrived, Trouble].into_iter().any(EventKind::alerts));
    }
}
