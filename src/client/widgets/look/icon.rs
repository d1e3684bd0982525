//! Icons: white pictures in one atlas, shown in any colour and size. `scripts/draw-icons` draws them.

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageFormat, ImageSampler, ImageType, TextureError};
use bevy::prelude::*;

/// Built into the program, as the fonts are.
const ATLAS: &[u8] = include_bytes!("../../../../assets/icons/icons.png");
/// Pixels of a cell, each way.
const CELL: u32 = 64;
/// Cells in a row of the atlas.
const COLUMNS: u32 = 8;
/// Levels of the atlas, each half as large as its predecessor. In the smallest a cell has 8 pixels, and still none of
/// its neighbours.
const LEVELS: u32 = 4;

/// The icons, in the order of the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Icon {
    /// Money.
    Money,
    /// Resources.
    Resources,
    /// Rare materials.
    Rare,
    /// A planet.
    Planet,
    /// A fleet.
    Fleet,
    /// A shipyard.
    Yard,
    /// Foreign ships that were sighted.
    Contact,
    /// What wins the level.
    Objective,
    /// An attack on what the player owns.
    AttackAlert,
    /// A ship or station that was lost.
    Loss,
    /// Foreign troopers that land.
    Landing,
    /// Something that is wrong and wants a decision.
    Trouble,
    /// Work that is finished.
    Done,
    /// A fleet that has arrived.
    Arrival,
    /// A message without urgency.
    Note,
    /// Halts the clock.
    Pause,
    /// Lets the clock run.
    Play,
    /// A slower pace.
    Slower,
    /// A faster pace.
    Faster,
    /// Finds a body by its name.
    Search,
    /// Closes a panel.
    Close,
    /// Dates and durations.
    Clock,
    /// The range of sight.
    Sight,
    /// Order: fly to a place.
    Move,
    /// Order: drop all orders.
    Stop,
    /// Order: stay at this place.
    Hold,
    /// Order: fly to and fro.
    Patrol,
    /// Order: protect a body, a ship or a station.
    Guard,
    /// Order: keep station with a body, ahead of it or behind it.
    Ahead,
    /// Order: wait.
    Wait,
    /// Repeats orders, or what is built.
    Repeat,
    /// Order: attack.
    Attack,
    /// Order: land troopers.
    Land,
    /// Order: bombard the ground.
    Bombard,
    /// Order: withdraw.
    Retreat,
    /// Order: become one fleet.
    Join,
    /// Order: take ships apart.
    Scrap,
    /// The formation of a fleet.
    Formation,
    /// How the members of a fleet keep together.
    Conduct,
    /// What a fleet wishes its way to be.
    Wish,
    /// Kinetic damage.
    Kinetic,
    /// Electromagnetic damage.
    Em,
    /// Heat damage.
    Heat,
    /// Electric damage.
    Electric,
    /// Shields.
    Shield,
    /// Armour.
    Armour,
    /// Troopers.
    Troopers,
    /// Crews.
    Crew,
    /// Builds something.
    Build,
    /// Income.
    Income,
    /// Takes the last order back.
    Undo,
    /// Explains.
    Help,
    /// The settings.
    Settings,
    /// Order: take another name.
    Rename,
    /// A battle.
    Battle,
    /// An income that falls.
    Fall,
}

impl Icon {
    /// All icons, in the order of the atlas.
    #[cfg(test)]
    pub const ALL: [Self; 56] = [
        Self::Money,
        Self::Resources,
        Self::Rare,
        Self::Planet,
        Self::Fleet,
        Self::Yard,
        Self::Contact,
        Self::Objective,
        Self::AttackAlert,
        Self::Loss,
        Self::Landing,
        Self::Trouble,
        Self::Done,
        Self::Arrival,
        Self::Note,
        Self::Pause,
        Self::Play,
        Self::Slower,
        Self::Faster,
        Self::Search,
        Self::Close,
        Self::Clock,
        Self::Sight,
        Self::Move,
        Self::Stop,
        Self::Hold,
        Self::Patrol,
        Self::Guard,
        Self::Ahead,
        Self::Wait,
        Self::Repeat,
        Self::Attack,
        Self::Land,
        Self::Bombard,
        Self::Retreat,
        Self::Join,
        Self::Scrap,
        Self::Formation,
        Self::Conduct,
        Self::Wish,
        Self::Kinetic,
        Self::Em,
        Self::Heat,
        Self::Electric,
        Self::Shield,
        Self::Armour,
        Self::Troopers,
        Self::Crew,
        Self::Build,
        Self::Income,
        Self::Undo,
        Self::Help,
        Self::Settings,
        Self::Rename,
        Self::Battle,
        Self::Fall,
    ];

