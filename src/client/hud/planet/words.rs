//! Numbers, prices and times as the panels write them.

use crate::level::Price;
use crate::sim::world::money::Amount;

/// A body with a longer rotation period counts as not rotating, hours: 1000 years.
const LONGEST_DAY_HOURS: f64 = 24.0 * 365_250.0;
/// Greatest difference between the day and the orbital period of a moon that keeps its face to the planet, as a
/// share of the period.
const LOCKED_SHARE: f64 = 0.005;

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

/// Upkeep as a sentence to be appended; empty for zero.
pub fn upkeep_words(upkeep: Price) -> String {
    if upkeep.is_free() {
        return String::new();
    }
    format!(" Upkeep: {}.", amount_words(Amount::ZERO.minus(Amount::from(upkeep))))
}

/// A number with its sign; zero has a plus.
pub fn signed(value: i64) -> String {
    if value < 0 { grouped(value) } else { format!("+{}", grouped(value)) }
}

/// The parts of an amount that are not zero: `+40 money -2 resources`; `nothing` without any.
pub fn amount_words(amount: Amount) -> String {
    let kinds = [(amount.money, "money"), (amount.resources, "resources"), (amount.rare, "rare")];
    let parts: Vec<String> = kinds
        .into_iter()
        .filter(|(value, _)| *value != 0)
        .map(|(value, kind)| format!("{} {kind}", signed(value)))
        .collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(" ") }
}

/// A price in columns: money, resources, rare materials and the time in whole seconds.
pub fn price_columns(price: Price, seconds: f64) -> String {
    let column = |part: u32| if part == 0 { String::new() } else { part.to_string() };
    format!(
        "{:>6}{:>6}{:>5}{:>6}",
        column(price.money),
        column(price.resources),
        column(price.rare),
        seconds_words(seconds)
    )
}

/// A price and a time as words, `1200 money, 800 resources, 45s`.
pub fn price_words(price: Price, seconds: f64) -> String {
    let kinds = [(price.money, "money"), (price.resources, "resources"), (price.rare, "rare")];
    let parts = kinds.into_iter().filter(|(part, _)| *part > 0).map(|(part, kind)| format!("{part} {kind}"));
    parts.chain([seconds_words(seconds)]).collect::<Vec<_>>().join(", ")
}

/// The heads of the columns of [`price_columns`], after the room for a name.
pub fn price_heads(name_width: usize) -> String {
    format!("{:name_width$}{:>6}{:>6}{:>5}{:>6}", "", "money", "res", "rare", "time")
}

/// Seconds of play, in whole seconds, or in minutes for large numbers.
pub fn seconds_words(seconds: f64) -> String {
    if seconds < 600.0 { format!("{seconds:.0}s") } else { format!("{:.0}min", seconds / 60.0) }
}

/// A share in whole percent, rounded down, so that 100% means complete.
pub fn percent(share: f64) -> String {
    format!("{:.0}%", (share * 100.0).floor())
}

/// The length of a body's day, from its sidereal day in hours, infinite for a body that does not rotate. Backward
/// rotation shows in the tilt, which exceeds 90 degrees then. `circling_days` is a moon's orbital period: a moon
/// with an equal day keeps its face to the planet.
pub fn day_words(hours: f64, circling_days: Option<f64>) -> String {
    if hours.is_nan() || hours.abs() > LONGEST_DAY_HOURS {
        return "does not turn".to_owned();
    }
    let is_locked = |days: f64| (hours.abs() / 24.0 - days.abs()).abs() < LOCKED_SHARE * days.abs();
    if circling_days.is_some_and(is_locked) {
        return "day as its year".to_owned();
    }
    if hours.abs() < 96.0 {
        format!("day {:.1} h", hours.abs())
    } else {
        format!("day {:.1} d", hours.abs() / 24.0)
    }
}

