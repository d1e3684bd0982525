//! The subjects of the actions, for the page of keys.

use super::actions::Action;

/// A subject of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySubject {
    /// The clock, and the future.
    Time,
    /// The camera, and places to look at.
    Camera,
    /// The selected ships.
    Selection,
    /// Orders without a fight.
    Orders,
    /// Fights and landings.
    Combat,
    /// What the screen shows.
    Display,
    /// The program itself.
    Program,
}

impl KeySubject {
    /// All subjects, in the order of the page.
    pub const ALL: [Self; 7] =
        [Self::Camera, Self::Orders, Self::Selection, Self::Combat, Self::Time, Self::Display, Self::Program];

    /// Its heading.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::Camera => "Camera and places",
            Self::Selection => "Selection",
            Self::Orders => "Orders",
            Self::Combat => "Combat",
            Self::Display => "Panels and display",
            Self::Program => "Program",
        }
    }
}

/// The subject of an action.
pub fn subject_of(action: Action) -> KeySubject {
    use Action as A;
    match action {
        A::Pause | A::Faster | A::Slower | A::Foresee | A::Window => KeySubject::Time,
        A::Earlier | A::Later | A::NextMark => KeySubject::Time,
        A::PanUp | A::PanDown | A::PanLeft | A::PanRight | A::TurnLeft | A::TurnRight => KeySubject::Camera,
        A::TiltUp | A::TiltDown | A::ZoomIn | A::ZoomOut => KeySubject::Camera,
        A::Focus | A::Home | A::Overview | A::Bookmark(_) | A::Search => KeySubject::Camera,
        A::NextPlanet | A::NextYard | A::NextWarning | A::LastEvent => KeySubject::Camera,
        A::SelectAll | A::Deselect | A::Add | A::MakeGroup | A::Group(_) => KeySubject::Selection,
        A::NextSubgroup | A::Join | A::Rename => KeySubject::Selection,
        A::Move | A::Stop | A::Hold | A::Patrol | A::Guard | A::Ahead => KeySubject::Orders,
        A::Wait | A::Repeat => KeySubject::Orders,
        A::NextShape | A::NextConduct | A::NextWish | A::Face => KeySubject::Orders,
        A::Undo | A::RemoveWaypoint | A::Scrap => KeySubject::Orders,
        A::AttackMove | A::Invade | A::Bombard | A::Retreat => KeySubject::Combat,
        A::Stance | A::Withdrawal | A::Prey => KeySubject::Combat,
        A::TurnPage | A::ShowSight | A::Constellations | A::ShowField => KeySubject::Display,
        A::ShowLog | A::ShowPlans | A::ShowOutliner | A::Help | A::Encyclopedia => KeySubject::Display,
        A::QuickSave | A::QuickLoad => KeySubject::Program,
        A::Menu | A::Screenshot | A::Mute | A::NextSeat | A::FullScreen => KeySubject::Program,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::settings::keys::actions::ACTIONS;

    #[test]
    fn every_subject_has_actions_and_a_place() {
        for subject in KeySubject::ALL {
            assert!(ACTIONS.iter().any(|info| subject_of(info.action) == subject), "{subject:?}");
        }
        assert!(ACTIONS.iter().all(|info| KeySubject::ALL.contains(&subject_of(info.action))));
    }
}
