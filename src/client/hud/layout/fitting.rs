//! Text that fits a width: broken between words, or shortened by importance.
//!
//! All lengths are pixels of the user interface.

use crate::client::widgets::fonts::{fitting_bytes, words_width};

/// Separator between unrelated parts of a line.
const WIDE_GAP: &str = "    ";
/// Replaces words that are left out.
const LEFT_OUT: &str = "..";
/// Stands where a text is cut off.
const ELLIPSIS: &str = "…";

/// Breaks text between words into lines of at most this width, pixels, at a size of letters. Existing line breaks
/// stay. A word that is longer than a line is broken, too.
pub fn broken(words: &str, width: f32, pixels: f32) -> String {
    let lines: Vec<String> = words.lines().flat_map(|line| broken_line(line, width, pixels)).collect();
    lines.join("\n")
}

fn broken_line(line: &str, width: f32, pixels: f32) -> Vec<String> {
    if words_width(line, pixels) <= width {
        return vec![line.to_owned()];
    }
    let mut lines = Vec::new();
    let mut current = String::new();
    for piece in line.split_whitespace().flat_map(|word| pieces(word, width, pixels)) {
        let longer = if current.is_empty() { piece.to_owned() } else { format!("{current} {piece}") };
        if current.is_empty() || words_width(&longer, pixels) <= width {
            current = longer;
        } else {
            lines.push(std::mem::replace(&mut current, piece.to_owned()));
        }
    }
    lines.push(current);
    lines
}

/// A word in pieces of at most this width: one piece, unless the word is longer than a line. There is always room
/// for a letter.
fn pieces(word: &str, width: f32, pixels: f32) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let (piece, after) = rest.split_at(fitting_bytes(rest, width, pixels).max(first.len_utf8()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Words that take at most this many lines of a width, pixels, at a size of letters; an ellipsis marks an omission.
/// They keep their own line breaks, and get no others.
pub fn cut_to_lines(words: &str, lines: usize, width: f32, pixels: f32) -> String {
    let broken = broken(words, width, pixels);
    let mut kept: Vec<&str> = broken.lines().collect();
    if kept.len() <= lines {
        return words.to_owned();
    }
    kept.truncate(lines);
    if let Some(last) = kept.last_mut() {
        let room = width - words_width(ELLIPSIS, pixels);
        *last = last.get(..fitting_bytes(last, room, pixels)).unwrap_or_default();
    }
    // Breaking changes blanks alone: letters tell where the words end.
    let letters = kept.iter().flat_map(|line| line.chars()).filter(|letter| !letter.is_whitespace()).count();
    let mut places = words.char_indices().filter(|(_, letter)| !letter.is_whitespace());
    let end = places.nth(letters).map_or(words.len(), |(at, _)| at);
    format!("{}{ELLIPSIS}", words.get(..end).unwrap_or_default().trim_end())
}

/// Words of at most this width, pixels, at a size of letters; an ellipsis marks an omission.
pub fn cut_to_width(words: &str, width: f32, pixels: f32) -> String {
    if words_width(words, pixels) <= width {
        return words.to_owned();
    }
    let room = width - words_width(ELLIPSIS, pixels);
    let kept = words.get(..fitting_bytes(words, room, pixels)).unwrap_or_default();
    format!("{}{ELLIPSIS}", kept.trim_end())
}

/// A part of a line that may be left out, with its separator from the part before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The text.
    pub words: String,
    /// Importance; no more than that of the clauses before it in its line.
    pub worth: u8,
}

impl Clause {
    /// A clause with this importance.
    pub fn new(words: impl Into<String>, worth: u8) -> Self {
        Self { words: words.into(), worth }
    }
}

/// The parts of a sentence at its commas, points and wide gaps. The first has the importance `worth`, each other
/// one `further`.
pub fn clauses(sentence: &str, worth: u8, further: u8) -> Vec<Clause> {
    let marks = [", ", " · ", WIDE_GAP].into_iter();
    let mut ends: Vec<usize> =
        marks.flat_map(|mark| sentence.match_indices(mark).map(|(at, _)| at)).collect();
    ends.sort_unstable();
    ends.push(sentence.len());
    let mut from = 0;
    let mut parts = Vec::new();
    for end in ends {
        let part = sentence.get(from..end).unwrap_or_default();
        if !part.is_empty() {
            parts.push(Clause::new(part, if parts.is_empty() { worth } else { further }));
        }
        from = end;
    }
    parts
}

/// Clauses in one font size.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Parts, in their order.
    pub clauses: Vec<Clause>,
    /// The size of its letters, pixels.
    pub pixels: f32,
}

