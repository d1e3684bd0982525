//! Resolution of paths to the file that defines the item, through re-exports.

use std::collections::BTreeSet;

use super::Arrow;
use super::source::{House, Import};

/// Limit on a chain of re-exports.
const LONGEST_CHAIN: usize = 16;
/// The name by which a program uses the library.
const LIBRARY: &str = "ecliptic";

impl House {
    /// All arrows between different files.
    ///
    /// # Errors
    /// The paths into the crate that lead nowhere.
    pub fn arrows(&self) -> Result<BTreeSet<Arrow>, Vec<String>> {
        let (mut arrows, mut unknown) = (BTreeSet::new(), Vec::new());
        for (index, module) in self.modules.iter().enumerate() {
            for mention in &module.mentions {
                let Some(end) = self.resolve(index, &mention.path, 0) else {
                    let is_ours = ["crate", "self", "super"].contains(&mention.path[0].as_str());
                    unknown.extend(is_ours.then(|| format!("{}: {}", module.file, mention.path.join("::"))));
                    continue;
                };
                let to = &self.modules[end].file;
                let is_excepted = mention.is_excepted_below && self.is_below(end, index);
                if *to != module.file && !is_excepted {
                    arrows.insert((module.file.clone(), to.clone()));
                }
            }
        }
        if unknown.is_empty() { Ok(arrows) } else { Err(unknown) }
    }

    /// Whether a module is inside another one, at any depth.
    fn is_below(&self, module: usize, ancestor: usize) -> bool {
        let mut parents = std::iter::successors(Some(module), |at| self.modules[*at].parent);
        parents.any(|parent| parent == ancestor)
    }

    /// The root of the crate that a module is in.
    fn root_of(&self, module: usize) -> usize {
        std::iter::successors(Some(module), |at| self.modules[*at].parent).last().unwrap_or(module)
    }

    /// The module that defines the item of a path; `None` for an item outside this crate.
    fn resolve(&self, at: usize, path: &[String], depth: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(self.root_of(at), rest, depth),
            "self" => self.walk(at, rest, depth),
            "super" => self.leave(self.modules[at].parent?, rest, depth),
            LIBRARY if self.root_of(at) != 0 => self.walk(0, rest, depth),
            _ => self.walk(at, path, depth),
        }
    }

    /// Resolves the rest of a path after a `super`; several may follow.
    fn leave(&self, at: usize, rest: &[String], depth: usize) -> Option<usize> {
        match rest.split_first() {
            Some((next, rest)) if next == "super" => self.leave(self.modules[at].parent?, rest, depth),
            _ => self.walk(at, rest, depth),
        }
    }

    /// Follows a path from a module on.
    fn walk(&self, at: usize, path: &[String], depth: usize) -> Option<usize> {
        let Some((name, rest)) = path.split_first() else { return Some(at) };
        if depth > LONGEST_CHAIN {
            return None;
        }
        let module = &self.modules[at];
        if let Some(child) = module.children.get(name) {
            return self.walk(*child, rest, depth);
        }
        if module.items.contains(name) {
            return Some(at);
        }
        let named = module.imports.iter().filter(|import| import.name.as_ref() == Some(name));
        let globs = module.imports.iter().filter(|import| import.name.is_none());
        named.chain(globs).find_map(|import| self.follow(at, import, path, depth + 1))
    }

    /// Follows a path whose first part may come from an import of the module.
    fn follow(&self, at: usize, import: &Import, path: &[String], depth: usize) -> Option<usize> {
        if !self.is_inside(at, import.path.first()?) {
            return None;
        }
        let rest = if import.name.is_some() { &path[1..] } else { path };
        let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
        self.resolve(at, &whole, depth)
    }

    /// Whether the path of an import with this first name stays in the crate. Names from globs are not searched:
    /// such an import is of another crate.
    fn is_inside(&self, at: usize, first: &String) -> bool {
        let module = &self.modules[at];
        let is_imported = || {
            module
                .imports
                .iter()
                .any(|other| other.name.as_ref() == Some(first) && other.path.first() != Some(first))
        };
        ["crate", "self", "super", LIBRARY].contains(&first.as_str())
            || module.children.contains_key(first)
            || module.items.contains(first)
            || is_imported()
    }
}
