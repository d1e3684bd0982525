//! The one pass that gives all words on the sky their places, see `label_room.rs`, and fades them in and out.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::label_room::{Candidate, LabelRoom};
use super::sky_label::SkyLabel;
use super::taken::overlap;
use crate::client::frame::visible_if;
use crate::client::settings::Settings;
use crate::client::view::ViewCamera;
use crate::client::widgets::PANEL;
use crate::client::worlds::Kept;
use crate::sim::BodyId;

/// Fading rate, per second.
const FADE_SPEED: f32 = 6.0;

/// Areas of the screen covered by panels, pixels of the UI: words on the sky avoid them.
#[derive(Resource, Clone, Debug, Default)]
pub struct CoveredAreas(pub Vec<Rect>);

/// The marks of this frame, pixels of the UI.
#[derive(Resource, Clone, Debug, Default)]
pub struct SkyMarks {
    /// Objects with the areas of their marks, and bodies without marks that are seen as small discs.
    pub marks: Vec<(Entity, Rect)>,
    /// Structures in sight with the areas of their outlines.
    pub structures: Vec<(Entity, Rect)>,
    /// Signs of battles with the areas of the shots of these, where all marks of a battle are in its sign.
    pub fights: Vec<(Entity, Rect)>,
    /// Fleets with the areas of their hulls that are near.
    pub hulls: Vec<(Entity, Rect)>,
    /// What points at things, such as the ring of the guide: even the name of the thing stands clear of it.
    pub pointers: Vec<Rect>,
    /// The bodies that they point at: their names come first.
    pub meant: Vec<BodyId>,
    /// Arrows to alerts outside of the picture, in the frame before.
    pub arrows: Vec<Rect>,
    /// Flags of objectives.
    pub flags: Vec<Rect>,
    /// Middle and radius of bodies that are seen as discs.
    pub discs: Vec<(Vec2, f32)>,
}

impl SkyMarks {
    /// Whether an area meets a body that is seen as a disc.
    pub fn is_on_disc(&self, area: Rect) -> bool {
        let touches = |(middle, radius): &(Vec2, f32)| {
            middle.clamp(area.min, area.max).distance_squared(*middle) < radius * radius
        };
        self.discs.iter().any(touches)
    }
}

/// Query bundle for the picture in which words find their room.
#[derive(SystemParam)]
pub struct LabelScreen<'w> {
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    covered: Res<'w, CoveredAreas>,
    marks: Res<'w, SkyMarks>,
}

/// Room for the words of a frame.
#[derive(Default)]
pub struct PassRoom {
    room: LabelRoom,
    candidates: Vec<Candidate>,
}

type LabelParts = (
    Entity,
    &'static mut SkyLabel,
    &'static mut UiTransform,
    &'static mut Visibility,
    Option<&'static mut TextColor>,
    Option<&'static mut BackgroundColor>,
);

