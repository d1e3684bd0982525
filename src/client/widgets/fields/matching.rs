//! Words that the player writes in a field to find something: how well they fit a name.

/// How well a text fits a name, both folded; the best is 0.
pub fn rank(name: &str, text: &str) -> Option<u8> {
    let ranks = name.match_indices(text).map(|(at, _)| match at {
        0 => 0,
        _ if name[..at].ends_with(char::is_alphanumeric) => 2,
        _ => 1,
    });
    ranks.min()
}

/// Words in small letters without their marks, so that a keyboard without umlauts finds them, too.
pub fn folded(words: &str) -> String {
    words.to_lowercase().chars().map(plain).collect()
}

/// A small letter without its mark.
fn plain(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

/// Whether a name contains a text; capitals and marks do not matter.
pub fn fits(name: &str, text: &str) -> bool {
    rank(&folded(name), &folded(text.trim())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_names_and_of_words_are_better() {
        let ranks = ["titan", "new titan", "quartit", "mars"].map(|name| rank(name, "tit"));
        assert_eq!(ranks, [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn capitals_marks_and_blanks_about_it_do_not_matter() {
        assert!(fits("Öland", " ol ") && fits("Köln", "KÖ") && fits("Mars", ""));
        assert!(!fits("Mars", "sram"));
    }
}
