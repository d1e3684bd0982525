//! Keys and buttons that jump to the next of the player's planets, to one in their list, and to the next idle yard.

use bevy::prelude::*;

use super::actions::PanelAction;
use super::gather::PlanetData;
use super::panel::pages::Pages;
use super::{BuildMenuAt, Page, ShownYard, Subject};
use crate::client::frame::Toasts;
use crate::client::hud::layout::places::PanelFolded;
use crate::client::settings::{Action, Actions};
use crate::client::view::Looking;
use crate::client::widgets::{Pressed, next_after};
use crate::sim::{BodyId, StructureId};

/// Jumps.
pub fn jump(
    actions: Actions,
    mut pressed: MessageReader<Pressed<PanelAction>>,
    planet_data: PlanetData,
    (subject, folded): (Res<Subject>, Res<PanelFolded>),
    mut looking: Looking,
    mut page: ResMut<Page>,
    mut menu: ResMut<BuildMenuAt>,
    mut shown_yard: ResMut<ShownYard>,
    mut toasts: ResMut<Toasts>,
) {
    let deeds: Vec<&PanelAction> = pressed.read().map(|Pressed(deed)| deed).collect();
    let wants = |action: Action, deed: &PanelAction| actions.just_pressed(&action) || deeds.contains(&deed);
    if let Some(body) = subject.0.filter(|_| actions.just_pressed(&Action::TurnPage)) {
        *page = Pages::at(&planet_data, body, *page, *menu).turned(folded.0);
        *menu = BuildMenuAt(Some(body));
    }
    for deed in &deeds {
        if let PanelAction::LookAt(body) = deed {
            looking.look_at_body(*body);
        }
    }
    if wants(Action::NextPlanet, &PanelAction::NextPlanet) {
        match next_after(&planet_data.own_bodies(), subject.0) {
            Some(body) => looking.look_at_body(body),
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
                looking.look_at_body(*body);
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
