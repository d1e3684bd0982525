//! The loudness of continuous sounds, which changes without a jump.

use bevy::audio::{AudioSink, AudioSinkPlayback, Volume};

/// Loudness below which a sound rests.
const SILENT: f32 = 0.0005;

/// The loudness after a time in units of its time constant, on its way to the wanted one.
pub(super) fn toward(loudness: f32, wanted: f32, time_constants: f32) -> f32 {
    wanted + (loudness - wanted) * (-time_constants).exp()
}

/// Applies a loudness on its way to the wanted one. A silent sound rests, and costs nothing.
pub(super) fn apply(sink: &mut AudioSink, loudness: f32, wanted: f32) {
    sink.set_volume(Volume::Linear(loudness));
    let rests = loudness < SILENT && wanted < SILENT;
    if rests && !sink.is_paused() {
        sink.pause();
    } else if !rests && sink.is_paused() {
        sink.play();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loudness_approaches_what_is_wanted() {
        assert!((toward(0.4, 1.0, 0.0) - 0.4).abs() < 1e-6);
        assert!((toward(0.0, 1.0, 1.0) - 0.632).abs() < 0.001);
        assert!((toward(1.0, 0.2, 20.0) - 0.2).abs() < 1e-6);
    }
}
