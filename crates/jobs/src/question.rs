//! The fields that the questions of several commands share, and how they are serialised: with the names and the values
//! that the options of the program have. A field that is null stands for an option that is not given.

use std::ops::Range;

use serde::Serialize;

use super::options::SearchOptions;

/// The options of a search.
#[derive(Serialize)]
pub(super) struct SearchQuestion {
    engine: &'static str,
    max_nodes: Option<u64>,
}

impl From<&SearchOptions> for SearchQuestion {
    fn from(search: &SearchOptions) -> Self {
        let SearchOptions { engine, max_nodes } = search;
        Self { engine: engine.kind.name(), max_nodes: max_nodes.and_then(limited) }
    }
}

/// The records of a corpus that are generated.
#[derive(Serialize)]
pub(super) struct RecordsQuestion {
    seed: u64,
    count: u64,
    skip: Option<u64>,
}

impl RecordsQuestion {
    pub(super) fn new(seed: u64, records: &Range<u64>) -> Self {
        let skip = Some(records.start).filter(|&skip| skip > 0);
        Self { seed, count: records.end.saturating_sub(records.start), skip }
    }
}

/// Returns a limit, if it limits anything.
pub(super) fn limited(limit: u64) -> Option<u64> {
    Some(limit).filter(|&limit| limit < u64::MAX)
}
