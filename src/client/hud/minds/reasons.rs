//! The reasons of minds in plain words. A mind reckons with the share of its strength that a fight leaves, less the
//! share that it leaves the foes: below 0 the fight is lost.

/// The words after a share.
const LEFT: &str = " % of the strength left";

/// A reason without signs before shares: `"-53 % of the strength left"` is a fight that would be lost.
pub fn plain_reason(why: &str) -> String {
    let Some((before, after)) = why.split_once(LEFT) else { return why.to_owned() };
    let (words, share) = before.split_at(before.rfind(' ').map_or(0, |space| space + 1));
    match share.strip_prefix('-') {
        Some(foes) => {
            format!("{words}the fight would be lost with {foes} % of the foes' strength left{after}")
        }
        None => format!("{words}{}{LEFT}{after}", share.trim_start_matches('+')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_is_below_zero() {
        let all = [
            (
                "Brome is threatened: 0 ships can be there, -53 % of the strength left",
                "Brome is threatened: 0 ships can be there, \
                 the fight would be lost with 53 % of the foes' strength left",
            ),
            (
                "Scald: value 49, +91 % of the strength left, 18 s away",
                "Scald: value 49, 91 % of the strength left, 18 s away",
            ),
            ("-7 % of the strength left", "the fight would be lost with 7 % of the foes' strength left"),
            ("a foe near Brome, odds 40 %", "a foe near Brome, odds 40 %"),
        ];
        for (why, plain) in all {
            assert_eq!(plain_reason(why), plain);
        }
    }
}
