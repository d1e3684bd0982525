//! The panel closes: by its button, and by Esc. It folds, so that only its head is left, while the briefing of the
//! level is read, and on a low screen when a fleet is selected or the camera leaves its body. It stays open once the
//! player has used it, and while something is being built.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::PlanetRows;
use crate::client::frame::BriefingOpen;
use crate::client::hud::layout::places::{PanelFolded, ROOMY_HEIGHT};
use crate::client::hud::planet::actions::PanelAction;
use crate::client::hud::planet::{Page, Subject};
use crate::client::input::{Inspected, Selected, Tool};
use crate::client::view::{Focus, ViewCamera};
use crate::client::widgets::{Pressed, show};
use crate::client::worlds::Kept;
use crate::sim::BodyId;

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

/// What is looked at and selected, up to the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastLook {
    /// The body of the panel.
    subject: Option<BodyId>,
    /// The body that the camera looks at.
    focused: Option<BodyId>,
    /// [`Focus::flights`].
    flights: u32,
    has_selection: bool,
    /// Whether the briefing is open.
    is_briefed: bool,
    /// Whether the player has used the panel since it turned to its body.
    is_used: bool,
}

/// Query bundle for what the player does with the panel.
#[derive(SystemParam)]
pub struct PanelUse<'w, 's> {
    focus: Res<'w, Focus>,
    inspected: Res<'w, Inspected>,
    subject: Res<'w, Subject>,
    page: Res<'w, Page>,
    tool: Res<'w, Tool>,
    briefing: Res<'w, BriefingOpen>,
    pressed: MessageReader<'w, 's, Pressed<PanelAction>>,
    selected: Query<'w, 's, (), With<Selected>>,
}

impl PanelUse<'_, '_> {
    /// The state of this frame.
    fn look(&mut self, before: &LastLook) -> LastLook {
        let has_turned = self.subject.0 != before.subject;
        let pressed = self.pressed.read().filter(|Pressed(deed)| is_use(deed)).count();
        let has_used = self.page.is_changed() || pressed > 0 || before.is_used;
        LastLook {
            subject: self.subject.0,
            focused: self.focus.target.body(),
            flights: self.focus.flights,
            has_selection: !self.selected.is_empty(),
            is_briefed: self.briefing.0,
            is_used: matches!(*self.tool, Tool::Build(_) | Tool::Rally(_)) || has_used && !has_turned,
        }
    }

    /// Whether the player asks for the body of the panel, by a click or by a flight of the camera.
    fn is_asked(&self, before: &LastLook, now: &LastLook) -> bool {
        let is_clicked = self.inspected.is_changed() && self.inspected.0 == now.subject;
        let is_flown_to = now.flights != before.flights && now.focused == now.subject;
        now.subject != before.subject || now.subject.is_some() && (is_clicked || is_flown_to)
    }
}

/// Whether a press is on the panel, and keeps it open.
fn is_use(deed: &PanelAction) -> bool {
    use PanelAction::{Choose, Give, Rally, ShowYard, Turn};
    matches!(deed, Give(_) | Choose(_) | Rally(_) | Turn(_) | ShowYard(_))
}

/// Folds the panel, or unfolds it.
pub fn fold(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut usage: PanelUse,
    mut last: Kept<LastLook>,
    mut folded: ResMut<PanelFolded>,
) {
    let before = *last.now();
    let now = usage.look(&before);
    *last.now() = now;
    // The home comes up with the briefing: nobody has asked for its panel.
    let comes_up = before.subject.is_none() && usage.inspected.0.is_none();
    let begins = now.is_briefed && (!before.is_briefed || comes_up);
    let ends = before.is_briefed && !now.is_briefed;
    let is_roomy = view.screen(ui_scale.0).y >= ROOMY_HEIGHT && !now.is_briefed;
    let deselects = before.has_selection && !now.has_selection;
    let opens = is_roomy || ends || now.is_used || deselects || usage.is_asked(&before, &now);
    let selects = now.has_selection && !before.has_selection;
    let leaves = now.subject.is_some() && before.focused == now.subject && now.focused != now.subject;
    folded.set_if_neq(PanelFolded(begins || !opens && (folded.0 || selects || leaves)));
}

