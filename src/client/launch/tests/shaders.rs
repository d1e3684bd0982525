//! The shaders compile in their variants. The engine composes and checks them as in the game, by its own cache of
//! shaders; only what it would give to the driver is dropped.

use std::num::NonZeroUsize;

use bevy::asset::handle_internal_asset_events;
use bevy::pbr::MATERIAL_BIND_GROUP_INDEX;
use bevy::render::render_resource::{DownlevelFlags, WgpuFeatures, WgpuLimits};
use bevy::shader::{
    Shader, ShaderCache, ShaderCacheError, ShaderCacheSource, ShaderDefVal, ShaderImport, ValidateShader,
};

use super::*;
use crate::client::menu::loading::SHADERS;
use crate::client::models::hull_material::HullVariant;
use crate::client::scene::sky::surface::body_material::BodyVariant;

/// The shader that is part of the program: its path and its text.
const LINES: (&str, &str) = ("src/client/frame/lines.wgsl", include_str!("../../frame/lines.wgsl"));
/// Limit on the waits until the shaders are read, a millisecond each.
const MOST_WAITS: u32 = 5_000;

/// A shader as the engine knows it.
type Known = (AssetId<Shader>, Shader);

/// The definitions of a variant.
type Defs = Vec<ShaderDefVal>;

/// A shader in one variant.
struct Job {
    shader: AssetId<Shader>,
    path: &'static str,
    variant: Defs,
}

/// The paths of the game's shaders.
fn own_paths() -> impl Iterator<Item = &'static str> {
    SHADERS.into_iter().chain([LINES.0])
}

/// All variants of a shader.
fn variants_of(path: &str) -> Vec<Defs> {
    match path {
        "shaders/body.wgsl" => BodyVariant::all(),
        "shaders/hull.wgsl" => HullVariant::all(),
        _ => vec![Defs::new()],
    }
}

/// What the engine defines, beside the variant, for the meshes and the camera of the game: `MeshPipeline` and
/// `MaterialPipelineSpecializer` of `bevy_pbr` do so.
fn engine_defs() -> Defs {
    let names = [
        "MESH_PIPELINE",
        "VERTEX_OUTPUT_INSTANCE_INDEX",
        "VERTEX_POSITIONS",
        "VERTEX_NORMALS",
        "VERTEX_UVS",
        "VERTEX_UVS_A",
        "VERTEX_UVS_B",
        "VERTEX_COLORS",
        "VIEW_PROJECTION_PERSPECTIVE",
        "SHADOW_FILTER_METHOD_GAUSSIAN",
    ];
    let group = ShaderDefVal::UInt("MATERIAL_BIND_GROUP".into(), MATERIAL_BIND_GROUP_INDEX as u32);
    names.map(ShaderDefVal::from).into_iter().chain([group]).collect()
}

/// The shaders of the game and of the engine, read as in the game.
fn read_shaders() -> Vec<Known> {
    let mut app = App::new();
    app.add_plugins(blind_engine());
    make_ready(&mut app);
    let server = app.world().resource::<AssetServer>().clone();
    let _files: Vec<Handle<Shader>> = SHADERS.iter().map(|path| server.load(*path)).collect();
    let lines = Shader::from_wgsl(LINES.1, LINES.0);
    let _lines = app.world_mut().resource_mut::<Assets<Shader>>().add(lines);
    let own: Vec<&str> = own_paths().collect();
    let mut known = known_shaders(&app);
    for _ in 0..MOST_WAITS {
        if parts_of(&own, &known).1.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
        handle_internal_asset_events(app.world_mut());
        known = known_shaders(&app);
    }
    let missing = parts_of(&own, &known).1;
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    known
}

fn known_shaders(app: &App) -> Vec<Known> {
    let shaders = app.world().resource::<Assets<Shader>>().iter();
    shaders.map(|(id, shader)| (id, with_limits(shader.clone()))).collect()
}

/// The shader with what the engine defines for all shaders by the limits of the driver: `PipelineCache` does so.
fn with_limits(mut shader: Shader) -> Shader {
    let buffers = WgpuLimits::default().max_storage_buffers_per_shader_stage;
    shader.shader_defs.push(ShaderDefVal::UInt("AVAILABLE_STORAGE_BUFFER_BINDINGS".into(), buffers));
    shader
}

