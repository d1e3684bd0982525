//! Arranged places on the screen: markers of panels, and their sizes.

use bevy::prelude::*;

/// From the left and the lower edge of the screen to the column at the lower left, pixels.
pub const LEFT_COLUMN_CORNER: Vec2 = Vec2::new(14.0, 48.0);
/// Between the parts of this column, pixels.
pub const LEFT_COLUMN_GAP: f32 = 6.0;
/// Height of the status line, pixels.
pub const STATUS_HEIGHT: f32 = 34.0;
/// Width of the words in the planet panel, pixels.
pub const PANEL_WORDS: f32 = 340.0;
/// Width of the planet panel, pixels.
pub const PANEL_WIDTH: f32 = PANEL_WORDS + 22.0;
/// From the right and the upper edge of the screen to the planet panel, pixels.
pub const PANEL_CORNER: Vec2 = Vec2::new(14.0, 42.0);
/// Width of the planet panel with its margin, from the right edge of the screen, pixels.
pub const PANEL_ROOM: f32 = PANEL_WIDTH + PANEL_CORNER.x;
/// Radius of the minimap, pixels.
pub const MAP_RADIUS: f32 = 100.0;
/// From the right and the lower edge of the screen to the minimap, pixels.
pub const MAP_CORNER: Vec2 = Vec2::new(14.0, 44.0);
/// Height of the minimap with its margin, from the lower edge of the screen, pixels.
pub const MAP_ROOM: f32 = MAP_CORNER.y + 2.0 * MAP_RADIUS;
/// Between the panels at the right and the map, pixels.
pub const SIDE_GAP: f32 = 8.0;
/// Least height of a planet panel that ends above the map, pixels, if the map could move aside.
pub const GOOD_PANEL: f32 = 300.0;

/// Height of the bar at the top, pixels.
pub const TOP_BAR: f32 = 36.0;
/// The buttons in this bar have words on screens of at least this width, pixels. On others the clock needs the room
/// when it says why it slowed down.
pub const WORDY_SCREEN: f32 = 1160.0;
/// From the left and the upper edge of the screen to the outliner, pixels.
pub const OUTLINER_CORNER: Vec2 = Vec2::new(14.0, 42.0);
/// Width of the outliner, pixels: the usual names of fleets are shown whole.
pub const OUTLINER_WIDTH: f32 = 340.0;
/// The least height at which the outliner is of use, pixels; below that it is hidden.
pub const LEAST_OUTLINER: f32 = 90.0;
/// Width of the outliner with its margin, from the left edge of the screen, pixels.
pub const OUTLINER_ROOM: f32 = OUTLINER_CORNER.x + OUTLINER_WIDTH;

/// Height between the upper edge of the planet panel and the minimap on a screen of this size, pixels.
pub fn above_map(screen: Vec2) -> f32 {
    screen.y - MAP_ROOM - SIDE_GAP - PANEL_CORNER.y
}

/// Height between the upper edge of the planet panel and the lower edge of the map on a screen of this size, pixels.
pub fn beside_map(screen: Vec2) -> f32 {
    (screen.y - PANEL_CORNER.y - MAP_CORNER.y).max(0.0)
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

/// The line at the bottom of the screen.
#[derive(Component)]
pub struct StatusLine;

/// The free room of the status line, beside the suggestion. A replay has its bar there.
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

/// The place of the minimap.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapSeat {
    /// Distance from the right edge of the screen, pixels of the UI.
    pub right: f32,
}

impl Default for MapSeat {
    fn default() -> Self {
        Self { right: MAP_CORNER.x }
    }
}

impl MapSeat {
    /// A point of a screen of this size relative to the middle of the map, in its radii: x to the right, y down. The
    /// point and the size are pixels.
    pub fn on_map(&self, point: Vec2, screen: Vec2) -> Vec2 {
        let middle = screen - Vec2::new(self.right, MAP_CORNER.y) - MAP_RADIUS;
        (point - middle) / MAP_RADIUS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_screen_are_found_on_the_map() {
        let seat = MapSeat::default();
        let screen = Vec2::new(1280.0, 720.0);
        let middle = screen - MAP_CORNER - MAP_RADIUS;
        assert_eq!(seat.on_map(middle, screen), Vec2::ZERO);
        let right = seat.on_map(middle + Vec2::X * MAP_RADIUS, screen);
        assert!(right.distance(Vec2::X) < 1.0e-5, "{right}");
    }
}
