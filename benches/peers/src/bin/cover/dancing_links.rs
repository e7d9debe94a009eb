//! Algorithm X with dancing links as in D. E. Knuth, The Art of Computer Programming, volume 4B,
//! section 7.2.2.1: what others are compared with.

use batchdoku::exact_cover::Problem;

/// Returns the number of solutions.
pub fn count(problem: &Problem) -> u64 {
    let mut links = Links::new(problem);
    links.search();
    links.solutions
}

/// Node 0 is the root of the list of open items. Node `i + 1` is the head of item `i`. Then come the
/// options, with a spacer before each and after the last.
struct Links {
    up: Vec<usize>,
    down: Vec<usize>,
    /// The head of the item of a node; 0 for a spacer.
    top: Vec<usize>,
    /// The options of each item.
    length: Vec<usize>,
    left: Vec<usize>,
    right: Vec<usize>,
    solutions: u64,
}

impl Links {
    fn new(problem: &Problem) -> Self {
        let primary = problem.primary();
        let items = problem.items();
        // A head without options is its own neighbour in each direction.
        let alone: Vec<usize> = (0..=items).collect();
        let mut links = Self {
            up: alone.clone(),
            down: alone.clone(),
            top: alone.clone(),
            length: vec![0; items + 1],
            left: alone.clone(),
            right: alone,
            solutions: 0,
        };
        for item in 0..=primary {
            let next = (item + 1) % (primary + 1);
            links.right[item] = next;
            links.left[next] = item;
        }
        let mut first_of_last = 0;
        for option in 0..=problem.options() {
            // A spacer knows the first node of the option before it and the last of the one behind.
            let spacer = links.push(first_of_last, 0, 0);
            if option == problem.options() {
                break;
            }
            first_of_last = spacer + 1;
            for &item in problem.option(option) {
                let head = item as usize + 1;
                let node = links.push(links.up[head], head, head);
                let above = links.up[head];
                links.down[above] = node;
                links.up[head] = node;
                links.length[head] += 1;
            }
            links.down[spacer] = links.top.len() - 1;
        }
        links
    }

    fn push(&mut self, up: usize, down: usize, top: usize) -> usize {
        self.up.push(up);
        self.down.push(down);
        self.top.push(top);
        self.top.len() - 1
    }

    fn cover(&mut self, item: usize) {
        let mut node = self.down[item];
        while node != item {
            self.hide(node);
            node = self.down[node];
        }
        let left = self.left[item];
        let right = self.right[item];
        self.right[left] = right;
        self.left[right] = left;
    }

    fn uncover(&mut self, item: usize) {
        let left = self.left[item];
        let right = self.right[item];
        self.right[left] = item;
        self.left[right] = item;
        let mut node = self.up[item];
        while node != item {
            self.unhide(node);
            node = self.up[node];
        }
    }

    fn hide(&mut self, node: usize) {
        let mut other = node + 1;
        while other != node {
            let item = self.top[other];
            let up = self.up[other];
            let down = self.down[other];
            if item == 0 {
                other = up;
            } else {
                self.down[up] = down;
                self.up[down] = up;
                self.length[item] -= 1;
                other += 1;
            }
        }
    }

    fn unhide(&mut self, node: usize) {
        let mut other = node - 1;
        while other != node {
            let item = self.top[other];
            let up = self.up[other];
            let down = self.down[other];
            if item == 0 {
                other = down;
            } else {
                self.down[up] = other;
                self.up[down] = other;
                self.length[item] += 1;
                other -= 1;
            }
        }
    }

    /// Branches on an item with the fewest options.
    fn search(&mut self) {
        let mut best = 0;
        let mut fewest = usize::MAX;
        let mut item = self.right[0];
        while item != 0 {
            if self.length[item] < fewest {
                (best, fewest) = (item, self.length[item]);
            }
            item = self.right[item];
        }
        if best == 0 {
            self.solutions += 1;
            return;
        }
        if fewest == 0 {
            return;
        }
        self.cover(best);
        let mut option = self.down[best];
        while option != best {
            let mut node = option + 1;
            while node != option {
                node = match self.top[node] {
                    0 => self.up[node],
                    item => {
                        self.cover(item);
                        node + 1
                    }
                };
            }
            self.search();
            node = option - 1;
            while node != option {
                node = match self.top[node] {
                    0 => self.down[node],
                    item => {
                        self.uncover(item);
                        node - 1
                    }
                };
            }
            option = self.down[option];
        }
        self.uncover(best);
    }
}
