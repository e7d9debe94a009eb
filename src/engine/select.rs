//! The engines by name.

use std::{fmt, str::FromStr};

use super::{Engine, Mrv};

/// Which engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The fastest one for the work at hand.
    #[default]
    Auto,
    /// One puzzle at a time, the cell with the fewest candidates first.
    Mrv,
}

impl EngineKind {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("auto", Self::Auto), ("mrv", Self::Mrv)];

    /// A new engine of this kind.
    pub fn build(self) -> Box<dyn Engine> {
        match self {
            Self::Auto | Self::Mrv => Box::new(Mrv::new()),
        }
    }
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| kind).ok_or_else(|| format!("unknown engine '{name}'"))
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = Self::ALL.into_iter().find(|(_, kind)| kind == self).expect("listed");
        f.write_str(name)
    }
}