    /// The upper left corner of the icon's cell, pixels of the atlas.
    fn corner(self) -> UVec2 {
        let index = self as u32;
        UVec2::new(index % COLUMNS, index / COLUMNS) * CELL
    }

    /// The icon's cell, pixels of the atlas.
    fn cell(self) -> Rect {
        let corner = self.corner().as_vec2();
        Rect::from_corners(corner, corner + CELL as f32)
    }
}

/// The icon of a node, and its colour. Insert it again to change the picture.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable)]
pub struct Glyph {
    /// The icon.
    pub icon: Icon,
    /// Its colour.
    pub color: Color,
}

/// The atlas.
#[derive(Resource)]
struct IconAtlas(Handle<Image>);

/// An icon of a size, pixels, and a colour. A button below it gets the clicks.
pub fn icon(icon: Icon, pixels: f32, color: Color) -> impl Bundle {
    (
        Glyph { icon, color },
        Node { width: px(pixels), height: px(pixels), flex_shrink: 0.0, ..default() },
        Pickable::IGNORE,
    )
}

/// Reads the atlas. Without pictures, as in most tests, icons are empty nodes.
pub(super) fn plugin(app: &mut App) {
    let Some(mut images) = app.world_mut().get_resource_mut::<Assets<Image>>() else { return };
    match read_atlas() {
        Ok(image) => {
            let atlas = IconAtlas(images.add(image));
            app.insert_resource(atlas).add_observer(show_picture);
        }
        Err(error) => error!("The icons cannot be read: {error}"),
    }
}

fn show_picture(
    inserted: On<Insert, Glyph>,
    glyphs: Query<&Glyph>,
    atlas: Res<IconAtlas>,
    mut commands: Commands,
) {
    let Ok(glyph) = glyphs.get(inserted.entity) else { return };
    let (image, rect) = (atlas.0.clone(), Some(glyph.icon.cell()));
    commands.entity(inserted.entity).try_insert(ImageNode { image, rect, color: glyph.color, ..default() });
}

/// The atlas with its smaller levels: without these, thin lines would fall between the pixels of a small icon.
fn read_atlas() -> Result<Image, TextureError> {
    let mut image = Image::from_buffer(
        ATLAS,
        ImageType::Format(ImageFormat::Png),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::linear(),
        RenderAssetUsages::RENDER_WORLD,
    )?;
    let (mut data, mut size, mut start) = (image.data.take().unwrap_or_default(), image.size(), 0);
    for _ in 1..LEVELS {
        let next = data.len();
        append_halved(&mut data, start, size);
        (size, start) = (size / 2, next);
    }
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = LEVELS;
    Ok(image)
}

/// Appends a level at half the size of the last one, which has this size and begins at `start`. All pixels are white
/// and only the opacity differs, so the plain mean is right.
fn append_halved(data: &mut Vec<u8>, start: usize, size: UVec2) {
    for (y, x) in (0..size.y / 2).flat_map(|y| (0..size.x / 2).map(move |x| (2 * y, 2 * x))) {
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let sum = corners.map(|(x, y)| u32::from(data[start + alpha_at(x, y, size.x)])).iter().sum::<u32>();
        data.extend([u8::MAX, u8::MAX, u8::MAX, ((sum + 2) / 4) as u8]);
    }
}

