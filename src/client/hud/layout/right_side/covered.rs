//! The areas of the screen that panels cover, and the free one between them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use crate::client::hud::layout::free_area::free_area;
use crate::client::hud::layout::places::{
    CoversSky, LeftColumn, MAP_SIDE, Minimap, Outliner, PANEL_WIDTH, PlanetPanel, Slot, TOP_BAR,
};
use crate::client::scene::labels::declutter::CoveredAreas;
use crate::client::view::ViewCamera;
use crate::client::view::framing::FreeArea;

/// Areas covered for labels at points of the world: the planet panel, the minimap, the outliner, the column at the
/// lower left, and all plates that say so.
#[derive(SystemParam)]
pub struct Covers<'w, 's> {
    panel: Option<Single<'w, 's, (&'static ComputedNode, &'static Visibility), With<PlanetPanel>>>,
    map: Option<Single<'w, 's, &'static Visibility, With<Minimap>>>,
    outliner: Option<Single<'w, 's, (&'static ComputedNode, &'static Visibility), With<Outliner>>>,
    column: Option<Single<'w, 's, &'static ComputedNode, With<LeftColumn>>>,
    plates: Query<'w, 's, (Entity, PlateParts, Option<&'static Slot>), With<CoversSky>>,
}

type PlateParts = (&'static ComputedNode, &'static UiGlobalTransform, &'static InheritedVisibility);

impl Covers<'_, '_> {
    /// All these areas on a screen of this size, except for that of one of the plates.
    pub fn on(&self, screen: Vec2, except: Option<Entity>) -> Vec<Rect> {
        self.but_for(screen, |plate, _| Some(plate) == except)
    }

    /// The areas that the camera shows things between. The report on a battle is none of them: it is read and closed,
    /// in the middle of the picture, and beside it a whole system would be in a corner from then on.
    fn standing(&self, screen: Vec2) -> Vec<Rect> {
        self.but_for(screen, |_, slot| slot == Some(&Slot::Report))
    }

    /// All areas but for those of some plates.
    fn but_for(&self, screen: Vec2, is_left_out: impl Fn(Entity, Option<&Slot>) -> bool) -> Vec<Rect> {
        let panel = self.panel.as_ref().and_then(|panel| {
            let (computed, visibility) = **panel;
            let bottom = TOP_BAR + computed.size.y * computed.inverse_scale_factor;
            let is_shown = *visibility != Visibility::Hidden;
            is_shown.then(|| Rect::new(screen.x - PANEL_WIDTH, TOP_BAR, screen.x, bottom))
        });
        let has_map = self.map.as_ref().is_some_and(|map| ***map != Visibility::Hidden);
        let map = has_map.then(|| Rect::from_corners(screen - MAP_SIDE, screen));
        let column = self.column.as_ref().and_then(|column| column_on(screen, column));
        let outliner = self.outliner.as_ref().and_then(|outliner| {
            let (computed, visibility) = **outliner;
            let size = computed.size * computed.inverse_scale_factor;
            let is_shown = *visibility != Visibility::Hidden;
            is_shown.then(|| Rect::new(0.0, TOP_BAR, size.x, TOP_BAR + size.y))
        });
        let parts = [panel, map, outliner, column].into_iter().flatten();
        let plates = self.plates.iter().filter(|(plate, _, slot)| !is_left_out(*plate, *slot));
        parts.chain(plates.filter_map(|(_, plate, _)| plate_area(plate))).collect()
    }
}

/// Records the areas of the screen covered by panels, and the one between them.
pub fn note_covered(
    covers: Covers,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut covered: ResMut<CoveredAreas>,
    mut free: ResMut<FreeArea>,
) {
    let screen = view.screen(ui_scale.0);
    covered.0 = covers.on(screen, None);
    let Rect { min, max } = free_area(screen, &covers.standing(screen));
    free.0 = Some(Rect { min: min * ui_scale.0, max: max * ui_scale.0 });
}

/// The area of a plate; `None` while it is hidden.
fn plate_area(
    (node, place, visibility): (&ComputedNode, &UiGlobalTransform, &InheritedVisibility),
) -> Option<Rect> {
    let scale = node.inverse_scale_factor;
    let is_shown = visibility.get() && node.size.min_element() > 0.0;
    is_shown.then(|| Rect::from_center_size(place.translation * scale, node.size * scale))
}

/// The area of the column at the lower left on a screen of this size; `None` while it is empty.
fn column_on(screen: Vec2, column: &ComputedNode) -> Option<Rect> {
    let Vec2 { x: width, y: height } = column.size * column.inverse_scale_factor;
    (width > 0.0).then(|| Rect::new(0.0, screen.y - height, width, screen.y))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn words_stay_clear_of_the_plates_that_say_so() {
        let mut world = World::new();
        world.insert_resource(ViewCamera::default());
        world.insert_resource(UiScale(2.0));
        world.init_resource::<CoveredAreas>();
        world.init_resource::<FreeArea>();
        // Two physical pixels for each of the UI.
        let laid_out = |size: Vec2, visibility: InheritedVisibility| {
            let node = ComputedNode { size, inverse_scale_factor: 0.5, ..default() };
            (CoversSky, node, UiGlobalTransform::from_translation(Vec2::new(200.0, 40.0)), visibility)
        };
        let size = Vec2::new(300.0, 60.0);
        world.spawn(laid_out(size, InheritedVisibility::HIDDEN));
        world.spawn(laid_out(Vec2::new(300.0, 0.0), InheritedVisibility::VISIBLE));
        world.run_system_once(note_covered).expect("it runs");
        assert!(world.resource::<CoveredAreas>().0.is_empty(), "they are hidden");
        world.spawn(laid_out(size, InheritedVisibility::VISIBLE));
        world.run_system_once(note_covered).expect("it runs");
        assert_eq!(world.resource::<CoveredAreas>().0, [Rect::new(25.0, 5.0, 175.0, 35.0)]);
    }

    #[test]
    fn a_report_that_is_open_does_not_squeeze_the_view_but_words_stay_clear_of_it() {
        let mut world = World::new();
        world.insert_resource(ViewCamera::default());
        world.init_resource::<UiScale>();
        world.init_resource::<CoveredAreas>();
        world.init_resource::<FreeArea>();
        world.run_system_once(note_covered).expect("it runs");
        let whole = world.resource::<FreeArea>().0;
        let middle = UiGlobalTransform::from_translation(Vec2::new(640.0, 200.0));
        let laid_out = ComputedNode { size: Vec2::new(480.0, 300.0), inverse_scale_factor: 1.0, ..default() };
        let plate = world.spawn((CoversSky, laid_out, middle, InheritedVisibility::VISIBLE)).id();
        world.run_system_once(note_covered).expect("it runs");
        assert_ne!(world.resource::<FreeArea>().0, whole, "a panel that stands there");
        world.entity_mut(plate).insert(Slot::Report);
        world.run_system_once(note_covered).expect("it runs");
        assert_eq!(world.resource::<FreeArea>().0, whole);
        assert_eq!(world.resource::<CoveredAreas>().0, [Rect::new(400.0, 50.0, 880.0, 350.0)]);
    }

    #[test]
    fn words_stay_clear_of_the_column_at_the_lower_left() {
        let column = ComputedNode { size: Vec2::new(840.0, 200.0), inverse_scale_factor: 0.5, ..default() };
        let rect = column_on(Vec2::new(1280.0, 720.0), &column);
        assert_eq!(rect, Some(Rect::new(0.0, 620.0, 420.0, 720.0)));
        assert_eq!(column_on(Vec2::new(1280.0, 720.0), &ComputedNode::default()), None);
    }
}
