//! Suggestions for misspelt fields, variants and names.

/// Words longer than this many bytes are not compared: they cannot be meant.
const LONGEST_WORD_BYTES: usize = 64;

/// Least similarity of two words, 0 to 1, for a suggestion.
const LEAST_LIKENESS: f64 = 0.72;

/// The candidate most similar to `word`, if it is similar enough. Case does not matter.
pub(crate) fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.is_empty() || word.len() > LONGEST_WORD_BYTES {
        return None;
    }
    let word = word.to_lowercase();
    let mut best: Option<(f64, &'a str)> = None;
    for candidate in candidates {
        if candidate.len() > LONGEST_WORD_BYTES {
            continue;
        }
        let likeness = likeness(&word, &candidate.to_lowercase());
        if likeness >= LEAST_LIKENESS && best.is_none_or(|(so_far, _)| likeness > so_far) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The mean of two measures: one forgives a wrong or swapped letter, the other a missing ending.
fn likeness(word: &str, candidate: &str) -> f64 {
    let letters = strsim::normalized_damerau_levenshtein(word, candidate);
    let beginning = strsim::jaro_winkler(word, candidate);
    (letters + beginning) / 2.0
}

/// `did you mean `x`?`, if a candidate is similar enough.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn the_intended_word_is_found() {
        assert_eq!(closest("eccentricty", ["inclination_deg", "eccentricity"]), Some("eccentricity"));
        assert_eq!(closest("radius", ["radius_km", "gm_km3_s2"]), Some("radius_km"));
        assert_eq!(closest("mras", ["Earth", "Mars"]), Some("Mars"));
        assert_eq!(closest("Vulcan", ["Earth", "Mars"]), None);
        assert_eq!(closest("", ["Earth"]), None);
    }
}