impl Line {
    /// The text.
    pub fn words(&self) -> String {
        self.clauses.iter().map(|clause| clause.words.as_str()).collect()
    }
}

/// Shortens adjacent lines until they fit into a width, pixels. The most important clauses are kept first, and
/// among equals the first; a clause stays only if all clauses before it in its line do. The most important clauses
/// keep as many words as fit.
pub fn shorten(lines: &mut [Line], width: f32) {
    let mut kept = vec![0; lines.len()];
    let mut room = width;
    for (rank, (line, at)) in by_worth(lines).into_iter().enumerate() {
        let (Some(one), Some(count)) = (lines.get_mut(line), kept.get_mut(line)) else { continue };
        let pixels = one.pixels;
        let Some(clause) = one.clauses.get_mut(at).filter(|_| *count == at) else { continue };
        if rank == 0 {
            clause.words = whole_words(&clause.words, width, pixels);
        }
        let taken = words_width(&clause.words, pixels);
        if taken <= room && !clause.words.is_empty() {
            room -= taken;
            *count += 1;
        }
    }
    for (line, count) in lines.iter_mut().zip(kept) {
        line.clauses.truncate(count);
    }
}

/// All clauses, each by its line and its place in the line, the most important first.
fn by_worth(lines: &[Line]) -> Vec<(usize, usize)> {
    let mut all: Vec<(u8, usize, usize)> = Vec::new();
    for (line, one) in lines.iter().enumerate() {
        all.extend(one.clauses.iter().enumerate().map(|(at, clause)| (clause.worth, line, at)));
    }
    // Equals stay in their order.
    all.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
    all.into_iter().map(|(_, line, at)| (line, at)).collect()
}

