//! The list of events that the selected ships can wait for, above the row of orders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::chosen::Chosen;
use super::making::{go, when};
use crate::client::frame::{Player, date_words};
use crate::client::hud::planet::Subject;
use crate::client::hud::timeline::Foresight;
use crate::client::input::{Held, InTurn, Pointed, Selected, run};
use crate::client::view::Moment;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{PANEL, QUIET, RESTING, WORDS, face, show, text};
use crate::level::StarSystem;
use crate::sim::{AnchoredPlace, BodyId, Goal, OrderQueue, Ship, Sky, WaitEvent};

/// The most things to wait for that are listed.
const MOST_ROWS: usize = 4;
/// The text for an empty list.
const NOTHING: &str = "Point at a body, or show a later time";

/// The list, while it is open.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct WaitMenu {
    /// Whether it is open.
    pub is_open: bool,
    /// The body that was pointed at last since it was opened.
    body: Option<BodyId>,
    /// The listed events.
    rows: Vec<(String, WaitEvent)>,
}

impl WaitMenu {
    /// Opens it, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { is_open: !self.is_open, ..Self::default() };
    }
}

/// Esc closes the list.
pub fn close(mut menu: ResMut<WaitMenu>) -> bool {
    std::mem::take(&mut *menu).is_open
}

/// Marks the list.
#[derive(Component, Clone, Copy, Debug)]
pub struct WaitList;

/// Marks a row of the list, by its place from the top.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitRow(usize);

/// Marks the words of a row; the row after the last one says that there is nothing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitWords(usize);

/// The situation that determines the list.
#[derive(Clone, Copy, Debug)]
struct Circumstances<'a> {
    system: &'a StarSystem,
    /// The later time that is looked at, Julian date (TDB).
    later_jd: Option<f64>,
    /// The body that is meant.
    body: Option<BodyId>,
    /// The body beside which the ships rest.
    beside: Option<BodyId>,
    /// The player's home.
    home: Option<BodyId>,
}

/// The events to wait for, in words and as orders.
fn rows_of(now: &Circumstances) -> Vec<(String, WaitEvent)> {
    let mut rows = Vec::new();
    if let Some(jd) = now.later_jd {
        rows.push((format!("Until {}", date_words(jd)), WaitEvent::Date(jd)));
    }
    // A body that circles nothing comes no nearer, and is in line with everything.
    let moving = |body: Option<BodyId>| {
        let body = body?;
        let this = now.system.bodies.get(body)?;
        this.parent.map(|_| (body, this.name.clone()))
    };
    let Some((body, name)) = moving(now.body) else { return rows };
    if now.beside != Some(body) {
        rows.push((format!("Until {name} is nearest"), WaitEvent::Nearest { body, to: None }));
    }
    let is_other = |other: &(BodyId, String)| other.0 != body;
    let other = moving(now.beside).filter(is_other).or_else(|| moving(now.home).filter(is_other));
    if let Some((other, others_name)) = other {
        let words = |what: &str| format!("Until {name} and {others_name} are in {what}");
        rows.push((words("conjunction"), WaitEvent::Conjunction { one: body, other }));
        rows.push((words("opposition"), WaitEvent::Opposition { one: body, other }));
    }
    rows
}

