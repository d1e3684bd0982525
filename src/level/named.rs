//! Enums whose variants have names, by the macro `named!`.

/// Enums with names for players. Levels and saves have the variants in snake case; menus and tables show
/// them in the order in which they are declared.
macro_rules! named {
    ($(
        $(#[$of_type:meta])*
        pub enum $type:ident {
            $($(#[$of_variant:meta])* $variant:ident = $name:literal,)*
        }
    )*) => {
        $(
            $(#[$of_type])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "snake_case")]
            pub enum $type {
                $($(#[$of_variant])* $variant,)*
            }

            impl $type {
                /// All of them, in their order.
                pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

                /// The name for players.
                pub fn name(self) -> &'static str {
                    match self {
                        $(Self::$variant => $name,)*
                    }
                }
            }
        )*
    };
}
