//! The lines of a graph, painted point by point.

use bevy::prelude::*;

use super::canvas::Canvas;
use super::marks::Mark;
use super::segment::distance_from;

/// Resolution of a graph, across and down: more than twice that on a usual screen, so that it is crisp.
pub const PIXELS: UVec2 = UVec2::new(400, 216);
/// Room at the edges of a graph, for lines and marks that reach them, pixels.
const EDGE: f32 = 9.0;
/// The background.
const GROUND: Color = Color::srgb(0.035, 0.055, 0.09);
/// The lines of the axes.
const AXIS: Color = Color::srgb(0.32, 0.40, 0.50);
/// Half the width of a line, pixels.
const HALF_LINE: f32 = 1.7;
/// Half the size of a mark on a line, pixels.
const HALF_MARK: f32 = 7.5;
/// Marks on a line.
const MARKS: usize = 4;

/// The ranges of a graph's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisRanges {
    /// The first and the last tick.
    pub ticks: (u64, u64),
    /// The least value, 0 or below.
    pub low: f64,
    /// The greatest value, above 0.
    pub high: f64,
}

impl AxisRanges {
    /// The ranges that contain these lines; the values end at round figures.
    pub fn of(lines: &[Vec<(u64, f64)>]) -> Self {
        let points = || lines.iter().flatten().filter(|(_, value)| value.is_finite());
        let first = points().map(|(tick, _)| *tick).min().unwrap_or(0);
        let last = points().map(|(tick, _)| *tick).max().unwrap_or(0);
        let low = points().map(|(_, value)| *value).fold(0.0, f64::min);
        let high = points().map(|(_, value)| *value).fold(0.0, f64::max);
        let low = if low < 0.0 { -rounded_up(-low) } else { 0.0 };
        Self { ticks: (first, last.max(first + 1)), low, high: rounded_up(high) }
    }

