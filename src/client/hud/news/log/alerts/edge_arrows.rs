//! Arrows at the border of the free part of the screen, for alerts whose places are outside of the picture, and for the
//! selected ships if none of them is in it. A click looks there, as a click on the chip does, or shows the selection
//! whole; the arrow points to what it looks at. Alerts in one direction share an arrow, which is that of the gravest,
//! and the selection has none beside it.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::super::EventLog;
use super::super::looks::EventPlaces;
use super::chips::AlertAction;
use super::present::{Alert, Alerts, MOST_ALERTS};
use crate::client::frame::{FrameSystems, au};
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::input::{Selected, SelectionViews};
use crate::client::models::FactionColors;
use crate::client::scene::labels::declutter::{CoveredAreas, SkyMarks};
use crate::client::scene::labels::markers::{MarkerLayer, floating};
use crate::client::settings::{Action, Settings, keyed};
use crate::client::view::{RenderPosition, Sight, TargetPlaces, ViewCamera, middle};
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{Glyph, Icon, LOSS, PANEL, Pressed, Tip, icon};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::level::counted;
use crate::sim::MemberOf;

/// Diameter of the plate with the sign, and side of the sign, pixels.
const PLATE: f32 = 28.0;
const SIGN: f32 = 16.0;
/// Side of the chevron, and its distance from the middle of the plate, pixels.
const CHEVRON: f32 = 9.0;
const CHEVRON_AWAY: f32 = 17.0;
/// From the middle of a plate to the border, pixels.
const REACH: f32 = 30.0;
/// By this much an arrow stands clear of what it avoids, pixels.
const GAP: f32 = 1.0;

/// The most arrows: those of all alerts, and that of the selection.
const MOST_ARROWS: usize = MOST_ALERTS + 1;

/// An arrow, by its place among those that are shown.
#[derive(Component, Clone, Copy, Debug)]
struct EdgeArrow {
    index: usize,
    sign: Entity,
    chevron: Entity,
}

/// Adds the arrows. They rest until there is a world.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, place_arrows.in_set(FrameSystems::Panel));
}

/// Spawns the arrows, hidden.
fn spawn(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..MOST_ARROWS {
        let plate = Node {
            width: px(PLATE),
            height: px(PLATE),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(0.5 * PLATE)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..floating()
        };
        // Two edges of a square that stands on its corner.
        let chevron = Node {
            position_type: PositionType::Absolute,
            left: px(0.5 * (PLATE - CHEVRON) - 1.0),
            top: px(0.5 * (PLATE - CHEVRON) - 1.0),
            width: px(CHEVRON),
            height: px(CHEVRON),
            border: UiRect { top: px(3), right: px(3), ..default() },
            ..default()
        };
        let sign = commands.spawn(icon(Icon::AttackAlert, SIGN, LOSS)).id();
        let chevron = commands.spawn((chevron, BorderColor::all(LOSS), Pickable::IGNORE)).id();
        let arrow = (
            EdgeArrow { index, sign, chevron },
            AlertAction::Look(0),
            pressable(face(LOSS)),
            Tip(String::new()),
            plate,
            // Above the labels of that place.
            ZIndex(2),
            Visibility::Hidden,
            ChildOf(*layer),
        );
        commands.spawn(arrow).add_children(&[sign, chevron]);
    }
}

fn face(color: Color) -> Face {
    Face { resting: PANEL, hovered: HOVERED, edge: color }
}

/// Query bundle for the free part of the screen.
#[derive(SystemParam)]
struct FreeScreen<'w> {
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    covered: Res<'w, CoveredAreas>,
}

impl FreeScreen<'_> {
    /// Size of the screen, pixels of the UI.
    fn size(&self) -> Vec2 {
        self.view.screen(self.ui_scale.0)
    }

    /// The areas of panels, and the whole strip of the bars at the top.
    fn taken(&self) -> Vec<Rect> {
        let bars = Rect::new(0.0, 0.0, self.size().x, TOP_BAR);
        self.covered.0.iter().copied().chain([bars]).collect()
    }
}

/// What an arrow stands for.
#[derive(Clone, Debug, PartialEq)]
struct Sign {
    action: AlertAction,
    icon: Icon,
    color: Color,
    /// What is there.
    words: String,
    /// What a click does.
    does: String,
}

impl Sign {
    fn of(alert: &Alert) -> Self {
        let (event, action) = (&alert.event, AlertAction::Look(alert.number));
        let (words, does) = (event.words.clone(), "look there".to_owned());
        Self { action, icon: event.kind.icon(), color: event.kind.color(), words, does }
    }
}

