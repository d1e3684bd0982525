//! The panel closes: by its button, and by Esc.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::hud::planet::Subject;
use crate::client::hud::planet::actions::PanelAction;
use crate::client::input::Inspected;
use crate::client::widgets::Pressed;

/// The body of the panel, and the click that turned the panel to it.
#[derive(SystemParam)]
pub struct PanelBody<'w> {
    subject: ResMut<'w, Subject>,
    inspected: ResMut<'w, Inspected>,
}

impl PanelBody<'_> {
    /// Closes the panel, and forgets the click, so that the next one on the same body opens the panel again. Returns
    /// whether it was open.
    fn close(&mut self) -> bool {
        self.inspected.set_if_neq(Inspected(None));
        self.subject.set_if_neq(Subject(None))
    }
}

/// The button closes the panel.
pub fn close_by_button(mut pressed: MessageReader<Pressed<PanelAction>>, mut body: PanelBody) {
    if pressed.read().any(|Pressed(deed)| *deed == PanelAction::Close) {
        body.close();
    }
}

/// Esc closes the panel.
pub fn close_by_escape(mut body: PanelBody) -> bool {
    body.close()
}
