//! Words on the sky: what each of them wants, and what it has.

use bevy::prelude::*;

use super::label_room::Candidate;
use super::wish::{NoRoom, Slot, Wish};
use crate::client::scene::labels::layer::floating;

/// Words fainter than this are not drawn.
const LEAST_ALPHA: f32 = 0.02;
/// Words can be clicked from this strength on.
const LEGIBLE: f32 = 0.3;
/// Opacity of the plate of words before a disc that is lit, and of words before the sky. There it is hardly seen itself
/// and dims lines that run through the words, such as the route of a fleet through its name, well below them.
const PLATE_ON_DISC: f32 = 0.55;
const PLATE_ON_SKY: f32 = 0.75;
/// Height of a line of words, as a share of the font size.
pub const LINE_HEIGHT: f32 = 1.2;
/// Padding of words to the left and to the right, and radius of the corners of their plate, pixels.
const PADDING: f32 = 3.0;
const CORNER: f32 = 3.0;

/// Weights of words on the sky. Those of names are the weights of their markers, 3 for a moon to 9 for a star, and more
/// for the objects that concern the player.
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

/// Words on the sky: what they want in this frame, and what they have. The node has no place of its own; text, plate
/// and picture get their opacity with it.
#[derive(Component, Clone, Debug, Default)]
pub struct SkyLabel {
    weight: f32,
    owner: Option<Entity>,
    wish: Option<Wish>,
    pub(super) color: Color,
    /// Opacity of the plate wherever the words stand; `None` if it depends on the place.
    plate: Option<f32>,
    /// The place by the pass.
    slot: Option<Slot>,
    /// The place in which they are drawn: words fade out before they fade in elsewhere.
    drawn: Option<Slot>,
    /// How far words that glide are from that place.
    lag: Vec2,
    strength: f32,
    /// Their area where they are drawn, pixels of the UI.
    pub(super) area: Rect,
    /// The line from their mark, while it is needed.
    pub(super) leader: Option<Entity>,
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

    /// What they ask the pass for; `words` is their entity. `None` while they rest.
    pub(super) fn candidate(&self, words: Entity) -> Option<Candidate> {
        let Self { owner, weight, slot, .. } = *self;
        self.wish.map(|wish| Candidate { words, owner, weight, wish, slot })
    }

    /// Keeps no place.
    pub(super) fn leave(&mut self) {
        (self.slot, self.drawn) = (None, None);
    }

    /// Whether their plate has the same opacity everywhere.
    pub(super) fn has_fixed_plate(&self) -> bool {
        self.plate.is_some()
    }

    /// Whether they fade where they are, for the pass gives them no place, or another one.
    pub(super) fn is_leaving(&self, slot: Option<Slot>, at_once: bool) -> bool {
        let has_moved = slot.is_none() || (slot != self.drawn && !at_once);
        has_moved && self.strength >= LEAST_ALPHA
    }

    /// Sets the place by the pass, and fades or glides by this share of the whole.
    pub(super) fn follow(&mut self, slot: Option<Slot>, share: f32, at_once: bool) {
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
    pub(super) fn plate_alpha(&self, is_on_disc: bool) -> f32 {
        let beneath = if is_on_disc { PLATE_ON_DISC } else { PLATE_ON_SKY * self.alpha() };
        self.plate.unwrap_or(beneath) * self.strength
    }

    /// Opacity of the words.
    pub(super) fn alpha(&self) -> f32 {
        self.strength * self.color.alpha()
    }

    /// Whether they are drawn.
    pub(super) fn is_seen(&self) -> bool {
        self.alpha() > LEAST_ALPHA
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
        border_radius: BorderRadius::all(px(CORNER)),
        ..floating()
    };
    (node, BackgroundColor(Color::NONE))
}

#[cfg(test)]
mod tests {
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
    fn a_plate_of_a_given_opacity_fades_before_a_disc_too() {
        let mut label = SkyLabel { strength: 1.0, color: Color::WHITE, ..default() };
        let plates = |label: &SkyLabel| [true, false].map(|is_on_disc| label.plate_alpha(is_on_disc));
        assert_eq!(plates(&label), [PLATE_ON_DISC, PLATE_ON_SKY]);
        assert!(1.0 - plates(&label)[1] <= 0.3, "a line beneath the words is much fainter than they are");
        for opacity in [0.95, 0.2, 0.0] {
            label.set_plate(opacity);
            assert_eq!(plates(&label), [opacity; 2]);
        }
    }
}