/// The paths of the shaders that some shaders of the game consist of, and a sentence for each import that is unknown.
fn parts_of(paths: &[&str], known: &[Known]) -> (BTreeSet<String>, Vec<String>) {
    let mut open: Vec<(String, ShaderImport)> = paths
        .iter()
        .map(|path| ("the game".to_owned(), ShaderImport::AssetPath((*path).to_owned())))
        .collect();
    let (mut parts, mut unknown) = (BTreeSet::new(), Vec::new());
    while let Some((importer, import)) = open.pop() {
        let Some((_, shader)) = known.iter().find(|(_, shader)| shader.import_path == import) else {
            unknown.push(format!("{importer} imports {}, which is no shader", import.module_name()));
            continue;
        };
        if parts.insert(shader.path.clone()) {
            open.extend(shader.imports.iter().map(|import| (shader.path.clone(), import.clone())));
        }
    }
    (parts, unknown)
}

fn name(def: &ShaderDefVal) -> &str {
    match def {
        ShaderDefVal::Bool(name, _) | ShaderDefVal::Int(name, _) | ShaderDefVal::UInt(name, _) => name,
    }
}

fn written(def: &ShaderDefVal) -> String {
    format!("{} = {}", name(def), def.value_as_string())
}

fn is_set(wanted: &str, variant: &[ShaderDefVal]) -> bool {
    variant.iter().any(|def| name(def) == wanted)
}

/// The words of a line of the preprocessor that begins or ends a branch.
fn words_of(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.trim_start().strip_prefix('#')?.split_whitespace().collect();
    ["if", "ifdef", "ifndef", "else", "endif"].contains(words.first()?).then_some(words)
}

/// The lines of a text that begin a branch, from 1 on.
fn branches(text: &str) -> BTreeSet<usize> {
    let words = (1..).zip(text.lines().map(words_of));
    words
        .filter(|(_, words)| words.as_ref().is_some_and(|words| words[0] != "endif"))
        .map(|(at, _)| at)
        .collect()
}

/// Those of these lines whose branches are parts of a variant.
fn branches_in(text: &str, variant: &[ShaderDefVal]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    // Of each condition that encloses a line: whether its present branch is taken, and whether any was up to here.
    let mut about: Vec<(bool, bool)> = Vec::new();
    for (at, line) in (1..).zip(text.lines()) {
        let Some(words) = words_of(line) else { continue };
        let (condition, was_taken) = match words.split_first() {
            Some((&"endif", _)) => {
                about.pop();
                continue;
            }
            Some((&"else", condition)) => (condition, about.pop().is_some_and(|(_, was_taken)| was_taken)),
            _ => (&words[..], false),
        };
        let is_taken = !was_taken && holds(condition, variant);
        about.push((is_taken, is_taken || was_taken));
        if about.iter().all(|(is_taken, _)| *is_taken) {
            found.insert(at);
        }
    }
    found
}

/// Whether a condition holds. That of a last `else` has no words.
fn holds(condition: &[&str], variant: &[ShaderDefVal]) -> bool {
    match condition {
        [] => true,
        ["ifdef", name] => is_set(name, variant),
        ["ifndef", name] => !is_set(name, variant),
        ["if", wanted, "==", value] => {
            variant.iter().any(|def| name(def) == *wanted && def.value_as_string() == *value)
        }
        _ => panic!("a condition that only the engine knows: {condition:?}"),
    }
}

/// What a few variants must have together: every branch, every definition, and every two switches, set or not.
fn features(text: &str, variant: &[ShaderDefVal], switches: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut features: BTreeSet<String> = branches_in(text, variant).iter().map(usize::to_string).collect();
    features.extend(variant.iter().map(written));
    let states: Vec<String> =
        switches.iter().map(|switch| format!("{switch} {}", is_set(switch, variant))).collect();
    for (index, one) in states.iter().enumerate() {
        features.extend(states[..index].iter().map(|other| format!("{other}, {one}")));
    }
    features
}

/// A few of the variants of a shader that have all the features that any of them has.
fn few_of(text: &str, all: &[Defs]) -> Vec<Defs> {
    let switches: BTreeSet<&str> =
        all.iter().flatten().filter(|def| matches!(def, ShaderDefVal::Bool(..))).map(name).collect();
    let all: Vec<(BTreeSet<String>, &Defs)> =
        all.iter().map(|variant| (features(text, variant, &switches), variant)).collect();
    let (mut few, mut covered) = (Vec::new(), BTreeSet::new());
    loop {
        let best = all.iter().max_by_key(|(features, _)| features.difference(&covered).count());
        let Some((features, variant)) = best else { return few };
        if !few.is_empty() && features.is_subset(&covered) {
            return few;
        }
        covered.extend(features.iter().cloned());
        few.push((*variant).clone());
    }
}

/// The places of the branches that no variant has: a definition is misspelt, or missing in `variants_of`.
fn dead_branches(path: &str, text: &str, all: &[Defs]) -> Vec<String> {
    let mut dead = branches(text);
    for variant in all {
        if dead.is_empty() {
            break;
        }
        let alive = branches_in(text, variant);
        dead.retain(|line| !alive.contains(line));
    }
    dead.iter().map(|line| format!("{path}:{line}: no variant has this branch")).collect()
}

