//! The errors of the RON parser in words for the author of a level: a message and a remedy.

use ron::Error;

use crate::level::source::suggest;

/// A message and a remedy; the remedy may be empty.
#[derive(Debug)]
pub(in crate::level) struct Explanation {
    pub(in crate::level) message: String,
    pub(in crate::level) remedy: String,
}

/// Explains an error about the value `found` under the key `key`, which is empty for elements of lists such as
/// bodies.
pub(in crate::level) fn explain(code: &Error, key: &str, found: &str) -> Explanation {
    match code {
        Error::NoSuchStructField { expected, found, .. } => {
            unknown(format!("unknown field `{found}`"), expected, found)
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            unknown(format!("`{found}` is not known here"), expected, found)
        }
        Error::DuplicateStructField { field, .. } => {
            explanation(format!("`{field}` is given twice"), "remove one of the two")
        }
        Error::ExpectedDifferentStructName { found, .. } => explanation(
            format!("unexpected name `{found}`"),
            "write only the brackets `( ... )`, without a name",
        ),
        Error::SuggestRawIdentifier(word) => number_or_dashed_word(key, word),
        Error::IntegerOutOfBounds => {
            explanation("this number is too large or negative", integers_that_fit(key))
        }
        Error::ExpectedDifferentLength { found, .. } => {
            explanation(format!("{found} numbers stand here, but more are needed"), three_numbers(*found))
        }
        Error::ExpectedStructLikeEnd => explanation("too much stands in these brackets", hint(key)),
        Error::ExpectedMapColon => {
            explanation(format!("`{found}` has no value"), "a field is written `name: value`")
        }
        Error::InvalidEscape(problem) => explanation(
            format!("a `\\` that is not understood: {}", problem.to_lowercase()),
            "a backslash is written `\\\\`",
        ),
        Error::NoSuchExtension(name) => {
            explanation(format!("there is no extension `{name}`"), "remove the line")
        }
        other => match needed(other) {
            Some(needed) => explanation(format!("{needed} is needed here"), hint(key)),
            None => explanation(format!("this cannot be read: {other}"), hint(key)),
        },
    }
}

/// Explains a missing field.
pub(in crate::level) fn missing_field(field: &str) -> Explanation {
    let remedy = match field {
        "schema_version" => "write `schema_version: 1`".to_owned(),
        "epoch" => format!("write `epoch: ...`: {}", hint("epoch")),
        _ => format!("write `{field}: ...`"),
    };
    Explanation { message: format!("`{field}` is missing"), remedy }
}

/// Explains a value that the parser stopped in.
pub(in crate::level) fn unreadable_value(found: &str) -> Explanation {
    if found.parse::<f64>().is_ok() {
        return explanation("a whole number is needed here", "");
    }
    explanation(format!("`{}` cannot be read", shortened(found)), "fields and elements are separated by `,`")
}

fn unknown(message: String, expected: &[&str], found: &str) -> Explanation {
    let remedy = suggest::did_you_mean(found, expected.iter().copied())
        .unwrap_or_else(|| format!("possible here: {}", listed(expected)));
    Explanation { message, remedy }
}

/// Where a word is needed, the parser reports everything that begins with a digit or a sign, and every word with a
/// `-`, as a raw identifier.
fn number_or_dashed_word(key: &str, word: &str) -> Explanation {
    let begins_like_a_number =
        word.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
    if begins_like_a_number && matches!(key, "semi_major_axis" | "periapsis") {
        return explanation("a length needs its unit", format!("write `au({word})` or `km({word})`"));
    }
    if begins_like_a_number {
        return explanation("a number cannot stand here", hint(key));
    }
    let remedy = format!("did you mean `{}`?", word.replace(['-', '.', '+'], "_"));
    explanation(format!("unknown word `{word}`"), remedy)
}

/// The range of whole numbers for the field, after a number that does not fit.
fn integers_that_fit(key: &str) -> &'static str {
    match key {
        "ring" | "slots" | "number" => "a whole number from 0 to 255 fits",
        "slot" => "a whole number from 0 to 65535 fits",
        _ => "a whole number from 0 to 4294967295 fits",
    }
}

fn three_numbers(found: usize) -> &'static str {
    if found < 3 { "a position has three numbers, `(x, y, z)`" } else { "" }
}

/// The element that the parser expected, if a word can describe it.
fn needed(code: &Error) -> Option<&'static str> {
    Some(match code {
        Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => "a number",
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => "a whole number",
        Error::ExpectedBoolean => "`true` or `false`",
        Error::ExpectedString | Error::ExpectedStringEnd => "text in double quotes",
        Error::ExpectedArray => "a list in square brackets, `[ ... ]`,",
        Error::ExpectedIdentifier => "a word without quotes",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            "a pair of round brackets, `( ... )`,"
        }
        _ => return None,
    })
}

/// The spelling of a field's value.
fn hint(key: &str) -> &'static str {
    match key {
        "epoch" | "periapsis_passage" => "write `date(\"2026-11-21\")` or `jd(2461365.5)`",
        "semi_major_axis" | "periapsis" => "write `au(1.2)` or `km(384400)`",
        "at" => "write `near(\"Earth\")`, `beside(body: \"Earth\", radii: 4)`, `au(1, 0, 0)` or `km(...)`",
        "to" => "write `body(\"Mars\")`, `au(1.5, 0, 0)` or `km(...)`",
        "kind" => "write `star`, `planet`, `dwarf`, `moon` or `comet`",
        "zones" => "write a list of `innermost`, `inner`, `outer` and `outermost`: `[inner]`",
        "price" | "upkeep" | "earns" | "paid" => "write `(money: 100, resources: 50, rare: 5)`",
        "treasury" => "write `(money: 2000, resources: 1200)`",
        "rally" => "write `body(\"Mars\")`, `ring(body: \"Mars\", ring: 2)` or `place(offset_km: (x, y, z))`",
        "plane" => "write `ecliptic` or `parent_equator`",
        "look" => {
            "write `ocean(seed: 5, color: \"#1d5b8f\")`; besides `ocean` there are `rocky`, `desert`, `clouds`, \
             `gas`, `ice`, `lava` and `star`"
        }
        "hull" => "write `dart`, `wing`, `spine` or `block`",
        "style" => "write `arrow`, `foundry`, `lattice` or `shell`",
        "bodies" => "write `body(\"Mars\")`, `changed(name: \"Mars\", ...)` or `own(name: ..., ...)`",
        _ => "",
    }
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn shortened(text: &str) -> String {
    const SHOWN_LETTERS: usize = 40;
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() <= SHOWN_LETTERS {
        return line.to_owned();
    }
    format!("{}...", line.chars().take(SHOWN_LETTERS).collect::<String>())
}

fn explanation(message: impl Into<String>, remedy: impl Into<String>) -> Explanation {
    Explanation { message: message.into(), remedy: remedy.into() }
}
