//! The modules of a crate, read from its files: the names that each defines, imports and mentions.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// Reads a file below `src`; `None` for a missing one.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A name that a `use` brings into a module.
#[derive(Clone, Debug)]
pub struct Import {
    /// The name; `None` for a glob import.
    pub name: Option<String>,
    /// The path.
    pub path: Vec<String>,
}

/// A path in the code.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The path.
    pub path: Vec<String>,
    /// Whether only the module itself and its children are excepted: a list of plugins, or a re-export.
    pub is_excepted_below: bool,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// File below `src`.
    pub file: String,
    /// The parent module, by index.
    pub parent: Option<usize>,
    /// The modules in it, by their names.
    pub children: BTreeMap<String, usize>,
    /// The names of its items.
    pub items: BTreeSet<String>,
    /// The names imported by its `use`s.
    pub imports: Vec<Import>,
    /// All paths in it.
    pub mentions: Vec<Mention>,
}

/// All modules of a crate. The first is its root.
#[derive(Clone, Debug, Default)]
pub struct House {
    /// The modules.
    pub modules: Vec<Module>,
}

impl House {
    /// Reads a crate, from its root on.
    pub fn read(root: &str, read: Read) -> Self {
        let mut house = Self::default();
        house.read_file(None, root, "", read);
        house
    }

    /// Adds the modules of a program that uses this crate by its name.
    pub fn add_program(&mut self, program: Self) {
        let shift = self.modules.len();
        self.modules.extend(program.modules.into_iter().map(|module| Module {
            parent: module.parent.map(|parent| parent + shift),
            children: module.children.into_iter().map(|(name, child)| (name, child + shift)).collect(),
            ..module
        }));
    }

    /// Reads a file as a new module; `folder` is that of its children's files.
    fn read_file(&mut self, parent: Option<usize>, file: &str, folder: &str, read: Read) -> usize {
        let text = read(file).unwrap_or_else(|| panic!("src/{file} is missing"));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("src/{file}: {error}"));
        self.add_module(parent, file, folder, &parsed.items, read)
    }

    fn add_module(
        &mut self,
        parent: Option<usize>,
        file: &str,
        folder: &str,
        items: &[syn::Item],
        read: Read,
    ) -> usize {
        let index = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                syn::Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let below = format!("{folder}{name}/");
                    let child = match &module.content {
                        Some((_, items)) => self.add_module(Some(index), file, &below, items, read),
                        None => {
                            let flat = format!("{folder}{name}.rs");
                            let nested = format!("{below}mod.rs");
                            let file = if read(&flat).is_some() { flat } else { nested };
                            self.read_file(Some(index), &file, &below, read)
                        }
                    };
                    self.modules[index].children.insert(name, child);
                }
                syn::Item::Use(item) => self.modules[index].add_use(item),
                _ => self.modules[index].add_item(item),
            }
        }
        index
    }
}

impl Module {
    fn add_use(&mut self, item: &syn::ItemUse) {
        let is_shown = !matches!(item.vis, syn::Visibility::Inherited);
        for import in leaves(&item.tree) {
            self.mentions.push(Mention { path: import.path.clone(), is_excepted_below: is_shown });
            self.imports.push(import);
        }
    }

    fn add_item(&mut self, item: &syn::Item) {
        let is_plugin = matches!(item, syn::Item::Fn(function) if function.sig.ident == "plugin");
        self.items.extend(name_of(item));
        self.items.extend(query_item_of(item));
        if let syn::Item::Macro(called) = item {
            self.items.extend(types_declared_in(&called.mac.tokens));
        }
        let mut finder = Finder::default();
        finder.visit_item(item);
        let paths = finder.paths.into_iter();
        self.mentions.extend(paths.map(|path| Mention { path, is_excepted_below: is_plugin }));
    }
}

/// The name that an item defines.
fn name_of(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The name of the type that `derive(QueryData)` adds for what a query yields.
fn query_item_of(item: &syn::Item) -> Option<String> {
    let syn::Item::Struct(item) = item else { return None };
    let mut is_query = false;
    for attribute in item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let derives = attribute.parse_nested_meta(|meta| {
            is_query |= meta.path.is_ident("QueryData");
            Ok(())
        });
        derives.ok()?;
    }
    is_query.then(|| format!("{}Item", item.ident))
}

/// The names of the types that the call of a macro declares: those behind `struct` and `enum`.
fn types_declared_in(tokens: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let named = |two: &[TokenTree]| match two {
        [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "struct" || word == "enum" => {
            Some(name.to_string())
        }
        _ => None,
    };
    tokens.windows(2).filter_map(named).collect()
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item is built for tests alone.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let words = attribute.meta.require_list().map(|list| list.tokens.to_string().replace(' ', ""));
        words.is_ok_and(|words| words == "test" || words.starts_with("all(test,"))
    })
}

/// All names imported by a `use`.
fn leaves(tree: &syn::UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    add_leaves(tree, &mut Vec::new(), &mut found);
    found
}

fn add_leaves(tree: &syn::UseTree, before: &mut Vec<String>, found: &mut Vec<Import>) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            add_leaves(&path.tree, before, found);
            before.pop();
        }
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| add_leaves(tree, before, found)),
        syn::UseTree::Glob(_) => found.push(Import { name: None, path: before.clone() }),
        syn::UseTree::Name(name) => found.push(import(before, &name.ident, &name.ident)),
        syn::UseTree::Rename(rename) => found.push(import(before, &rename.ident, &rename.rename)),
    }
}

/// The import of `path::{item as name}`; `self` means the path.
fn import(before: &[String], item: &syn::Ident, name: &syn::Ident) -> Import {
    let mut path = before.to_vec();
    if item != "self" {
        path.push(item.to_string());
    }
    let name = if name == "self" { path.last().cloned() } else { Some(name.to_string()) };
    Import { name, path }
}

/// Finds the paths in an item.
#[derive(Default)]
struct Finder {
    paths: Vec<Vec<String>>,
}

impl Finder {
    /// Finds paths among unparsed tokens: those of macros and attributes.
    fn look_through(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    colons = 0;
                    self.look_through(group.stream());
                }
                _ => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.paths.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.look_through(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.look_through(list.tokens.clone());
        visit::visit_meta_list(self, list);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.paths.extend(leaves(&item.tree).into_iter().map(|import| import.path));
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }
}
