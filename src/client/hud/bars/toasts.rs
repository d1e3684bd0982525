//! Short messages at the lower left, with the answers to the player's orders among them.

use bevy::prelude::*;

use crate::client::clockwork::Arrived;
use crate::client::frame::{
    FrameSystems, GameCovered, NewsSystems, Player, SPECTATOR, SPECTATOR_ANSWER, Toasts,
};
use crate::client::hud::layout::places::{CARD_EDGE, CARD_WIDTH};
use crate::client::hud::news::log::{Event, EventKind, EventLog};
use crate::client::settings::{Binding, Settings, with_keys};
use crate::client::view::{FocusTarget, Moment};
use crate::client::widgets::theme::unbroken;
use crate::client::widgets::{CORNER_PIXELS, EDGE, EDGE_PIXELS, PANEL, Tip, TipsBeside, WORDS, show, text};
use crate::client::worlds::{MessagesOfWorld, Playback, WhilePlaying};
use crate::sim::{Anchor, AnchoredPlace, ConstructionOrder, FactionId, Notices, Order, OrderQueue, Refusal};

/// Size of the messages, pixels.
const TOAST_PIXELS: f32 = 15.0;

/// Adds the messages, and the answers to orders.
pub fn plugin(app: &mut App) {
    app.add_message_of_world::<OrderAnswered>();
    app.add_systems(Update, show_refusals.in_set(NewsSystems::Gather).in_set(WhilePlaying));
    app.add_systems(PostUpdate, write_toasts.in_set(FrameSystems::Panel));
}

/// Marks the plate of the messages.
#[derive(Component)]
pub(super) struct ToastPlate;

/// Marks the words of the messages.
#[derive(Component)]
pub(super) struct ToastWords;

/// The plate of the messages, hidden. Details of messages are its tip. The words are a node of their own: the edges of
/// the plate are rounded to pixels, and a node that has both may be too narrow for its words by a part of a pixel.
pub(super) fn toast_plate() -> impl Bundle {
    let node = Node {
        display: Display::None,
        max_width: px(CARD_WIDTH),
        padding: UiRect::axes(px(CARD_EDGE - EDGE_PIXELS), px(5)),
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: BorderRadius::all(px(CORNER_PIXELS)),
        ..default()
    };
    // Paths are longer than a line.
    let layout = TextLayout::linebreak(LineBreak::WordOrCharacter);
    (
        (ToastPlate, node),
        (BackgroundColor(PANEL), BorderColor::all(EDGE), GlobalZIndex(5)),
        (Tip(String::new()), TipsBeside, Pickable::IGNORE),
        children![(ToastWords, text("", TOAST_PIXELS, WORDS), layout, Pickable::IGNORE)],
    )
}

/// An order of the player was answered.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct OrderAnswered {
    /// The order.
    pub order: Order,
    /// Whether the order was accepted; otherwise a message gives the reason.
    pub is_done: bool,
}

