//! Chains from all candidates of a cell or all positions of a digit in a house to the same
//! literal, and contradictions.

use std::sync::Arc;

use super::{
    advanced::steps_on_the_way,
    hint::{Hint, Hints, Rank, Trail, length_rating, longest_below, number},
    kept::{KeptTrees, Trees},
    links::Cause,
    loops::{self, LoopMemory},
    origin::{MultipleChains, Origin},
    tree::{FoundInTree, Nested, Tree, Why},
};
use crate::{
    explain::{
        cases::Cases,
        kinds::Kinds,
        literal::{LITERALS, Literal, holds, literal},
        step::{Er, Step, StepKind},
        view::{house_cell, houses_of},
    },
    marks::{DirtySet, Marks},
};
use batchdoku_base::{StopFlag, bits};
use batchdoku_engine::grid::{ALL_DIGITS, Cell, CellSet};

/// The memory that the searches work on.
#[derive(Debug, Default)]
pub(in crate::explain) struct ChainMemory {
    pub(in crate::explain) loops: LoopMemory,
    /// Trees that are not in use.
    #[expect(clippy::vec_box, reason = "boxes move between here and the trees in use")]
    pub(super) spare: Vec<Box<Tree>>,
    /// Trees that are kept, by [`MultipleChains::kept`].
    kept: [KeptTrees; 4],
    /// True while chains are proved: trees keep the steps behind their nodes.
    pub(super) proves: bool,
    /// Ends searches once it is set. The best step found until then need not be the easiest.
    pub(in crate::explain) stop: Option<StopFlag>,
    /// Techniques that no step may be of. A net may still use them on the way.
    pub(in crate::explain) barred: Kinds,
}

impl ChainMemory {
    /// Returns a filter that drops steps of barred techniques.
    pub(in crate::explain) fn allowed(&self) -> impl Fn(Step) -> Option<Step> + use<> {
        let barred = self.barred;
        move |step| (!barred.contains(step.kind)).then_some(step)
    }

    /// Returns whether searches must end. A proof never stops early: the chain that it follows is known to exist, and a
    /// tree cut short would lack literals of it. A proof takes some milliseconds.
    pub(in crate::explain) fn is_stopped(&self) -> bool {
        #[cfg(test)]
        super::pace::poll(self.proves);
        !self.proves && self.stop.as_ref().is_some_and(StopFlag::is_set)
    }
}

impl MultipleChains {
    /// Finds the best step of the kind.
    pub(in crate::explain) fn find(self, marks: &Marks, memory: &mut ChainMemory) -> Option<Step> {
        let mut hints = Hints::barring(memory.barred);
        search(self, marks, memory, &mut hints, ALL_DIGITS);
        hints.into_step()
    }

    /// Returns the rating of the shortest chains of this kind, as Sudoku Explainer sets it: each kind of chains that a
    /// net may contain adds half a point. Longer chains are rated higher.
    fn base(self) -> Er {
        let net = StepKind::CellForcingNet.er();
        match self {
            Self::Nishio => StepKind::NishioForcingChain.er(),
            Self::Static => StepKind::CellForcingChain.er(),
            Self::Dynamic => net,
            Self::DynamicPlus => net + 5,
            Self::NestedForcing => net + 10,
            Self::NestedMultiple => net + 15,
            Self::NestedDynamic(_) => net + 20,
        }
    }

    /// Returns the kind whose trees this kind extends by further techniques.
    fn before(self) -> Option<Self> {
        match self {
            Self::DynamicPlus => Some(Self::Dynamic),
            Self::NestedForcing => Some(Self::DynamicPlus),
            Self::NestedMultiple => Some(Self::NestedForcing),
            _ => None,
        }
    }

    /// Returns the index of the trees of this kind in [`ChainMemory::kept`]; `None` if they are not kept.
    fn kept(self) -> Option<usize> {
        match self {
            Self::Nishio => Some(0),
            Self::Dynamic => Some(1),
            Self::DynamicPlus => Some(2),
            Self::NestedForcing => Some(3),
            _ => None,
        }
    }

