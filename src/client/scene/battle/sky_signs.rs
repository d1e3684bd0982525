//! The places of the signs of battles on the sky. They stand where ships are icons, beside their battle; the pass for
//! words finds room for them, and words give way. A sign has wings with the counts of both sides. It stands beside the
//! fighting: over it, it would hide the shots, from which all other words keep clear, too. Where a battle is
//! commanded, its sign is large; from farther off it shrinks.
//!
//! A sign is steady while its fight moves. It stands at the smooth place of the battle, and keeps its side while marks
//! of ships pass beneath. Only from so far that the body of a battle is small does it stand beside that body, which it
//! would cover; it goes there and back without a jump.

use bevy::prelude::*;

use super::battle_marks::{BattleMark, CORNER, MarkSize, SignSizes, pickable_with, spawn_mark};
use super::sky_fights::as_icons;
use super::sources::site::Site;
use super::sources::sites::Sites;
use super::wings::{SignSides, SkyMark, spawn_wing, wings_width};
use crate::client::input::Tool;
use crate::client::scene::labels::closeness::ramp;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::fights::FightPlaces;
use crate::client::scene::labels::knot_sides::HEIGHT;
use crate::client::scene::labels::markers::{Marker, MarkerLayer, floating};
use crate::client::scene::labels::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::wish::{NoRoom, Side, Wish};
use crate::client::view::{BodyPlaces, ScreenAnchor, ViewCamera};
use crate::client::widgets::{LOSS, PANEL};
use crate::sim::Sky;

/// The most signs on the sky.
const MOST_MARKS: usize = 16;
/// Signs nearer to each other than this on the sky are one, and two again at the second distance, pixels of the
/// picture.
const APART: (f32, f32) = (48.0, 60.0);
/// Distance of a sign on the sky from the middle of its battle: the least and the most, pixels of the UI, and between
/// them in mean distances of its shots.
const REACH: (f32, f32) = (18.0, 84.0);
const BESIDE_SHOTS: f64 = 2.0;
/// Its distance from the rim of a disc, pixels of the UI.
const BESIDE_DISC: f32 = 4.0;
/// A sign goes from the disc to its battle while the battle moves this far away from the rim, pixels of the UI.
const PASSING: (f32, f32) = (18.0, 58.0);
/// A disc that is larger than these does not draw the sign away from its battle: radii, pixels of the UI.
const LARGEST_DISC: (f32, f32) = (24.0, 40.0);
/// Radius of the mark of a body that is smaller, pixels of the UI.
const BODY_MARK: f32 = 12.0;
/// The sides of a sign, the best first: names prefer the right.
const SIDES: &[Side] = &[
    Side::AboveRight,
    Side::Above,
    Side::AboveLeft,
    Side::Right,
    Side::Left,
    Side::BelowRight,
    Side::BelowLeft,
    Side::Below,
];
/// How many steps a sign may be moved away.
const STEPS: u8 = 2;
/// The size on the sky from far off, and where a battle is commanded.
const FAR: MarkSize = MarkSize { swords: 20.0, bar: Vec2::new(38.0, 6.0) };
const NEAR: MarkSize = MarkSize { swords: 22.0, bar: Vec2::new(84.0, 6.0) };
/// The sizes of a kilometre between which a sign grows, pixels of the UI.
const GROWING: (f32, f32) = (0.0005, 0.002);

/// A battle that has a sign, or may get one.
#[derive(Clone, Copy, Debug)]
struct SeenFight<'a> {
    site: &'a Site,
    /// Distance of its sign from its middle, pixels of the UI.
    reach: f32,
    /// The size of its sign.
    size: MarkSize,
}

/// The disc of a battle's body, pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Disc {
    middle: Vec2,
    radius: f32,
    /// How far the sign stands beside it rather than beside the battle, above 0 and up to 1.
    share: f32,
}

/// Spawns hidden signs until there are as many as battles that want one. Most levels need few, and a sign is 40 nodes.
pub fn spawn_sky_marks(
    sites: Res<Sites>,
    signs: Query<(), With<SkyMark>>,
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
) {
    let wanted = sites.with_signs().count().min(MOST_MARKS);
    for _ in signs.iter().count()..wanted {
        let node = Node { border_radius: BorderRadius::all(px(CORNER)), ..floating() };
        let unseen = (Visibility::Hidden, Pickable::IGNORE);
        // Above the labels of that place.
        let words = (SkyLabel::new(weights::BATTLE), node, unseen, ZIndex(2), ChildOf(*layer));
        let place = commands.spawn(words).id();
        let left = spawn_wing(&mut commands, place, FlexDirection::RowReverse);
        let mark = spawn_mark(&mut commands, place, FAR, Node::default());
        let right = spawn_wing(&mut commands, place, FlexDirection::Row);
        commands.entity(mark).insert(Visibility::Inherited);
        commands.entity(place).insert(SkyMark { mark, wings: [left, right] });
    }
}

