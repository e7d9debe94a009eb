//! Features of puzzles by name: the columns of `rate` and `generate`, of Python's tables and of the page.
//!
//! A feature is an entry of [`FEATURES`]: its name, its meaning, the type of its values, its group, and the function
//! that computes it. All front ends choose from this list, so a new column needs only a new entry and its test.

mod facts;

pub use facts::{Facts, Stopped};

use std::{fmt, str::FromStr};

use super::{explain::Unexplained, rate::Technique, unavoidable::MOST_CELLS};
use crate::GridExt;
use batchdoku_base::{ColumnKind, Scalar, UnknownName, Value};

/// A named property of a puzzle, such as its level.
///
/// ```
/// use batchdoku::{Grid, corpus::features::{Facts, Feature}};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let features = ["level", "clues"].map(|name| *Feature::named(name).expect("a feature"));
/// let mut facts = Facts::new(&features);
/// facts.begin(&puzzle);
/// let values = features.map(|feature| facts.value(&feature).expect("nothing stops it").to_string());
/// assert_eq!(values, ["easy", "30"]);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Feature {
    /// The name of its column.
    pub name: &'static str,
    /// The meaning of its values, for people.
    pub meaning: &'static str,
    /// The type of its values.
    pub kind: ColumnKind,
    /// The group that it is chosen with.
    pub group: FeatureGroup,
    /// The index of the technique whose steps it counts, or the number of cells of the sets that it counts; unused by
    /// other features.
    counted: usize,
    find: Find,
}

/// Computes the value of a feature for the current puzzle.
type Find = for<'f> fn(&'f mut Facts, counted: usize) -> Result<Value<'f>, Stopped>;

/// A group of features that are chosen together, with about the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FeatureGroup {
    /// The level and what it depends on: about 10 µs.
    Level,
    /// The number of steps of each technique of the levels; no extra cost besides the level.
    Steps,
    /// The ratings of Sudoku Explainer: milliseconds for hard puzzles.
    Er,
    /// Symmetries, minimality and unavoidable sets: about 100 µs; large sets take much longer.
    Structure,
    /// A verdict on the conditions of [`Facts::set_conditions`]: milliseconds for hard puzzles.
    Conditions,
    /// The puzzle itself: its clues, its solution, its class.
    Puzzle,
    /// The weight of a puzzle, which only its generator knows.
    Generator,
}

const fn feature(
    group: FeatureGroup,
    name: &'static str,
    kind: ColumnKind,
    meaning: &'static str,
    find: Find,
) -> Feature {
    Feature { name, meaning, kind, group, counted: 0, find }
}

/// The feature that tests the path of a puzzle by conditions.
pub const MEETS: Feature = feature(
    FeatureGroup::Conditions,
    "meets",
    ColumnKind::Flag,
    "whether the path meets the conditions",
    |facts, _| {
        let meets = facts.meets()?;
        Ok(meets.map_or(Value::Missing, |meets| Scalar::Flag(meets).into()))
    },
);

/// The level and what it depends on.
const LEVEL: &[Feature] = {
    use ColumnKind::{Integer, Text};
    use FeatureGroup::Level;
    &[
        feature(Level, "level", Text, "the level", |facts, _| Ok(facts.level())),
        feature(Level, "technique", Text, "the hardest technique", |facts, _| {
            facts.technique().map(Value::named)
        }),
        feature(Level, "nodes", Integer, "the nodes of a search for two solutions", |facts, _| {
            Ok(integer(facts.rating().nodes))
        }),
        feature(Level, "steps", Text, "how often each technique was used", |facts, _| {
            Ok(facts.steps())
        }),
    ]
};

/// The steps of each technique of the levels.
const STEPS: [Feature; Technique::Search as usize] = {
    let mut all = [LEVEL[0]; _];
    let mut at = 0;
    while at < all.len() {
        all[at] = steps_of(Technique::ALL[at]);
        at += 1;
    }
    all
};

/// The ratings of Sudoku Explainer.
const ER: &[Feature] = {
    use ColumnKind::{Real, Text};
    use FeatureGroup::Er;
    &[
        feature(
            Er,
            "er",
            Real,
            "the rating of the hardest step by Sudoku Explainer",
            |facts, _| facts.er().map(|er| rated(er.map(|it| it.er()))),
        ),
        feature(Er, "ep", Real, "that of the hardest step up to the first digit", |facts, _| {
            facts.er().map(|er| rated(er.map(|it| it.ep())))
        }),
        feature(Er, "ed", Real, "that of the first step", |facts, _| {
            facts.er().map(|er| rated(er.map(|it| it.ed())))
        }),
        feature(Er, "er_technique", Text, "the technique of the hardest step", |facts, _| {
            Ok(match facts.er()? {
                Ok(rating) => Value::named(rating.hardest().map(|kind| kind.name())),
                Err(error) => beyond(error),
            })
        }),
    ]
};