/// As many whole words as fit a width; two points mark an omission.
fn whole_words(words: &str, width: f32, pixels: f32) -> String {
    if words_width(words, pixels) <= width {
        return words.to_owned();
    }
    let mut kept = String::new();
    for word in words.split_whitespace() {
        let longer = if kept.is_empty() { word.to_owned() } else { format!("{kept} {word}") };
        if words_width(&longer, pixels) + words_width(LEFT_OUT, pixels) > width {
            break;
        }
        kept = longer;
    }
    let kept = kept.trim_end_matches([',', ':', '·', ' ']);
    if kept.is_empty() { String::new() } else { format!("{kept}{LEFT_OUT}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_to_lines_of_their_true_width() {
        let words = "Two worlds under one small sun,\n\nand neither  will share it. ".repeat(3);
        let room = 70.0;
        assert_eq!(
            cut_to_lines("Two worlds\nunder", 2, room, 10.0),
            "Two worlds\nunder",
            "they stay as they are"
        );
        let all = broken(&words, room, 10.0).lines().count();
        assert_eq!(cut_to_lines(&words, all, room, 10.0), words);
        for lines in 1..all {
            let cut = cut_to_lines(&words, lines, room, 10.0);
            let kept = cut.strip_suffix(ELLIPSIS).expect("something is left out");
            assert!(words.starts_with(kept), "{cut}");
            assert!(broken(&cut, room, 10.0).lines().count() <= lines, "{lines}: {cut}");
        }
        let wide = "WWWW ".repeat(20);
        let narrow = "iiii ".repeat(20);
        let letters = |words: &str| cut_to_lines(words, 2, room, 10.0).chars().count();
        assert!(letters(&narrow) > letters(&wide), "narrow letters have room for more");
    }

    #[test]
    fn lines_are_broken_by_their_true_width() {
        let room = words_width("hold 4 planets:", 15.0);
        let broken_in = |words: &str, room: f32| broken(words, room, 15.0);
        assert_eq!(broken_in("hold 4 planets: 34 s", room), "hold 4 planets:\n34 s");
        assert_eq!(broken_in("hold 4 planets: 34 s", room - 1.0), "hold 4\nplanets: 34 s");
        assert_eq!(broken_in("hold 4 planets: 34 s", 2.0 * room), "hold 4 planets: 34 s");
        assert_eq!(broken_in("one two\nthree", room), "one two\nthree", "breaks that are there stay");
        assert_eq!(broken_in("", room), "");
        assert_eq!(broken_in("a Constantinople", words_width("Constan", 15.0)), "a\nConstan\ntinople");
        assert_eq!(broken_in("aö", 0.0), "a\nö", "there is always room for a letter");
    }

    #[test]
    fn no_line_is_longer_than_its_room() {
        let words = "Basalt (Ares): its well reaches First in 2 min 10 s (2000-03-06)";
        for width in (10_u8..160).map(|step| 2.0 * f32::from(step)) {
            let lines = broken(words, width, 10.0);
            assert!(lines.lines().all(|line| words_width(line, 10.0) <= width), "{width}: {lines}");
            let same = |words: &str| words.split_whitespace().collect::<String>();
            assert_eq!(same(&lines), same(words), "nothing is lost");
        }
    }

    #[test]
    fn long_words_are_cut_at_their_true_width() {
        let room = words_width("research st", 13.0) + words_width("…", 13.0) + 0.1;
        assert_eq!(cut_to_width("research", room, 13.0), "research");
        assert_eq!(cut_to_width("research station", room, 13.0), "research st…");
        assert_eq!(cut_to_width("research station", room - words_width("st", 13.0), 13.0), "research…");
        assert_eq!(cut_to_width("öö", 0.0, 13.0), "…");
    }

    #[test]
    fn a_sentence_comes_apart_at_its_commas_and_gaps() {
        let words = "right click: fly there, drag: height, Shift: queue    F1: keys";
        let parts = clauses(words, 5, 3);
        let found: Vec<&str> = parts.iter().map(|clause| clause.words.as_str()).collect();
        assert_eq!(found, ["right click: fly there", ", drag: height", ", Shift: queue", "    F1: keys"]);
        assert_eq!((parts[0].worth, parts[1].worth), (5, 3));
        assert_eq!(Line { clauses: parts, pixels: 14.0 }.words(), words);
        assert!(clauses("", 5, 3).is_empty());
    }

    fn lines() -> [Line; 2] {
        let fleet = vec![
            Clause::new("12 ships, Wayfarers", 9),
            Clause::new(": cruising, 2 to go", 6),
            Clause::new(", sphere", 4),
        ];
        let hint = clauses("right click: fly there, drag: height    F1: keys", 5, 3);
        [Line { clauses: fleet, pixels: 10.0 }, Line { clauses: hint, pixels: 10.0 }]
    }

    fn shortened(room: f32) -> [String; 2] {
        let mut lines = lines();
        shorten(&mut lines, room + 0.1);
        lines.map(|line| line.words())
    }

    fn room(words: [&str; 2]) -> f32 {
        words.map(|words| words_width(words, 10.0)).iter().sum()
    }

    #[test]
    fn the_least_important_is_left_out_first() {
        let [fleet, hint] = lines().map(|line| line.words());
        let (click, drag) = ("right click: fly there", "right click: fly there, drag: height");
        let (doing, who) = ("12 ships, Wayfarers: cruising, 2 to go", "12 ships, Wayfarers");
        assert_eq!(shortened(room([&fleet, &hint])), [fleet.as_str(), hint.as_str()]);
        assert_eq!(shortened(room([&fleet, &hint]) - 1.0), [fleet.as_str(), drag]);
        assert_eq!(shortened(room([&fleet, drag]) - 1.0), [fleet.as_str(), click]);
        assert_eq!(shortened(room([doing, click])), [doing, click]);
        assert_eq!(shortened(room([doing, click]) - 1.0), [fleet.as_str(), ""], "what is free is used");
        assert_eq!(shortened(room([&fleet, ""]) - 1.0), [doing, ""]);
        assert_eq!(shortened(room([who, ""])), [who, ""]);
        assert_eq!(shortened(room([who, ""]) - 1.0), ["12 ships..", ""]);
        assert_eq!(shortened(room(["12", ""])), ["", ""]);
    }

    #[test]
    fn the_rest_fits_and_has_whole_words() {
        let [fleet, hint] = lines().map(|line| line.words());
        let known: Vec<&str> = fleet.split([' ', ',', ':']).chain(hint.split([' ', ',', ':'])).collect();
        for width in (1_u8..100).map(|step| 5.0 * f32::from(step)) {
            let left = shortened(width);
            assert!(room(left.each_ref().map(String::as_str)) <= width + 0.2, "{left:?}");
            for word in left.iter().flat_map(|words| words.split([' ', ',', ':', '.'])) {
                assert!(known.contains(&word), "{word} of {left:?}");
            }
        }
    }
}
