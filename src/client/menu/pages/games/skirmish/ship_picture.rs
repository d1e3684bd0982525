//! The picture of a ship as a side of the skirmish builds it: in the style of its hulls and in its colour.

use bevy::prelude::*;

use crate::client::menu::skirmish::chosen;
use crate::client::menu::{Menu, Page};
use crate::client::models::ShipMark;
use crate::client::models::hulls::{self, HullPlan};
use crate::client::models::mesh_builder::OwnerPaint;
use crate::client::models::portrait::portrait;
use crate::client::settings::Settings;
use crate::client::settings::skirmish::Skirmish;
use crate::level::HullStyle;

/// The ship: one whose hull shows the style well.
const PLAN: HullPlan = HullPlan { mark: ShipMark::Cruiser, scans: false };
/// Its length, as a factor on its width.
const LENGTH: f32 = 2.4;
/// Pixels of its picture, each way: sharp also where the interface is large.
const PIXELS: u32 = 400;

/// The picture of a ship of a side.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct ShipPicture {
    /// The picture.
    pub(in crate::client::menu) picture: Handle<Image>,
    style: HullStyle,
    color: String,
}

/// Paints the ship of the side whose page is open, unless it is painted already.
pub(in crate::client::menu) fn paint_ship(
    mut menu: ResMut<Menu>,
    settings: Res<Settings>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(Page::SkirmishSide(index)) = menu.page else { return };
    if !menu.is_changed() && !settings.is_changed() {
        return;
    }
    let ship = ship_of(&menu, &settings.skirmish, index, &mut images);
    if menu.ship != ship {
        menu.ship = ship;
    }
}

/// The picture of the ship of a side: the one that is there if it is its own, else another.
fn ship_of(menu: &Menu, choices: &Skirmish, index: usize, images: &mut Assets<Image>) -> Option<ShipPicture> {
    let chosen = chosen(menu, choices)?;
    let (style, color) = (chosen.style(index), chosen.color(index));
    let is_it = |ship: &&ShipPicture| ship.style == style && ship.color == color;
    if let Some(present) = menu.ship.as_ref().filter(is_it) {
        return Some(present.clone());
    }
    let paint = OwnerPaint::of(Srgba::hex(color).map_or(Color::WHITE, Color::from));
    let kit = hulls::build(PLAN, style, 0, 0);
    let picture = portrait(kit.triangles(), Vec3::new(1.0, 1.0, LENGTH), &paint, PIXELS);
    Some(ShipPicture { picture: images.add(picture), style, color: color.to_owned() })
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::StepDirection;
    use crate::client::menu::skirmish::test_support::menu;
    use crate::client::menu::skirmish::{SideRow, SkirmishRow};

    #[test]
    fn another_ship_is_painted_only_for_another_style_or_colour() {
        let mut world = World::new();
        world.insert_resource(Menu { page: Some(Page::SkirmishSide(0)), ..menu() });
        world.init_resource::<Settings>();
        world.init_resource::<Assets<Image>>();
        let after = |world: &mut World, row: SideRow| {
            let settings = world.resource::<Settings>();
            let menu = world.resource::<Menu>();
            let mut there = chosen(menu, &settings.skirmish).unwrap();
            there.step(SkirmishRow::Side(0, row), StepDirection::On, &menu.minds, None);
            let preset = there.preset;
            world.resource_mut::<Settings>().skirmish.preset = preset;
            world.run_system_once(paint_ship).unwrap();
            world.resource::<Menu>().chosen_picture(world.resource::<Settings>()).unwrap()
        };
        let first = after(&mut world, SideRow::Income);
        assert_eq!(after(&mut world, SideRow::Team), first);
        let styled = after(&mut world, SideRow::Style);
        let painted = after(&mut world, SideRow::Color);
        assert!(styled != first && painted != styled);
        let images = world.resource::<Assets<Image>>();
        let data = [&first, &styled, &painted].map(|one| images.get(one).and_then(|one| one.data.clone()));
        assert!(data[1].is_some() && data[0] != data[1] && data[1] != data[2], "they look different");
    }
}
