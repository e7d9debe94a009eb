// Where the arrows of a figure run, as paths of SVG on a board of 9 by 9: the page and the pictures of the documents draw
// them.
import { column, row } from './position.js';

/** Where the candidates of a cell are, in parts of its side. */
export const MARK = [0.2, 0.5, 0.8];
/** The radius of a marked candidate. */
export const RADIUS = 0.15;

/** The centre of a candidate. */
export const centre = (cell, digit) => [column(cell) + MARK[(digit - 1) % 3], row(cell) + MARK[Math.floor((digit - 1) / 3)]];

const mean = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

const middle = ({ cells, digit }) => mean(cells.map((cell) => centre(cell, digit)));

/** The lines through candidates that stand for one, as lists of points. */
export const groupsOf = (figure) =>
  figure.groups.map(({ cells, digit }) => cells.map((cell) => centre(cell, digit).join(',')).join(' '));

/** The arrows of the links, each once: what they are, the number of their implication, and their lines. */
export function arrowsOf(figure) {
  const drawn = new Set();
  return figure.links.flatMap((link) => {
    const of = `${link.from.text}>${link.to.text}`;
    if (drawn.has(of)) return [];
    drawn.add(of);
    const lines = link.bundle ? strand(link) : arrow(middle(link.from), middle(link.to));
    return [{ kind: link.kind, order: link.order, lines }];
  });
}

/** One of the lines from several premises that meet at a point before their conclusion; the first one has the head. */
function strand({ from, to, bundle }) {
  const end = middle(to);
  const start = mean(bundle.of.map(middle));
  const meeting = towards(end, start, Math.min(0.5, 0.45 * Math.hypot(start[0] - end[0], start[1] - end[1]) + 0.2));
  const d = `M${towards(middle(from), meeting, RADIUS)} L${meeting}`;
  return [{ part: 'halo', d }, { part: 'shaft', d }, ...bundle.isFirst ? head(meeting, meeting, end) : []];
}

/** The point at a distance from one point towards another. */
function towards(from, to, by) {
  const size = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) / size * by);
}

/** A line from `tail` with an arrowhead at the edge of the candidate at `end`, bent towards `control`. */
function head(tail, control, end) {
  const tip = towards(end, control, RADIUS + 0.015);
  const neck = towards(tip, control, 0.13);
  const side = [(tip[1] - neck[1]) * 0.5, (neck[0] - tip[0]) * 0.5];
  return [
    { part: 'halo', d: `M${tail} Q${control} ${neck}` },
    { part: 'shaft', d: `M${tail} Q${control} ${neck}` },
    { part: 'head', d: `M${tip} L${neck[0] + side[0]},${neck[1] + side[1]} L${neck[0] - side[0]},${neck[1] - side[1]}z` },
  ];
}

/** A bent arrow between two candidates, which starts and ends at their edges. */
function arrow(start, end) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy) || 1;
  // Longer arrows bend more, so that they pass beside the cells between; the shortest make a detour to be seen.
  const bend = length < 0.7 ? 0.34 : Math.min(0.12 + 0.07 * length, 0.5);
  const bent = (by) => [(start[0] + end[0]) / 2 - dy / length * by, (start[1] + end[1]) / 2 + dx / length * by];
  // To the other side where it would leave the board.
  const isInside = (point) => point.every((at) => at > 0.1 && at < 8.9);
  const control = isInside(bent(bend)) ? bent(bend) : bent(-bend);
  return head(towards(start, control, RADIUS), control, end);
}
