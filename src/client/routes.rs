//! The routes of one's own fleets: lines to where they will arrive, the meeting with a body that moves,
//! and when that is. Also the marker of the point that the mouse shows.

use bevy::prelude::*;
use glam::DVec3;

use super::bodies::BodyColors;
use super::markers::{LETTER_WIDTH, MarkerLayer};
use super::ordering::Pointed;
use super::scale::{Origin, UNIT_KM};
use super::selection::Selected;
use super::ship_view::faction_color;
use super::stage::{BodyPlaces, Shown, middle};
use super::view_camera::ViewCamera;
use super::{LineGizmos, Player};
use crate::orbit::{AU_KM, CalendarDate, TICKS_PER_SECOND};
use crate::sim::fleets::{Factions, Fleet, Members, Route, Target};
use crate::sim::navigate::{Arrival, Company, plan};
use crate::sim::ships::{Position, Ship};
use crate::sim::{Calendar, Sky};

/// Labels that there can be at once.
const LABELS: usize = 12;
/// Size of the words at a point, pixels.
const LABEL_PIXELS: f32 = 14.0;
/// Size of a route's end on the screen, pixels.
const END_PIXELS: f64 = 7.0;

/// A text at a point of the world.
#[derive(Component, Clone, Copy, Debug)]
pub struct PointLabel(usize);

/// The texts that are to be shown in this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct PointLabels(Vec<(DVec3, String, Color)>);

