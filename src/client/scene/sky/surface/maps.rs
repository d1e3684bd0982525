//! Maps of real worlds and of the weather: their files in `assets/maps`, how these are read, and where a point of a
//! body lies on them.
//!
//! Every map is equirectangular: north up, east to the right, longitude 0 in the middle; `scripts/pack-maps` turns
//! sources that are made otherwise, and `scripts/paint-weather` paints the weather. The end of a file's name says what
//! is in it:
//!
//! | file | red, green, blue | alpha |
//! |---|---|---|
//! | `*.color.png` | colour of the ground, sRGB | - |
//! | `*.data.png` | slopes toward east and north, `(value - 128) / 127`, exaggerated; land or sea | lights at night |
//! | [`WEATHER`] | share of the light that clouds stop, in all three | how broken they are |

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};
use std::sync::{Arc, Mutex};

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, RenderAssetUsages};
use bevy::image::{
    CompressedImageFormats, ImageAddressMode, ImageSampler, ImageSamplerDescriptor, ImageType, TextureError,
};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::renderer::RenderAdapterInfo;
use serde::Deserialize;

use crate::client::settings::{Quality, Settings};

/// The folder of the maps, in the assets folder.
const FOLDER: &str = "maps";
/// The file of the clouds of all worlds with seas.
pub const WEATHER: &str = "weather.data.png";
/// How a file of colours ends, and one of other data.
const COLOR: &str = "color.png";
const DATA: &str = "data.png";
/// The most pixels across a small map.
const SMALL_WIDTH: u32 = 256;
/// Samples along the longer side of a pixel's area on the map: the limb of a body stays sharp.
const ANISOTROPY: u16 = 16;
/// Rows of a map are smoothed where so many of their pixels lie within the width of one of the equator: from about 48
/// degrees on.
const LEAST_STRETCH: f32 = 1.5;

/// The maps of a body, as `assets/sky/looks.ron` has them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFiles {
    /// The file of its colours.
    pub color: String,
    /// The file of slopes, land and lights.
    #[serde(default)]
    pub data: Option<String>,
    /// Factor of the colours, above 0: dark bodies are brightened, so that they can still be seen.
    #[serde(default = "one")]
    pub gain: f32,
}

fn one() -> f32 {
    1.0
}

impl MapFiles {
    /// The path of a map, in the assets folder.
    pub fn path(file: &str) -> String {
        format!("{FOLDER}/{file}")
    }
}

/// The maps that a body wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MapUse {
    /// None: noise paints it.
    #[default]
    None,
    /// Its colours.
    Color,
    /// Its colours, and slopes, land and lights.
    ColorAndData,
}

impl From<&MapFiles> for MapUse {
    fn from(files: &MapFiles) -> Self {
        if files.data.is_some() { Self::ColorAndData } else { Self::Color }
    }
}

/// The place of a body's point on its maps: to the right and down from the left upper corner, 0 to 1.
///
/// `direction` is a unit vector in the body-fixed frame of the renderer: y to the north pole, x to the prime
/// meridian, -z a quarter turn east of it. The shader's twin is `map_place` in `body.wgsl`.
pub fn map_place(direction: Vec3) -> Vec2 {
    let longitude = (-direction.z).atan2(direction.x);
    let latitude = direction.y.clamp(-1.0, 1.0).asin();
    Vec2::new(0.5 + longitude / TAU, 0.5 - latitude / PI)
}

/// A map of colours, no larger than the picture of a body in a panel needs it. The large ones are given to the graphics
/// card alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallMap {
    size: UVec2,
    /// Red, green, blue and alpha, sRGB, line by line from above.
    pixels: Vec<u8>,
}

impl SmallMap {
    /// The first level of a map that is small enough; `None` if the map has no pixels.
    pub fn of(map: &Image) -> Option<Self> {
        let data = map.data.as_ref()?;
        let bytes = |size: UVec2| 4 * size.element_product() as usize;
        let (mut size, mut start) = (map.size(), 0);
        while size.x > SMALL_WIDTH {
            start += bytes(size);
            size = (size / 2).max(UVec2::ONE);
        }
        Some(Self { size, pixels: data.get(start..start + bytes(size))?.to_vec() })
    }