/// Asks for places of the signs of the sky. A battle keeps its sign. The marks of battles without one are not folded.
pub fn place_sky_marks(
    sites: Res<Sites>,
    view: Res<ViewCamera>,
    places: Res<BodyPlaces>,
    sky: Res<Sky>,
    ui_scale: Res<UiScale>,
    (sides, mut fights, mut sky_marks): (SignSides, ResMut<FightPlaces>, ResMut<SkyMarks>),
    marked: Query<(&Marker, &ScreenAnchor)>,
    mut signs: Query<(Entity, &SkyMark, &mut SkyLabel)>,
    mut marks: Query<&mut BattleMark>,
    mut sizes: SignSizes,
) {
    sky_marks.fights.clear();
    let in_use: Vec<u64> =
        signs.iter().filter_map(|(_, sign, _)| marks.get(sign.mark).ok()?.battle).collect();
    let has_sign = |site: &Site| in_use.contains(&site.number);
    let in_sight = sites.with_signs().filter_map(|site| {
        let seen = as_icons(site, &view, &places)?;
        let reach = reach_of(site, seen.pixels_per_km, ui_scale.0);
        let size = size_at(seen.pixels_per_km as f32 / ui_scale.0);
        Some((SeenFight { site, reach, size }, seen.pixel, has_sign(site)))
    });
    let (known, new): (Vec<_>, Vec<_>) =
        apart(in_sight).into_iter().partition(|(fight, _)| has_sign(fight.site));
    let mut new = new.into_iter();
    let mut signed: Vec<(u64, Entity)> = Vec::new();
    for (entity, sign, mut label) in &mut signs {
        let Ok(mut mark) = marks.get_mut(sign.mark) else { continue };
        let kept = known.iter().find(|(fight, _)| mark.battle == Some(fight.site.number)).copied();
        if kept.is_none() && mark.battle.is_some() {
            label.hide();
        }
        let shown = kept.or_else(|| new.next());
        mark.set_if_neq(BattleMark { battle: shown.map(|(fight, _)| fight.site.number) });
        let Some((SeenFight { site, reach, size }, pixel)) = shown else {
            label.hide();
            continue;
        };
        signed.push((site.number, entity));
        let disc = disc_behind(site, pixel, &view, &places, &sky, ui_scale.0);
        let is_knot = sides.fold(site);
        let wings = wings_width(&sides.of(site));
        let height = if wings > 0.0 { HEIGHT } else { 0.0 };
        let whole = sizes.fit(sign.mark, size, height) + Vec2::X * wings;
        let wish = wish_about(pixel, disc, (reach, whole), ui_scale.0);
        if is_knot {
            // No names lie on the shots. Where the marks are apart, those of their fleets stand among them.
            let shots = Rect::from_center_half_size(pixel / ui_scale.0, Vec2::splat(reach));
            sky_marks.fights.push((entity, shots));
            label.set_owner(entity);
        }
        // Bombs hit the ground far from the ships that drop them. The marks of a knot are in its sign.
        let ships = (!is_knot).then(|| fights.fighters_of(site.number)).into_iter().flatten();
        let of_ships = ships.filter_map(|ship| Some(pixel_of_mark(ship, &marked, &view)? / ui_scale.0));
        label.set_plate(PANEL.alpha() * site.opacity);
        label.ask(wish.with_line_to(of_ships), LOSS.with_alpha(site.opacity));
    }
    fights.note_signs(&signed);
}

/// Lets the pointer through the signs of the sky while a tool waits for a click.
pub fn let_through(
    tool: Res<Tool>,
    signs: Query<&SkyMark>,
    mut marks: Query<&mut Pickable, With<BattleMark>>,
) {
    for sign in &signs {
        if let Ok(mut pickable) = marks.get_mut(sign.mark) {
            pickable.set_if_neq(pickable_with(*tool));
        }
    }
}