    /// Returns the kinds of chains that a chain of this kind may contain; `None` stands for forcing chains. Sudoku
    /// Explainer nests them in this order. This is why a dynamic chain has levels: with level 1, for example, the inner
    /// chains may use locked candidates, pairs and X-wings.
    fn nested(self) -> &'static [Option<Self>] {
        match self {
            Self::NestedForcing => &[None],
            Self::NestedMultiple => &[None, Some(Self::Static)],
            Self::NestedDynamic(0) => &[Some(Self::Dynamic)],
            Self::NestedDynamic(1) => &[Some(Self::DynamicPlus)],
            Self::NestedDynamic(2) => &[Some(Self::NestedForcing)],
            Self::NestedDynamic(_) => &[Some(Self::NestedMultiple)],
            _ => &[],
        }
    }
}

/// Finds the best contradiction within a digit. Other digits do not matter to it, so only digits that have changed
/// since the last search without a result are tried.
pub(in crate::explain) fn nishio(
    marks: &Marks,
    dirty: &mut DirtySet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    let mut hints = Hints::default();
    search(MultipleChains::Nishio, marks, memory, &mut hints, dirty.digits as u16);
    let step = hints.into_step();
    if step.is_none() {
        dirty.digits = 0;
    }
    step
}

/// Finds all that follows from a literal.
pub(super) fn grow(
    kind: MultipleChains,
    tree: &mut Tree,
    start: Literal,
    source: &Marks,
    live: &mut Marks,
    memory: &mut ChainMemory,
) {
    let in_cells = kind != MultipleChains::Nishio;
    let is_dynamic = kind != MultipleChains::Static;
    tree.grow(start, source, live, (in_cells, is_dynamic), |tree, live| {
        extend(kind, tree, source, live, memory)
    });
}

/// Adds to a tree what the first technique or kind of chains with a result finds; returns whether anything was new.
fn extend(
    kind: MultipleChains,
    tree: &mut Tree,
    source: &Marks,
    live: &Marks,
    memory: &mut ChainMemory,
) -> bool {
    use MultipleChains as M;
    if matches!(kind, M::Nishio | M::Static | M::Dynamic) || memory.is_stopped() {
        return false;
    }
    let found = steps_on_the_way(source, live, &mut tree.dirty, memory.proves);
    #[cfg(debug_assertions)]
    {
        let all = steps_on_the_way(source, live, &mut [crate::marks::DirtySet::ALL; 4], false);
        let is_same = found.iter().map(|found| found.struck).eq(all.iter().map(|all| all.struck));
        assert!(is_same, "houses that have not changed have nothing");
    }
    if !found.is_empty() {
        return tree.add_found(&found);
    }
    for &chains in kind.nested() {
        let found = find_by_chains(chains, source, live, memory);
        if !found.is_empty() {
            return tree.add_found(&found);
        }
    }
    false
}

/// Lists the results of chains that rest on eliminations since `source`; `None` stands for forcing chains.
fn find_by_chains(
    chains: Option<MultipleChains>,
    source: &Marks,
    live: &Marks,
    memory: &mut ChainMemory,
) -> Vec<FoundInTree> {
    let mut all = Hints::within(source);
    match chains {
        None => loops::search(live, &mut memory.loops, &mut all),
        Some(kind) => search(kind, live, memory, &mut all, ALL_DIGITS),
    }
    let mut found = Vec::new();
    let position = memory.proves.then(|| Arc::new(live.clone()));
    for hint in all.into_all() {
        let trail = match (hint.trail, hint.step.origin) {
            (Some(trail), _) => Some(trail),
            (None, Some(Origin::Chain { links, from })) => {
                loops::trail(live, &mut memory.loops, (links, from), source)
            }
            _ => None,
        };
        let Some(trail) = trail else { continue };
        if trail.parents.iter().any(|cells| !cells.is_empty()) {
            let nested = Some(Nested { number: trail.number, literals: hint.rank.1 });
            let step = hint.step;
            let parents = trail.parents;
            let why =
                position.is_some().then(|| Arc::new(Why { step, position: position.clone() }));
            found.push(FoundInTree { struck: step.struck, parents, nested, why });
        }
    }
    found
}