    /// The colour at a point of the body, linear RGB; `direction` is that of [`map_place`].
    pub fn color_at(&self, direction: Vec3) -> Vec3 {
        let place = (map_place(direction) * self.size.as_vec2()).as_uvec2().min(self.size - 1);
        let start = 4 * (place.y * self.size.x + place.x) as usize;
        match self.pixels.get(start..start + 3) {
            Some(&[red, green, blue]) => LinearRgba::from(Srgba::rgb_u8(red, green, blue)).to_vec3(),
            _ => Vec3::ZERO,
        }
    }
}

/// The small maps of all colours that were read so far, by their paths in the assets folder. The loader adds to them
/// from its tasks.
#[derive(Resource, Clone, Debug, Default)]
pub struct SmallMaps(Arc<Mutex<BTreeMap<String, Arc<SmallMap>>>>);

impl SmallMaps {
    /// Adds a map, by its path in the assets folder.
    pub fn add(&self, path: String, map: SmallMap) {
        if let Ok(mut maps) = self.0.lock() {
            maps.insert(path, Arc::new(map));
        }
    }

    /// The map of a file; `None` until it has been read.
    pub fn get(&self, file: &str) -> Option<Arc<SmallMap>> {
        self.0.lock().ok()?.get(&MapFiles::path(file)).cloned()
    }
}

/// Reads maps, and builds their smaller levels, in a task of its own.
#[derive(TypePath)]
pub struct MapLoader {
    /// Gets the small ones.
    small: SmallMaps,
    /// Greatest number of samples along the longer side of a pixel's area, 1 to 16.
    anisotropy: u16,
}

/// The reason why a map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The file cannot be read.
    #[error("the map cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file is not a picture.
    #[error("the map cannot be decoded: {0}")]
    Texture(#[from] TextureError),
    /// The picture has other pixels than maps have.
    #[error("a map has eight bits for each of its channels, not the format {0:?}")]
    Format(TextureFormat),
    /// The file's name does not say what it is.
    #[error("the name of a map ends in .color.png or .data.png, not in .{0}")]
    Name(String),
}

impl AssetLoader for MapLoader {
    type Asset = Image;
    type Settings = ();
    type Error = MapError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        load_context: &mut LoadContext<'_>,
    ) -> Result<Image, MapError> {
        let ending = load_context.path().get_full_extension().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let map = read_map(&bytes, &ending, self.anisotropy)?;
        if let Some(small) = SmallMap::of(&map).filter(|_| ending == COLOR) {
            self.small.add(load_context.path().to_string(), small);
        }
        Ok(map)
    }

    fn extensions(&self) -> &[&str] {
        &[COLOR, DATA]
    }
}

/// Registers the loader of maps. Maps stay loaded, so that a grade which is chosen later holds from the next start on.
pub(super) fn register_loader(
    mut commands: Commands,
    server: Res<AssetServer>,
    adapter: Option<Res<RenderAdapterInfo>>,
    settings: Option<Res<Settings>>,
) {
    let chosen = settings.and_then(|settings| settings.quality);
    let anisotropy = anisotropy(chosen, Quality::of_adapter(adapter.as_deref()));
    let small = SmallMaps::default();
    commands.insert_resource(small.clone());
    server.register_loader(MapLoader { small, anisotropy });
}

/// The samples along the longer side of a pixel's area, by the `chosen` grade and the `usual` one of the adapter.
/// Software drivers are slow at anisotropy, and some take pixels from elsewhere, whatever the player has chosen.
fn anisotropy(chosen: Option<Quality>, usual: Quality) -> u16 {
    let is_plain = usual == Quality::Low || chosen == Some(Quality::Low);
    if is_plain { 1 } else { ANISOTROPY }
}

