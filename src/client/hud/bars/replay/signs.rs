//! The marks of a log as signs on the track: a shape for each kind, in the colour of the faction.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::sought::{ReplayPress, known_marks};
use crate::client::frame::time_of_play;
use crate::client::models::FactionColors;
use crate::client::view::Onlooker;
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{Icon, Tip, WORDS, icon};
use crate::client::worlds::{LogSpan, Playback};
use crate::record::{Mark, MarkKind, MarkNames};
use crate::sim::outcome::victory::winners_of;
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, FactionId, Factions, Sides, Sky};

/// Height of the lane of the signs, pixels.
pub const LANE_HEIGHT: f32 = 14.0;
/// Side of a sign, pixels.
const SIGN: f32 = 14.0;
/// Width of the line from a sign to its place in the groove, and its height, pixels.
const TICK: Vec2 = Vec2::new(2.0, 6.0);
/// The most signs, whatever the width of the track.
const MOST_SIGNS: usize = 60;
/// The most marks that the tip of a sign names.
const MOST_NAMED: usize = 6;

/// The lane of the signs, and how they were laid last: into this many slots, of this many marks of the log, for this
/// viewer.
#[derive(Component, Clone, Debug, Default)]
pub struct Lane {
    laid: Option<(usize, usize, Viewer)>,
}

/// Marks that are near to each other, in the sequence of ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sign {
    marks: Vec<Mark>,
}

impl Sign {
    /// The mark that it shows: the first one of the weightiest kind.
    fn shown(&self) -> Option<Mark> {
        self.marks.iter().rev().max_by_key(|mark| weight(mark.kind)).copied()
    }
}

/// A body that changes hands counts more than a fight about it, and the end of the war most.
fn weight(kind: MarkKind) -> u8 {
    match kind {
        MarkKind::Battle => 0,
        MarkKind::FirstLanding { .. } => 1,
        MarkKind::Taken { .. } => 2,
        MarkKind::Decided { .. } => 3,
    }
}

/// Gathers marks into signs: at most one for each of some slots of the track.
fn gather(marks: &[Mark], span: LogSpan, slots: usize) -> Vec<Sign> {
    let slot_of =
        |mark: &Mark| ((span.share(mark.tick) * slots as f64) as usize).min(slots.saturating_sub(1));
    let is_inside = |mark: &&Mark| (span.first..=span.last).contains(&mark.tick);
    let inside: Vec<Mark> = marks.iter().filter(is_inside).copied().collect();
    let together = inside.chunk_by(|one, other| slot_of(one) == slot_of(other));
    together.map(|marks| Sign { marks: marks.to_vec() }).collect()
}

/// How many signs have room on a track of this width, pixels.
fn slots_in(width: f32) -> usize {
    ((width / SIGN) as usize).clamp(1, MOST_SIGNS)
}

/// The picture of a kind of marks.
fn icon_of(kind: MarkKind) -> Icon {
    match kind {
        MarkKind::Battle => Icon::Battle,
        MarkKind::FirstLanding { .. } => Icon::Landing,
        MarkKind::Taken { .. } => Icon::Planet,
        MarkKind::Decided { .. } => Icon::Objective,
    }
}

/// A mark with its time, in words.
fn words_of(mark: Mark, names: &MarkNames) -> String {
    format!("{} {}", time_of_play(mark.tick), mark.words(names))
}

/// The tip of a sign: its marks, one in a line.
fn tip_of(sign: &Sign, words: impl Fn(Mark) -> String) -> String {
    let more = sign.marks.len().saturating_sub(MOST_NAMED);
    let lines = sign.marks.iter().take(MOST_NAMED).map(|mark| words(*mark));
    let more = (more > 0).then(|| format!("and {more} more"));
    lines.chain(more).collect::<Vec<String>>().join("\n")
}

