//! The paragraphs of the page on credits.

/// The source of the page.
const PAGE: &str = include_str!("../../../../docs/credits.md");

/// The page as paragraphs for the menu, each with whether it is a heading; a row of a table is one.
pub(super) fn paragraphs() -> impl Iterator<Item = (String, bool)> {
    let following = PAGE.lines().skip(1).chain([""]);
    let lines = PAGE.lines().zip(following).skip(1);
    // The head of a table is left out: its cells explain themselves.
    let lines = lines.filter(|(_, next)| !next.starts_with("|--"));
    lines.map(|(line, _)| (plain(line), line.starts_with('#'))).filter(|(line, _)| !line.is_empty())
}

/// A line without Markdown; empty for a table's rule.
fn plain(line: &str) -> String {
    let line = line.trim_start_matches(['#', '>', ' ']).replace(['*', '`'], "");
    let line = without_links(&line);
    let Some(row) = line.strip_prefix('|') else { return line };
    let cells: Vec<&str> = row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    if cells.iter().all(|cell| cell.chars().all(|letter| letter == '-')) {
        return String::new();
    }
    cells.join("; ")
}

/// Each `[words](address)` as its words alone.
fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        words.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    words.replace('[', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_in_plain_paragraphs() {
        let lines: Vec<String> = paragraphs().map(|(line, _)| line).collect();
        assert!(!lines.iter().any(|line| line == "data; source; licence"), "no heads of tables");
        assert!(lines.iter().all(|line| !line.contains(['|', '*', '`', '['])), "{lines:#?}");
        let all = lines.join(" ");
        for word in ["Olaf Frohn", "BSD 3-Clause", "Standish", "lowbias32"] {
            assert!(all.contains(word), "{word}");
        }
    }

    #[test]
    fn headings_are_told_from_paragraphs() {
        let headings: Vec<String> =
            paragraphs().filter(|(_, is_heading)| *is_heading).map(|(line, _)| line).collect();
        assert_eq!(headings, ["Where the bodies are", "What the sky looks like"]);
    }

    #[test]
    fn tables_and_links_become_words() {
        assert_eq!(plain("| **Stars** | [here](a/b.md) | free |"), "Stars; here; free");
        assert_eq!(plain("|---|---|"), "");
        assert_eq!(plain("> as [LICENSE](../LICENSE) says"), "as LICENSE says");
    }
}
