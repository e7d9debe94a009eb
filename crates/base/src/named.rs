//! Enums with a name for each value, as the command line, files and messages use it.

use std::{error::Error, fmt};

/// The error for a name that no value of a type has.
///
/// ```
/// use batchdoku::engine::EngineKind;
/// assert_eq!(EngineKind::Mrv.name(), "mrv");
/// assert_eq!("mrv".parse(), Ok(EngineKind::Mrv));
/// let error = "mvr".parse::<EngineKind>().unwrap_err();
/// assert_eq!(error.to_string(), "expected auto, lanes, mrv, dlx or backtrack, got 'mvr'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The valid names.
    pub expected: &'static [&'static str],
    /// The name given.
    pub got: String,
}

impl UnknownName {
    /// Creates the error for `got` in place of a name from `expected`.
    pub fn new(expected: &'static [&'static str], got: &str) -> Self {
        Self { expected, got: got.to_owned() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got '{}'", any_of(self.expected), self.got)
    }
}

impl Error for UnknownName {}

/// Returns names as words of a sentence: `a`, `a or b`, `a, b or c`.
pub fn any_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Names the values of an enum: defines `ALL`, `NAMES`, `name()`, `FromStr` and `Display`, and, with the feature
/// `serde`, serialises values as their names. The macro takes the name of an enum or its whole definition, with a
/// name for each value: `Pear = "pear"`.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visibility:vis enum $type:ident {
        $($(#[$meaning:meta])* $value:ident = $name:literal),+ $(,)?
    }) => {
        $(#[$about])*
        $visibility enum $type {
            $($(#[$meaning])* $value,)+
        }

        $crate::named!($type { $($value = $name),+ });
    };
    ($type:ident { $($value:ident = $name:literal),+ $(,)? }) => {
        #[allow(unreachable_pub, dead_code, reason = "some of the enums are private")]
        impl $type {
            /// All values.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];
            /// The names of [`Self::ALL`], in that order.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// Returns the name of the value on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $($name => Ok(Self::$value),)+
                    _ => Err($crate::UnknownName::new(&Self::NAMES, name)),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        $crate::text_in_data! { $type }
    };
}

/// Serialises the values of types as the text of `Display`, and deserialises them by `FromStr`.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! text_in_data {
    ($($type:ident),+) => {$(
        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let text = <String as $crate::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    )+};
}

/// Does nothing, because this crate lacks the feature `serde`.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! text_in_data {
    ($($type:ident),+) => {};
}

/// Creates a clap parser for the names of a type. The help and error messages list the names; if meanings are given,
/// the help shows each meaning after its name. The calling crate must depend on clap.
#[macro_export]
macro_rules! names {
    ($type:ty) => {
        clap::builder::TypedValueParser::map(
            clap::builder::PossibleValuesParser::new(<$type>::NAMES),
            |name| name.parse::<$type>().expect("one of the names"),
        )
    };
    ($type:ty: $($meaning:literal),+ $(,)?) => {{
        const MEANINGS: [&str; <$type>::NAMES.len()] = [$($meaning),+];
        let described = <$type>::NAMES.into_iter().zip(MEANINGS);
        let values = described
            .map(|(name, meaning)| clap::builder::PossibleValue::new(name).help(meaning));
        clap::builder::TypedValueParser::map(
            clap::builder::PossibleValuesParser::new(values),
            |name| name.parse::<$type>().expect("one of the names"),
        )
    }};
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Fruit {
        Apple,
        Pear,
    }

    named!(Fruit { Pear = "pear", Apple = "apple" });

    #[test]
    fn names_go_there_and_back_in_the_order_given() {
        assert_eq!(Fruit::ALL, [Fruit::Pear, Fruit::Apple]);
        for fruit in Fruit::ALL {
            assert_eq!(fruit.to_string().parse(), Ok(fruit));
        }
        assert_eq!(format!("[{:>6}]", Fruit::Pear), "[  pear]");
        let error = "Pear".parse::<Fruit>().unwrap_err();
        assert_eq!(error.to_string(), "expected pear or apple, got 'Pear'");
    }
}