/// Gives all words their places. Words that leave theirs fade there, or vanish at once where others come.
pub fn declutter(
    screen: LabelScreen,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut labels: Query<LabelParts>,
    mut pass: Kept<PassRoom>,
) {
    let PassRoom { room, candidates } = pass.now();
    room.clear(screen.view.screen(screen.ui_scale.0), &screen.covered.0);
    let SkyMarks { marks, structures, fights, hulls, .. } = &*screen.marks;
    for (owner, area) in marks.iter().chain(structures).chain(fights) {
        room.take_mark(*owner, *area);
    }
    hulls.iter().for_each(|(fleet, area)| room.take_hull(*fleet, *area));
    let SkyMarks { pointers, arrows, flags, .. } = &*screen.marks;
    pointers.iter().chain(arrows).chain(flags).for_each(|area| room.take_pointer(*area));
    candidates.clear();
    for (words, label, ..) in &labels {
        candidates.extend(label.candidate(words));
    }
    room.place(candidates);
    // Words that want nothing keep no place.
    candidates.sort_unstable_by_key(|one| one.words);
    let share = if settings.reduced_motion { 1.0 } else { (time.delta_secs() * FADE_SPEED).min(1.0) };
    for (words, mut label, mut transform, mut visibility, color, plate) in &mut labels {
        let placed = candidates.binary_search_by_key(&words, |one| one.words).ok();
        let slot = placed.and_then(|index| candidates.get(index)?.slot);
        if label.is_gone() {
            label.leave();
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        let at_once = settings.reduced_motion || label.has_fixed_plate();
        let is_in_the_way = label.is_leaving(slot, at_once) && are_others_at(candidates, words, label.area);
        label.follow(slot, if is_in_the_way { 1.0 } else { share }, at_once);
        let is_seen = label.is_seen();
        visibility.set_if_neq(visible_if(is_seen));
        if !is_seen {
            continue;
        }
        let corner = label.area.min;
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        if let Some(mut color) = color {
            color.set_if_neq(TextColor(label.color.with_alpha(label.alpha())));
        }
        if let Some(mut plate) = plate {
            let opacity = label.plate_alpha(screen.marks.is_on_disc(label.area));
            plate.set_if_neq(BackgroundColor(PANEL.with_alpha(opacity)));
        }
    }
}

/// Whether any but these words have their place in an area.
fn are_others_at(candidates: &[Candidate], words: Entity, area: Rect) -> bool {
    let mut others = candidates.iter().filter(|one| one.words != words).filter_map(Candidate::area);
    others.any(|other| overlap(&other, &area))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::labels::layer::MarkerLayer;
    use crate::client::scene::labels::room::leaders::{Leader, clear_leader, draw_leaders};
    use crate::client::scene::labels::room::wish::{Side, Slot, Wish};

    fn wish(anchor: Vec2) -> Wish {
        Wish { sides: Side::OF_NAMES, steps: 3, reach: 10.0, ..Wish::over(anchor, Vec2::new(60.0, 16.0)) }
    }

    /// A world in which the pass can run. Without motion, words take their places in one frame.
    fn world() -> World {
        let mut world = World::new();
        world.insert_resource(ViewCamera::default());
        world.insert_resource(UiScale(1.0));
        world.init_resource::<CoveredAreas>();
        world.init_resource::<SkyMarks>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().reduced_motion = true;
        world
    }

    fn spawn_words(world: &mut World, wish: Wish) -> Entity {
        let mut label = SkyLabel::new(1.0);
        label.ask(wish, Color::WHITE);
        world.spawn((label, UiTransform::default(), Visibility::Hidden)).id()
    }

    /// The place that the pass gives to words.
    fn shown_area(world: &mut World, words: Entity) -> Rect {
        world.run_system_once(declutter).expect("it runs");
        world.get::<SkyLabel>(words).and_then(SkyLabel::legible_area).expect("they are shown")
    }

    /// Checks that words stand clear of a mark of this size where they would stand without it.
    fn check_clear_of(size: f32, marks: impl Fn(Rect) -> SkyMarks) {
        let mut world = world();
        let wish = wish(Vec2::new(400.0, 300.0));
        let words = spawn_words(&mut world, wish);
        let usual = wish.area(Slot::Beside(Side::Right, 0));
        let mark = Rect::from_center_size(usual.center(), Vec2::splat(size));
        world.insert_resource(marks(mark));
        let area = shown_area(&mut world, words);
        assert!(area.intersect(mark).is_empty(), "{area:?}");
    }

    #[test]
    fn the_pass_places_words_and_their_lines() {
        let mut world = world();
        world.spawn(MarkerLayer);
        let anchor = Vec2::new(400.0, 300.0);
        // A mark about it is so large that only far places are free.
        let mark = (Entity::PLACEHOLDER, Rect::from_center_size(anchor, Vec2::splat(60.0)));
        world.insert_resource(SkyMarks { marks: vec![mark], discs: vec![(anchor, 20.0)], ..default() });
        let words = spawn_words(&mut world, wish(anchor));
        world.run_system_once(declutter).expect("it runs");
        world.run_system_once(draw_leaders).expect("it runs");
        assert_eq!(world.get::<Visibility>(words), Some(&Visibility::Inherited));
        assert_eq!(world.query::<&Leader>().iter(&world).count(), 1);
        world.add_observer(clear_leader);
        world.despawn(words);
        world.flush();
        assert_eq!(world.query::<&Leader>().iter(&world).count(), 0);
    }

    #[test]
    fn words_stand_clear_of_what_points_at_their_thing() {
        let mut world = world();
        let anchor = Vec2::new(400.0, 300.0);
        let words = spawn_words(&mut world, wish(anchor));
        // A ring about the thing: its own mark is not in the way of its name, but the ring is.
        let ring = Rect::from_center_size(anchor, Vec2::splat(40.0));
        world.insert_resource(SkyMarks { pointers: vec![ring], ..default() });
        world.get_mut::<SkyLabel>(words).expect("it is there").set_owner(words);
        let area = shown_area(&mut world, words);
        assert!(area.intersect(ring).is_empty(), "{area:?}");
    }

    #[test]
    fn words_stand_clear_of_the_marks_of_structures() {
        check_clear_of(14.0, |mark| SkyMarks { structures: vec![(Entity::PLACEHOLDER, mark)], ..default() });
    }

    #[test]
    fn words_stand_clear_of_the_flags_of_objectives() {
        check_clear_of(14.0, |flag| SkyMarks { flags: vec![flag], ..default() });
    }

    #[test]
    fn names_do_not_lie_on_the_shots_of_a_battle() {
        check_clear_of(40.0, |shots| SkyMarks { fights: vec![(Entity::PLACEHOLDER, shots)], ..default() });
    }

    #[test]
    fn names_stand_clear_of_hulls_and_before_their_own_only_without_other_room() {
        let wish = wish(Vec2::new(400.0, 300.0));
        let beside = wish.area(Slot::Beside(Side::Right, 0));
        let area_before = |is_own: bool, hull: Rect| {
            let mut world = world();
            let (words, fleet) = (spawn_words(&mut world, wish), world.spawn_empty().id());
            world.get_mut::<SkyLabel>(words).expect("it is there").set_owner(fleet);
            let hull = (if is_own { fleet } else { Entity::PLACEHOLDER }, hull);
            world.insert_resource(SkyMarks { hulls: vec![hull], ..default() });
            world.run_system_once(declutter).expect("it runs");
            world.get::<SkyLabel>(words).and_then(SkyLabel::legible_area)
        };
        for is_own in [false, true] {
            let area = area_before(is_own, beside).expect("it is shown");
            assert!(area.intersect(beside).is_empty(), "{is_own}: {area:?}");
        }
        let large = Rect::from_center_size(wish.anchor, Vec2::splat(500.0));
        let area = area_before(true, large).expect("a hull about the mark hides no name of its own");
        assert!(area.center().distance(beside.center()) < 0.1, "{area:?}");
        assert_eq!(area_before(false, large), None);
    }

    #[test]
    fn words_stand_clear_of_the_arrows_to_alerts() {
        check_clear_of(28.0, |arrow| SkyMarks { arrows: vec![arrow], ..default() });
    }

    #[test]
    fn words_that_fade_are_gone_where_others_come() {
        let mut world = world();
        let wish = wish(Vec2::new(400.0, 300.0));
        let words = spawn_words(&mut world, wish);
        let area = shown_area(&mut world, words);
        // No time passes from here on, so nothing fades.
        world.resource_mut::<Settings>().reduced_motion = false;
        world.get_mut::<SkyLabel>(words).expect("it is there").rest();
        assert_eq!(shown_area(&mut world, words), area, "nobody comes");
        spawn_words(&mut world, wish);
        world.run_system_once(declutter).expect("it runs");
        assert_eq!(world.get::<SkyLabel>(words).and_then(SkyLabel::legible_area), None);
        assert_eq!(world.get::<Visibility>(words), Some(&Visibility::Hidden));
    }

    #[test]
    fn words_before_a_disc_are_told() {
        let marks = SkyMarks { discs: vec![(Vec2::splat(100.0), 20.0)], ..default() };
        assert!(marks.is_on_disc(Rect::new(115.0, 95.0, 160.0, 110.0)));
        assert!(!marks.is_on_disc(Rect::new(121.0, 95.0, 160.0, 110.0)));
    }
}
