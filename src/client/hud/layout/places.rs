//! Arranged places on the screen: markers of panels, and their sizes.

use bevy::prelude::*;

/// Gap between panels, pixels. They stand at the edges of the screen.
pub const GAP: f32 = 8.0;
/// Height of the status line, pixels.
pub const STATUS_HEIGHT: f32 = 34.0;
/// From the bottom of the screen to the upper edge of the slider of later times, which may appear above that line,
/// pixels.
pub const SLIDER_TOP: f32 = STATUS_HEIGHT + GAP + 28.0;
/// Width of the words in the planet panel, pixels.
pub const PANEL_WORDS: f32 = 340.0;
/// Width of the panels at the sides, pixels: the outliner at the left, the planet panel and others at the right. The
/// usual names of fleets are shown whole.
pub const PANEL_WIDTH: f32 = PANEL_WORDS + 22.0;
/// Width and height of the minimap, which stands in the lower right corner, pixels.
pub const MAP_SIDE: f32 = 200.0;
/// From each of its edges to its middle, pixels.
pub const MAP_MIDDLE: f32 = 0.5 * MAP_SIDE;
/// Between its edges and the circle of its farthest places, pixels: signs there are wholly on it.
pub const MAP_MARGIN: f32 = 14.0;
/// Radius of that circle, pixels.
pub const MAP_RADIUS: f32 = MAP_MIDDLE - MAP_MARGIN;

/// Height of the bar at the top, pixels.
pub const TOP_BAR: f32 = 36.0;
/// The buttons in this bar have words on screens of at least this width, pixels. Others have no room for them.
pub const WORDY_SCREEN: f32 = 1196.0;
/// A lower screen has no room for the whole planet panel beside the card of a selection, pixels.
pub const ROOMY_HEIGHT: f32 = 800.0;
/// The least height at which the outliner is of use, pixels; below that it is hidden.
pub const LEAST_OUTLINER: f32 = 90.0;
/// The planet panel ends this much higher above the map on screens narrower than that, pixels: the chart of departures
/// has room between them and the card of the selection, but none beside them.
const ABOVE_CHART: f32 = 32.0;
const ROOMY_SCREEN: f32 = CARD_WIDTH + PANEL_WIDTH + 2.0 * GAP + 400.0;

/// Height between the bar at the top and the minimap on a screen of this size, pixels.
pub fn above_map(screen: Vec2) -> f32 {
    screen.y - MAP_SIDE - GAP - TOP_BAR
}

/// The greatest height of the planet panel on a screen of this size, pixels. The wheel scrolls a longer one.
pub fn panel_most(screen: Vec2) -> f32 {
    above_map(screen) - if screen.x < ROOMY_SCREEN { ABOVE_CHART } else { 0.0 }
}

/// A point of a screen of this size relative to the middle of the map, in its radii: x to the right, y down. The point
/// and the size are pixels.
pub fn on_map(point: Vec2, screen: Vec2) -> Vec2 {
    (point - (screen - MAP_MIDDLE)) / MAP_RADIUS
}

/// What the bar of a replay takes of the height of the column at the lower left, pixels.
pub fn below_left_column(is_replay: bool) -> f32 {
    if is_replay { STATUS_HEIGHT + GAP } else { 0.0 }
}

/// Marks a plate that stands over the sky where its own node is: words on the sky avoid it.
#[derive(Component)]
pub struct CoversSky;

/// Marks a page that lies over the panels while it is visible. It may end above the lower edge of the map, which is
/// hidden then.
#[derive(Component)]
pub struct CoversPanels;

/// The left part of the bar at the top: the treasury.
#[derive(Component)]
pub struct TopLeft;

/// The part in the middle of this bar: the clock.
#[derive(Component)]
pub struct TopMiddle;

/// Its right part: what waits for the player, and the menu.
#[derive(Component)]
pub struct TopRight;

/// The outliner, at the upper left.
#[derive(Component)]
pub struct Outliner;

/// The line at the bottom of the screen, between the column at the lower left and the map.
#[derive(Component)]
pub struct StatusLine;

/// The room of the bar of a replay, in the place of the suggestion.
#[derive(Component)]
pub struct StatusRoom;

/// The column at the lower left: messages, event log, guide, and the card of the selection.
#[derive(Component)]
pub struct LeftColumn;

/// The card of the selection, in the column at the lower left: its heading, its classes and the buttons of orders.
#[derive(Component)]
pub struct SelectionCard;

/// Greatest width of the card of the selection and of the other plates in its column, pixels.
pub const CARD_WIDTH: f32 = 424.0;
/// Padding and edge of these plates at the left and at the right, pixels.
pub const CARD_EDGE: f32 = 11.0;
/// Width of the rows of the card, pixels. A row that takes the width of its parts may be too narrow for them by the
/// rounding of a sum, and its last part then lies under the next row.
pub const CARD_ROOM: f32 = CARD_WIDTH - 2.0 * CARD_EDGE;

/// The rows of the column at the lower left, from top to bottom.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeftColumnSystems {
    /// The latest lines of the log.
    Log,
    /// The guide.
    Guide,
    /// The briefing, in the row of the guide.
    Briefing,
    /// The card of the selection.
    Selection,
    /// The buttons of orders, in the card.
    Orders,
}

/// The room of the guide and of the briefing, in the column at the lower left.
#[derive(Component)]
pub struct GuideRow;

/// A part of the column in the middle of the top.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The verdict: words of `menu/result/verdict.rs`.
    Verdict,
    /// The acting player.
    Seat,
    /// The progress of victory.
    Progress,
    /// Alerts: rows of `log/alerts/chips.rs`.
    Alerts,
    /// The report on a battle: rows of `log/battles/report_card.rs`.
    Report,
    /// Warnings: rows of `warnings/panel.rs`.
    Warnings,
}

impl Slot {
    /// All slots, from above.
    pub const ALL: [Self; 6] =
        [Self::Verdict, Self::Seat, Self::Progress, Self::Alerts, Self::Report, Self::Warnings];
}

/// The planet panel, at the right.
#[derive(Component)]
pub struct PlanetPanel;

/// Whether only the head of the planet panel is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanelFolded(pub bool);

/// The panel of the plans of minds, at the right: left of the planet panel, below it, or in its place.
#[derive(Component)]
pub struct PlansPanel;

/// The card of a battle, at the right.
#[derive(Component)]
pub struct BattleCard;

/// The minimap.
#[derive(Component)]
pub struct Minimap;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_screen_are_found_on_the_map() {
        let screen = Vec2::new(1280.0, 720.0);
        let middle = screen - MAP_MIDDLE;
        assert_eq!(on_map(middle, screen), Vec2::ZERO);
        let right = on_map(middle + Vec2::X * MAP_RADIUS, screen);
        assert!(right.distance(Vec2::X) < 1.0e-5, "{right}");
    }

    #[test]
    fn the_planet_panel_has_room_above_the_map_in_the_least_window() {
        for screen in [Vec2::new(1024.0, 576.0), Vec2::new(1280.0, 720.0)] {
            assert!(panel_most(screen) >= 300.0, "{screen}");
            assert!(TOP_BAR + panel_most(screen) + GAP <= screen.y - MAP_SIDE, "{screen}");
        }
    }
}
