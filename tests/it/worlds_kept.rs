//! The client's memory: all of it goes with its world, or is listed here as lasting longer, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};

use super::source_files::source_files;

/// Resources that stay from world to world.
const LASTING: &[(&str, &str)] = &[
    ("Appearance", "the lines of the constellations stay on the screen"),
    ("AssetsDir", "a folder"),
    ("Decoding", "the music of all worlds"),
    ("EffectLimits", "from the settings"),
    ("Constellations", "the sky of all worlds"),
    ("Families", "the fonts of all worlds"),
    ("HeldSize", "from the settings"),
    ("IconAtlas", "the icons of all worlds"),
    ("Icons", "pictures that all worlds share"),
    ("Ladder", "what Esc ends, in all worlds"),
    ("LastFocus", "what the camera looked at before another moment of a log is entered"),
    ("Loading", "the start of the program"),
    ("LayersInMaking", "the continuous sounds of all worlds"),
    ("LogsFolder", "a folder"),
    ("Opened", "the next world"),
    ("PictureOutcome", "the picture of `ecliptic shot`, which has one world"),
    ("FineSurfaces", "from the settings"),
    ("PipelinesInMaking", "the shaders of all worlds"),
    ("Plating", "from the settings"),
    ("PlansOpen", "the panel stays open while a replay is sought through"),
    ("Previews", "pictures of level files, which no world changes"),
    ("Queues", "how messages are emptied"),
    ("Reading", "a level that is read while the present world goes on"),
    ("Rewinding", "how far the game is rewound, which is said in the world that is entered"),
    ("SavesFolder", "a folder"),
    ("SaveWriter", "a save is finished after its game was left"),
    ("Settings", "the player's"),
    ("ShotRequest", "the picture of `ecliptic shot`, which has one world"),
    ("SmallMaps", "maps of real worlds, which no world changes"),
    ("Smoke", "the end of the program"),
    ("Sought", "a step back in a replay enters another world before the moment is reached"),
    ("Sounds", "tones that all worlds share"),
    ("SoundsInMaking", "the short sounds of all worlds"),
    ("Stopwatch", "what frames cost"),
    ("SystemDrawing", "the picture of a level that is not played yet"),
];

/// Messages that may be read in another world than the one of their writer.
const LASTING_MESSAGES: &[(&str, &str)] = &[
    ("FileEntered", "it is read in the world that is entered"),
    ("ReadingFailed", "the present world goes on"),
    ("SaveEnded", "a save is finished after its game was left"),
];

/// `Local`s that stay from world to world, by file and name.
const LASTING_LOCALS: &[(&str, &str, &str)] = &[
    ("scene/arms_view/fire_lines.rs", "drawn", ROOM),
    ("scene/arms_view/fire_lines.rs", "selected", ROOM),
    ("scene/battle/far_marks.rs", "taken", ROOM),
    ("scene/battle/damage/smoke.rs", "near", ROOM),
    ("scene/battle/ordnance/torpedo_view.rs", "near", ROOM),
    ("scene/battle/ordnance/torpedo_view.rs", "points", ROOM),
    ("scene/battle/ordnance/wreck_view.rs", "near", ROOM),
    ("view/camera.rs", "last", "where the pointer was"),
    ("scene/sky/constellations.rs", "were_shown", "the lines of the constellations stay on the screen"),
    ("hud/timeline/bodies.rs", "points", ROOM),
    ("input/mod.rs", "did_move", "whether a key moved in the frame before"),
    ("input/pointing/pointer_taps.rs", "taps", "clicks are held back by a frame, in all worlds"),
    ("launch/mod.rs", "frames", "the end of the program"),
    ("settings/display.rs", "rested", "the window stays"),
    ("menu/panel/turning.rs", "shown", "the page of the menu stays on the screen"),
    ("scene/sky/orbits/lines.rs", "singles", ROOM),
    ("scene/sky/orbits/lines.rs", "points", ROOM),
    ("scene/sky/orbits/lines.rs", "strip", ROOM),
    ("menu/result/panel.rs", "shown", "the page of the result stays on the screen"),
    ("scene/ships/stalks.rs", "drawn", ROOM),
    ("scene/ships/trails.rs", "room", ROOM),
    ("audio/voices.rs", "gate", "how often which sound was heard, by real time"),
    ("widgets/fields/focus.rs", "scrolling", "for how many frames more a turn of the wheel may count"),
    ("worlds/kept.rs", "kept", "`Kept` itself"),
];