    /// Place of a point in a picture, pixels from its upper left corner.
    fn place(&self, (tick, value): (u64, f64)) -> Vec2 {
        let (first, last) = self.ticks;
        let across = tick.saturating_sub(first) as f64 / last.saturating_sub(first).max(1) as f64;
        let up = (value - self.low) / (self.high - self.low);
        let size = PIXELS.as_vec2() - Vec2::splat(2.0 * EDGE);
        let share = Vec2::new(across as f32, 1.0 - up as f32).clamp(Vec2::ZERO, Vec2::ONE);
        Vec2::splat(EDGE) + share * size
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that is not below a value.
fn rounded_up(value: f64) -> f64 {
    let mut power = 1.0;
    for _ in 0..30 {
        let found = [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(|step| *step >= value);
        if let Some(found) = found {
            return found;
        }
        power *= 10.0;
    }
    value
}

/// A graph: its axes, and a line for each of `lines`, in its colour and with some of its marks.
pub fn graph(span: &AxisRanges, lines: &[Vec<(u64, f64)>], looks: &[(Color, Mark)]) -> Image {
    let mut canvas = Canvas::new(PIXELS, GROUND);
    let (left, right) = (span.ticks.0, span.ticks.1);
    for value in [span.low, 0.0, span.high] {
        draw_line(&mut canvas, span.place((left, value)), span.place((right, value)), 0.6, AXIS);
    }
    draw_line(&mut canvas, span.place((left, span.low)), span.place((left, span.high)), 0.6, AXIS);
    for (line, (color, _)) in lines.iter().zip(looks) {
        for pair in line.windows(2) {
            if let [one, other] = pair {
                draw_line(&mut canvas, span.place(*one), span.place(*other), HALF_LINE, *color);
            }
        }
    }
    for (number, (line, (color, mark))) in lines.iter().zip(looks).enumerate() {
        for point in marked(line, number, lines.len()) {
            let place = span.place(point);
            draw_mark(&mut canvas, place, HALF_MARK + 2.0, *mark, GROUND);
            draw_mark(&mut canvas, place, HALF_MARK, *mark, *color);
        }
    }
    canvas.picture()
}

/// The points of a line with marks: a few, at other places than those of other lines, so that coincident lines can
/// be distinguished.
fn marked(line: &[(u64, f64)], number: usize, count: usize) -> Vec<(u64, f64)> {
    let slots = MARKS * count.max(1);
    let last = line.len().saturating_sub(1);
    let places = (0..MARKS).map(|step| (step * count.max(1) + number + 1) * last / slots);
    let mut places: Vec<usize> = places.collect();
    places.dedup();
    places.into_iter().filter_map(|place| line.get(place).copied()).collect()
}

/// A single mark, this many pixels each way, on a clear ground.
pub fn mark_picture(mark: Mark, color: Color, pixels: u32) -> Image {
    let mut canvas = Canvas::new(UVec2::splat(pixels), color.with_alpha(0.0));
    let middle = canvas.middle();
    draw_mark(&mut canvas, middle, middle.x, mark, color);
    canvas.picture()
}

fn draw_line(canvas: &mut Canvas, from: Vec2, to: Vec2, half: f32, color: Color) {
    let inside = |at: Vec2| half + 0.5 - distance_from(at, from, to);
    canvas.paint(Rect::from_corners(from, to).inflate(half + 1.0), inside, over(color));
}

fn draw_mark(canvas: &mut Canvas, middle: Vec2, half: f32, mark: Mark, color: Color) {
    // Sixteen points of each pixel are sampled, so that edges are smooth.
    let steps = [-0.375, -0.125, 0.125, 0.375];
    let covered = |at: Vec2| {
        let points = steps.iter().flat_map(|x| steps.iter().map(move |y| Vec2::new(*x, *y)));
        let places = points.map(|point| (at + point - middle) / half * Vec2::new(1.0, -1.0));
        places.filter(|place| mark.covers(*place)).count() as f32 / 16.0
    };
    canvas.paint(Rect::from_center_half_size(middle, Vec2::splat(half + 1.0)), covered, over(color));
}

/// Blends a colour over pixels.
fn over(color: Color) -> impl Fn(&mut [u8; 4], f32) {
    let over = color.with_alpha(1.0).to_srgba().to_u8_array();
    move |pixel, alpha| {
        for (known, wanted) in pixel.iter_mut().zip(over) {
            let mixed = f32::from(*known) + (f32::from(wanted) - f32::from(*known)) * alpha;
            *known = mixed.round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_figures() {
        let all = [(0.0, 1.0), (1.0, 1.0), (1.5, 2.0), (7.0, 10.0), (1000.0, 1000.0), (2001.0, 5000.0)];
        for (value, round) in all {
            assert_eq!(rounded_up(value), round);
        }
        let span = AxisRanges::of(&[vec![(30, -12.0), (90, 340.0)], vec![(10, 3.0)]]);
        assert_eq!(span, AxisRanges { ticks: (10, 90), low: -20.0, high: 500.0 });
        assert_eq!(AxisRanges::of(&[]), AxisRanges { ticks: (0, 1), low: 0.0, high: 1.0 });
    }

    #[test]
    fn points_are_where_the_axes_say() {
        let span = AxisRanges { ticks: (100, 200), low: 0.0, high: 10.0 };
        let (width, height) = (PIXELS.x as f32, PIXELS.y as f32);
        assert_eq!(span.place((100, 0.0)), Vec2::new(EDGE, height - EDGE));
        assert_eq!(span.place((200, 10.0)), Vec2::new(width - EDGE, EDGE));
        assert!((span.place((150, 5.0)) - Vec2::new(width, height) / 2.0).length() < 0.01);
    }

    #[test]
    fn a_line_is_painted_in_its_colour() {
        let line = vec![(0, 5.0), (100, 5.0)];
        let span = AxisRanges { ticks: (0, 100), low: 0.0, high: 10.0 };
        let red = Color::srgb(1.0, 0.0, 0.0);
        let image = graph(&span, &[line], &[(red, Mark::Disc)]);
        let data = image.data.expect("it was painted");
        let pixel = |column: u32, row: u32| {
            let at = ((row * PIXELS.x + column) * 4) as usize;
            [data[at], data[at + 1], data[at + 2], data[at + 3]]
        };
        assert_eq!(pixel(PIXELS.x / 3, PIXELS.y / 2), [255, 0, 0, 255]);
        let ground = GROUND.to_srgba().to_u8_array();
        assert_eq!(pixel(PIXELS.x / 3, PIXELS.y / 4), ground);
    }

    #[test]
    fn marks_of_equal_lines_are_beside_each_other() {
        let line: Vec<(u64, f64)> = (0..100).map(|tick| (tick, 1.0)).collect();
        let (one, other) = (marked(&line, 0, 2), marked(&line, 1, 2));
        assert_eq!((one.len(), other.len()), (MARKS, MARKS));
        assert!(one.iter().all(|point| !other.contains(point)));
        assert!(marked(&[], 0, 1).is_empty());
        assert_eq!(marked(&[(3, 1.0)], 0, 2), [(3, 1.0)], "a lone point has one mark");
    }

    #[test]
    fn a_mark_by_itself_is_clear_about_it() {
        let image = mark_picture(Mark::Diamond, Color::WHITE, 16);
        let data = image.data.expect("it was painted");
        let alpha = |column: usize, row: usize| data[(row * 16 + column) * 4 + 3];
        assert_eq!((alpha(8, 8), alpha(0, 0), alpha(15, 15)), (255, 0, 0));
    }
}