/// Spawns the labels, hidden.
pub fn spawn_labels(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..LABELS {
        commands.spawn((
            PointLabel(index),
            Node { position_type: PositionType::Absolute, left: px(0), top: px(0), ..default() },
            Text::default(),
            TextFont { font_size: FontSize::Px(LABEL_PIXELS), ..default() },
            TextShadow { offset: Vec2::splat(1.0), color: Color::BLACK },
            TextLayout::no_wrap(),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Draws the routes of one's own fleets; those of selected ships with their arrival.
#[expect(clippy::too_many_arguments, reason = "a route joins a fleet, the sky and the screen")]
pub fn draw_routes(
    fleets: Query<(&Fleet, &Route, &Members)>,
    ships: Query<(&Position, &Ship)>,
    shown: Query<&Shown>,
    selected: Query<(), With<Selected>>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    factions: Res<Factions>,
    player: Res<Player>,
    colors: Res<BodyColors>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    mut labels: ResMut<PointLabels>,
    mut lines: Gizmos<LineGizmos>,
) {
    labels.0.clear();
    for (fleet, route, members) in &fleets {
        if fleet.faction != player.faction.0 || route.0.is_empty() {
            continue;
        }
        let Some(company) = Company::of(members, &ships) else { continue };
        let is_selected = members.iter().any(|ship| selected.contains(ship));
        let color = faction_color(&factions, fleet.faction).with_alpha(if is_selected { 0.9 } else { 0.3 });
        let mut from =
            middle(members.iter().filter_map(|ship| shown.get(ship).ok())).unwrap_or(company.center);
        for (leg, arrival) in route.0.iter().zip(plan(&sky, route, &company, calendar.now_jd())) {
            lines.line(origin.place(from), origin.place(arrival.position), color);
            draw_end(&mut lines, &origin, &view, arrival.position, color);
            if is_selected {
                let body = match leg.target {
                    Target::Place { anchor, .. } => anchor,
                    Target::Body(body) => Some(body),
                };
                draw_meeting(&mut lines, &sky, &colors, &origin, &view, body, &arrival);
                labels.0.push((arrival.position, arrival_words(&sky, &calendar, body, &arrival), color));
            }
            from = arrival.position;
        }
    }
}

/// A small circle where a leg ends, and a stalk to the ecliptic.
fn draw_end(lines: &mut Gizmos<LineGizmos>, origin: &Origin, view: &ViewCamera, place: DVec3, color: Color) {
    let Some(projected) = view.project(place) else { return };
    let radius = (END_PIXELS / view.pixels_per_radius(projected.depth_km) / UNIT_KM) as f32;
    let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    lines.circle(Isometry3d::new(origin.place(place), level), radius, color).resolution(24);
    let foot = DVec3::new(place.x, place.y, 0.0);
    lines.line(origin.place(place), origin.place(foot), color.with_alpha(color.alpha() * 0.3));
}

/// The body as it will stand when the fleet meets it.
fn draw_meeting(
    lines: &mut Gizmos<LineGizmos>,
    sky: &Sky,
    colors: &BodyColors,
    origin: &Origin,
    view: &ViewCamera,
    body: Option<usize>,
    arrival: &Arrival,
) {
    let Some(body) = body else { return };
    let place = sky.system.displayed_state(body, arrival.jd).position;
    let Some(projected) = view.project(place) else { return };
    let least = 5.0 / view.pixels_per_radius(projected.depth_km);
    let radius = (sky.system.bodies[body].displayed_radius_km.max(least) / UNIT_KM) as f32;
    let color = colors.0[body].with_alpha(0.5);
    lines.sphere(Isometry3d::from_translation(origin.place(place)), radius, color).resolution(24);
}

fn arrival_words(sky: &Sky, calendar: &Calendar, body: Option<usize>, arrival: &Arrival) -> String {
    let seconds = (arrival.jd - calendar.now_jd()) / calendar.clock.days_per_tick() / TICKS_PER_SECOND;
    let date = CalendarDate::from_julian_date(arrival.jd);
    let to = body.map_or(String::new(), |body| format!("{}, ", sky.system.bodies[body].name));
    format!("{to}{:04}-{:02}-{:02}, in {}", date.year, date.month, date.day, duration(seconds))
}

/// Seconds of play as people say them.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Draws the marker of the point that the mouse shows, while there is something to be sent there.
#[expect(clippy::too_many_arguments, reason = "the marker joins the pointer, the sky and the screen")]
pub fn draw_pointer(
    pointed: Res<Pointed>,
    selected: Query<&Shown, With<Selected>>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    mut labels: ResMut<PointLabels>,
    mut lines: Gizmos<LineGizmos>,
) {
    let Some(middle) = middle(selected.iter()) else { return };
    let color = Color::srgba(1.0, 0.95, 0.7, 0.85);
    if let Some(body) = pointed.body.filter(|_| !pointed.is_lifting) {
        let place = places.0[body];
        let words = format!("go to {}, {}", sky.system.bodies[body].name, au(place.distance(middle)));
        labels.0.push((place, words, color));
        return;
    }
    let Some(point) = pointed.point else { return };
    let Some(projected) = view.project(point) else { return };
    let radius = (10.0 / view.pixels_per_radius(projected.depth_km) / UNIT_KM) as f32;
    let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let place = origin.place(point);
    lines.circle(Isometry3d::new(place, level), radius, color).resolution(24);
    lines.line(place - Vec3::X * radius * 1.6, place + Vec3::X * radius * 1.6, color);
    lines.line(place - Vec3::Z * radius * 1.6, place + Vec3::Z * radius * 1.6, color);
    let foot = DVec3::new(point.x, point.y, 0.0);
    lines.line(place, origin.place(foot), color.with_alpha(0.4));
    let height = if point.z == 0.0 { String::new() } else { format!(", height {}", au(point.z)) };
    let star = star_distance(&sky, &places, point);
    labels.0.push((point, format!("{star}{height}, {} from here", au(point.distance(middle))), color));
}

fn star_distance(sky: &Sky, places: &BodyPlaces, point: DVec3) -> String {
    let name = sky.system.bodies.first().map_or("the star", |body| body.name.as_str());
    let center = places.0.first().copied().unwrap_or(DVec3::ZERO);
    format!("{} from {name}", au(point.distance(center)))
}

/// A length in AU, with as many digits as it takes.
pub fn au(km: f64) -> String {
    let au = km / AU_KM;
    match au.abs() {
        0.1.. => format!("{au:.2} AU"),
        0.001.. => format!("{au:.4} AU"),
        _ => format!("{km:.0} km"),
    }
}

/// Puts the labels in their places.
pub fn place_labels(
    labels: Res<PointLabels>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut nodes: Query<(&PointLabel, &mut UiTransform, &mut Visibility, &mut Text, &mut TextColor)>,
) {
    for (label, mut transform, mut visibility, mut text, mut color) in &mut nodes {
        let wanted = labels.0.get(label.0).and_then(|(place, words, color)| {
            view.project(*place).map(|projected| (projected.pixel, words, *color))
        });
        visibility.set_if_neq(if wanted.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        let Some((pixel, words, tint)) = wanted else { continue };
        let width = words.chars().count() as f32 * LABEL_PIXELS * LETTER_WIDTH;
        let mut corner = pixel / ui_scale.0 + Vec2::new(14.0, 10.0);
        // Where there is no room to the right, the words stand to the left.
        if corner.x + width > view.viewport.x as f32 / ui_scale.0 {
            corner.x -= width + 28.0;
        }
        *transform = UiTransform::from_translation(Val2::px(corner.x, corner.y));
        if text.0 != *words {
            text.0.clone_from(words);
        }
        color.set_if_neq(TextColor(tint.with_alpha(1.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_lengths_are_said_as_people_say_them() {
        assert_eq!(duration(12.4), "12 s");
        assert_eq!(duration(75.0), "1 min 15 s");
        assert_eq!(duration(3_700.0), "1 h 01 min");
        assert_eq!(au(AU_KM * 1.234), "1.23 AU");
        assert_eq!(au(AU_KM * 0.01), "0.0100 AU");
        assert_eq!(au(1234.0), "1234 km");
    }
}
