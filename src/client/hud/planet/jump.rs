//! Keys and buttons that jump to the next of the player's planets, to one in their list, to the next idle yard, and
//! home.

use bevy::prelude::*;

use super::actions::PanelAction;
use super::gather::PlanetData;
use super::panel::pages::Pages;
use super::{BuildMenuAt, Page, ShownYard, Subject};
use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions};
use crate::client::view::{BodyPlaces, FocusTarget, Gaze, body_distance_km};
use crate::client::widgets::{Pressed, next_after};
use crate::sim::{BodyId, StructureId};

/// The state that a jump changes.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Jumper<'w, 's> {
    places: Res<'w, BodyPlaces>,
    subject: ResMut<'w, Subject>,
    gaze: Gaze<'w, 's>,
}

impl Jumper<'_, '_> {
    /// Flies to a body, and turns the panel to it. `distance_km` is the distance of the view.
    fn fly_to(&mut self, body: BodyId, distance_km: f64) {
        let Some(place) = self.places.0.get(body).copied() else { return };
        self.gaze.fly_to(FocusTarget::Body(body), place, Some(distance_km));
        self.subject.set_if_neq(Subject(Some(body)));
    }
}

/// Jumps.
pub fn jump(
    actions: Actions,
    mut pressed: MessageReader<Pressed<PanelAction>>,
    planet_data: PlanetData,
    mut jumper: Jumper,
    mut page: ResMut<Page>,
    mut menu: ResMut<BuildMenuAt>,
    mut shown_yard: ResMut<ShownYard>,
    mut toasts: ResMut<Toasts>,
) {
    let deeds: Vec<&PanelAction> = pressed.read().map(|Pressed(deed)| deed).collect();
    let wants = |action: Action, deed: &PanelAction| actions.just_pressed(&action) || deeds.contains(&deed);
    if let Some(body) = jumper.subject.0.filter(|_| actions.just_pressed(&Action::TurnPage)) {
        *page = Pages::at(&planet_data, body, *page, *menu).next_page();
        *menu = BuildMenuAt(Some(body));
    }
    if let Some((home, _)) = planet_data.player.home.filter(|_| actions.just_pressed(&Action::Home)) {
        // `input/focus_keys.rs` flies there. The panel turns there even if the camera looks there already.
        jumper.subject.set_if_neq(Subject(Some(home)));
    }
    for deed in &deeds {
        if let PanelAction::LookAt(body) = deed {
            jumper.fly_to(*body, distance_km(&planet_data, *body));
        }
    }
    if wants(Action::NextPlanet, &PanelAction::NextPlanet) {
        match next_after(&planet_data.own_bodies(), jumper.subject.0) {
            Some(body) => jumper.fly_to(body, distance_km(&planet_data, body)),
            None if planet_data.looks_on() => toasts.say("A spectator has no planets"),
            None => toasts.say("You have no planets"),
        }
    }
    if wants(Action::NextYard, &PanelAction::NextYard) {
        let idle = idle_yards(&planet_data);
        let numbers: Vec<StructureId> = idle.iter().map(|(yard, _)| *yard).collect();
        let next = next_after(&numbers, shown_yard.0);
        match idle.iter().find(|(yard, _)| Some(*yard) == next) {
            Some((yard, body)) => {
                shown_yard.0 = Some(*yard);
                *page = Page::Yards;
                jumper.fly_to(*body, distance_km(&planet_data, *body));
            }
            None => toasts.say("No idle yards"),
        }
    }
}

/// The player's idle yards, with their bodies, sorted by number.
pub fn idle_yards(planet_data: &PlanetData) -> Vec<(StructureId, BodyId)> {
    let yards = planet_data.economy().yards();
    let idle = yards.iter().filter(|yard| yard.yard.queue.is_empty());
    idle.map(|yard| (yard.structure.id, yard.structure.body)).collect()
}

fn distance_km(planet_data: &PlanetData, body: BodyId) -> f64 {
    planet_data.sky.system.bodies.get(body).map_or(1.0, body_distance_km)
}