/// Spawns the list below a node, hidden at first.
pub(super) fn spawn_list(commands: &mut Commands, above: Entity) {
    let list = Node {
        display: Display::None,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(2),
        ..default()
    };
    let list = commands.spawn((WaitList, list, Pickable::IGNORE, ChildOf(above))).id();
    let row = || Node {
        display: Display::None,
        padding: UiRect::axes(px(8), px(2)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let words =
        |index: usize, color: Color| (WaitWords(index), text("", SMALL_PIXELS, color), TextLayout::no_wrap());
    for index in 0..MOST_ROWS {
        let line = commands
            .spawn((
                WaitRow(index),
                Button,
                InTurn(press_row),
                row(),
                BackgroundColor(RESTING),
                ChildOf(list),
            ))
            .id();
        commands.spawn((words(index, WORDS), Pickable::IGNORE, ChildOf(line)));
    }
    let nothing = commands.spawn((WaitRow(MOST_ROWS), row(), BackgroundColor(PANEL), ChildOf(list))).id();
    commands.spawn((words(MOST_ROWS, QUIET), Pickable::IGNORE, ChildOf(nothing)));
}

/// Query bundle for the situation.
#[derive(SystemParam)]
pub struct Waiting<'w, 's> {
    stations: Query<'w, 's, (&'static Ship, &'static AnchoredPlace), With<Selected>>,
    pointed: Res<'w, Pointed>,
    subject: Res<'w, Subject>,
    foresight: Res<'w, Foresight>,
    moment: Res<'w, Moment>,
    player: Res<'w, Player>,
    sky: Res<'w, Sky>,
}

impl Waiting<'_, '_> {
    fn rows(&self, body: Option<BodyId>) -> Vec<(String, WaitEvent)> {
        let first = self.stations.iter().min_by_key(|(ship, _)| ship.id);
        rows_of(&Circumstances {
            system: &self.sky.system,
            later_jd: self.foresight.is_on().then(|| self.moment.jd + self.foresight.days),
            body: body.or(self.subject.0),
            beside: first.and_then(|(_, station)| station.anchor.body()),
            home: self.player.home.map(|(body, _)| body),
        })
    }
}

/// Orders the wait of a row.
fn press_row(world: &mut World, row: Entity) {
    if let Some(row) = world.get::<WaitRow>(row).copied() {
        run(world, choose_wait, row);
    }
}

fn choose_wait(
    In(row): In<WaitRow>,
    player: Res<Player>,
    chosen: Chosen,
    held: Res<Held>,
    mut menu: ResMut<WaitMenu>,
    mut door: ResMut<OrderQueue>,
) {
    let ships = chosen.ids();
    if let Some((_, event)) = menu.rows.get(row.0).filter(|_| !ships.is_empty()) {
        door.give(player.faction, go(&ships, Goal::Wait(*event), when(true, held.first)));
        *menu = WaitMenu::default();
    }
}

/// Fills the list while it is open and ships are selected.
pub fn fill_list(waiting: Waiting, selected: Query<(), With<Selected>>, mut menu: ResMut<WaitMenu>) {
    if !menu.is_open {
        return;
    }
    if selected.is_empty() {
        *menu = WaitMenu::default();
        return;
    }
    let body = waiting.pointed.body.or(menu.body);
    let rows = waiting.rows(body);
    menu.set_if_neq(WaitMenu { is_open: true, body, rows });
}

/// Writes the list.
pub fn write_waits(
    menu: Res<WaitMenu>,
    mut list: Single<&mut Node, (With<WaitList>, Without<WaitRow>)>,
    mut rows: Query<(&WaitRow, Option<&Interaction>, &mut Node, &mut BackgroundColor), Without<WaitList>>,
    mut words: Query<(&WaitWords, &mut Text)>,
) {
    show(&mut list, menu.is_open);
    if !menu.is_open {
        return;
    }
    for (row, interaction, mut node, mut background) in &mut rows {
        let is_nothing = row.0 == MOST_ROWS;
        show(&mut node, if is_nothing { menu.rows.is_empty() } else { row.0 < menu.rows.len() });
        match interaction {
            Some(interaction) => background.set_if_neq(BackgroundColor(face(*interaction, RESTING))),
            None => false,
        };
    }
    for (part, mut text) in &mut words {
        let known = menu.rows.get(part.0).map(|(words, _)| words.as_str());
        let line = if part.0 == MOST_ROWS { Some(NOTHING) } else { known };
        if let Some(line) = line.filter(|line| text.0 != *line) {
            text.0 = line.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, ICE, system};
    use crate::orbit::J2000_JD;

    fn words(later_jd: Option<f64>, body: Option<BodyId>, beside: Option<BodyId>) -> Vec<String> {
        let system = system();
        let now = Circumstances { system: &system, later_jd, body, beside, home: Some(BASALT) };
        rows_of(&now).into_iter().map(|(words, _)| words).collect()
    }

    #[test]
    fn what_can_be_waited_for_depends_on_what_is_meant() {
        assert!(words(None, None, None).is_empty());
        assert_eq!(words(Some(J2000_JD), None, None), ["Until 2000-01-01"]);
        let with_home = [
            "Until Ice is nearest",
            "Until Ice and Basalt are in conjunction",
            "Until Ice and Basalt are in opposition",
        ];
        assert_eq!(words(None, Some(ICE), None), with_home);
        assert_eq!(words(None, Some(ICE), Some(ICE)), with_home[1..], "they are there already");
        assert_eq!(words(None, Some(BASALT), None), ["Until Basalt is nearest"], "it is home itself");
        assert!(words(None, Some(BodyId(0)), None).is_empty(), "the star stays where it is");
        assert_eq!(words(Some(J2000_JD), Some(ICE), Some(BASALT)).len(), MOST_ROWS);
    }

    #[test]
    fn the_list_forgets_what_was_pointed_at() {
        let mut menu = WaitMenu { is_open: false, body: Some(BodyId(3)), rows: vec![] };
        menu.toggle();
        assert_eq!(menu, WaitMenu { is_open: true, ..WaitMenu::default() });
        menu.toggle();
        assert!(!menu.is_open);
    }
}
