//! Missing parts of the machine, reported to the player.
//!
//! The engine panics without a screen or a graphics driver. A check before its start, and a hook for failures that
//! only the engine can detect, turn such panics into a sentence and an exit code.

/// The exit code if a required part is missing.
const CANNOT: i32 = 2;

/// Parts of the engine's panic messages, and their meaning for the player.
const KNOWN_ENDS: &[(&str, &str)] = &[
    (
        "Unable to find a GPU",
        "No graphics driver was found. Ecliptic needs Vulkan (or another driver that wgpu knows). \
         On Debian and Ubuntu `apt install mesa-vulkan-drivers` brings one that works everywhere; \
         without one, `ecliptic simulate` runs a level without showing it.",
    ),
    (
        "Failed to build event loop",
        "The screen cannot be opened. Is DISPLAY or WAYLAND_DISPLAY right? \
         Without a screen, `ecliptic shot` renders a picture and `ecliptic simulate` runs a level.",
    ),
    ("Failed to create window", "The window cannot be opened. Is DISPLAY or WAYLAND_DISPLAY right?"),
    (
        "surface",
        "The graphics driver cannot draw into this window. Another driver may: try WGPU_BACKEND=gl or \
         WGPU_BACKEND=vulkan.",
    ),
];

/// Checks that there is a screen for a window.
///
/// # Errors
/// A sentence for the player.
pub fn check_for_screen() -> Result<(), String> {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || has("DISPLAY") || has("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err("There is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n\
         `ecliptic shot` renders a picture and `ecliptic simulate` runs a level without one."
        .into())
}

/// Turns the engine's known ends into a sentence and an exit code.
pub fn explain_ends() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or_default();
        match explanation(words) {
            Some(explanation) => {
                eprintln!("{explanation}");
                std::process::exit(CANNOT);
            }
            None => usual(panic),
        }
    }));
}

fn explanation(words: &str) -> Option<&'static str> {
    KNOWN_ENDS.iter().find(|(part, _)| words.contains(part)).map(|(_, explanation)| *explanation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_ends_are_explained() {
        assert!(explanation("Unable to find a GPU! Make sure ...").is_some());
        assert!(explanation("index out of bounds").is_none());
    }
}
