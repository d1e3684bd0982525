//! The styles of hulls, as `assets/models/styles.ron` says.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::hull_material::Paintwork;
use super::mesh_builder::style::Style;
use crate::level::HullStyle;

const TEXT: &str = include_str!("../../../assets/models/styles.ron");

static STYLES: LazyLock<HashMap<HullStyle, StyleSheet>> =
    LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// What a style says.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct StyleSheet {
    shape: Style,
    paint: Paintwork,
}

/// How a style shapes the pieces of hulls.
pub fn shape_of(style: HullStyle) -> Style {
    Style { of: Some(style), ..sheet_of(style).shape }
}

/// How a style lays plates, windows and stripes.
pub fn paintwork_of(style: HullStyle) -> Paintwork {
    sheet_of(style).paint
}

fn sheet_of(style: HullStyle) -> StyleSheet {
    STYLES.get(&style).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_can_be_read() {
        let sheets = ron::from_str::<HashMap<HullStyle, StyleSheet>>(TEXT);
        let sheets = sheets.unwrap_or_else(|error| panic!("assets/models/styles.ron:{error}"));
        assert!(HullStyle::ALL.iter().all(|style| sheets.contains_key(style)));
    }

    #[test]
    fn no_two_styles_are_alike() {
        for (index, one) in HullStyle::ALL.into_iter().enumerate() {
            for other in HullStyle::ALL.into_iter().skip(index + 1) {
                assert_ne!(sheet_of(one).shape, sheet_of(other).shape, "{one:?} {other:?}");
                assert_ne!(paintwork_of(one), paintwork_of(other), "{one:?} {other:?}");
            }
        }
    }
}