/// Query bundle for the selected ships.
#[derive(SystemParam)]
struct ChosenShips<'w, 's> {
    ships: Query<'w, 's, (&'static RenderPosition, &'static MemberOf), With<Selected>>,
    sight: Sight<'w, 's>,
    colors: Res<'w, FactionColors>,
    settings: Res<'w, Settings>,
}

impl ChosenShips<'_, '_> {
    /// Their sign, and the middle between them, km; `None` while one of them is in the picture, and without any.
    fn outside(&self, view: &ViewCamera) -> Option<(Sign, DVec3)> {
        if self.ships.iter().any(|(place, _)| view.shows(place.0)) {
            return None;
        }
        let place = middle(self.ships.iter().map(|(place, _)| place))?;
        let fleets: BTreeSet<Entity> = self.ships.iter().map(|(_, fleet)| fleet.0).collect();
        let first = self.sight.view().fleet(*fleets.first()?)?.fleet;
        let words = if fleets.len() > 1 { counted(fleets.len(), "fleet") } else { first.name.clone() };
        let does = keyed("show it whole", Action::Focus, &self.settings.keys);
        let color = self.colors.of(first.faction);
        Some((Sign { action: AlertAction::Frame, icon: Icon::Fleet, color, words, does }, place))
    }
}

/// A click on the arrow of the selection shows it whole.
pub(super) fn act(mut pressed: MessageReader<Pressed<AlertAction>>, mut views: SelectionViews) {
    if pressed.read().filter(|Pressed(action)| *action == AlertAction::Frame).count() > 0 {
        views.frame();
    }
}

/// Query bundle for the places of alerts.
#[derive(SystemParam)]
struct AlertPlaces<'w, 's> {
    log: Res<'w, EventLog>,
    events: EventPlaces<'w, 's>,
    places: TargetPlaces<'w, 's>,
}

impl AlertPlaces<'_, '_> {
    /// The place of what a click on an alert looks at, heliocentric ecliptic km.
    fn of(&self, alert: &Alert) -> Option<DVec3> {
        self.places.of(self.events.target(self.log.entry(alert.number)?)?)
    }
}

type ArrowParts = (
    &'static EdgeArrow,
    &'static mut AlertAction,
    &'static mut Face,
    &'static mut Tip,
    &'static mut UiTransform,
    &'static mut Visibility,
);
type ChevronParts = (&'static mut UiTransform, &'static mut BorderColor);

/// Puts the arrows in their places, those of the gravest alerts first, and that of the selection last.
fn place_arrows(
    mut commands: Commands,
    alerts: Res<Alerts>,
    screen: FreeScreen,
    places: AlertPlaces,
    chosen: ChosenShips,
    mut arrows: Query<ArrowParts>,
    mut chevrons: Query<ChevronParts, Without<EdgeArrow>>,
    glyphs: Query<&Glyph>,
    mut sky_marks: ResMut<SkyMarks>,
) {
    let placed = alerts.0.iter().filter_map(|alert| Some((alert, places.of(alert)?)));
    let outside = placed.filter(|(_, place)| !screen.view.shows(*place));
    let outside: Vec<(Sign, DVec3)> = outside.map(|(alert, place)| (Sign::of(alert), place)).collect();
    let shown = pointed(outside, chosen.outside(&screen.view), &screen);
    sky_marks.arrows = shown.iter().map(Pointed::area).collect();
    for (arrow, mut action, mut face_now, mut tip, mut transform, mut visibility) in &mut arrows {
        let Some(pointed) = shown.get(arrow.index) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let color = pointed.sign.color;
        action.set_if_neq(pointed.sign.action);
        face_now.set_if_neq(face(color));
        tip.set_if_neq(Tip(pointed.tip()));
        let corner = pointed.middle - Vec2::splat(0.5 * PLATE);
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        let sign = Glyph { icon: pointed.sign.icon, color };
        if glyphs.get(arrow.sign).is_ok_and(|present| *present != sign) {
            commands.entity(arrow.sign).insert(sign);
        }
        if let Ok((mut transform, mut border)) = chevrons.get_mut(arrow.chevron) {
            transform.set_if_neq(chevron_transform(pointed.direction));
            border.set_if_neq(BorderColor::all(color));
        }
    }
}