/// Where the opacity of a pixel lies in a level of this width.
fn alpha_at(x: u32, y: u32, width: u32) -> usize {
    4 * (y * width + x) as usize + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = include_str!("../../../../scripts/draw-icons");

    /// The opacities of an icon's cell at full size.
    fn opacities(atlas: &Image, icon: Icon) -> Vec<u8> {
        let (data, corner) = (atlas.data.as_ref().expect("it has pixels"), icon.corner());
        let pixels = (0..CELL * CELL).map(|index| corner + UVec2::new(index % CELL, index / CELL));
        pixels.map(|at| data[alpha_at(at.x, at.y, atlas.width())]).collect()
    }

    #[test]
    fn every_icon_is_drawn_and_none_twice() {
        let atlas = read_atlas().expect("it is a picture");
        assert_eq!(atlas.size(), UVec2::new(COLUMNS, (Icon::ALL.len() as u32).div_ceil(COLUMNS)) * CELL);
        let cells = Icon::ALL.map(|icon| opacities(&atlas, icon));
        for (index, cell) in cells.iter().enumerate() {
            let drawn = cell.iter().filter(|opacity| **opacity > 127).count();
            assert!(drawn > 200, "{:?}: {drawn} pixels", Icon::ALL[index]);
            let twin = cells[..index].iter().position(|other| other == cell);
            assert_eq!(twin.map(|twin| Icon::ALL[twin]), None, "{:?}", Icon::ALL[index]);
        }
    }

    #[test]
    fn the_atlas_is_white_at_all_sizes() {
        let atlas = read_atlas().expect("it is a picture");
        let full = atlas.size().element_product() as usize;
        let data = atlas.data.expect("it has pixels");
        assert_eq!(data.len(), 4 * (full + full / 4 + full / 16 + full / 64));
        assert!(data.chunks(4).all(|pixel| pixel[..3] == [u8::MAX; 3]));
    }

    #[test]
    fn smaller_levels_have_the_mean_opacity() {
        let mut data = [[255, 255, 255, 0], [255, 255, 255, 200]].concat().repeat(2);
        append_halved(&mut data, 0, UVec2::splat(2));
        assert_eq!(data[16..], [255, 255, 255, 100]);
    }

    #[test]
    fn the_script_has_the_same_names_in_the_same_order() {
        let list = SCRIPT.split("NAMES = \"\"\"").nth(1).and_then(|rest| rest.split("\"\"\"").next());
        let names: Vec<&str> = list.expect("the script has the list").split_whitespace().collect();
        assert_eq!(names, Icon::ALL.map(snake_case));
        assert!(Icon::ALL.iter().enumerate().all(|(index, icon)| *icon as usize == index));
    }

    fn snake_case(icon: Icon) -> String {
        let name = format!("{icon:?}");
        let letters = name.char_indices().map(|(index, letter)| {
            let gap = if index > 0 && letter.is_uppercase() { "_" } else { "" };
            format!("{gap}{}", letter.to_lowercase())
        });
        letters.collect()
    }

    fn app(has_pictures: bool) -> App {
        let mut app = App::new();
        if has_pictures {
            app.init_resource::<Assets<Image>>();
        }
        plugin(&mut app);
        app
    }

    fn look(app: &App, entity: Entity) -> Option<(Option<Rect>, Color)> {
        app.world().get::<ImageNode>(entity).map(|picture| (picture.rect, picture.color))
    }

    #[test]
    fn a_glyph_that_is_inserted_again_changes_the_picture() {
        let mut app = app(true);
        let entity = app.world_mut().spawn(icon(Icon::Resources, 16.0, Color::WHITE)).id();
        app.world_mut().flush();
        let cell = Rect::new(64.0, 0.0, 128.0, 64.0);
        assert_eq!(look(&app, entity), Some((Some(cell), Color::WHITE)));
        app.world_mut().entity_mut(entity).insert(Glyph { icon: Icon::AttackAlert, color: Color::BLACK });
        app.world_mut().flush();
        let cell = Rect::new(0.0, 64.0, 64.0, 128.0);
        assert_eq!(look(&app, entity), Some((Some(cell), Color::BLACK)));
    }

    #[test]
    fn without_pictures_an_icon_is_an_empty_node() {
        let mut app = app(false);
        let entity = app.world_mut().spawn(icon(Icon::Money, 16.0, Color::WHITE)).id();
        app.world_mut().flush();
        assert_eq!(look(&app, entity), None);
        assert!(app.world().get::<Node>(entity).is_some());
    }
}
