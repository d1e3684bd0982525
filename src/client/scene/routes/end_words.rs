//! The words at the ends of legs. Fleets under one order share a line there; if several fleets are selected, a line
//! says whose it is. Beside the body to which a leg leads they stand under its name.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::capital;
use crate::client::scene::labels::point_labels::{LABEL_PIXELS, NamedBody, PointLabels};
use crate::client::view::ViewCamera;
use crate::level::counted;
use crate::sim::{Fleet, FleetId};

/// The lines of a frame, with the selected fleets that have some.
#[derive(Clone, Debug, Default)]
pub(super) struct EndWords {
    lines: Vec<EndLine>,
    fleets: Vec<FleetId>,
}

/// A line at the end of a leg.
#[derive(Clone, Debug)]
struct EndLine {
    /// Heliocentric ecliptic km.
    end: DVec3,
    /// Its image; `None` behind the eye.
    pixel: Option<Vec2>,
    /// The body that is seen there.
    beside: Option<NamedBody>,
    words: String,
    color: Color,
    /// The first fleet of which it is true.
    name: String,
    /// All of them.
    fleets: Vec<FleetId>,
}

impl EndWords {
    /// Adds the words at the end of a fleet's leg. The same words at the same pixel are one line. `beside`: the body
    /// that is seen there.
    pub(super) fn add(
        &mut self,
        view: &ViewCamera,
        fleet: &Fleet,
        (end, beside): (DVec3, Option<NamedBody>),
        (words, color): (String, Color),
    ) {
        push_new(&mut self.fleets, fleet.id);
        let pixel = view.project(end).map(|projected| projected.pixel);
        let is_near = |other: Option<Vec2>| {
            pixel.zip(other).is_some_and(|(one, other)| one.distance(other) < LABEL_PIXELS)
        };
        let is_same = |line: &&mut EndLine| line.words == words && line.color == color && is_near(line.pixel);
        if let Some(line) = self.lines.iter_mut().find(is_same) {
            push_new(&mut line.fleets, fleet.id);
            return;
        }
        self.lines.push(EndLine {
            end,
            pixel,
            beside,
            words,
            color,
            name: fleet.name.clone(),
            fleets: vec![fleet.id],
        });
    }

    /// The lines with their words.
    fn lines(&self) -> impl Iterator<Item = (&EndLine, String)> {
        let is_one = self.fleets.len() == 1;
        self.lines.iter().map(move |line| {
            let words = match line.fleets.len() {
                _ if is_one => capital(&line.words),
                1 => format!("{}: {}", line.name, line.words),
                several => format!("{}: {}", counted(several, "fleet"), line.words),
            };
            (line, words)
        })
    }

    /// Shows all lines.
    pub(super) fn show(&self, view: &ViewCamera, labels: &mut PointLabels) {
        for (line, words) in self.lines() {
            match line.beside {
                Some(beside) => labels.say_beside(beside, words, line.color),
                None => labels.forecast_below(view, line.end, words, line.color),
            }
        }
    }
}

fn push_new(fleets: &mut Vec<FleetId>, fleet: FleetId) {
    if !fleets.contains(&fleet) {
        fleets.push(fleet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::FactionId;

    /// The lines of fleets whose legs end beside the middle, so far from it, km.
    fn lines(ends: &[(&str, u32, f64, &str)]) -> Vec<String> {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let mut words = EndWords::default();
        for (name, id, x, what) in ends {
            let fleet = Fleet { id: FleetId(*id), faction: FactionId(0), name: (*name).to_owned() };
            words.add(&view, &fleet, (DVec3::X * *x, None), ((*what).to_owned(), Color::WHITE));
        }
        words.lines().map(|(_, words)| words).collect()
    }

    #[test]
    fn fleets_under_one_order_share_a_line() {
        let attack = "fights foes on the way to Mars, in 9 s";
        let (guard, scouts) = (("Guard", 1, 0.0, attack), ("Scouts", 2, 0.1, attack));
        assert_eq!(lines(&[guard]), ["Fights foes on the way to Mars, in 9 s"], "the only selected fleet");
        assert_eq!(lines(&[guard, scouts]), ["2 fleets: fights foes on the way to Mars, in 9 s"]);
        let later = ("Scouts", 2, 0.1, "Mars, in 12 s");
        assert_eq!(
            lines(&[guard, later]),
            ["Guard: fights foes on the way to Mars, in 9 s", "Scouts: Mars, in 12 s"]
        );
        let far = ("Scouts", 2, 400.0, attack);
        assert_eq!(lines(&[guard, far]).len(), 2, "elsewhere");
    }
}