/// The place and the turn of a chevron that points in a direction, a unit vector, y down. Its tip is the upper right
/// corner of its square.
fn chevron_transform(direction: Vec2) -> UiTransform {
    let away = CHEVRON_AWAY * direction;
    UiTransform {
        translation: Val2::px(away.x, away.y),
        rotation: Rot2::radians(direction.to_angle() + std::f32::consts::FRAC_PI_4),
        ..UiTransform::IDENTITY
    }
}

/// Something outside of the picture, with its arrow.
#[derive(Clone, Debug)]
struct Pointed {
    sign: Sign,
    /// The direction of its place from the middle of the picture, a unit vector, y down.
    direction: Vec2,
    /// The middle of its arrow, pixels of the UI.
    middle: Vec2,
    /// Distance of its place from what the camera looks at, km.
    away_km: f64,
    /// The number of less grave alerts in the same direction.
    others: usize,
}

impl Pointed {
    /// The area of its arrow, with the chevron, pixels of the UI.
    fn area(&self) -> Rect {
        Rect::from_center_half_size(self.middle, Vec2::splat(CHEVRON_AWAY + 0.5 * CHEVRON))
    }

    fn tip(&self) -> String {
        let others = match self.others {
            0 => String::new(),
            others => format!(" {} there.", counted(others, "more alert")),
        };
        let Sign { words, does, .. } = &self.sign;
        format!("{words}, {} away.{others} Click: {does}.", au(self.away_km))
    }
}

/// The arrows to alerts outside of the picture, in their order, the gravest first, and among equally grave ones the
/// oldest: an arrow changes only when a graver alert comes. Then that to the selected ships, unless it would lie on one
/// of them.
fn pointed(alerts: Vec<(Sign, DVec3)>, chosen: Option<(Sign, DVec3)>, screen: &FreeScreen) -> Vec<Pointed> {
    if alerts.is_empty() && chosen.is_none() {
        return Vec::new();
    }
    let (view, taken) = (&*screen.view, screen.taken());
    let focus = view.eye + view.forward * view.focal_distance;
    let arrow = |(sign, place): (Sign, DVec3)| {
        let direction = view.direction_to(place);
        let middle = at_border(direction, screen.size(), &taken);
        Pointed { sign, direction, middle, away_km: place.distance(focus), others: 0 }
    };
    in_order(alerts.into_iter().map(arrow), chosen.map(arrow))
}

/// The arrows that are shown: one for all alerts in a direction, and that of the selection if it stands apart.
fn in_order(alerts: impl Iterator<Item = Pointed>, chosen: Option<Pointed>) -> Vec<Pointed> {
    let mut found: Vec<Pointed> = Vec::new();
    for one in alerts {
        match found.iter_mut().find(|other| is_shared(other.middle, one.middle)) {
            Some(graver) => graver.others += 1,
            None => found.push(one),
        }
    }
    let is_apart = |one: &Pointed| found.iter().all(|other| !is_shared(other.middle, one.middle));
    let chosen = chosen.filter(is_apart);
    found.extend(chosen);
    found
}

/// Whether arrows with these middles would cover each other: one stands for both.
fn is_shared(one: Vec2, other: Vec2) -> bool {
    one.distance(other) < 2.0 * CHEVRON_AWAY
}

/// The point nearest to the border of a screen, in a direction from its middle, at which an arrow stands clear of
/// these areas. If even the middle is taken, the arrow covers something.
fn at_border(direction: Vec2, screen: Vec2, taken: &[Rect]) -> Vec2 {
    let middle = 0.5 * screen;
    let to_border = (middle - REACH).max(Vec2::ZERO) / direction.abs().max(Vec2::splat(f32::MIN_POSITIVE));
    let mut away = to_border.min_element();
    // A step leaves at least one area behind for good.
    for _ in taken {
        let point = middle + away * direction;
        let hit = taken.iter().map(|area| area.inflate(REACH)).find(|area| area.contains(point));
        let Some(area) = hit else { break };
        let entered = entry_into(area, middle, direction) - GAP;
        if entered <= 0.0 {
            break;
        }
        away = entered;
    }
    middle + away * direction
}

