//! What minds believe though nobody of their side has seen it. It is kept for people: minds form it anew whenever they
//! think.

use serde::{Deserialize, Serialize};

use crate::sim::{BodyId, ClassId};

/// Armed ships of foes that a mind believes in though they have not been seen: a yard may have built them out of
/// sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feared {
    /// The body of the yard; `None`: they may be anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<BodyId>,
    /// Their class.
    pub class: ClassId,
    /// Their number.
    pub count: u32,
}
