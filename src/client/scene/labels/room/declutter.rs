//! The one pass that gives all words on the sky their places, see `label_room.rs`, and fades them in and out.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::label_room::{Candidate, LabelRoom};
use super::wish::{NoRoom, Slot, Wish};
use crate::client::scene::labels::layer::{MarkerLayer, floating};
use crate::client::settings::Settings;
use crate::client::view::ViewCamera;
use crate::client::widgets::PANEL;
use crate::client::worlds::Kept;
use crate::sim::BodyId;

/// Fading rate, per second.
const FADE_SPEED: f32 = 6.0;
/// Words fainter than this are not drawn.
const LEAST_ALPHA: f32 = 0.02;
/// Words can be clicked from this strength on.
const LEGIBLE: f32 = 0.3;
/// Opacity of the plate of words before a disc that is lit, and of words before the sky: there it only dims the lines
/// that run through them.
const PLATE_ON_DISC: f32 = 0.55;
const PLATE_ON_SKY: f32 = 0.45;
/// Width of leader lines, pixels, and their share of the opacity of the words.
const LEADER: (f32, f32) = (1.5, 0.6);
/// Padding of words to the left and to the right, pixels.
const PADDING: f32 = 3.0;

/// Weights of words on the sky. Those of names are the weights of their markers, 3 for a moon to 9 for a star, and more
/// for what the player is at.
pub mod weights {
    /// The members of a stack that is fanned out.
    pub const FAN: f32 = 40.0;
    /// Additional weight of the name of a body that the guide points at.
    pub const MEANT: f32 = 30.0;
    /// An invasion.
    pub const INVASION: f32 = 30.0;
    /// The sign of a battle.
    pub const BATTLE: f32 = 25.0;
    /// Additional weight of what is selected.
    pub const SELECTED: f32 = 20.0;
    /// Additional weight of what is under the pointer.
    pub const HOVERED: f32 = 18.0;
    /// Additional weight of a body that the player has to take to win.
    pub const OBJECTIVE: f32 = 9.0;
    /// Additional weight of the player's home.
    pub const HOME: f32 = 6.0;
    /// What will be later: dates of arrivals, and places of bodies.
    pub const FORECAST: f32 = 2.75;
    /// Words at the pointer, and those that a player has asked for: always shown, but beside names if possible.
    pub const ASKED: f32 = 2.5;
    /// Numbers of damage.
    pub const DAMAGE: f32 = 2.0;
    /// What was seen some time ago.
    pub const SIGHTING: f32 = 1.5;
    /// Numbers of the grid.
    pub const GRID: f32 = 1.0;
    /// Names of constellations.
    pub const CONSTELLATION: f32 = 0.5;
}

/// Areas of the screen covered by panels, pixels of the UI: words on the sky avoid them.
#[derive(Resource, Clone, Debug, Default)]
pub struct CoveredAreas(pub Vec<Rect>);

/// The marks of this frame, pixels of the UI.
#[derive(Resource, Clone, Debug, Default)]
pub struct SkyMarks {
    /// Objects with the areas of their marks.
    pub marks: Vec<(Entity, Rect)>,
    /// What points at things, such as the ring of the guide: even the name of the thing stands clear of it.
    pub pointers: Vec<Rect>,
    /// The bodies that they point at: their names come first.
    pub meant: Vec<BodyId>,
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

/// Words on the sky: what they want in this frame, and what they have. The node has no place of its own; text, plate
/// and picture get their opacity with it.
#[derive(Component, Clone, Debug, Default)]
pub struct SkyLabel {
    weight: f32,
    owner: Option<Entity>,
    wish: Option<Wish>,
    color: Color,
    /// Opacity of the plate wherever the words stand; `None` if it depends on the place.
    plate: Option<f32>,
    /// The place by the pass.
    slot: Option<Slot>,
    /// The place in which they are drawn: words fade out before they fade in elsewhere.
    drawn: Option<Slot>,
    /// How far words that glide are from that place.
    lag: Vec2,
    strength: f32,
    area: Rect,
    leader: Option<Entity>,
}

impl SkyLabel {
    /// Words of a weight, see [`weights`].
    pub fn new(weight: f32) -> Self {
        Self { weight, ..default() }
    }

    /// Asks for a place in this frame, with a colour.
    pub fn ask(&mut self, wish: Wish, color: Color) {
        (self.wish, self.color) = (Some(wish), color);
    }

    /// Asks with another weight than before.
    pub fn ask_with(&mut self, weight: f32, wish: Wish, color: Color) {
        self.weight = weight;
        self.ask(wish, color);
    }