/// Stands for the driver.
fn keep_nothing(_: &(), _: ShaderCacheSource, _: &ValidateShader) -> Result<(), ShaderCacheError> {
    Ok(())
}

/// What is wrong with variants of shaders, and with which: file, line and reason, as the game would log them.
fn faults_of(jobs: &[Job], known: &[Known]) -> Vec<(String, String)> {
    let mut cache =
        ShaderCache::<(), ()>::new((), WgpuFeatures::empty(), DownlevelFlags::all(), keep_nothing);
    cache.composer.validate = true;
    for (id, shader) in known {
        cache.set_shader(*id, shader.clone());
    }
    let mut faults = Vec::new();
    for Job { shader, path, variant } in jobs {
        let fault = match cache.get(0, *shader, &[engine_defs(), variant.clone()].concat()) {
            Ok(_) => continue,
            Err(ShaderCacheError::ProcessShaderError(error)) => error.emit_to_string(&cache.composer),
            Err(error) => error.to_string(),
        };
        let words: Vec<String> = variant.iter().map(written).collect();
        faults.push((fault, format!("{path} with [{}]", words.join(", "))));
    }
    faults
}

/// The faults, looked for on all processors, each with a variant that has it.
fn all_faults(jobs: &[Job], known: &[Known]) -> BTreeMap<String, String> {
    let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = jobs.len().div_ceil(workers).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> =
            jobs.chunks(share).map(|part| scope.spawn(move || faults_of(part, known))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

/// Fails if a shader has a fault in any of its branches: what is drawn with it would be missing from the picture. A few
/// variants stand for all, unless all are asked for.
#[test]
fn the_shaders_compile_with_every_branch() {
    let known = read_shaders();
    let all: Vec<Defs> = own_paths().flat_map(variants_of).collect();
    let (mut jobs, mut drawn, mut troubles) = (Vec::new(), Vec::new(), Vec::new());
    for path in own_paths() {
        let (id, shader) = known.iter().find(|(_, shader)| shader.path == path).unwrap();
        let text = shader.source.as_str();
        troubles.extend(dead_branches(path, text, &all));
        if text.contains("@fragment") {
            drawn.push(path);
            let mut variants = variants_of(path);
            if std::env::var_os("ECLIPTIC_SHADERS").is_none() {
                variants = few_of(text, &variants);
            }
            jobs.extend(variants.into_iter().map(|variant| Job { shader: *id, path, variant }));
        }
    }
    let parts = parts_of(&drawn, &known).0;
    let idle = own_paths().filter(|path| !parts.contains(*path));
    troubles.extend(idle.map(|path| format!("{path}: no shader that draws imports it")));
    let faults = all_faults(&jobs, &known);
    troubles.extend(faults.iter().map(|(fault, variant)| format!("{variant}:\n{fault}")));
    assert!(troubles.is_empty(), "\n{}", troubles.join("\n"));
}

/// Fails if the test above sees no faults, or not their lines.
#[test]
fn a_fault_of_a_branch_has_its_line() {
    let text = "@fragment\nfn fragment() -> @location(0) vec4<f32> {\n#ifdef FAULTY\n    return missing();\n#else\n    \
        return vec4<f32>(1.0);\n#endif\n}\n";
    let variants = few_of(text, &[Defs::new(), vec!["FAULTY".into()]]);
    assert_eq!(variants.len(), 2, "{variants:?}");
    let shader = AssetId::invalid();
    let known = [(shader, Shader::from_wgsl(text, "faulty.wgsl"))];
    let jobs: Vec<Job> =
        variants.into_iter().map(|variant| Job { shader, path: "faulty.wgsl", variant }).collect();
    let faults = faults_of(&jobs, &known);
    let [(fault, variant)] = &faults[..] else { panic!("one variant is faulty: {faults:?}") };
    assert!(fault.contains("faulty.wgsl:4:") && fault.contains("missing"), "{fault}");
    assert_eq!(variant, "faulty.wgsl with [FAULTY = true]");
    assert_eq!(
        dead_branches("faulty.wgsl", text, &[Defs::new()]),
        ["faulty.wgsl:3: no variant has this branch"]
    );
}

/// Software drivers compile and keep a new shader for every value of a uniform that bounds a loop: that takes five
/// megabytes a second.
#[test]
fn no_loop_of_a_shader_is_bounded_by_a_uniform() {
    let mut loops = 0;
    for path in SHADERS {
        let text = std::fs::read_to_string(assets_dir().join(path)).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("for (")) {
            loops += 1;
            assert!(!line.contains('.'), "{path}: {line}");
        }
    }
    assert!(loops > 5, "{loops}");
}