/// The orbital period of a body in words, from days.
pub fn year_words(days: f64) -> String {
    let days = days.abs();
    if days > 800.0 { format!("year {:.1} years", days / 365.25) } else { format!("year {days:.1} d") }
}

/// The shortage for a price: `200 resources, 3 rare`; empty without a shortage.
pub fn lacking_words(has: Amount, price: Price) -> String {
    let kinds = [
        (has.money, price.money, "money"),
        (has.resources, price.resources, "resources"),
        (has.rare, price.rare, "rare"),
    ];
    let parts = kinds.into_iter().filter_map(|(has, asked, kind)| {
        let missing = i64::from(asked) - has;
        (missing > 0).then(|| format!("{} {kind}", grouped(missing)))
    });
    parts.collect::<Vec<String>>().join(", ")
}

/// The consequence of starting with a shortage, as a sentence.
pub fn lacking_sentence(lacking: &str) -> String {
    format!("You lack {lacking}: construction begins, halts, and goes on once they are there.")
}

/// Words of at most this many letters; two points mark an omission.
pub fn cut(words: &str, letters: usize) -> String {
    if words.chars().count() <= letters {
        return words.to_owned();
    }
    let kept: String = words.chars().take(letters.saturating_sub(2)).collect();
    format!("{}..", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_signs() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        assert_eq!(signed(0), "+0");
        assert_eq!(signed(1_000), "+1,000");
        assert_eq!(signed(-5), "-5");
    }

    #[test]
    fn amounts_name_their_kinds() {
        assert_eq!(amount_words(Amount { money: 40, resources: 0, rare: -2 }), "+40 money -2 rare");
        assert_eq!(amount_words(Amount::ZERO), "nothing");
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let price = Price { money: 1200, resources: 800, rare: 0 };
        assert_eq!(price_heads(4), "     money   res rare  time");
        assert_eq!(format!("{:4}{}", "yard", price_columns(price, 45.0)), "yard  1200   800        45s");
    }

    #[test]
    fn prices_have_words() {
        let price = Price { money: 1200, resources: 0, rare: 3 };
        assert_eq!(price_words(price, 45.0), "1200 money, 3 rare, 45s");
        assert_eq!(price_words(Price::ZERO, 45.0), "45s");
    }

    #[test]
    fn lacking_sums_are_named_by_kind() {
        let has = Amount { money: 200, resources: 50, rare: 0 };
        assert_eq!(lacking_words(has, Price { money: 1_400, resources: 50, rare: 3 }), "1,200 money, 3 rare");
        assert_eq!(lacking_words(has, Price { money: 200, resources: 0, rare: 0 }), "");
        assert!(lacking_sentence("3 rare").starts_with("You lack 3 rare"));
    }

    #[test]
    fn times_are_in_everyday_words() {
        assert_eq!(seconds_words(45.4), "45s");
        assert_eq!(seconds_words(1200.0), "20min");
        assert_eq!(day_words(23.93, None), "day 23.9 h");
        assert_eq!(day_words(-5832.0, None), "day 243.0 d");
        assert_eq!(day_words(f64::INFINITY, None), "does not turn");
        assert_eq!(day_words(24.0 * 3_652_500.0, Some(30.0)), "does not turn", "ten thousand years");
        assert_eq!(day_words(24.0 * 27.32, Some(27.321)), "day as its year");
        assert_eq!(day_words(-24.0 * 5.877, Some(5.877)), "day as its year");
        assert_eq!(day_words(24.0 * 21.3, Some(79.3)), "day 21.3 d");
        assert_eq!(year_words(224.7), "year 224.7 d");
        assert_eq!(year_words(4332.6), "year 11.9 years");
    }

    #[test]
    fn a_share_is_whole_only_at_the_end() {
        assert_eq!(percent(0.999), "99%");
        assert_eq!(percent(1.0), "100%");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(cut("satellite", 9), "satellite");
        assert_eq!(cut("research station", 11), "research..");
    }
}