    /// The object whose mark is not in their way.
    pub fn set_owner(&mut self, owner: Entity) {
        self.owner = Some(owner);
    }

    /// The opacity of the plate, wherever the words stand.
    pub fn set_plate(&mut self, plate: f32) {
        self.plate = Some(plate);
    }

    /// Fades out.
    pub fn rest(&mut self) {
        self.wish = None;
    }

    /// Vanishes at once.
    pub fn hide(&mut self) {
        (self.wish, self.slot, self.drawn, self.lag, self.strength) = (None, None, None, Vec2::ZERO, 0.0);
    }

    /// What they ask for.
    pub fn wish(&self) -> Option<&Wish> {
        self.wish.as_ref()
    }

    /// Whether nothing is shown or wanted.
    pub fn is_gone(&self) -> bool {
        self.wish.is_none() && self.strength < LEAST_ALPHA
    }

    /// Their area while they are legible, pixels of the UI.
    pub fn legible_area(&self) -> Option<Rect> {
        (self.strength * self.color.alpha() > LEGIBLE).then_some(self.area)
    }

    /// Sets the place by the pass, and fades or glides by this share of the whole.
    fn follow(&mut self, slot: Option<Slot>, share: f32, at_once: bool) {
        self.slot = slot;
        let before = self.drawn;
        let is_there = slot.is_some() && (slot == self.drawn || at_once);
        if is_there || self.strength < LEAST_ALPHA {
            self.drawn = slot.or(self.drawn);
        }
        self.glide_from(before, share);
        let wanted = if slot.is_some() && slot == self.drawn { 1.0 } else { 0.0 };
        self.strength += (wanted - self.strength).clamp(-share, share);
        if let (Some(wish), Some(drawn)) = (&self.wish, self.drawn) {
            self.area = wish.area(drawn).translate(self.lag);
        }
    }

    /// Words that stay are not torn away, if they have to leave their place.
    fn glide_from(&mut self, before: Option<Slot>, share: f32) {
        if let Some(wish) = self.wish.filter(|wish| wish.no_room == NoRoom::Stay)
            && let Some((from, to)) = before.zip(self.drawn)
            && from != to
        {
            self.lag += wish.area(from).center() - wish.area(to).center();
        }
        self.lag *= 1.0 - share;
    }

    /// Opacity of their plate.
    fn plate_alpha(&self, is_on_disc: bool) -> f32 {
        let beneath = if is_on_disc { PLATE_ON_DISC } else { PLATE_ON_SKY * self.alpha() };
        self.plate.unwrap_or(beneath) * self.strength
    }

