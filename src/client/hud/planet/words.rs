//! Numbers, prices and times as the panels write them.

use bevy::prelude::Color;

use super::actions::Cell;
use crate::client::frame::duration;
pub use crate::client::frame::grouped;
use crate::client::widgets::fonts::number_width;
use crate::client::widgets::rows::CHIP_ROOM;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Column, GAIN, Icon, LOSS, QUIET, Typeface};
pub use crate::level::per_minute;
use crate::level::{Price, plural};
use crate::sim::world::money::Amount;

/// A body with a longer rotation period counts as not rotating, hours: 1000 years.
const LONGEST_DAY_HOURS: f64 = 24.0 * 365_250.0;
/// Greatest difference between the day and the orbital period of a moon that keeps its face to the planet, as a
/// share of the period.
const LOCKED_SHARE: f64 = 0.005;

/// What overextension is.
pub const OVEREXTENSION: &str =
    "Every body after the first costs money to run, and each one more than the one before.";

/// The signs of the goods, money, resources and rare materials, and their colours. The shapes tell them apart as well.
pub const GOODS: [(Icon, Color); 3] = [
    (Icon::Money, Color::srgb(1.0, 0.78, 0.34)),
    (Icon::Resources, Color::srgb(0.58, 0.80, 1.0)),
    (Icon::Rare, Color::srgb(0.80, 0.68, 1.0)),
];

/// The time in which a net income of each economy tick pays back a price, `500 money in 1 min 40 s`; empty if it never
/// does, or costs more than it brings of any kind.
pub fn payback_words(price: Price, net: Amount, tick_s: f64) -> String {
    if net.is_negative() {
        return String::new();
    }
    let kinds = [
        (price.money, net.money, "money"),
        (price.resources, net.resources, "resources"),
        (price.rare, net.rare, "rare"),
    ];
    let parts: Vec<String> = kinds
        .into_iter()
        .filter(|(price, net, _)| *price > 0 && *net > 0)
        .map(|(price, net, kind)| {
            let seconds = (f64::from(price) / net as f64).ceil() * tick_s;
            format!("{} {kind} in {}", grouped(i64::from(price)), duration(seconds))
        })
        .collect();
    parts.join(" and ")
}

/// A number with its sign; zero has a plus.
pub fn signed(value: i64) -> String {
    if value < 0 { grouped(value) } else { format!("+{}", grouped(value)) }
}

/// Size of a stock in the bar at the top, pixels.
const STOCK_PIXELS: f32 = 16.0;

/// A stock in a colour, and beside it what it gains in a minute, in another colour, for the bar at the top. `usual`:
/// words for which both have room. They grow only for longer ones, so that nothing moves while digits change.
pub fn stock_cells(
    (stock, color): (i64, Color),
    (gain, gain_color): (String, Color),
    usual: (&str, &str),
) -> [Cell; 2] {
    let room = |words: &str, usual: &str, typeface: Typeface, pixels: f32| {
        let width = |number: &str| number_width(number, typeface, pixels);
        width(words).max(width(usual)).ceil() + 1.0
    };
    let stock = grouped(stock);
    let stock_room = room(&stock, usual.0, Typeface::TitleFigures, STOCK_PIXELS);
    let gain_room = room(&gain, usual.1, Typeface::Figures, SMALL_PIXELS);
    [
        Cell::column(stock, color, stock_room).title_figures(STOCK_PIXELS).on_line(),
        Cell::column(gain, gain_color, gain_room).figures().at_left(),
    ]
}

/// The colour of what a stock gains.
pub fn gain_color(gain: i64) -> Color {
    match gain {
        0 => QUIET,
        ..0 => LOSS,
        _ => GAIN,
    }
}

/// The parts of an amount that are not zero: `+40 money -2 resources`; `none` without any.
pub fn amount_words(amount: Amount) -> String {
    let kinds = [(amount.money, "money"), (amount.resources, "resources"), (amount.rare, "rare")];
    let parts: Vec<String> = kinds
        .into_iter()
        .filter(|(value, _)| *value != 0)
        .map(|(value, kind)| format!("{} {kind}", signed(value)))
        .collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(" ") }
}

