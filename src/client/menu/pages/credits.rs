//! The lines of the page on credits.

/// The source of the page.
const PAGE: &str = include_str!("../../../../docs/credits.md");
/// The most letters of a line.
const MOST_LETTERS: usize = 78;

/// The page as lines for the menu.
pub(super) fn lines() -> Vec<String> {
    let following = PAGE.lines().skip(1).chain([""]);
    let lines = PAGE.lines().zip(following).skip(1);
    // The head of a table is left out: its cells explain themselves.
    let lines = lines.filter(|(_, next)| !next.starts_with("|--")).map(|(line, _)| plain(line));
    lines.filter(|line| !line.is_empty()).flat_map(|line| wrapped(&line)).collect()
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

/// The words of a line in lines that fit.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > MOST_LETTERS {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_in_plain_lines() {
        let lines = lines();
        assert!(lines.iter().all(|line| line.chars().count() <= MOST_LETTERS), "{lines:#?}");
        assert!(!lines.iter().any(|line| line == "data; source; licence"), "no heads of tables");
        assert!(lines.iter().all(|line| !line.contains(['|', '*', '`', '['])), "{lines:#?}");
        let all = lines.join(" ");
        for word in ["Olaf Frohn", "BSD 3-Clause", "Standish", "lowbias32"] {
            assert!(all.contains(word), "{word}");
        }
    }

    #[test]
    fn tables_and_links_become_words() {
        assert_eq!(plain("| **Stars** | [here](a/b.md) | free |"), "Stars; here; free");
        assert_eq!(plain("|---|---|"), "");
        assert_eq!(plain("> as [LICENSE](../LICENSE) says"), "as LICENSE says");
    }
}