/// Shows refusals of the player's orders, announces that orders were answered, and shows the world's notices about
/// the player's fleets. Those on the way to another moment of a log are passed over.
fn show_refusals(
    mut door: ResMut<OrderQueue>,
    player: Res<Player>,
    moment: Res<Moment>,
    settings: Res<Settings>,
    mut toasts: ResMut<Toasts>,
    mut log: ResMut<EventLog>,
    mut answered: MessageWriter<OrderAnswered>,
    mut notices: ResMut<Notices>,
    playback: Option<Res<Playback>>,
    mut arrived: MessageReader<Arrived>,
) {
    // A world may come to its moment within a frame: then its log has changed, or is there no more.
    let has_hastened = arrived.read().count() > 0
        || playback.is_some_and(|playback| playback.is_changed() || playback.target.is_some());
    if player.is_changed() || has_hastened {
        // Messages that came while another player acted, or on the way to another moment, are outdated.
        drop((door.bypass_change_detection().take_answers(player.faction), notices.take(player.faction)));
        return;
    }
    for answer in door.bypass_change_detection().take_answers(player.faction) {
        // A change of seats is not a command of the player.
        if !matches!(answer.order, Order::Seat(_)) {
            answered.write(OrderAnswered { order: answer.order.clone(), is_done: answer.outcome.is_ok() });
        }
        if let Err(refusal) = answer.outcome {
            let words = refusal_words(player.faction, &refusal, &settings.keys);
            let (spot, kind) = (site_of(&answer.order), EventKind::Note);
            log.note_quietly(Event { jd: moment.jd, words: words.clone(), spot, kind });
            toasts.say(words);
        }
    }
    for note in notices.take(player.faction) {
        // A click on the line in the log focuses the fleet.
        let (spot, kind) = (Some(spot_of(note.place)), EventKind::Trouble);
        log.note_after_losses(Event { jd: moment.jd, words: note.words, spot, kind });
    }
}

/// The body of an order to build, which a click on the line about its refusal focuses.
fn site_of(order: &Order) -> Option<FocusTarget> {
    match *order {
        Order::Construction(ConstructionOrder::Build { body, .. }) => Some(FocusTarget::Body(body)),
        _ => None,
    }
}

/// An anchored place as a focus target.
fn spot_of(place: AnchoredPlace) -> FocusTarget {
    match place.anchor {
        Anchor::Space => FocusTarget::Point(place.offset),
        Anchor::Body(body) => FocusTarget::Beside(body, place.offset),
        // The camera does not know points ahead of a body.
        Anchor::Ahead { body, .. } => FocusTarget::Body(body),
    }
}

type ToastParts = (&'static mut Node, &'static mut Tip, &'static mut Pickable);

/// Writes the messages. Their plate lets the mouse through unless it has a tip. Under a page they wait to be seen.
pub(super) fn write_toasts(
    mut plates: Query<ToastParts, With<ToastPlate>>,
    mut texts: Query<&mut Text, With<ToastWords>>,
    time: Res<Time<Real>>,
    covered: Res<GameCovered>,
    mut toasts: ResMut<Toasts>,
) {
    for (mut node, mut tip, mut pickable) in &mut plates {
        let seconds = if covered.0 { 0.0 } else { time.delta_secs_f64() };
        let (sentences, details) = toasts.pass(seconds);
        show(&mut node, !sentences.is_empty());
        pickable.set_if_neq(if details.is_empty() { Pickable::IGNORE } else { Pickable::default() });
        tip.set_if_neq(Tip(details));
        for mut text in &mut texts {
            text.set_if_neq(Text(unbroken(&sentences)));
        }
    }
}

/// The text about a refused order.
fn refusal_words(player: FactionId, refusal: &Refusal, bindings: &[Binding]) -> String {
    if player == SPECTATOR {
        return with_keys(SPECTATOR_ANSWER, bindings);
    }
    format!("Not possible: {refusal}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::BodyId;

    #[test]
    fn notes_lead_to_where_the_fleet_is() {
        let offset = glam::DVec3::X;
        let spot = |anchor: Anchor| spot_of(AnchoredPlace { anchor, offset });
        assert_eq!(spot(Anchor::Body(BodyId(3))), FocusTarget::Beside(BodyId(3), offset));
        assert_eq!(spot(Anchor::Space), FocusTarget::Point(offset));
        assert_eq!(spot(Anchor::Ahead { body: BodyId(3), degrees: 9.0 }), FocusTarget::Body(BodyId(3)));
    }

    #[test]
    fn spectators_are_not_called_by_a_number() {
        let refusal = Refusal::NoSuchPlayer(FactionId(SPECTATOR.0));
        let words = refusal_words(SPECTATOR, &refusal, &[]);
        assert_eq!(words, "Spectators cannot give orders. Press F11 to take control.");
    }
}