/// The structure of a puzzle, without its unavoidable sets.
const STRUCTURE: &[Feature] = {
    use ColumnKind::{Flag, Integer};
    use FeatureGroup::Structure;
    &[
        feature(
            Structure,
            "automorphisms",
            Integer,
            "how many symmetries map the puzzle to itself",
            |facts, _| Ok(integer(facts.puzzle().automorphisms())),
        ),
        feature(Structure, "minimal", Flag, "whether no clue can be removed", |facts, _| {
            let structure = facts.structure();
            Ok(structure.map_or(Value::Missing, |it| Scalar::Flag(it.is_minimal).into()))
        }),
    ]
};

/// The number of unavoidable sets of each size.
const SETS: [Feature; SET_NAMES.len()] = {
    let mut all = [LEVEL[0]; _];
    let mut at = 0;
    while at < all.len() {
        all[at] = sets_of(at);
        at += 1;
    }
    all
};

/// The puzzle itself, and what its generator knows.
const PUZZLE: &[Feature] = {
    use ColumnKind::{Grid, Integer, Real, Text};
    use FeatureGroup::{Generator, Puzzle};
    &[
        feature(Puzzle, "clues", Integer, "the number of clues", |facts, _| {
            Ok(integer(facts.puzzle().clues() as u64))
        }),
        feature(Puzzle, "solution", Grid, "the only solution", |facts, _| Ok(facts.solution())),
        // A backbone is text, not a grid: an empty backbone differs from a missing value, and a grid of dots would not.
        feature(
            Puzzle,
            "backbone",
            Text,
            "the cells that have one digit in all solutions",
            |facts, _| Ok(facts.backbone()),
        ),
        feature(Puzzle, "class", Grid, "the canonical form", |facts, _| Ok(facts.class())),
        feature(
            Generator,
            "weight",
            Real,
            "1 divided by the probability of the puzzle",
            |facts, _| {
                Ok(facts.weight().map_or(Value::Missing, |it| Scalar::Scientific(it).into()))
            },
        ),
    ]
};

/// All features by part, in the order of their columns.
const PARTS: &[&[Feature]] = &[LEVEL, &STEPS, ER, STRUCTURE, &SETS, &[MEETS], PUZZLE];

const COUNT: usize = {
    let mut count = 0;
    let mut part = 0;
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

/// All features, in the order of their columns.
pub const FEATURES: [Feature; COUNT] = {
    let mut all = [LEVEL[0]; COUNT];
    let [mut at, mut part] = [0; 2];
    while part < PARTS.len() {
        let mut of_part = 0;
        while of_part < PARTS[part].len() {
            all[at] = PARTS[part][of_part];
            at += 1;
            of_part += 1;
        }
        part += 1;
    }
    all
};

/// The minimum number of cells of an unavoidable set.
pub const FEWEST_CELLS: usize = 4;

/// The names of the columns of unavoidable sets, by ascending number of cells.
const SET_NAMES: [&str; MOST_CELLS + 1 - FEWEST_CELLS] = [
    "unavoidable_4",
    "unavoidable_5",
    "unavoidable_6",
    "unavoidable_7",
    "unavoidable_8",
    "unavoidable_9",
    "unavoidable_10",
    "unavoidable_11",
    "unavoidable_12",
    "unavoidable_13",
    "unavoidable_14",
    "unavoidable_15",
    "unavoidable_16",
];

/// Returns the feature that counts the steps of a technique.
const fn steps_of(technique: Technique) -> Feature {
    let find: Find = |facts, technique| {
        let rating = facts.rating();
        let steps = u64::from(rating.steps[Technique::ALL[technique]]);
        Ok(if rating.solutions == 1 { integer(steps) } else { Value::Missing })
    };
    let meaning = "the steps of this technique";
    let group = FeatureGroup::Steps;
    let feature = feature(group, technique.name(), ColumnKind::Integer, meaning, find);
    Feature { counted: technique as usize, ..feature }
}

/// Returns the feature that counts unavoidable sets, by the index of its name.
const fn sets_of(index: usize) -> Feature {
    let find: Find = |facts, cells| {
        let structure = facts.structure();
        Ok(structure.map_or(Value::Missing, |it| integer(it.unavoidable[cells].into())))
    };
    let meaning = "the minimal unavoidable sets of this number of cells";
    let group = FeatureGroup::Structure;
    let feature = feature(group, SET_NAMES[index], ColumnKind::Integer, meaning, find);
    Feature { counted: FEWEST_CELLS + index, ..feature }
}

impl Feature {
    /// The names of all features, in the order of [`FEATURES`].
    pub const NAMES: [&'static str; COUNT] = {
        let mut names = [""; COUNT];
        let mut at = 0;
        while at < COUNT {
            names[at] = FEATURES[at].name;
            at += 1;
        }
        names
    };

    /// Returns the feature of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        const ALL: &[Feature] = &FEATURES;
        let found = ALL.iter().find(|feature| feature.name == name);
        found.ok_or_else(|| UnknownName::new(&Self::NAMES, name))
    }

    /// Returns the number of cells of the unavoidable sets that the feature counts; `None` for other features.
    pub fn set_size(&self) -> Option<usize> {
        let is_of_sets = self.group == FeatureGroup::Structure && self.counted > 0;
        is_of_sets.then_some(self.counted)
    }

    /// Returns whether the feature needs a path to the solution, which may take long.
    pub fn goes_up_the_ladder(&self) -> bool {
        matches!(self.group, FeatureGroup::Er | FeatureGroup::Conditions)
    }
}

