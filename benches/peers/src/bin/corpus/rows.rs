//! The rows of the table: rates side by side, and the record of them.

use std::time::{Duration, Instant};

/// How long each is measured in a round, and how many rounds: they take turns, the best counts.
const ROUND: Duration = Duration::from_millis(200);
const ROUNDS: usize = 5;

/// Does `count` of something.
pub(crate) type Work<'a> = &'a mut dyn FnMut(u64);

/// The rates so far, printed as they are measured.
pub(crate) struct Rows {
    measured: Vec<Row>,
}

/// How many of something are done in a second.
struct Row {
    what: String,
    ours: f64,
    /// The name of the peer, and how many it does.
    peer: Option<(&'static str, f64)>,
}

impl Rows {
    /// Starts the table.
    pub(crate) fn new() -> Self {
        println!("| per second, one thread | batchdoku | peer | | ratio |\n|---|--:|---|--:|--:|");
        Self { measured: Vec::new() }
    }

    /// Measures what is quick, in turns with a peer.
    pub(crate) fn add(
        &mut self,
        what: &str,
        ours: Work<'_>,
        mut peer: Option<(&'static str, Work<'_>)>,
    ) {
        let our_count = calibrated(ours);
        let peer_count = peer.as_mut().map(|(_, peer)| calibrated(*peer));
        let mut best = [0.0f64; 2];
        for _ in 0..ROUNDS {
            best[0] = best[0].max(rate(ours, our_count));
            if let (Some((_, peer)), Some(count)) = (&mut peer, peer_count) {
                best[1] = best[1].max(rate(*peer, count));
            }
        }
        self.push(what, best[0], peer.map(|(name, _)| (name, best[1])));
    }

    /// Measures once what takes long: `work` makes `count` of something.
    pub(crate) fn add_once(&mut self, what: &str, count: u64, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.push(what, count as f64 / start.elapsed().as_secs_f64(), None);
    }

    fn push(&mut self, what: &str, ours: f64, peer: Option<(&'static str, f64)>) {
        let decimals = usize::from(ours < 10.0) * 3;
        match peer {
            Some((name, peer)) => {
                let ratio = ours / peer;
                println!("| {what} | {ours:.decimals$} | {name} | {peer:.0} | {ratio:.1}× |");
            }
            None => println!("| {what} | {ours:.decimals$} | | | |"),
        }
        self.measured.push(Row { what: what.to_owned(), ours, peer });
    }

    /// Returns the record: a line for each row, which starts with what all have in common.
    pub(crate) fn to_csv(&self, names: &str, values: &str) -> String {
        let mut csv = format!("{names},what,per_second,peer,peer_per_second,ratio\n");
        for Row { what, ours, peer } in &self.measured {
            csv += &format!("{values},\"{what}\",{ours:.3},");
            csv += &match peer {
                Some((name, peer)) => format!("{name},{peer:.3},{:.3}\n", ours / peer),
                None => ",,\n".to_owned(),
            };
        }
        csv
    }
}

/// How many fit in a round.
fn calibrated(work: Work<'_>) -> u64 {
    let mut count = 1;
    loop {
        let start = Instant::now();
        work(count);
        if start.elapsed() * 2 > ROUND {
            return count;
        }
        count *= 2;
    }
}

fn rate(work: Work<'_>, count: u64) -> f64 {
    let start = Instant::now();
    work(count);
    count as f64 / start.elapsed().as_secs_f64()
}