/// Lays the signs of the marks that the onlooker knew of when the width of the track is known, and when it, the log or
/// the onlooker changes.
pub fn lay(
    mut commands: Commands,
    playback: Res<Playback>,
    onlooker: Res<Onlooker>,
    sky: Res<Sky>,
    factions: Res<Factions>,
    sides: Res<Sides>,
    colors: Res<FactionColors>,
    lane: Single<(Entity, &mut Lane, &ComputedNode)>,
) {
    let (entity, mut lane, computed) = lane.into_inner();
    let width = computed.size.x * computed.inverse_scale_factor;
    let marks = playback.log.marks();
    let wanted = (slots_in(width), marks.len(), onlooker.0);
    if width <= 0.0 || lane.laid == Some(wanted) {
        return;
    }
    lane.laid = Some(wanted);
    commands.entity(entity).despawn_children();
    let span = playback.span();
    let names = MarkNames {
        body: &|body: BodyId| sky.system.bodies.get(body).map(|body| body.in_words.as_str()),
        faction: &|faction: FactionId| factions.0.get(faction).map(|faction| faction.name.as_str()),
        side: &|faction: FactionId| winners_of(sides.side(faction), &factions, &sides),
    };
    for sign in gather(&known_marks(marks, onlooker.0), span, wanted.0) {
        let Some(mark) = sign.shown() else { continue };
        let color = match mark.kind {
            MarkKind::Battle => WORDS,
            MarkKind::FirstLanding { by } | MarkKind::Taken { by } | MarkKind::Decided { winner: by } => {
                colors.of(by)
            }
        };
        let tip = tip_of(&sign, |mark| words_of(mark, &names));
        let node = node_of(mark, span, color, tip);
        commands.spawn((node, ChildOf(entity)));
    }
}

/// The node of a sign that shows a mark.
fn node_of(mark: Mark, span: LogSpan, color: Color, tip: String) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(100.0 * span.share(mark.tick) as f32),
        margin: UiRect::left(px(-0.5 * SIGN)),
        width: px(SIGN),
        height: px(SIGN),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let face = Face { resting: Color::NONE, hovered: HOVERED, edge: Color::NONE };
    (
        ReplayPress::Mark(mark),
        node,
        pressable(face),
        Tip(tip),
        children![icon(icon_of(mark.kind), SIGN - 2.0, color), tick(color)],
    )
}

/// The line from a sign down through the groove, at the place of its mark.
fn tick(color: Color) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0.5 * (SIGN - TICK.x)),
        top: px(SIGN),
        width: px(TICK.x),
        height: px(TICK.y),
        ..default()
    };
    (node, BackgroundColor(color), Pickable::IGNORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: LogSpan = LogSpan { first: 100, last: 1100 };

    fn battle(tick: u64) -> Mark {
        Mark::known_to_all(tick, BodyId(1), MarkKind::Battle)
    }

    fn taken(tick: u64) -> Mark {
        Mark { kind: MarkKind::Taken { by: FactionId(0) }, ..battle(tick) }
    }

    #[test]
    fn marks_of_one_place_are_one_sign_and_none_is_lost() {
        let marks = [battle(100), taken(140), battle(160), battle(400), battle(1100)];
        let signs = gather(&marks, SPAN, 10);
        assert_eq!(signs.iter().map(|sign| sign.marks.len()).collect::<Vec<_>>(), [3, 1, 1]);
        assert_eq!(signs[0].shown(), Some(taken(140)), "the weightiest");
        assert_eq!(
            Sign { marks: vec![battle(3), battle(4)] }.shown(),
            Some(battle(3)),
            "of equals the first"
        );
        let all: Vec<Mark> = (0..5000).map(|step| battle(100 + step / 5)).collect();
        for width in [0.0, 90.0, 500.0, 9000.0] {
            let signs = gather(&all, SPAN, slots_in(width));
            assert!(signs.len() <= MOST_SIGNS && signs.len() == slots_in(width), "{width}: {}", signs.len());
            assert_eq!(signs.iter().map(|sign| sign.marks.len()).sum::<usize>(), all.len());
        }
        assert!(gather(&[battle(99), battle(1101)], SPAN, 10).is_empty(), "outside of the log");
    }

    #[test]
    fn kinds_differ_by_their_shapes() {
        let by = FactionId(0);
        let (landing, taken) = (MarkKind::FirstLanding { by }, MarkKind::Taken { by });
        let kinds = [MarkKind::Battle, landing, taken, MarkKind::Decided { winner: by }].map(icon_of);
        for (index, icon) in kinds.iter().enumerate() {
            assert!(!kinds[..index].contains(icon), "{icon:?}");
        }
    }

    #[test]
    fn tips_name_time_place_and_faction() {
        let names = MarkNames { body: &|_| Some("Mars"), faction: &|_| Some("Terra"), side: &|_| Vec::new() };
        assert_eq!(words_of(battle(22_649), &names), "12:34 Battle at Mars");
        assert_eq!(words_of(taken(0), &names), "0:00 Terra takes Mars");
        let many = Sign { marks: (0..9).map(battle).collect() };
        let tip = tip_of(&many, |mark| mark.tick.to_string());
        assert_eq!(tip, "0\n1\n2\n3\n4\n5\nand 3 more");
    }
}