batchdoku_base::text_in_data!(Feature);

impl FromStr for Feature {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::named(name).copied()
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl PartialEq for Feature {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Feature {}

fn integer(number: u64) -> Value<'static> {
    Scalar::Integer(number as i64).into()
}

/// Returns a rating as a value; if there is none, the value of [`beyond`].
fn rated(rating: Result<f64, Unexplained>) -> Value<'static> {
    match rating {
        Ok(value) => Scalar::Real { value, decimals: 1 }.into(),
        Err(error) => beyond(error),
    }
}

/// Returns the value for a puzzle without a path: `beyond` if the techniques do not suffice, otherwise missing.
fn beyond(error: Unexplained) -> Value<'static> {
    match error {
        Unexplained::BeyondTechniques => Value::Text(b"beyond"),
        _ => Value::Missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        explain::{StepKind, TechniqueConditions},
        rate::Difficulty,
    };
    use batchdoku_engine::grid::Grid;
    use std::collections::HashSet;

    /// Returns the values of all features but those of large sets, as `name=value`.
    fn values(puzzle: &Grid) -> Vec<String> {
        let is_small = |feature: &Feature| feature.set_size().is_none_or(|size| size <= 6);
        let features: Vec<_> = FEATURES.into_iter().filter(is_small).collect();
        let mut facts = Facts::new(&features);
        facts.begin(puzzle);
        let values = features.iter().map(|feature| {
            let value = facts.value(feature).expect("nothing stops it").to_string();
            format!("{}={value}", feature.name)
        });
        values.collect()
    }

    #[test]
    fn each_feature_has_its_own_name_and_value() {
        let puzzle: Grid =
            "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
                .parse()
                .unwrap();
        let solution = puzzle.solve().unwrap();
        let class = puzzle.canonical_form();
        let expected = format!(
            "level=hard technique=xy_wing nodes=0 \
             steps=naked_single=40,locked_candidates=8,xy_wing=7 \
             naked_single=40 hidden_single=0 locked_candidates=8 naked_pair=0 hidden_pair=0 \
             naked_triple=0 hidden_triple=0 x_wing=0 swordfish=0 xy_wing=7 xyz_wing=0 \
             naked_quad=0 hidden_quad=0 jellyfish=0 er=4.2 ep=4.2 ed=2.6 er_technique=xy_wing \
             automorphisms=1 minimal=no unavoidable_4=8 unavoidable_5=0 unavoidable_6=15 meets=- \
             clues=41 solution={solution} backbone={solution} class={class} weight=-"
        );
        assert_eq!(values(&puzzle).join(" "), expected);
    }

    #[test]
    fn conditions_and_what_is_known_have_values() {
        let puzzle: Grid =
            "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
                .parse()
                .unwrap();
        let mut facts = Facts::new(&[]);
        facts.set_conditions(Some(TechniqueConditions::new().needs([StepKind::XyWing])));
        facts.begin(&puzzle);
        facts.know(&Grid::EMPTY, Some(2.5e10), None, Some(Difficulty::Easy));
        let mut value = |name| facts.value(Feature::named(name).unwrap()).unwrap().to_string();
        let names = ["meets", "weight", "level", "solution"];
        let expected = ["yes", "2.500000e10", "easy", &".".repeat(81)];
        assert_eq!(names.map(&mut value), expected);
    }

    #[test]
    fn a_puzzle_with_several_solutions_has_few_values() {
        let values = values(&Grid::EMPTY);
        let there = values.iter().filter(|value| !value.ends_with("=-"));
        let names: Vec<_> =
            there.map(|value| value.split('=').next().unwrap_or_default()).collect();
        assert_eq!(names, ["level", "nodes", "automorphisms", "clues", "backbone", "class"]);
    }

    #[test]
    fn names_are_unique() {
        let names: HashSet<_> = Feature::NAMES.into_iter().collect();
        assert_eq!(names.len(), FEATURES.len());
        for feature in &FEATURES {
            assert_eq!(Feature::named(feature.name), Ok(feature));
        }
        let error = Feature::named("difficulty").unwrap_err().to_string();
        assert!(error.starts_with("expected level, technique, nodes"), "{error}");
    }

    #[test]
    fn sets_are_named_by_their_cells() {
        let sizes: Vec<_> =
            FEATURES.iter().filter_map(|it| Some((it.name, it.set_size()?))).collect();
        assert_eq!(sizes.len(), SET_NAMES.len());
        for (name, size) in sizes {
            assert_eq!(name, format!("unavoidable_{size}"));
        }
    }
}
