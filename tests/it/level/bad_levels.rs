//! Every file of `tests/data/bad_levels` has exactly the faults that its first lines announce, each as
//! `// expect: LINE:COLUMN FIELD: part of the message or remedy`.

use ecliptic::level::Fault;

use super::{faults_of, project};

/// Number of files of the folder.
const BAD_LEVELS: usize = 118;

/// The fault announced by a line `// expect: ...`.
#[derive(Debug)]
struct Expected {
    place: String,
    path: String,
    part: String,
}

impl Expected {
    fn read(line: &str) -> Option<Self> {
        let (place, rest) = line.strip_prefix("// expect: ")?.split_once(' ')?;
        let (path, part) = rest.split_once(": ")?;
        Some(Self { place: place.to_owned(), path: path.to_owned(), part: part.to_owned() })
    }

    fn is(&self, fault: &Fault) -> bool {
        let said = format!("{} / {}", fault.message, fault.remedy.as_deref().unwrap_or(""));
        format!("{}:{}", fault.line, fault.column) == self.place
            && fault.path == self.path
            && said.contains(&self.part)
    }
}

#[test]
fn have_the_faults_that_they_announce() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let folder = project("tests/data/bad_levels");
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let is_level = path.extension().is_some_and(|extension| extension == "ron");
        assert!(is_level, "{} is no level, and would not be checked", path.display());
        count += 1;
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let expected: Vec<Expected> = text.lines().map_while(Expected::read).collect();
        assert!(!expected.is_empty(), "{} announces nothing", path.display());
        let faults = faults_of(&text);
        let all_there = expected.iter().all(|expected| faults.iter().any(|fault| expected.is(fault)));
        if !all_there || faults.len() != expected.len() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            wrong.push(format!("{name}: expected {expected:#?}\nfound\n{faults}"));
        }
    }
    assert_eq!(count, BAD_LEVELS, "write down how many there are, so that none gets lost");
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n\n{}", wrong.len(), wrong.join("\n"));
}
