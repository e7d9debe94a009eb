// Puzzles to look at; the first one is there when the page opens.
export const EXAMPLES = [
  { name: 'Easy', puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79' },
  { name: 'XY-wing', puzzle: '9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9' },
];
