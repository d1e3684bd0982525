//! The texts of a frame, and the ways to say one.

use bevy::prelude::*;
use glam::DVec3;

use super::words::{LABEL_PIXELS, PointWords, Rank};
use crate::client::view::ViewCamera;
use crate::sim::BodyId;

/// A body beside which words stand, under its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedBody {
    /// The body.
    pub body: BodyId,
    /// Its place, heliocentric ecliptic km.
    pub place: DVec3,
    /// Its radius, km.
    pub radius_km: f64,
}

/// The texts of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct PointLabels(pub(super) Vec<PointWords>);

impl PointLabels {
    /// Shows words at a point of the world in this frame, heliocentric ecliptic km.
    pub fn say(&mut self, place: DVec3, words: String, color: Color) {
        self.say_with_table(place, words, String::new(), color);
    }

    /// Shows words with a table below them, whose columns are made of spaces.
    pub fn say_with_table(&mut self, place: DVec3, words: String, table: String, color: Color) {
        let pixels = LABEL_PIXELS;
        self.add(PointWords { place, radius_km: 0.0, words, table, color, pixels, rank: Rank::Asked });
    }

    /// Shows words beside a ball of this radius, km.
    pub fn say_about(&mut self, (place, radius_km): (DVec3, f64), words: String, color: Color) {
        let (table, pixels) = (String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Asked });
    }

    /// Shows words about a line at a point of it, unless they find no room beside names and marks.
    pub fn say_aside(&mut self, place: DVec3, words: String, color: Color) {
        let (radius_km, table, pixels) = (0.0, String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Aside });
    }

    /// Shows words about a later time, unless they find no room beside the names of all things.
    pub fn forecast(&mut self, place: DVec3, words: String, color: Color) {
        self.forecast_about((place, 0.0), words, color);
    }

    /// The same beside a ball of this radius, km.
    pub fn forecast_about(&mut self, (place, radius_km): (DVec3, f64), words: String, color: Color) {
        let (table, pixels) = (String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Forecast });
    }

    /// Shows words beside a body, which keeps its name there; more words of the same colour go below them.
    pub fn say_beside(&mut self, beside: NamedBody, words: String, color: Color) {
        let NamedBody { body, place, radius_km } = beside;
        let (rank, color) = (Rank::Beside(body), color.with_alpha(1.0));
        let is_same = |other: &&mut PointWords| other.rank == rank && other.color == color;
        if let Some(known) = self.0.iter_mut().find(is_same) {
            known.append(&words);
        } else {
            let (table, pixels) = (String::new(), LABEL_PIXELS);
            self.add(PointWords { place, radius_km, words, table, color, pixels, rank });
        }
    }

    fn add(&mut self, said: PointWords) {
        let color = said.color.with_alpha(1.0);
        self.0.push(PointWords { color, ..said });
    }

    /// Shows words of little importance, if nothing else is in the way. They have a size in pixels, and the opacity of
    /// their colour.
    pub fn whisper(&mut self, place: DVec3, words: String, color: Color, pixels: f32) {
        let (radius_km, table) = (0.0, String::new());
        self.0.push(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Faint });
    }

    /// Adds a label below those of almost the same pixel, if there are any, in their colour: all are shown then.
    pub fn say_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        if let Some(known) = self.below(view, place, &words, None) {
            if known.rank == Rank::Forecast {
                known.rank = Rank::Asked;
            }
        } else {
            self.say(place, words, color);
        }
    }

    /// The same for words about a later time.
    pub fn forecast_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        if self.below(view, place, &words, Some(color)).is_none() {
            self.forecast(place, words, color);
        }
    }

    /// The same in the colour of those that are there, such as the name of a body at which a fleet will be.
    pub fn forecast_joined(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        if self.below(view, place, &words, None).is_none() {
            self.forecast(place, words, color);
        }
    }

    /// Adds words below those of almost the same pixel and, if one is given, of this colour; `None` if there are none.
    fn below(
        &mut self,
        view: &ViewCamera,
        place: DVec3,
        words: &str,
        color: Option<Color>,
    ) -> Option<&mut PointWords> {
        let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
        let is_near = |other: DVec3| {
            pixel(place).zip(pixel(other)).is_some_and(|(one, other)| one.distance(other) < LABEL_PIXELS)
        };
        let has_color = |other: Color| color.is_none_or(|color| other == color.with_alpha(1.0));
        let is_same = |other: &&mut PointWords| {
            let can_go_on = matches!(other.rank, Rank::Forecast | Rank::Beside(_) | Rank::Asked);
            can_go_on && has_color(other.color) && is_near(other.place)
        };
        let known = self.0.iter_mut().find(is_same)?;
        known.append(words);
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::labels::point_labels::words::{GAP, REACH};
    use crate::client::scene::labels::room::sky_label::weights;
    use crate::client::scene::labels::room::wish::{NoRoom, Side};

    #[test]
    fn words_of_little_importance_give_way_and_keep_their_opacity() {
        let mut labels = PointLabels::default();
        let faint = Color::WHITE.with_alpha(0.5);
        labels.say(DVec3::X, "loud".to_owned(), faint);
        labels.whisper(DVec3::X, "soft".to_owned(), faint, 11.0);
        let [loud, soft] = [0, 1].map(|index| labels.0[index].clone());
        assert_eq!((loud.color.alpha(), soft.color), (1.0, faint));
        let of = |said: &PointWords| said.wish(Vec2::ZERO, Vec2::ZERO).no_room;
        assert_eq!((of(&loud), of(&soft)), (NoRoom::Push, NoRoom::Hide));
        assert!(soft.weight(0) < loud.weight(39));
    }

    #[test]
    fn what_will_be_later_gives_way_to_names_until_the_player_asks() {
        let mut labels = PointLabels::default();
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        labels.forecast_below(&view, place, "Strand, about 2412-01-28".to_owned(), Color::WHITE);
        labels.forecast_below(&view, place, "Hearth, about 2412-03-02".to_owned(), Color::WHITE);
        let [dates] = &labels.0[..] else { panic!("{labels:?}") };
        assert_eq!((dates.words.lines().count(), dates.rank), (2, Rank::Forecast));
        let small = dates.wish(Vec2::ZERO, Vec2::new(1280.0, 720.0));
        let large = dates.wish(Vec2::ZERO, Vec2::new(2560.0, 1440.0));
        assert_eq!(small.no_room, NoRoom::Hide);
        assert!(large.steps > small.steps);
        // The names of all bodies are placed before them.
        const { assert!(weights::FORECAST < 3.0) };
        labels.forecast_joined(&view, place, "Guard, arrived".to_owned(), Color::srgb(0.2, 0.5, 1.0));
        assert_eq!((labels.0.len(), labels.0[0].words.lines().count()), (1, 3), "one label in a place");
        labels.say_below(&view, place, "in 3 h".to_owned(), Color::WHITE);
        assert_eq!((labels.0.len(), labels.0[0].rank), (1, Rank::Asked));
    }

    #[test]
    fn words_beside_a_body_leave_its_name_the_first_place() {
        let mut labels = PointLabels::default();
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let (lull, place) = (BodyId(3), DVec3::new(0.0, 1.0e6, 0.0));
        let beside = NamedBody { body: lull, place, radius_km: 0.0 };
        labels.say_beside(beside, "About 2412-01-11".to_owned(), Color::WHITE);
        labels.say_beside(beside, "About 2412-01-28".to_owned(), Color::WHITE);
        labels.say_below(&view, place, "in 3 h".to_owned(), Color::srgb(0.2, 0.5, 1.0));
        let [arrivals] = &labels.0[..] else { panic!("{labels:?}") };
        assert_eq!((arrivals.words.lines().count(), arrivals.rank), (3, Rank::Beside(lull)));
        let wish = arrivals.wish(Vec2::ZERO, Vec2::new(1280.0, 720.0));
        assert_eq!((wish.sides, wish.no_room), (Side::OF_NAMES, NoRoom::Push), "they are always shown");
        // The names of all bodies are placed before them.
        assert!(arrivals.weight(0) < 3.0);
    }

    #[test]
    fn words_about_a_ball_begin_outside_of_its_outline() {
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        let reach = |radius_km: f64, ui_scale: f32| {
            let mut labels = PointLabels::default();
            labels.forecast_about((place, radius_km), "Earth".to_owned(), Color::WHITE);
            labels.0[0].reach(&view, ui_scale)
        };
        let outline = view.outline_pixels(place, 5.0e4) as f32;
        assert!(outline > REACH);
        assert_eq!([1.0, 2.0].map(|scale| reach(5.0e4, scale)), [outline + GAP, 0.5 * outline + GAP]);
        assert_eq!([0.0, 100.0, 8.0e5].map(|radius_km| reach(radius_km, 1.0)), [REACH; 3]);
    }

    #[test]
    fn words_about_a_line_give_way_to_names_and_marks() {
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        let mut labels = PointLabels::default();
        labels.say_aside(place, "Sight range 6,000,000 km".to_owned(), Color::WHITE);
        assert_eq!(labels.0[0].wish(Vec2::ZERO, Vec2::ZERO).no_room, NoRoom::Hide);
        // The names of all bodies are placed before them.
        assert!(labels.0[0].weight(0) < 3.0);
        labels.forecast_below(&view, place, "Lull, in 2 s".to_owned(), Color::WHITE);
        assert_eq!(labels.0.len(), 2, "other words do not hang on theirs");
    }
}
