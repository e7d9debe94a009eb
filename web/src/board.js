// The board: 81 cells that can be walked through by keys, with digits or candidates, and the links of a chain above.
import { MARK, arrowsOf, groupsOf } from './arrows.js';
import { CELLS, DIGITS, cellName } from './position.js';
import { key, plain } from './figure.js';

const SVG = 'http://www.w3.org/2000/svg';
// More links are dimmed, until one is chosen.
const MANY = 18;

const SAYS = {
  pattern: 'in the pattern', on: 'true in the chain', off: 'false in the chain', out: 'eliminated', in: 'placed',
};

const create = (name, attributes = {}) => {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};

export class Board {
  #cells = [];
  #board;
  #over = create('svg', { class: 'over', viewBox: '0 0 9 9', 'aria-hidden': 'true' });

  /** `isStatic` for a board that only shows something. */
  constructor(label, { isStatic = false, onSelect = () => {} } = {}) {
    this.#board = document.createElement('div');
    this.#board.className = isStatic ? 'board small' : 'board';
    this.#board.setAttribute('role', isStatic ? 'img' : 'grid');
    this.setLabel(label);
    for (let r = 0; r < 9; r++) {
      const line = document.createElement('div');
      line.className = 'line';
      if (!isStatic) line.setAttribute('role', 'row');
      for (let c = 0; c < 9; c++) {
        const cell = 9 * r + c;
        const element = document.createElement('div');
        element.className = 'cell';
        if (!isStatic) {
          element.setAttribute('role', 'gridcell');
          element.tabIndex = cell === 0 ? 0 : -1;
          element.addEventListener('focus', () => onSelect(cell));
          element.addEventListener('pointerdown', () => element.focus());
        }
        const digit = document.createElement('span');
        digit.className = 'digit';
        digit.ariaHidden = 'true';
        const marks = isStatic ? [] : DIGITS.map((d) => {
          const mark = document.createElement('i');
          mark.textContent = d;
          mark.ariaHidden = 'true';
          mark.style.left = `${100 * MARK[(d - 1) % 3]}%`;
          mark.style.top = `${100 * MARK[Math.floor((d - 1) / 3)]}%`;
          return mark;
        });
        element.append(digit, ...marks);
        line.append(element);
        this.#cells.push({ element, digit, marks });
      }
      this.#board.append(line);
    }
    this.#board.append(this.#over);
    /** The board between the numbers of its rows and columns. */
    this.element = document.createElement('div');
    this.element.className = isStatic ? 'labelled small' : 'labelled';
    this.element.append(numbers('columns'), numbers('rows'), this.#board);
  }

  setLabel(label) {
    this.#board.setAttribute('aria-label', label);
  }

  focus(cell) {
    this.#cells[cell].element.focus();
  }

  /** The cell that keys go to. */
  select(cell) {
    this.#cells.forEach(({ element }, other) => {
      element.tabIndex = other === cell ? 0 : -1;
      element.classList.toggle('selected', other === cell);
      if (element.hasAttribute('role')) element.setAttribute('aria-selected', other === cell);
    });
  }

  /**
   * Draws a position: `clues` are the digits that are given, `wrong` cells that cannot be right, `differs` cells that
   * are another digit in another solution, `struck` sets of candidates that are crossed out, `notes` sets of marks that
   * take the place of the candidates, `colours` those of the cells.
   */
  draw({ position, clues, figure = plain(), showsMarks = true, wrong = [], differs = [], struck, notes, colours }) {
    for (const cell of CELLS) {
      const { element, digit, marks } = this.#cells[cell];
      const value = position.digits[cell];
      const placed = figure.placed?.cell === cell ? figure.placed.digit : 0;
      const isClue = clues[cell] !== 0;
      digit.textContent = value || placed || '';
      const classes = ['cell', figure.cells.get(cell) ?? '', isClue ? 'clue' : ''];
      if (placed && !value) classes.push('placed');
      if (wrong.includes(cell)) classes.push('wrong');
      if (differs.includes(cell)) classes.push('differs');
      if (colours?.[cell]) classes.push(`colour${colours[cell]}`);
      if (element.classList.contains('selected')) classes.push('selected');
      element.className = classes.filter(Boolean).join(' ');
      const said = [];
      marks.forEach((mark, index) => {
        const kind = figure.marks.get(key(cell, index + 1));
        const holds = (sets) => (sets[cell] >> (index + 1) & 1) === 1;
        const isThere = !placed && !value && showsMarks && (notes && !kind ? holds(notes) : position.has(cell, index + 1));
        const isStruck = !isThere && !placed && !value && showsMarks && !notes && struck && holds(struck);
        mark.className = isThere ? kind ?? 'is' : isStruck ? 'struck' : '';
        if (isThere) said.push(kind ? `${index + 1} ${SAYS[kind]}` : index + 1);
      });
      if (element.hasAttribute('role')) {
        element.setAttribute('aria-label', [
          cellName(cell),
          value ? `${value}${isClue ? ', clue' : ''}` : placed ? `${placed} placed` : 'empty',
          said.length ? `${notes ? 'marks' : 'candidates'} ${said.join(', ')}` : '',
          wrong.includes(cell) ? 'wrong' : '',
          colours?.[cell] ? `colour ${colours[cell]}` : '',
        ].filter(Boolean).join(', '));
      }
    }
    this.#drawLinks(figure);
  }

  /** Brings an implication to the fore by its order; all of them if there is none. */
  emphasise(order) {
    this.#over.classList.toggle('dim', order !== undefined);
    for (const link of this.#over.querySelectorAll('.link')) link.classList.toggle('chosen', Number(link.dataset.order) === order);
  }

  #drawLinks(figure) {
    const groups = groupsOf(figure).map((points) => create('polyline', { class: 'group', points }));
    const links = arrowsOf(figure).map(({ kind, order, lines }) => {
      const link = create('g', { class: `link ${kind}`, 'data-order': order });
      link.append(...lines.map(({ part, d }) => create('path', { class: part, d })));
      return link;
    });
    this.#over.replaceChildren(...groups, ...links);
    this.#over.classList.remove('dim');
    this.#over.classList.toggle('many', links.length > MANY);
  }
}

/** The numbers of rows or columns. */
function numbers(of) {
  const box = document.createElement('div');
  box.className = `numbers ${of}`;
  box.ariaHidden = 'true';
  box.append(...DIGITS.map((digit) => Object.assign(document.createElement('span'), { textContent: digit })));
  return box;
}