/// Widths of the columns of a price: money, resources, rare materials, time; pixels.
const PRICE_WIDTHS: [f32; 4] = [42.0, 42.0, 32.0, 66.0];
/// The tip of the sign above the prices of a kind, after its name.
const PRICE_TIP: &str = "Red and underlined: more than you have.";

/// A price in columns: money, resources, rare materials and the time. Parts that are more than this stock has are red
/// and underlined; `None`: nobody pays.
pub fn price_columns(price: Price, seconds: f64, has: Option<Amount>) -> Vec<Column> {
    let kinds = [price.money, price.resources, price.rare];
    let stocks = has.map(|has| [has.money, has.resources, has.rare]);
    let parts = kinds.into_iter().enumerate().map(|(kind, part)| {
        let words = if part == 0 { String::new() } else { grouped(i64::from(part)) };
        let is_short = stocks.is_some_and(|stocks| i64::from(part) > stocks[kind].max(0));
        let column = Column::from((words, PRICE_WIDTHS[kind]));
        Column { color: is_short.then_some(LOSS), is_underlined: is_short, ..column }
    });
    let time = Column::from((duration(seconds), PRICE_WIDTHS[3]));
    parts.chain([time]).collect()
}

/// The same as chips of an item, each with its sign; those of what is free of charge are empty.
pub fn price_chips(price: Price, seconds: f64, has: Option<Amount>) -> Vec<Column> {
    let goods = GOODS.map(|(icon, color)| (icon, Some(color))).into_iter();
    let signs = goods.chain([(Icon::Clock, None)]);
    let chip = |(column, (icon, sign_color)): (Column, (Icon, Option<Color>))| {
        let icon = Some(icon).filter(|_| !column.words.is_empty());
        Column { width: column.width + CHIP_ROOM, icon, sign_color, ..column }
    };
    price_columns(price, seconds, has).into_iter().zip(signs).map(chip).collect()
}

/// A price as words, `1,200 money, 800 resources`.
pub fn price_words(price: Price) -> String {
    let kinds = [(price.money, "money"), (price.resources, "resources"), (price.rare, "rare")];
    let parts = kinds.into_iter().filter(|(part, _)| *part > 0);
    let parts: Vec<String> =
        parts.map(|(part, kind)| format!("{} {kind}", grouped(i64::from(part)))).collect();
    if parts.is_empty() { "None".to_owned() } else { parts.join(", ") }
}

/// The heads of [`price_columns`]: signs with their meaning as tips.
pub fn price_heads() -> Vec<Column> {
    let goods = GOODS.into_iter().zip(["Money", "Resources", "Rare materials"]);
    let heads = goods.map(|((icon, color), name)| (icon, Some(color), format!("{name}. {PRICE_TIP}")));
    let time = (Icon::Clock, None, "Time of construction.".to_owned());
    let heads = heads.chain([time]).zip(PRICE_WIDTHS);
    heads.map(|((icon, color, tip), width)| Column { color, ..Column::sign(icon, width, tip) }).collect()
}

/// A share in whole percent, rounded down, so that 100 % means complete.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", (share * 100.0).floor())
}

/// The length of a body's day, from its sidereal day in hours, infinite for a body that does not rotate. Backward
/// rotation shows in the tilt, which exceeds 90 degrees then. `circling_days` is a moon's orbital period: a moon
/// with an equal day keeps its face to the planet.
pub fn day_words(hours: f64, circling_days: Option<f64>) -> String {
    if hours.is_nan() || hours.abs() > LONGEST_DAY_HOURS {
        return "no rotation".to_owned();
    }
    let is_locked = |days: f64| (hours.abs() / 24.0 - days.abs()).abs() < LOCKED_SHARE * days.abs();
    if circling_days.is_some_and(is_locked) {
        return "tidally locked".to_owned();
    }
    if hours.abs() < 96.0 { format!("{:.1} h", hours.abs()) } else { format!("{:.1} d", hours.abs() / 24.0) }
}

/// The orbital period of a body in words, from days.
pub fn year_words(days: f64) -> String {
    let days = days.abs();
    if days > 800.0 { format!("{:.1} years", days / 365.25) } else { format!("{days:.1} d") }
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
    format!("You lack {lacking}: construction starts, then halts until you have it.")
}