/// Where the mark of a ship or of its stack is in the picture; `None` out of it.
fn pixel_of_mark(ship: Entity, marked: &Query<(&Marker, &ScreenAnchor)>, view: &ViewCamera) -> Option<Vec2> {
    let (marker, own) = marked.get(ship).ok()?;
    let head = marker.stack().and_then(|head| marked.get(head).ok());
    let pixel = view.project(head.map_or(own, |(_, seen)| seen).place)?.pixel;
    view.picture().contains(pixel).then_some(pixel)
}

/// The size of a sign where a kilometre has this size, pixels of the UI.
fn size_at(km: f32) -> MarkSize {
    let share = ramp(GROWING, km);
    let between = |far: f32, near: f32| (far + (near - far) * share).round();
    let bar = Vec2::new(between(FAR.bar.x, NEAR.bar.x), between(FAR.bar.y, NEAR.bar.y));
    MarkSize { swords: between(FAR.swords, NEAR.swords), bar }
}

/// Distance of the sign of a battle from its middle, beside its shots, pixels of the UI.
fn reach_of(site: &Site, pixels_per_km: f64, ui_scale: f32) -> f32 {
    let shots = BESIDE_SHOTS * site.reach_km * pixels_per_km;
    (shots as f32 / ui_scale).clamp(REACH.0, REACH.1)
}

/// What the sign of a battle at a pixel wants: to stand beside the small disc that it would cover, or else so far from
/// the middle of the battle. With its wings it has this size.
fn wish_about(pixel: Vec2, disc: Option<Disc>, (reach, size): (f32, Vec2), ui_scale: f32) -> Wish {
    let (anchor, beside) = disc.map_or((pixel, 0.0), |disc| {
        (pixel.lerp(disc.middle, disc.share), disc.share * disc.radius / ui_scale)
    });
    Wish {
        anchor: anchor / ui_scale,
        reach: (beside + BESIDE_DISC).max(reach),
        mark: None,
        size,
        sides: SIDES,
        spare: &[],
        steps: STEPS,
        no_room: NoRoom::Stay,
    }
}

/// The disc or the mark of a battle's body, if it is small and lies at the battle's pixel, or so near that a sign there
/// might cover it.
fn disc_behind(
    site: &Site,
    pixel: Vec2,
    view: &ViewCamera,
    places: &BodyPlaces,
    sky: &Sky,
    ui_scale: f32,
) -> Option<Disc> {
    let body = sky.system.bodies.get(site.body?)?;
    let projected = view.project(places.of(site.body))?;
    let disc = (body.displayed_radius_km * projected.pixels_per_km) as f32;
    let radius = disc.max(BODY_MARK * ui_scale);
    let beside_rim = (projected.pixel.distance(pixel) - radius) / ui_scale;
    let near = 1.0 - ramp(PASSING, beside_rim);
    let small = 1.0 - ramp(LARGEST_DISC, radius / ui_scale);
    let share = near * small;
    (share > 0.0).then_some(Disc { middle: projected.pixel, radius, share })
}