/// A map with all its smaller levels, from the `bytes` of a file whose name has this `ending` behind its first dot.
/// `anisotropy` is the greatest number of samples along the longer side of a pixel's area, 1 to 16.
///
/// # Errors
/// [`MapError`] if the bytes are not a picture with eight bits a channel, or no map has this ending.
pub fn read_map(bytes: &[u8], ending: &str, anisotropy: u16) -> Result<Image, MapError> {
    let is_color = match ending {
        COLOR => true,
        DATA => false,
        _ => return Err(MapError::Name(ending.to_owned())),
    };
    let mut image = Image::from_buffer(
        bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        is_color,
        sampler(anisotropy),
        RenderAssetUsages::RENDER_WORLD,
    )?;
    let format = image.texture_descriptor.format;
    if !matches!(format, TextureFormat::Rgba8Unorm | TextureFormat::Rgba8UnormSrgb) {
        return Err(MapError::Format(format));
    }
    let (mut data, size) = (image.data.take().unwrap_or_default(), image.size());
    image.texture_descriptor.mip_level_count = append_levels(&mut data, size, &Scale::of(is_color));
    image.data = Some(data);
    Ok(image)
}

/// Round the world from right to left, but not over the poles.
fn sampler(anisotropy: u16) -> ImageSampler {
    ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::ClampToEdge,
        anisotropy_clamp: anisotropy,
        ..ImageSamplerDescriptor::linear()
    })
}

/// Steps of an amount from 0 to 1 in the table of values: so many that the darkest values are met as well.
const AMOUNT_STEPS: usize = 1 << 14;

/// The meaning of the 256 values of a channel: amounts that can be averaged.
struct Scale {
    amounts: [f32; 256],
    /// The value of each step of an amount. A power for every pixel would take longer than reading the file.
    values: Vec<u8>,
}

impl Scale {
    fn of(is_color: bool) -> Self {
        let amount = |value: usize| {
            let share = value as f32 / 255.0;
            if is_color { Srgba::gamma_function(share) } else { share }
        };
        let value = |step: usize| {
            let amount = step as f32 / AMOUNT_STEPS as f32;
            let share = if is_color { Srgba::gamma_function_inverse(amount) } else { amount };
            (share * 255.0).round() as u8
        };
        Self { amounts: std::array::from_fn(amount), values: (0..=AMOUNT_STEPS).map(value).collect() }
    }

    /// The mean of four values.
    fn mean(&self, values: [u8; 4]) -> u8 {
        self.value(values.iter().map(|value| self.amounts[usize::from(*value)]).sum::<f32>() / 4.0)
    }

    /// The value of an amount.
    fn value(&self, amount: f32) -> u8 {
        let step = (amount * AMOUNT_STEPS as f32).round() as usize;
        self.values[step.min(AMOUNT_STEPS)]
    }
}

/// Appends the smaller levels of a picture (red, green, blue, alpha, line by line), each half as wide and high as
/// its predecessor, down to a single pixel, and smooths the rows of all levels. Returns the number of levels.
fn append_levels(data: &mut Vec<u8>, size: UVec2, scale: &Scale) -> u32 {
    let (mut size, mut start, mut levels) = (size, 0, 1);
    smooth_rows(data, size, scale);
    while size.max_element() > 1 {
        let next = data.len();
        append_halved(data, start, size, scale);
        (size, start) = ((size / 2).max(UVec2::ONE), next);
        smooth_rows(&mut data[start..], size, scale);
        levels += 1;
    }
    levels
}

/// Smooths the rows of a level about the poles: a row there has more pixels than the ground has details. Each becomes
/// the mean of the pixels within the width that a pixel has on the equator. So all of a level is as coarse on the
/// ground, and `map_step` in `body.wgsl` takes it for that; streaks that meet in the poles would be seen otherwise.
fn smooth_rows(level: &mut [u8], size: UVec2, scale: &Scale) {
    let lines = level.chunks_exact_mut(4 * size.x.max(1) as usize);
    for (row, line) in (0..size.y).zip(lines) {
        let width = stretch(row, size.y).min(size.x as f32);
        if width >= LEAST_STRETCH {
            smooth(line, width, scale);
        }
    }
}

/// How many pixels of a row lie within the width of one of the equator, on the edge of the row toward its pole.
fn stretch(row: u32, rows: u32) -> f32 {
    let rows_from_pole = row.min(rows - 1 - row);
    1.0 / (PI * rows_from_pole as f32 / rows as f32).sin()
}

