//! Names in sentences.

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

#[cfg(test)]
mod tests {
    use super::*;

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