/// Statics, by file and name.
const LASTING_STATICS: &[(&str, &str, &str)] = &[
    ("audio/cues.rs", "FILE", SHIPPED),
    ("audio/cues.rs", "SILENT", "a sound that is not shipped"),
    ("audio/layers.rs", "LAYERS", SHIPPED),
    ("frame/poll_timer.rs", "COUNT", "the number of timers so far, which only spreads their phases"),
    ("models/hulls.rs", "RECIPES", SHIPPED),
    ("models/mesh_builder/stations.rs", "RECIPES", SHIPPED),
    ("models/pictures/outlines.rs", "OUTLINES", SHIPPED),
    ("models/styles.rs", "STYLES", SHIPPED),
    ("scene/sky/surface/look_file.rs", "LOOKS", SHIPPED),
    ("widgets/look/fonts.rs", "TITLE_WIDTHS", SHIPPED),
    ("widgets/look/fonts.rs", "WORDS_WIDTHS", SHIPPED),
];

const SHIPPED: &str = "a shipped file, which nobody changes";

const ROOM: &str = "room that is cleared before each use";

fn written_static(file: &str, name: &str) -> String {
    format!("{file}: static {name}")
}

/// The memory of some code.
#[derive(Default)]
struct Memories {
    /// Resources, by the file that defines each.
    resources: BTreeMap<String, String>,
    messages: BTreeSet<String>,
    /// Resources that are reset or removed with a world.
    of_world: BTreeSet<String>,
    messages_of_world: BTreeSet<String>,
    /// File and name.
    locals: BTreeSet<(String, String)>,
    statics: Vec<String>,
    faults: Vec<String>,
    file: String,
}

impl Memories {
    fn read(folder: &Path) -> Self {
        let mut memories = Self::default();
        for (file, text) in source_files(folder) {
            memories.read_text(&file, &text);
        }
        memories
    }

    fn read_text(&mut self, file: &str, text: &str) {
        file.clone_into(&mut self.file);
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.visit_file(&parsed);
    }

    fn define(&mut self, name: &syn::Ident, attributes: &[syn::Attribute]) {
        let name = name.to_string();
        if derives(attributes, "Resource")
            && let Some(other) = self.resources.insert(name.clone(), self.file.clone())
        {
            self.faults.push(format!("two resources are called {name}: in {other} and in {}", self.file));
        }
        if derives(attributes, "Message") {
            self.messages.insert(name);
        }
    }

    fn note_type(&mut self, name: &str, kind: &syn::Type) {
        if let syn::Type::Path(path) = kind
            && path.path.segments.last().is_some_and(|last| last.ident == "Local")
        {
            self.locals.insert((self.file.clone(), name.to_owned()));
        }
    }
}

impl<'ast> Visit<'ast> for Memories {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.define(&item.ident, &item.attrs);
        for field in &item.fields {
            let name = field.ident.as_ref().map_or_else(|| item.ident.to_string(), syn::Ident::to_string);
            self.note_type(&name, &field.ty);
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.define(&item.ident, &item.attrs);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.statics.push(written_static(&self.file, &item.ident.to_string()));
    }

    fn visit_pat_type(&mut self, argument: &'ast syn::PatType) {
        if let syn::Pat::Ident(name) = &*argument.pat {
            self.note_type(&name.ident.to_string(), &argument.ty);
        }
        visit::visit_pat_type(self, argument);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let declared = match call.method.to_string().as_str() {
            "init_of_world" | "remove_with_world" => Some(&mut self.of_world),
            "add_message_of_world" => Some(&mut self.messages_of_world),
            _ => None,
        };
        if let Some((declared, turbofish)) = declared.zip(call.turbofish.as_ref()) {
            for argument in &turbofish.args {
                if let syn::GenericArgument::Type(syn::Type::Path(path)) = argument {
                    declared.extend(path.path.segments.last().map(|last| last.ident.to_string()));
                }
            }
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn derives(attributes: &[syn::Attribute], what: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(what);
            Ok(())
        });
    }
    found
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let tests = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(tests)
}

