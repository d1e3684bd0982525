//! Bookmarks of the camera: views that a key restores.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions, Settings, first_key};
use crate::client::view::{FocusTarget, Gaze, TargetPlaces};

/// Count.
const BOOKMARKS: u8 = 4;

/// A stored view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bookmark {
    /// The camera's target.
    pub target: FocusTarget,
    /// Distance, km.
    pub distance_km: f64,
    /// Yaw, radians.
    pub yaw: f32,
    /// Angle from above, radians.
    pub pitch: f32,
}

impl Bookmark {
    /// The present view, or that of the flight.
    pub fn of(gaze: &Gaze) -> Self {
        let (yaw, pitch) = gaze.angles();
        Self { target: gaze.target(), distance_km: gaze.distance_km(), yaw, pitch }
    }

    /// Flies back to the view, whose target is at `place`, km from the middle of the system.
    pub fn restore(&self, gaze: &mut Gaze, place: DVec3) {
        gaze.fly_to(self.target, place, Some(self.distance_km));
        gaze.turn_to(self.yaw, self.pitch);
    }
}

/// The bookmarks, by their numbers from 1.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Bookmarks([Option<Bookmark>; 4]);

impl Bookmarks {
    /// Stores a view; an unknown number has no effect.
    pub fn keep(&mut self, number: u8, view: Bookmark) {
        let slot = usize::from(number).checked_sub(1).and_then(|index| self.0.get_mut(index));
        if let Some(slot) = slot {
            *slot = Some(view);
        }
    }

    /// The stored view; `None` without one.
    pub fn get(&self, number: u8) -> Option<Bookmark> {
        usize::from(number).checked_sub(1).and_then(|index| self.0.get(index).copied().flatten())
    }
}

/// The keys that store and restore views.
pub fn use_bookmarks(
    actions: Actions,
    places: TargetPlaces,
    settings: Res<Settings>,
    mut gaze: Gaze,
    mut bookmarks: ResMut<Bookmarks>,
    mut toasts: ResMut<Toasts>,
) {
    for number in 1..=BOOKMARKS {
        if !actions.just_pressed(&Action::Bookmark(number)) {
            continue;
        }
        if actions.pressed(&Action::MakeGroup) {
            bookmarks.keep(number, Bookmark::of(&gaze));
            toasts.say(format!("Bookmark {number} set"));
            continue;
        }
        let Some(view) = bookmarks.get(number) else {
            let hold = first_key(Action::MakeGroup, &settings.keys);
            toasts.say(format!("Bookmark {number} is empty: hold {hold} and press its key to set it"));
            continue;
        };
        let Some(place) = places.of(view.target) else {
            toasts.say(format!("The target of bookmark {number} no longer exists"));
            continue;
        };
        view.restore(&mut gaze, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::BodyId;

    #[test]
    fn kept_views_come_back() {
        let mut bookmarks = Bookmarks::default();
        let view = Bookmark { target: FocusTarget::Body(BodyId(3)), distance_km: 2.0, yaw: 0.5, pitch: 0.25 };
        assert_eq!(bookmarks.get(2), None);
        assert_eq!(bookmarks.0.len(), usize::from(BOOKMARKS));
        bookmarks.keep(2, view);
        assert_eq!((bookmarks.get(1), bookmarks.get(2)), (None, Some(view)));
        bookmarks.keep(2, Bookmark { yaw: 1.0, ..view });
        assert_eq!(bookmarks.get(2).map(|view| view.yaw), Some(1.0));
    }

    #[test]
    fn numbers_that_there_are_not_do_no_harm() {
        let mut bookmarks = Bookmarks::default();
        let view = Bookmark { target: FocusTarget::Body(BodyId(3)), distance_km: 2.0, yaw: 0.5, pitch: 0.25 };
        bookmarks.keep(0, view);
        bookmarks.keep(BOOKMARKS + 1, view);
        assert_eq!(bookmarks, Bookmarks::default());
        assert_eq!((bookmarks.get(0), bookmarks.get(BOOKMARKS + 1)), (None, None));
    }
}