/// The signs that are shown: the earlier one of those that would cover each other. Each comes with its pixel and with
/// whether it is shown already.
fn apart<T>(all: impl Iterator<Item = (T, Vec2, bool)>) -> Vec<(T, Vec2)> {
    let mut shown: Vec<(T, Vec2)> = Vec::new();
    for (battle, pixel, was_shown) in all {
        let least = if was_shown { APART.0 } else { APART.1 };
        if shown.iter().all(|(_, other)| other.distance(pixel) >= least) {
            shown.push((battle, pixel));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::super::sky_fights::tests::{view, world};
    use super::*;
    use crate::client::scene::battle::sources::site::example;
    use crate::client::scene::labels::knots::Knots;
    use crate::client::scene::labels::wish::Slot;
    use crate::sim::{BodyId, ClassId, ShipClasses};

    #[test]
    fn signs_do_not_cover_each_other() {
        let shown = |places: [f32; 3], were_shown: bool| -> Vec<usize> {
            let all = places.into_iter().enumerate().map(|(battle, x)| (battle, Vec2::X * x, were_shown));
            apart(all).into_iter().map(|(battle, _)| battle).collect()
        };
        assert_eq!(shown([0.0, 10.0, 100.0], false), [0, 2]);
        assert_eq!(shown([0.0, APART.0 - 1.0, 200.0], true), [0, 2]);
        let between = 0.5 * (APART.0 + APART.1);
        assert_eq!(shown([0.0, between, 200.0], true), [0, 1, 2], "it stays");
        assert_eq!(shown([0.0, between, 200.0], false), [0, 2], "it does not come yet");
    }

    #[test]
    fn a_sign_is_large_where_its_battle_is_commanded_and_grows_without_a_jump() {
        // At 2.2 thousandths of an astronomical unit, and where a whole system is in the picture.
        assert_eq!([0.0034, 1.0e-6].map(size_at), [NEAR, FAR]);
        let widths: Vec<f32> = (0..300).map(|step| size_at(1.0e-5 * step as f32).whole().x).collect();
        assert!(widths.windows(2).all(|pair| (0.0..3.0).contains(&(pair[1] - pair[0]))), "{widths:?}");
    }

    /// A world in which battles have signs, on a user interface of this scale.
    fn world_with_signs(ui_scale: f32) -> World {
        let mut world = world();
        world.insert_resource(UiScale(ui_scale));
        world.insert_resource(sky());
        world.init_resource::<Knots>();
        world.init_resource::<ShipClasses>();
        world.init_resource::<SkyMarks>();
        world.spawn(MarkerLayer);
        world
    }

    /// Places the signs as a frame does.
    fn place(world: &mut World) {
        world.run_system_once(spawn_sky_marks).expect("it runs");
        world.run_system_once(place_sky_marks).expect("it runs");
    }

    fn sky() -> Sky {
        Sky::new(crate::client::hud::warnings::example::system(), 2_461_365.5)
    }

    #[test]
    fn a_sign_asks_for_a_place_at_its_battle() {
        let (mut world, view) = (world_with_signs(2.0), view());
        let asked = |world: &mut World| -> Vec<(Wish, Option<u64>)> {
            place(world);
            let mut signs = world.query::<(&SkyMark, &SkyLabel)>();
            let asking = signs.iter(world).filter_map(|(sign, label)| Some((sign.mark, *label.wish()?)));
            let battle = |mark: Entity| world.get::<BattleMark>(mark).and_then(|mark| mark.battle);
            asking.map(|(mark, wish)| (wish, battle(mark))).collect()
        };
        assert!(asked(&mut world).is_empty());
        let site = example(DVec3::ZERO, None);
        let number = site.number;
        world.resource_mut::<Sites>().add(site);
        let [(wish, battle)] = asked(&mut world)[..] else { panic!("one sign") };
        assert_eq!((wish.anchor, wish.size), (0.25 * view.viewport.as_vec2(), NEAR.whole()));
        assert_eq!((wish.reach, battle), (REACH.0, Some(number)));
        world.resource_mut::<Sites>().clear();
        assert!(asked(&mut world).is_empty(), "the battle is over");
        assert_eq!(world.query::<&SkyMark>().iter(&world).count(), 1, "one battle had one sign");
    }

    #[test]
    fn a_sign_lets_the_clicks_of_a_tool_through() {
        let mut world = world_with_signs(1.0);
        world.resource_mut::<Sites>().add(example(DVec3::ZERO, None));
        place(&mut world);
        let mut with = |tool: Tool| {
            world.insert_resource(tool);
            world.run_system_once(let_through).expect("it runs");
            let mut marks = world.query_filtered::<&Pickable, With<BattleMark>>();
            *marks.single(&world).expect("there is one")
        };
        assert_eq!(with(Tool::Select), Pickable::default(), "it is a button");
        for tool in [Tool::Build(ClassId::FIRST), Tool::Go, Tool::Patrol, Tool::Attack] {
            assert_eq!(with(tool), Pickable::IGNORE, "{tool:?}");
        }
        assert_eq!(with(Tool::Select), Pickable::default());
    }

    #[test]
    fn a_battle_keeps_its_sign_when_another_one_ends() {
        let mut world = world_with_signs(1.0);
        let km = 200.0 / view().project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let battle = |number: u64| {
            let mut site = example(DVec3::X * (km * number as f64), None);
            site.number = number;
            site
        };
        let sign_of = |world: &mut World, number: u64| {
            let mut marks = world.query::<(Entity, &BattleMark)>();
            marks.iter(world).find(|(_, mark)| mark.battle == Some(number)).map(|(sign, _)| sign)
        };
        let mut fought = |numbers: &[u64]| {
            world.resource_mut::<Sites>().clear();
            numbers.iter().for_each(|number| world.resource_mut::<Sites>().add(battle(*number)));
            place(&mut world);
            [0, 1, 2].map(|number| sign_of(&mut world, number))
        };
        let [first, second, none] = fought(&[0, 1]);
        assert!(first.is_some() && second.is_some() && none.is_none());
        assert_eq!(fought(&[1]), [None, second, None], "the first one is over");
        let [_, still, third] = fought(&[1, 2]);
        assert!(still == second && third.is_some());
    }

    #[test]
    fn a_sign_stands_beside_the_small_disc_of_its_body() {
        let sky = sky();
        let places = BodyPlaces(sky.now.iter().map(|_| DVec3::ZERO).collect());
        let body = BodyId(0);
        let radius_km = sky.system.bodies[body].displayed_radius_km;
        let pixel_and_disc = |distance_radii: f64, beside_radii: f64, ui_scale: f32| {
            let eye = DVec3::NEG_Y * (distance_radii * radius_km);
            let view = ViewCamera { eye, ..ViewCamera::default() };
            let mut site = example(DVec3::X * (beside_radii * radius_km), None);
            site.body = Some(body);
            let pixel = as_icons(&site, &view, &places).expect("it is in the picture").pixel;
            (pixel, disc_behind(&site, pixel, &view, &places, &sky, ui_scale))
        };
        let disc =
            |distance_radii: f64, beside_radii: f64| pixel_and_disc(distance_radii, beside_radii, 1.0).1;
        // Half the picture's height over 0.4 are 900 pixels: the radius is 20 pixels.
        let found = disc(45.0, 0.9).expect("it is behind the battle");
        let Disc { middle, radius, share } = found;
        assert!(middle.distance(Vec2::new(640.0, 360.0)) < 0.01 && (radius - 20.0).abs() < 0.01);
        assert_eq!(share, 1.0);
        assert_eq!(disc(45.0, 5.0), None, "the battle is beside it");
        assert_eq!(disc(9.0, 0.9), None, "a large disc does not draw the sign away from its battle");
        assert_eq!(disc(9.0, 1.3), None, "as little as one that the battle stands beside");
        assert_eq!(disc(900.0, 0.0).map(|disc| disc.radius), Some(BODY_MARK), "the body is a mark");
        let share_at = |beside_radii: f64, ui_scale: f32| {
            pixel_and_disc(45.0, beside_radii, ui_scale).1.map_or(0.0, |disc| disc.share)
        };
        // 30 pixels beside the rim.
        assert!((0.1..0.9).contains(&share_at(2.5, 1.0)), "on its way to the battle");
        assert_eq!(share_at(2.5, 2.0), 1.0, "a large interface reaches farther");
        let wish = wish_about(Vec2::new(700.0, 360.0), Some(found), (REACH.0, FAR.whole()), 1.0);
        assert_eq!((wish.anchor, wish.reach), (middle, radius + BESIDE_DISC));
        let asked = |beside_radii: f64| {
            let (pixel, disc) = pixel_and_disc(45.0, beside_radii, 1.0);
            let wish = wish_about(pixel, disc, (REACH.0, FAR.whole()), 1.0);
            (wish.anchor, wish.reach)
        };
        for step in 0..100_u16 {
            let beside = 0.05 * f64::from(step);
            let ((anchor, reach), (next, farther)) = (asked(beside), asked(beside + 0.05));
            // The battle moves by a pixel.
            assert!(anchor.distance(next) < 5.0 && (reach - farther).abs() < 2.0, "{beside}");
        }
    }

    #[test]
    fn a_sign_with_wings_does_not_cover_the_shots_of_its_battle() {
        let pixel = Vec2::new(700.0, 360.0);
        let mut site = example(DVec3::ZERO, None);
        let reaches = [0.0, 24.0, 500.0].map(|reach_km| {
            site.reach_km = reach_km;
            reach_of(&site, 1.0, 1.0)
        });
        assert_eq!(reaches, [REACH.0, 48.0, REACH.1]);
        let whole = NEAR.whole() + Vec2::X * 64.0;
        let wish = wish_about(pixel, None, (30.0, whole), 1.0);
        assert_eq!(wish.size, whole);
        let shots = Rect::from_center_half_size(pixel, Vec2::splat(20.0));
        assert!(SIDES.iter().all(|side| wish.area(Slot::Beside(*side, 0)).intersect(shots).is_empty()));
        let disc = Disc { middle: pixel, radius: BODY_MARK, share: 1.0 };
        let beside = wish_about(pixel, Some(disc), (REACH.0, whole), 1.0);
        assert!(!beside.area(Slot::Beside(SIDES[0], 0)).contains(pixel));
    }
}