/// Entries in only one of two lists.
fn compare(faults: &mut Vec<String>, what: &str, there: &BTreeSet<String>, declared: &BTreeSet<String>) {
    let of_nobody = there.difference(declared);
    faults.extend(of_nobody.map(|name| format!("{what} {name} is neither of a world nor lasting")));
    let gone = declared.difference(there);
    faults.extend(gone.map(|name| format!("{what} {name} is declared, and not there")));
}

fn names<'a>(list: impl IntoIterator<Item = &'a &'a str>) -> BTreeSet<String> {
    list.into_iter().map(|name| (*name).to_owned()).collect()
}

fn faults(memories: &Memories) -> Vec<String> {
    let mut faults = memories.faults.clone();
    let resources: BTreeSet<String> = memories.resources.keys().cloned().collect();
    let lasting = names(LASTING.iter().map(|(name, _)| name));
    let twice = lasting.intersection(&memories.of_world);
    faults.extend(twice.map(|name| format!("resource {name} is declared twice")));
    // The client may also keep a resource of a type that another room declares.
    let of_world = memories.of_world.intersection(&resources);
    let declared = lasting.iter().chain(of_world).cloned().collect();
    compare(&mut faults, "resource", &resources, &declared);
    let lasting = names(LASTING_MESSAGES.iter().map(|(name, _)| name));
    let declared = lasting.union(&memories.messages_of_world).cloned().collect();
    compare(&mut faults, "message", &memories.messages, &declared);
    let written = |(file, name): &(String, String)| format!("{name} of {file}");
    let locals = memories.locals.iter().map(written).collect();
    let declared = LASTING_LOCALS.iter().map(|(file, name, _)| format!("{name} of {file}")).collect();
    compare(&mut faults, "local", &locals, &declared);
    let lasts =
        |item: &String| LASTING_STATICS.iter().any(|(file, name, _)| *item == written_static(file, name));
    let others = memories.statics.iter().filter(|item| !lasts(item));
    faults.extend(others.map(|item| format!("{item} outlasts every world")));
    faults
}

#[test]
fn all_that_the_client_remembers_is_of_a_world_or_lasting() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/client");
    let memories = Memories::read(&folder);
    assert!(memories.resources.len() > 50 && memories.of_world.len() > 40, "{:?}", memories.resources);
    let faults = faults(&memories);
    assert!(
        faults.is_empty(),
        "{}\nAdd a resource by `init_of_world` or `remove_with_world`, remember by `Kept` in place of `Local`, \
         or say here why it lasts.",
        faults.join("\n")
    );
}

#[test]
fn memories_are_found_in_code() {
    let text = r#"
        #[derive(Clone, Resource)] struct Desk(u32);
        #[derive(Resource)] enum Mode { A }
        #[derive(Message)] struct Rang;
        #[derive(SystemParam)] struct Ears<'s> { heard: Local<'s, u64> }
        static TABLE: OnceLock<u32> = OnceLock::new();
        fn plugin(app: &mut App) { app.init_of_world::<desk::Desk>().add_message_of_world::<Rang>(); }
        fn work(mut last: Local<Option<f64>>, kept: Kept<u32>) {}
        #[cfg(test)] mod tests { #[derive(Resource)] struct Notes; fn a(b: Local<u32>) {} }
    "#;
    let mut memories = Memories::default();
    memories.read_text("a.rs", text);
    let faults = faults(&memories);
    let found = |words: &str| faults.iter().any(|fault| fault.starts_with(words));
    assert!(found("resource Mode is neither") && !found("resource Desk") && !found("resource Notes"));
    assert!(found("local last of a.rs is neither") && found("local heard of a.rs is neither"));
    assert!(!found("local kept of a.rs") && !found("local b of") && !found("message Rang"));
    assert!(found("a.rs: static TABLE outlasts"));
}
