//! Numbers of the rules, and lists of names, as words.

use crate::client::frame::grouped;

/// A number without needless digits: `0.3`, `12`, `1,200`.
pub fn plain(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    if rounded.fract() == 0.0 { grouped(rounded as i64) } else { rounded.to_string() }
}

/// A share in percent: `45 %`, `0.4 %`.
pub fn share(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 10.0 { format!("{} %", plain(percent)) } else { format!("{percent:.0} %") }
}

/// A factor: `×1.4`.
pub fn factor(value: f64) -> String {
    format!("×{}", plain((100.0 * value).round() / 100.0))
}

/// Names in one line: `scout, corvette`.
pub fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<&str>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!([0.0, 12.0, 0.3, 1_200.0, 2.4000000001].map(plain), ["0", "12", "0.3", "1,200", "2.4"]);
        assert_eq!([0.29, 1.0, 0.004, 0.00005].map(share), ["29 %", "100 %", "0.4 %", "0.005 %"]);
        assert_eq!([1.4, 0.75, 1.667].map(factor), ["×1.4", "×0.75", "×1.67"]);
        assert_eq!(listed(["scout", "corvette"].into_iter()), "scout, corvette");
    }
}