/// Finds hints of a kind that start from candidates of the digits `of`.
fn search(
    kind: MultipleChains,
    marks: &Marks,
    memory: &mut ChainMemory,
    hints: &mut Hints<'_>,
    of: u16,
) {
    let is_dynamic = kind != MultipleChains::Static;
    let is_nishio = kind == MultipleChains::Nishio;
    // Chains within a tree start from a different position each time, so only trees of the outermost search are kept.
    let is_outermost = hints.outer.is_none();
    let place = kind.kept().filter(|_| is_outermost);
    let mut trees = Trees::new();
    if let Some(place) = place {
        let ChainMemory { kept, spare, .. } = &mut *memory;
        trees = kept[place].take(kind, marks, spare);
    }
    let live = marks.clone();
    let keeps = place.is_some();
    let mut search = TreeSearch { kind, marks, live, trees, keeps, resumes: is_outermost, memory };
    #[cfg(debug_assertions)]
    search.assert_grown();
    for cell in 0..81 {
        if search.memory.is_stopped() {
            break;
        }
        let candidates = marks.cells[cell];
        if candidates.count_ones() > 2 || is_dynamic && candidates.count_ones() == 2 {
            for digit in bits(candidates & of) {
                if is_dynamic {
                    search.binary(cell, digit, hints);
                }
                if !is_nishio {
                    search.regions(cell, digit, hints);
                }
            }
            if !is_nishio {
                let starts = bits(candidates).map(|digit| literal(cell, digit, true));
                search.common(starts, Cases::Cell(Cell::ALL[cell]), hints);
            }
        }
    }
    let TreeSearch { trees, memory, .. } = search;
    match place {
        // A search that was stopped has incomplete trees, which must not be kept.
        Some(place) if !memory.is_stopped() => memory.kept[place].keep(marks, trees),
        _ => memory.spare.extend(trees.into_iter().flatten()),
    }
}

struct TreeSearch<'a> {
    kind: MultipleChains,
    marks: &'a Marks,
    live: Marks,
    /// The trees grown so far, by start.
    trees: Trees,
    /// True if the trees are kept.
    keeps: bool,
    /// True if trees start from those of the kind before, and extend them.
    resumes: bool,
    memory: &'a mut ChainMemory,
}