/// Distance from a point, along a direction, at which a ray enters an area that it meets.
fn entry_into(area: Rect, from: Vec2, direction: Vec2) -> f32 {
    let along = |from: f32, direction: f32, low: f32, high: f32| match direction {
        direction if direction > 0.0 => (low - from) / direction,
        direction if direction < 0.0 => (high - from) / direction,
        _ => f32::NEG_INFINITY,
    };
    let across = along(from.x, direction.x, area.min.x, area.max.x);
    let down = along(from.y, direction.y, area.min.y, area.max.y);
    across.max(down)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);

    /// A screen with a panel at the right, an outliner at the left, a line at the lower edge, and bars at the top.
    const TAKEN: [Rect; 4] = [
        Rect { min: Vec2::new(906.0, 42.0), max: Vec2::new(1280.0, 500.0) },
        Rect { min: Vec2::new(14.0, 42.0), max: Vec2::new(304.0, 400.0) },
        Rect { min: Vec2::new(0.0, 686.0), max: Vec2::new(1280.0, 720.0) },
        Rect { min: Vec2::new(0.0, 0.0), max: Vec2::new(1280.0, 36.0) },
    ];

    #[test]
    fn arrows_stand_at_the_border() {
        assert_eq!(at_border(Vec2::X, SCREEN, &[]), Vec2::new(1280.0 - REACH, 360.0));
        assert_eq!(at_border(Vec2::NEG_Y, SCREEN, &[]), Vec2::new(640.0, REACH));
        let beside_panel = at_border(Vec2::X, SCREEN, &TAKEN);
        assert_eq!(beside_panel, Vec2::new(906.0 - REACH - GAP, 360.0));
    }

    #[test]
    fn arrows_cover_no_panel_in_any_direction() {
        for degrees in 0..360_u16 {
            let direction = Vec2::from_angle(f32::from(degrees).to_radians());
            let middle = at_border(direction, SCREEN, &TAKEN);
            let plate = Rect::from_center_size(middle, Vec2::splat(PLATE));
            let hit = TAKEN.iter().find(|area| !area.intersect(plate).is_empty());
            assert!(hit.is_none(), "{degrees}°: {plate:?} over {hit:?}");
            assert!(Rect::from_corners(Vec2::ZERO, SCREEN).contains(middle), "{degrees}°: {middle}");
            let turned = (middle - 0.5 * SCREEN).normalize().distance(direction);
            assert!(turned < 1.0e-3, "{degrees}°: it points elsewhere");
        }
    }

    #[test]
    fn arrows_in_one_direction_are_one() {
        let at = |degrees: f32| at_border(Vec2::from_angle(degrees.to_radians()), SCREEN, &TAKEN);
        assert!(is_shared(at(80.0), at(84.0)));
        assert!(!is_shared(at(80.0), at(100.0)));
    }

    /// An arrow in a direction, degrees.
    fn arrow(degrees: f32, action: AlertAction) -> Pointed {
        let direction = Vec2::from_angle(degrees.to_radians());
        let (words, does) = ("First".to_owned(), "show it whole [F]".to_owned());
        let sign = Sign { action, icon: Icon::Fleet, color: LOSS, words, does };
        Pointed { sign, direction, middle: at_border(direction, SCREEN, &TAKEN), away_km: 1234.0, others: 0 }
    }

    #[test]
    fn the_selection_has_an_arrow_unless_that_of_an_alert_is_there() {
        let shown = |alerts: &[f32], chosen: f32| -> Vec<(AlertAction, usize)> {
            let look = |degrees: &f32| arrow(*degrees, AlertAction::Look(7));
            let found = in_order(alerts.iter().map(look), Some(arrow(chosen, AlertAction::Frame)));
            found.iter().map(|one| (one.sign.action, one.others)).collect()
        };
        assert_eq!(shown(&[], 80.0), [(AlertAction::Frame, 0)]);
        assert_eq!(shown(&[80.0, 82.0], 100.0), [(AlertAction::Look(7), 1), (AlertAction::Frame, 0)]);
        assert_eq!(shown(&[80.0], 82.0), [(AlertAction::Look(7), 0)]);
        let tip = arrow(80.0, AlertAction::Frame).tip();
        assert_eq!(tip, "First, 1,234 km away. Click: show it whole [F].");
    }

    #[test]
    fn a_screen_without_room_still_has_a_place() {
        let all = Rect::from_corners(Vec2::ZERO, SCREEN);
        assert!(all.contains(at_border(Vec2::X, SCREEN, &[all])));
    }

    #[test]
    fn the_tip_of_the_chevron_points_to_the_place() {
        let tip = Vec2::new(1.0, -1.0).normalize();
        for direction in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::new(0.6, -0.8)] {
            let turned = chevron_transform(direction).rotation * tip;
            assert!(turned.distance(direction) < 1.0e-6, "{direction}: {turned}");
        }
    }
}