/// Hides the page of a folded panel.
pub fn hide_page(
    folded: Res<PanelFolded>,
    rows: Single<&ChildOf, With<PlanetRows>>,
    mut nodes: Query<&mut Node>,
) {
    if let Ok(mut frame) = nodes.get_mut(rows.parent()) {
        show(&mut frame, !folded.0);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemId;
    use glam::DVec2;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::view::FocusTarget;
    use crate::client::view::focus::MIDDLE;
    use crate::sim::visibility::test_support::{EARTH, TERRA};
    use crate::sim::{ClassId, Simulation};

    /// A world in which the panel of the Earth is open on a screen of this height, and the system that folds it.
    fn opened(height: f64) -> (Simulation, SystemId) {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Inspected>();
        world.init_resource::<BriefingOpen>();
        world.init_resource::<UiScale>();
        world.init_resource::<Messages<Pressed<PanelAction>>>();
        world.insert_resource(ViewCamera { viewport: DVec2::new(1280.0, height), ..default() });
        world.init_resource::<Focus>();
        world.resource_mut::<Focus>().target = FocusTarget::Body(EARTH);
        world.resource_mut::<Subject>().0 = Some(EARTH);
        let fold = world.register_system(fold);
        (simulation, fold)
    }

    /// Whether the panel is folded after each of these deeds.
    fn folds(height: f64, deeds: &[fn(&mut World)]) -> Vec<bool> {
        let (mut simulation, fold) = opened(height);
        let world = simulation.world_mut();
        let mut after = |deed: fn(&mut World)| {
            deed(world);
            world.run_system(fold).expect("it runs");
            world.resource::<PanelFolded>().0
        };
        assert!(!after(|_| ()) && !after(|_| ()), "it has just been opened");
        deeds.iter().map(|deed| after(*deed)).collect()
    }

    fn select(world: &mut World) {
        world.spawn(Selected);
    }

    fn deselect(world: &mut World) {
        let mut selected = world.query_filtered::<Entity, With<Selected>>();
        let all: Vec<Entity> = selected.iter(world).collect();
        for one in all {
            world.despawn(one);
        }
    }

    #[test]
    fn on_a_low_screen_a_selection_folds_the_panel_and_its_end_opens_it() {
        assert_eq!(folds(720.0, &[select, |_| (), deselect]), [true, true, false]);
        assert_eq!(folds(900.0, &[select]), [false], "there is room for both");
    }

    #[test]
    fn it_opens_for_a_click_on_its_body_and_for_a_page() {
        let click: fn(&mut World) = |world| world.resource_mut::<Inspected>().0 = Some(EARTH);
        assert_eq!(folds(720.0, &[select, click, |_| ()]), [true, false, false]);
        let turn: fn(&mut World) = |world| {
            world.write_message(Pressed(PanelAction::Turn(Page::Overview)));
        };
        assert_eq!(folds(720.0, &[select, turn, deselect, select]), [true, false, false, false], "in use");
    }

    #[test]
    fn it_folds_when_the_camera_leaves() {
        let leave: fn(&mut World) = |world| world.resource_mut::<Focus>().target = MIDDLE;
        assert_eq!(folds(720.0, &[leave, |_| ()]), [true, true]);
    }

    #[test]
    fn it_is_folded_beside_the_briefing_until_that_ends_or_a_body_is_asked_for() {
        let brief: fn(&mut World) = |world| world.resource_mut::<BriefingOpen>().0 = true;
        let end: fn(&mut World) = |world| world.resource_mut::<BriefingOpen>().0 = false;
        let click: fn(&mut World) = |world| world.resource_mut::<Inspected>().0 = Some(EARTH);
        for height in [720.0, 900.0] {
            assert_eq!(folds(height, &[brief, |_| (), end, |_| ()]), [true, true, false, false], "{height}");
            assert_eq!(folds(height, &[brief, click, |_| ()]), [true, false, false], "{height}");
        }
    }

    #[test]
    fn while_something_is_built_it_stays_open() {
        let build: fn(&mut World) = |world| *world.resource_mut::<Tool>() = Tool::Build(ClassId::FIRST);
        assert_eq!(folds(720.0, &[build, select]), [false, false]);
    }
}