/// How rare materials are got, as a sentence: by ships of a class that mines, at a comet of this name; `None` if foes
/// hold every comet.
pub fn rare_sentence(miner: &str, comet: Option<&str>) -> String {
    let comet = comet.unwrap_or("one that no enemy holds");
    format!("Rare materials come from comets: send {} to {comet}.", plural(miner))
}

/// Why a construction is halted for want of a kind of goods, as a tip; `remedy`: how they are got, as a sentence.
pub fn shortage_sentence(kind: &str, remedy: Option<&str>) -> String {
    let shortage = format!("You are short of {kind}: construction resumes once there is enough.");
    match remedy {
        Some(remedy) => format!("{shortage} {remedy}"),
        None => shortage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::fonts::words_width;

    #[test]
    fn a_structure_that_earns_says_when_it_has_paid_for_itself() {
        let price = Price { money: 500, resources: 200, rare: 0 };
        let net = |money: i64, resources: i64| Amount { money, resources, rare: 0 };
        assert_eq!(payback_words(price, net(10, 0), 2.0), "500 money in 1 min 40 s");
        let both = "500 money in 1 min 40 s and 200 resources in 40 s";
        assert_eq!(payback_words(price, net(10, 10), 2.0), both);
        assert_eq!(payback_words(price, net(-2, 10), 2.0), "", "it costs money for ever");
        assert_eq!(payback_words(price, Amount::ZERO, 2.0), "");
    }

    #[test]
    fn numbers_have_signs() {
        assert_eq!(signed(0), "+0");
        assert_eq!(signed(1_000), "+1,000");
        assert_eq!(signed(-5), "-5");
    }

    #[test]
    fn a_stock_and_its_gain_keep_their_places_while_digits_change() {
        let cells = |stock: i64, gain: &str| {
            stock_cells((stock, GAIN), (gain.to_owned(), QUIET), ("00,000", "+0,000"))
        };
        let widths = |stock: i64, gain: &str| cells(stock, gain).map(|cell| cell.column);
        let usual = widths(1_111, "-60");
        assert_eq!([widths(0, ""), widths(98_765, "+8,888")], [usual; 2]);
        let long = widths(1_234_567, "-12,345");
        assert!(long[0] > usual[0] && long[1] > usual[1], "longer numbers have room");
        let [stock, gain] = cells(2_075, "+450");
        assert_eq!([stock.words.as_str(), &gain.words], ["2,075", "+450"]);
        assert_eq!([450, -450, 0].map(gain_color), [GAIN, LOSS, QUIET]);
    }

    #[test]
    fn amounts_name_their_kinds() {
        assert_eq!(amount_words(Amount { money: 40, resources: 0, rare: -2 }), "+40 money -2 rare");
        assert_eq!(amount_words(Amount::ZERO), "none");
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let price = Price { money: 1200, resources: 800, rare: 0 };
        let (heads, columns) = (price_heads(), price_columns(price, 45.0, None));
        let widths = |columns: &[Column]| columns.iter().map(|column| column.width).collect::<Vec<_>>();
        assert_eq!(widths(&heads), widths(&columns));
        let signs: Vec<Option<Icon>> = heads.iter().map(|head| head.icon).collect();
        assert_eq!(signs, [Icon::Money, Icon::Resources, Icon::Rare, Icon::Clock].map(Some));
        let colors = heads.iter().map(|head| head.color);
        assert!(colors.eq(GOODS.map(|(_, color)| Some(color)).into_iter().chain([None])), "as in the bar");
        assert!(heads.iter().all(|head| head.words.is_empty() && head.tip.ends_with('.')), "{heads:?}");
        let words: Vec<&str> = columns.iter().map(|column| column.words.as_str()).collect();
        assert_eq!(words, ["1,200", "800", "", "45 s"]);
        let long = price_columns(price, 480.0, None).pop().map(|column| column.words);
        assert_eq!(long.as_deref(), Some("8 min 00 s"), "as in the tips");
    }

    #[test]
    fn the_parts_of_a_price_that_cannot_be_paid_have_a_colour_and_a_line_below() {
        let price = Price { money: 1200, resources: 800, rare: 0 };
        let marked = |has: Option<Amount>| -> Vec<bool> {
            let columns = price_columns(price, 45.0, has);
            assert!(columns.iter().all(|column| column.is_underlined == (column.color == Some(LOSS))));
            columns.iter().map(|column| column.is_underlined).collect()
        };
        let stock = |money: i64, resources: i64| Some(Amount { money, resources, rare: -1 });
        assert_eq!(marked(stock(1199, 800)), [true, false, false, false]);
        assert_eq!(marked(stock(0, 0)), [true, true, false, false], "what costs nothing is never short");
        assert_eq!(marked(None), [false; 4]);
    }

    #[test]
    fn chips_have_the_signs_of_what_they_cost() {
        let price = Price { money: 1200, resources: 800, rare: 0 };
        let poor = Amount { money: 1000, resources: 800, rare: 0 };
        let chips = price_chips(price, 45.0, Some(poor));
        let signs: Vec<Option<Icon>> = chips.iter().map(|chip| chip.icon).collect();
        assert_eq!(signs, [Some(Icon::Money), Some(Icon::Resources), None, Some(Icon::Clock)]);
        let short: Vec<bool> = chips.iter().map(|chip| chip.is_underlined).collect();
        assert_eq!(short, [true, false, false, false]);
        let columns = price_columns(price, 45.0, Some(poor));
        assert!(chips.iter().zip(columns).all(|(chip, column)| chip.words == column.words));
    }

    #[test]
    fn columns_have_room_for_the_greatest_numbers() {
        let greatest = ["25,000", "25,000", "999", "44 min 44 s"];
        for (words, width) in greatest.into_iter().zip(PRICE_WIDTHS) {
            assert!(words_width(words, SMALL_PIXELS) <= width, "{words}");
        }
        let time_width = |seconds: i32| words_width(&duration(f64::from(seconds)), SMALL_PIXELS);
        assert!((0..36_000).all(|seconds| time_width(seconds) <= PRICE_WIDTHS[3]));
    }

    #[test]
    fn prices_have_words() {
        let price = Price { money: 1200, resources: 0, rare: 3 };
        assert_eq!(price_words(price), "1,200 money, 3 rare");
        assert_eq!(price_words(Price::ZERO), "None");
    }

    #[test]
    fn lacking_sums_are_named_by_kind() {
        let has = Amount { money: 200, resources: 50, rare: 0 };
        assert_eq!(lacking_words(has, Price { money: 1_400, resources: 50, rare: 3 }), "1,200 money, 3 rare");
        assert_eq!(lacking_words(has, Price { money: 200, resources: 0, rare: 0 }), "");
        assert!(lacking_sentence("3 rare").starts_with("You lack 3 rare"));
    }

    #[test]
    fn who_is_short_of_rare_materials_is_told_where_they_come_from() {
        let remedy = rare_sentence("miner", Some("Wisp"));
        assert_eq!(remedy, "Rare materials come from comets: send miners to Wisp.");
        assert!(rare_sentence("dredge", None).ends_with("send dredges to one that no enemy holds."));
        let money = "You are short of money: construction resumes once there is enough.";
        assert_eq!(shortage_sentence("money", None), money);
        assert!(shortage_sentence("rare materials", Some(&remedy)).ends_with(&format!("enough. {remedy}")));
    }

    #[test]
    fn times_are_in_everyday_words() {
        assert_eq!(day_words(23.93, None), "23.9 h");
        assert_eq!(day_words(-5832.0, None), "243.0 d");
        assert_eq!(day_words(f64::INFINITY, None), "no rotation");
        assert_eq!(day_words(24.0 * 3_652_500.0, Some(30.0)), "no rotation", "ten thousand years");
        assert_eq!(day_words(24.0 * 27.32, Some(27.321)), "tidally locked");
        assert_eq!(day_words(-24.0 * 5.877, Some(5.877)), "tidally locked");
        assert_eq!(day_words(24.0 * 21.3, Some(79.3)), "21.3 d");
        assert_eq!(year_words(224.7), "224.7 d");
        assert_eq!(year_words(4332.6), "11.9 years");
    }

    #[test]
    fn a_share_is_whole_only_at_the_end() {
        assert_eq!(percent(0.999), "99 %");
        assert_eq!(percent(1.0), "100 %");
    }
}
