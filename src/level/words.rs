//! Names, numbers and times in sentences.

use super::Amount;

/// A name with a capital first letter.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A name with its article: `a shipyard`, `an array`.
pub fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

/// Names in a list: `Terra`; `Terra and Pax`; `Terra, Pax and Ceres`. Empty without names.
pub fn named_together(names: &[impl AsRef<str>]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|name| name.as_ref()).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A count with its noun: `1 scout`, `3 scouts`, `2 sentries`.
pub fn counted(count: usize, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {}", plural(name)) }
}

/// `1st`, `2nd`, `11th`.
pub fn ordinal(number: u64) -> String {
    let is_teen = matches!(number % 100, 11..=13);
    let ending = match number % 10 {
        1 if !is_teen => "st",
        2 if !is_teen => "nd",
        3 if !is_teen => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Several of a kind: `scouts`, `sentries`.
pub fn plural(name: &str) -> String {
    let stem = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match stem {
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with('s') => format!("{name}es"),
        None => format!("{name}s"),
    }
}

/// A number with commas between the thousands.
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut words = String::new();
    if value < 0 {
        words.push('-');
    }
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

/// Seconds of play in words: `12 s`, `1 min 15 s`, `1 h 01 min`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0 => "under 1 s".to_owned(),
        1..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// An amount of each economy tick as an amount of a minute of play: people read incomes and costs of a minute.
/// `tick_s` is the time from one economy tick to the next, seconds of play, above 0.
pub fn per_minute(Amount { money, resources, rare }: Amount, tick_s: f64) -> Amount {
    let of_minute = |value: i64| (value as f64 * 60.0 / tick_s).round() as i64;
    Amount { money: of_minute(money), resources: of_minute(resources), rare: of_minute(rare) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_those_of_english() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal);
        let expected = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"];
        assert_eq!(ordinals, expected);
    }

    #[test]
    fn counts_have_their_noun() {
        assert_eq!([1, 3].map(|count| counted(count, "scout")), ["1 scout", "3 scouts"]);
        assert_eq!(["sentry", "array", "fortress"].map(plural), ["sentries", "arrays", "fortresses"]);
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([grouped(0), grouped(999)], ["0", "999"]);
        assert_eq!(grouped(-1_234_567), "-1,234,567");
    }

    #[test]
    fn times_are_said_as_people_say_them() {
        assert_eq!([duration(12.4), duration(0.2)], ["12 s", "under 1 s"]);
        assert_eq!([duration(75.0), duration(3_700.0)], ["1 min 15 s", "1 h 01 min"]);
    }

    #[test]
    fn names_have_their_article() {
        assert_eq!(["shipyard", "orbital works"].map(with_article), ["a shipyard", "an orbital works"]);
        assert_eq!(["escort", "cruiser"].map(with_article), ["an escort", "a cruiser"]);
    }

    #[test]
    fn the_last_of_several_names_follows_an_and() {
        assert_eq!(named_together(&["Terra"]), "Terra");
        assert_eq!(named_together(&["Terra", "Pax", "Ceres"]), "Terra, Pax and Ceres");
    }
}