impl TreeSearch<'_> {
    fn grow(&mut self, start: Literal) {
        if self.trees.is_empty() {
            self.trees.resize_with(LITERALS, || None);
        }
        if self.trees[usize::from(start)].is_some() {
            return;
        }
        let kept = self.take_kept(start);
        let Self { kind, marks, live, memory, .. } = self;
        let grown = if let Some(mut kept) = kept {
            kept.resume(marks, live, true, |tree, live| extend(*kind, tree, marks, live, memory));
            #[cfg(debug_assertions)]
            assert_grown(*kind, &kept, start, marks, live, memory);
            kept
        } else {
            let mut grown = memory.spare.pop().unwrap_or_default();
            grow(*kind, &mut grown, start, marks, live, memory);
            grown
        };
        self.trees[usize::from(start)] = Some(grown);
    }

    /// Takes the tree of the kind before, if it grew in this position and this kind extends such trees.
    fn take_kept(&mut self, start: Literal) -> Option<Box<Tree>> {
        let before = self.kind.before().filter(|_| self.resumes)?;
        let ChainMemory { kept, spare, .. } = &mut *self.memory;
        let kept = kept[before.kept()?].in_position(self.marks, start)?;
        if before != MultipleChains::Dynamic {
            return kept.take();
        }
        // The next step needs the dynamic tree, so copy it.
        let kept = kept.as_ref()?;
        let mut copy = spare.pop().unwrap_or_default();
        copy.copy(kept);
        Some(copy)
    }

    /// Finds contradictions in the trees of a candidate, and consequences that both of its states share.
    fn binary(&mut self, cell: usize, digit: usize, hints: &mut Hints<'_>) {
        let on = literal(cell, digit, true);
        self.grow(on);
        self.grow(on ^ 1);
        let places = [on, on ^ 1].map(usize::from);
        let [Some(mut tree), Some(mut other)] = places.map(|place| self.trees[place].take()) else {
            return;
        };
        self.compare((cell, digit), [&mut tree, &mut other], hints);
        self.trees[places[0]] = Some(tree);
        if self.keeps {
            self.trees[places[1]] = Some(other);
        } else {
            // The search needs the tree of the failing candidate only here.
            self.memory.spare.push(other);
        }
    }

    /// Finds contradictions in the two trees of a candidate, one for each state, and what both trees share.
    fn compare(
        &self,
        (cell, digit): (usize, usize),
        mut trees: [&mut Tree; 2],
        hints: &mut Hints<'_>,
    ) {
        let Self { kind, marks, .. } = self;
        let on = literal(cell, digit, true);
        let trees = &mut trees;
        let name = match kind {
            MultipleChains::Nishio => StepKind::NishioForcingChain,
            _ => StepKind::ContradictionForcingNet,
        };
        for (number, target) in [on ^ 1, on].into_iter().enumerate() {
            if let Some(ends) = trees[number].contradiction() {
                let ends = ends.map(|node| (number, node));
                let why = (name, Cases::Contradiction, target ^ 1);
                offer(*kind, marks, trees, &ends, target, why, hints);
            }
        }
        if *kind == MultipleChains::Nishio || marks.cells[cell].count_ones() < 3 {
            return;
        }
        let mut common = *trees[0].literals();
        if !common.keep(trees[1].literals()) {
            return;
        }
        for hold in [true, false] {
            let both: Vec<Literal> = trees[0].literals_in(&common, hold).collect();
            for target in both {
                let ends = [0, 1].map(|number| (number, trees[number].node(target)));
                let why = (StepKind::DoubleForcingNet, Cases::Either, on);
                offer(*kind, marks, trees, &ends, target, why, hints);
            }
        }
    }

    /// Finds consequences of all positions of a digit in a house, for the houses where `cell` is the first position of
    /// the digit. The caller visits all cells, so each house is searched once for each digit, in the order of Sudoku
    /// Explainer.
    fn regions(&mut self, cell: usize, digit: usize, hints: &mut Hints<'_>) {
        for house in houses_of(cell) {
            let positions = self.marks.positions[house][digit];
            if positions.count_ones() < 2
                || house_cell(house, positions.trailing_zeros() as usize) != cell
            {
                continue;
            }
            let starts =
                bits(positions).map(|position| literal(house_cell(house, position), digit, true));
            self.common(starts, Cases::House(house as u8), hints);
        }
    }

    /// Finds what follows from each of `starts`. One of them holds, so the consequence does.
    fn common(
        &mut self,
        starts: impl Iterator<Item = Literal>,
        cases: Cases,
        hints: &mut Hints<'_>,
    ) {
        let mut all = [0; 9];
        let mut count = 0;
        for (place, start) in all.iter_mut().zip(starts) {
            *place = start;
            count += 1;
        }
        let starts = &all[..count];
        // In static trees each literal follows from a single other literal, so sets show in advance whether the trees
        // can share anything.
        if self.kind == MultipleChains::Static
            && !loops::may_meet(self.marks, &mut self.memory.loops, starts.iter().copied())
        {
            #[cfg(debug_assertions)]
            self.assert_nothing_common(starts);
            return;
        }
        for &start in starts {
            self.grow(start);
        }
        let name = match (cases, self.kind) {
            (Cases::Cell(_), MultipleChains::Static) => StepKind::CellForcingChain,
            (Cases::Cell(_), _) => StepKind::CellForcingNet,
            (_, MultipleChains::Static) => StepKind::RegionForcingChain,
            _ => StepKind::RegionForcingNet,
        };
        let mut all = starts.iter().flat_map(|&start| &self.trees[usize::from(start)]);
        let Some(first) = all.next() else { return };
        let mut common = *first.literals();
        if !all.all(|tree| common.keep(tree.literals())) {
            return;
        }
        let in_order = [true, false].into_iter().flat_map(|hold| first.literals_in(&common, hold));
        let targets: Vec<Literal> = in_order.collect();
        let mut taken: Vec<Box<Tree>> =
            starts.iter().filter_map(|&start| self.trees[usize::from(start)].take()).collect();
        let mut trees: Vec<&mut Tree> = taken.iter_mut().map(|tree| &mut **tree).collect();
        let mut ends = Vec::with_capacity(9);
        for target in targets {
            ends.clear();
            ends.extend(trees.iter().map(|tree| tree.node(target)).enumerate());
            let why = (name, cases, starts[0]);
            offer(self.kind, self.marks, &mut trees, &ends, target, why, hints);
        }
        for (&start, tree) in starts.iter().zip(taken) {
            self.trees[usize::from(start)] = Some(tree);
        }
    }
}