/// Makes each pixel of a row the mean of so many pixels about it, round the world: at both ends a part of one counts.
fn smooth(line: &mut [u8], width: f32, scale: &Scale) {
    let half = 0.5 * (width - 1.0);
    let (whole, part) = (half as usize, half.fract());
    for channel in 0..4 {
        let values = line.iter().skip(channel).step_by(4);
        let amounts: Vec<f32> = values.map(|value| scale.amounts[usize::from(*value)]).collect();
        let count = amounts.len();
        let at = |index: usize| amounts[index % count];
        let mut sum: f32 = (count - whole..=count + whole).map(at).sum();
        for x in 0..count {
            let (before, after) = (at(x + count - whole - 1), at(x + whole + 1));
            line[4 * x + channel] = scale.value((sum + part * (before + after)) / width);
            sum += after - at(x + count - whole);
        }
    }
}

/// Appends a level at half the size of the last one, which has this size and begins at `start`.
fn append_halved(data: &mut Vec<u8>, start: usize, size: UVec2, scale: &Scale) {
    let half = (size / 2).max(UVec2::ONE);
    data.reserve(half.element_product() as usize * 4);
    for y in 0..half.y {
        for x in 0..half.x {
            // A side of one pixel has no second one.
            let (right, below) = ((2 * x + 1).min(size.x - 1), (2 * y + 1).min(size.y - 1));
            let corners = [(2 * x, 2 * y), (right, 2 * y), (2 * x, below), (right, below)];
            let corners = corners.map(|(x, y)| start + 4 * (y * size.x + x) as usize);
            for channel in 0..4 {
                let mean = scale.mean(corners.map(|corner| data[corner + channel]));
                data.push(mean);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn east_is_to_the_right_and_north_up() {
        let places = [
            (Vec3::X, (0.5, 0.5)),
            (Vec3::NEG_Z, (0.75, 0.5)),
            (Vec3::Z, (0.25, 0.5)),
            (Vec3::new(0.0, 0.5_f32.sqrt(), -(0.5_f32.sqrt())), (0.75, 0.25)),
        ];
        for (direction, (x, y)) in places {
            assert!(map_place(direction).distance(Vec2::new(x, y)) < 1e-5, "{direction}");
        }
        assert_eq!(map_place(Vec3::Y).y, 0.0);
        assert_eq!(map_place(Vec3::NEG_Y).y, 1.0);
    }

    #[test]
    fn the_shader_has_the_same_formula() {
        let shader = include_str!("../../../../../assets/shaders/body.wgsl");
        assert!(shader.contains("0.5 + atan2(-p.z, x) / TAU, 0.5 - asin(clamp(p.y, -1.0, 1.0)) / PI"));
        // The step east is that on the ground, without the stretch of the row: `smooth_rows` has seen to it.
        assert!(shader.contains("let east = (p.z * way.x - p.x * way.z) / to_axis;"));
        assert!(shader.contains("let to_axis = max(length(p.xz), 1e-3);"));
    }

    /// Fails if the meridians of a map meet in its poles as a star of streaks.
    #[test]
    fn every_level_is_as_coarse_on_the_ground_about_the_poles_as_on_the_equator() {
        let size = UVec2::new(64, 32);
        // Stripes along the meridians, each two pixels wide.
        let stripes = (0..size.element_product()).flat_map(|at| [if at % 4 < 2 { 0 } else { 200 }; 4]);
        let mut data: Vec<u8> = stripes.collect();
        append_levels(&mut data, size, &Scale::of(false));
        let line = |row: usize| &data[4 * 64 * row..4 * 64 * (row + 1)];
        let contrast = |row: usize| {
            let (low, high) = (line(row).iter().min(), line(row).iter().max());
            high.zip(low).map_or(0, |(high, low)| high - low)
        };
        assert_eq!([0, 31].map(contrast), [0; 2], "the rows at the poles are even");
        assert!((1..=3).all(|row| contrast(row) < 60 && contrast(31 - row) < 60));
        assert!(contrast(4) < contrast(8) && contrast(8) == 200, "as far from the poles nothing changes");
        for row in [0, 2, 5] {
            let sum: u32 = line(row).iter().map(|value| u32::from(*value)).sum();
            assert!(sum.abs_diff(100 * 4 * 64) <= 4 * 64, "a row has as much light as before: {sum}");
        }
        // The stretch of a row is that of its parallel.
        assert!((stretch(8, 32) - 2.0_f32.sqrt()).abs() < 1e-5 && stretch(16, 32) < 1.01);
        assert!(stretch(0, 32).is_infinite() && stretch(31, 32).is_infinite());
    }

    /// The mean of black and white light is sRGB 188, that of data is 128.
    #[test]
    fn colours_mix_as_light_and_data_as_numbers() {
        for (is_color, grey) in [(true, 188_u8), (false, 128)] {
            let mut data = [[0; 8], [255; 8]].concat();
            let levels = append_levels(&mut data, UVec2::new(2, 2), &Scale::of(is_color));
            assert_eq!(levels, 2);
            assert_eq!(data[16..], [grey; 4]);
        }
    }

    #[test]
    fn the_table_has_the_value_of_every_mean() {
        for is_color in [true, false] {
            let scale = Scale::of(is_color);
            for (one, other) in (0..=u8::MAX).flat_map(|one| (0..=u8::MAX).map(move |other| (one, other))) {
                let amounts = [one, one, one, other].map(|value| scale.amounts[usize::from(value)]);
                let mean = amounts.iter().sum::<f32>() / 4.0;
                let share = if is_color { Srgba::gamma_function_inverse(mean) } else { mean };
                let miss = (f32::from(scale.mean([one, one, one, other])) - 255.0 * share).abs();
                assert!(miss < 0.6, "{one}, {other}: {miss}");
            }
            assert!((0..=u8::MAX).all(|value| scale.mean([value; 4]) == value), "one colour stays as it is");
        }
    }

    #[test]
    fn levels_go_down_to_one_pixel() {
        for (size, levels, pixels) in [((8, 4), 4, 32 + 8 + 2 + 1), ((3, 1), 2, 3 + 1), ((1, 1), 1, 1)] {
            let size = UVec2::from(size);
            let mut data = vec![7; 4 * size.element_product() as usize];
            assert_eq!(append_levels(&mut data, size, &Scale::of(false)), levels);
            assert_eq!(data, vec![7; 4 * pixels]);
        }
    }

    #[test]
    fn a_small_map_is_a_level_of_a_large_one() {
        let size = UVec2::new(512, 256);
        let pixels = size.element_product() as usize;
        // The left half is white, the right half black.
        let mut data: Vec<u8> =
            (0..pixels).flat_map(|at| [if at % 512 < 256 { 255 } else { 0 }; 4]).collect();
        append_levels(&mut data, size, &Scale::of(true));
        let mut image = Image::default();
        (image.texture_descriptor.size.width, image.texture_descriptor.size.height) = (size.x, size.y);
        image.data = Some(data);
        let small = SmallMap::of(&image).expect("it has pixels");
        assert_eq!((small.size, small.pixels.len()), (UVec2::new(256, 128), 4 * 256 * 128));
        let [west, east] = [Vec3::Z, Vec3::NEG_Z].map(|point| small.color_at(point));
        assert!(west.min_element() > 0.99 && east == Vec3::ZERO, "{west} {east}");
        assert_eq!(SmallMap::of(&Image { data: None, ..image }), None);
    }

    #[test]
    fn maps_are_sharp_at_limbs_but_at_low_quality_and_with_software_drivers() {
        for grade in Quality::ALL {
            let sharp = if grade == Quality::Low { 1 } else { ANISOTROPY };
            assert_eq!(anisotropy(Some(grade), Quality::High), sharp, "{grade:?}");
            assert_eq!(anisotropy(None, grade), sharp, "{grade:?}");
            assert_eq!(anisotropy(Some(grade), Quality::Low), 1, "{grade:?}");
        }
    }

    #[test]
    fn a_file_that_is_no_map_is_refused() {
        assert!(matches!(read_map(&[], "png", 1), Err(MapError::Name(_))));
        assert!(matches!(read_map(b"no picture", COLOR, 1), Err(MapError::Texture(_))));
    }
}