    fn alpha(&self) -> f32 {
        self.strength * self.color.alpha()
    }
}

/// Room that words take, with the padding of [`padded`], pixels of the UI.
pub fn padded_size(words: Vec2) -> Vec2 {
    words + Vec2::new(2.0 * PADDING, 0.0)
}

/// The node of words with a plate, which is seen where it is needed.
pub fn padded() -> impl Bundle {
    let node = Node {
        padding: UiRect::horizontal(px(PADDING)),
        border_radius: BorderRadius::all(px(3)),
        ..floating()
    };
    (node, BackgroundColor(Color::NONE))
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

/// Gives all words their places.
pub fn declutter(
    screen: LabelScreen,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut labels: Query<LabelParts>,
    mut pass: Kept<PassRoom>,
) {
    let PassRoom { room, candidates } = pass.now();
    room.clear(screen.view.viewport.as_vec2() / screen.ui_scale.0, &screen.covered.0);
    for (owner, area) in &screen.marks.marks {
        room.take_mark(*owner, *area);
    }
    screen.marks.pointers.iter().for_each(|area| room.take_pointer(*area));
    candidates.clear();
    for (words, label, ..) in &labels {
        let SkyLabel { weight, owner, slot, .. } = *label;
        candidates.extend(label.wish.map(|wish| Candidate { words, owner, weight, wish, slot }));
    }
    room.place(candidates);
    // Words that want nothing keep no place.
    candidates.sort_unstable_by_key(|one| one.words);
    let share = if settings.reduced_motion { 1.0 } else { (time.delta_secs() * FADE_SPEED).min(1.0) };
    for (words, mut label, mut transform, mut visibility, color, plate) in &mut labels {
        let placed = candidates.binary_search_by_key(&words, |one| one.words).ok();
        let slot = placed.and_then(|index| candidates.get(index)?.slot);
        if label.is_gone() {
            (label.slot, label.drawn) = (None, None);
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        let at_once = settings.reduced_motion || label.plate.is_some();
        label.follow(slot, share, at_once);
        let alpha = label.alpha();
        let is_shown = alpha > LEAST_ALPHA;
        visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
        if !is_shown {
            continue;
        }
        let corner = label.area.min;
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        if let Some(mut color) = color {
            color.set_if_neq(TextColor(label.color.with_alpha(alpha)));
        }
        if let Some(mut plate) = plate {
            let opacity = label.plate_alpha(screen.marks.is_on_disc(label.area));
            plate.set_if_neq(BackgroundColor(PANEL.with_alpha(opacity)));
        }
    }
}

/// A line from a mark to its words.
#[derive(Component, Clone, Copy, Debug)]
pub struct Leader;

type LeaderParts = (&'static mut Node, &'static mut UiTransform, &'static mut BackgroundColor);

/// Draws the lines to words that had to be moved away from their marks; a line exists only while it is needed.
pub fn draw_leaders(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    mut labels: Query<&mut SkyLabel>,
    mut leaders: Query<LeaderParts, With<Leader>>,
) {
    for mut label in &mut labels {
        let ends =
            label.wish.filter(|_| label.alpha() > LEAST_ALPHA).and_then(|wish| wish.leader(label.area));
        let Some((start, end)) = ends else {
            if label.leader.is_some()
                && let Some(leader) = label.leader.take()
            {
                commands.entity(leader).try_despawn();
            }
            continue;
        };
        let color = BackgroundColor(label.color.with_alpha(label.alpha() * LEADER.1));
        let (length, transform) = line_between(start, end);
        match label.leader.and_then(|leader| leaders.get_mut(leader).ok()) {
            Some((mut node, mut place, mut now)) => {
                if node.width != px(length) {
                    node.width = px(length);
                }
                place.set_if_neq(transform);
                now.set_if_neq(color);
            }
            None => {
                let node = Node { width: px(length), height: px(LEADER.0), ..floating() };
                let line = (Leader, node, transform, color, Pickable::IGNORE, ChildOf(*layer));
                label.leader = Some(commands.spawn(line).id());
            }
        }
    }
}

/// The length of a line between two points, and the place of its node, which turns about its middle.
fn line_between(start: Vec2, end: Vec2) -> (f32, UiTransform) {
    let (way, length) = (end - start, start.distance(end));
    let corner = 0.5 * (start + end) - 0.5 * Vec2::new(length, LEADER.0);
    let rotation = Rot2::radians(way.to_angle());
    (length, UiTransform { translation: Val2::px(corner.x, corner.y), rotation, ..UiTransform::IDENTITY })
}

/// Removes the line of words that are removed.
pub fn clear_leader(removed: On<Remove, SkyLabel>, labels: Query<&SkyLabel>, mut commands: Commands) {
    if let Some(leader) = labels.get(removed.entity).ok().and_then(|label| label.leader) {
        commands.entity(leader).try_despawn();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::labels::room::wish::Side;

    fn wish(anchor: Vec2) -> Wish {
        Wish { sides: Side::OF_NAMES, steps: 3, reach: 10.0, ..Wish::over(anchor, Vec2::new(60.0, 16.0)) }
    }

    #[test]
    fn words_fade_out_before_they_fade_in_elsewhere() {
        let (right, left) = (Slot::Beside(Side::Right, 0), Slot::Beside(Side::Left, 0));
        let mut label = SkyLabel::new(1.0);
        label.ask(wish(Vec2::splat(100.0)), Color::WHITE);
        label.follow(Some(right), 0.6, false);
        label.follow(Some(right), 0.6, false);
        assert_eq!((label.drawn, label.strength), (Some(right), 1.0));
        label.follow(Some(left), 0.6, false);
        assert_eq!(label.drawn, Some(right), "it is still there");
        assert!(label.strength < 0.5);
        label.follow(Some(left), 0.6, false);
        label.follow(Some(left), 0.6, false);
        assert_eq!(label.drawn, Some(left));
        assert!(label.strength > 0.5);
        label.follow(Some(right), 0.1, true);
        assert_eq!(label.drawn, Some(right), "a tip follows the pointer at once");
        label.rest();
        label.follow(None, 1.0, false);
        assert!(label.is_gone());
    }

    #[test]
    fn a_sign_that_has_to_leave_its_place_glides() {
        let (right, left) = (Slot::Beside(Side::Right, 0), Slot::Beside(Side::Left, 0));
        let mut label = SkyLabel::new(1.0);
        label.set_plate(1.0);
        let sign = Wish { no_room: NoRoom::Stay, ..wish(Vec2::splat(100.0)) };
        label.ask(sign, Color::WHITE);
        label.follow(Some(right), 0.1, true);
        assert_eq!(label.area, sign.area(right), "it comes where it is wanted");
        let way = sign.area(left).center().distance(sign.area(right).center());
        let mut before = label.area.center();
        for frame in 0..120 {
            label.follow(Some(left), 0.1, true);
            let now = label.area.center();
            assert!(now.distance(before) < 0.11 * way, "frame {frame}");
            before = now;
        }
        assert!(before.distance(sign.area(left).center()) < 0.1);
        label.follow(Some(right), 1.0, true);
        assert_eq!(label.area, sign.area(right), "with reduced motion at once");
    }

    #[test]
    fn words_that_rest_fade_where_they_are() {
        let mut label = SkyLabel::new(1.0);
        label.ask(wish(Vec2::splat(100.0)), Color::WHITE);
        label.follow(Some(Slot::Beside(Side::Right, 0)), 1.0, false);
        let area = label.area;
        label.rest();
        label.follow(None, 0.4, false);
        assert_eq!(label.area, area);
        assert!(label.legible_area().is_some() && !label.is_gone());
        label.hide();
        assert!(label.is_gone());
    }

    #[test]
    fn a_line_is_turned_about_its_middle() {
        let (length, place) = line_between(Vec2::new(10.0, 20.0), Vec2::new(10.0, 60.0));
        assert_eq!(length, 40.0);
        assert_eq!(place.translation, Val2::px(10.0 - 20.0, 40.0 - 0.5 * LEADER.0));
        assert!((place.rotation.as_radians() - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    }

    #[test]
    fn the_pass_places_words_and_their_lines() {
        let mut world = World::new();
        world.spawn(MarkerLayer);
        world.insert_resource(ViewCamera::default());
        world.insert_resource(UiScale(1.0));
        world.init_resource::<CoveredAreas>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().reduced_motion = true;
        let anchor = Vec2::new(400.0, 300.0);
        // A mark about it is so large that only far places are free.
        let mark = (Entity::PLACEHOLDER, Rect::from_center_size(anchor, Vec2::splat(60.0)));
        world.insert_resource(SkyMarks { marks: vec![mark], discs: vec![(anchor, 20.0)], ..default() });
        let mut label = SkyLabel::new(1.0);
        label.ask(wish(anchor), Color::WHITE);
        let words = world.spawn((label, UiTransform::default(), Visibility::Hidden)).id();
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
        let mut world = World::new();
        world.insert_resource(ViewCamera::default());
        world.insert_resource(UiScale(1.0));
        world.init_resource::<CoveredAreas>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().reduced_motion = true;
        let anchor = Vec2::new(400.0, 300.0);
        let mut label = SkyLabel::new(1.0);
        label.ask(wish(anchor), Color::WHITE);
        let words = world.spawn((label, UiTransform::default(), Visibility::Hidden)).id();
        // A ring about the thing: its own mark is not in the way of its name, but the ring is.
        let ring = Rect::from_center_size(anchor, Vec2::splat(40.0));
        world.insert_resource(SkyMarks { pointers: vec![ring], ..default() });
        world.get_mut::<SkyLabel>(words).expect("it is there").set_owner(words);
        world.run_system_once(declutter).expect("it runs");
        let area = world.get::<SkyLabel>(words).and_then(SkyLabel::legible_area).expect("it is shown");
        assert!(area.intersect(ring).is_empty(), "{area:?}");
    }

    #[test]
    fn a_plate_of_a_given_opacity_fades_before_a_disc_too() {
        let mut label = SkyLabel { strength: 1.0, color: Color::WHITE, ..default() };
        let plates = |label: &SkyLabel| [true, false].map(|is_on_disc| label.plate_alpha(is_on_disc));
        assert_eq!(plates(&label), [PLATE_ON_DISC, PLATE_ON_SKY]);
        for opacity in [0.95, 0.2, 0.0] {
            label.set_plate(opacity);
            assert_eq!(plates(&label), [opacity; 2]);
        }
    }

    #[test]
    fn words_before_a_disc_are_told() {
        let marks = SkyMarks { discs: vec![(Vec2::splat(100.0), 20.0)], ..default() };
        assert!(marks.is_on_disc(Rect::new(115.0, 95.0, 160.0, 110.0)));
        assert!(!marks.is_on_disc(Rect::new(121.0, 95.0, 160.0, 110.0)));
    }
}