#[cfg(debug_assertions)]
impl TreeSearch<'_> {
    /// Asserts that the trees are the same as trees grown afresh.
    fn assert_grown(&mut self) {
        for (start, tree) in self.trees.iter().enumerate() {
            if let Some(tree) = tree {
                let start = start as Literal;
                assert_grown(self.kind, tree, start, self.marks, &mut self.live, self.memory);
            }
        }
    }

    /// Asserts that the trees of `starts` share nothing.
    fn assert_nothing_common(&mut self, starts: &[Literal]) {
        starts.iter().for_each(|&start| self.grow(start));
        let trees: Vec<&Tree> =
            starts.iter().filter_map(|start| self.trees[usize::from(*start)].as_deref()).collect();
        let mut common = *trees[0].literals();
        assert!(!trees[1..].iter().all(|tree| common.keep(tree.literals())), "{starts:?}");
    }
}

/// Asserts that a tree equals a tree grown afresh.
#[cfg(debug_assertions)]
fn assert_grown(
    kind: MultipleChains,
    tree: &Tree,
    start: Literal,
    marks: &Marks,
    live: &mut Marks,
    memory: &mut ChainMemory,
) {
    if memory.is_stopped() {
        return;
    }
    let mut grown = Tree::default();
    grow(kind, &mut grown, start, marks, live, memory);
    assert!(tree.is(&grown) || memory.is_stopped(), "{kind:?} {start}");
}

/// Returns the rank of a kind among conclusions of equal length.
fn rank(name: StepKind) -> u8 {
    match name {
        StepKind::DoubleForcingNet => 1,
        StepKind::CellForcingChain | StepKind::CellForcingNet => 5,
        StepKind::RegionForcingChain | StepKind::RegionForcingNet => 6,
        _ => 7,
    }
}

/// Adds the hint of `target`, a literal that follows at all `ends`, if the hint ranks below the bound. `trees` has
/// a tree for each case. An end is the number of its tree and its node there.
fn offer(
    kind: MultipleChains,
    marks: &Marks,
    trees: &mut [&mut Tree],
    ends: &[(usize, u16)],
    target: Literal,
    (name, cases, start): (StepKind, Cases, Literal),
    hints: &mut Hints<'_>,
) {
    if hints.barred.contains(name) {
        return;
    }
    let bound = hints.bound();
    let longest = longest_below(kind.base(), (bound.0, bound.1.saturating_add(1)));
    let mut literals = 0;
    for &(tree, node) in ends {
        literals += trees[tree].count(node);
        if literals > longest {
            return;
        }
    }
    if ends.iter().any(|&(tree, _)| trees[tree].has_nested()) {
        // Count a chain within the chain once, even if several literals rest on it.
        let mut all = Vec::new();
        for &(tree, node) in ends {
            trees[tree].for_each_ancestor(node, |_, _, nested| {
                if let Some(nested) = nested
                    && !all.contains(&nested)
                {
                    all.push(nested);
                }
            });
        }
        literals += all.iter().map(|nested| nested.literals).sum::<u32>();
    }
    let rank: Rank = (kind.base() + length_rating(literals), literals, rank(name));
    if rank >= bound {
        return;
    }
    let origin = Origin::Forcing { kind, cases, start, target };
    let mut hint = Hint::about(rank, (name, origin), target, &marks.cells);
    if !hint.makes_progress() {
        return;
    }
    if let Some(outer) = hints.outer {
        let start = Cause::of(cases);
        let mut trail = Trail { parents: [CellSet::EMPTY; 9], number: 0 };
        for &(tree, node) in ends {
            let mut literals = Vec::new();
            trees[tree].for_each_ancestor(node, |literal, cause, _| {
                literals.push(literal);
                let cause = if cause == Cause::Start { start } else { cause };
                if holds(literal) {
                    cause.for_each_gone(literal, outer, marks, |cell, digit| {
                        trail.parents[digit].insert(cell);
                    });
                }
            });
            trail.number = trail.number.rotate_left(7) ^ number(literals.into_iter());
        }
        hint.trail = Some(Box::new(trail));
    }
    hints.add(hint);
}
