// Keys: which of them do what, wherever the focus is but in a field for text.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What the keys of each view do, in words, for the line below the board. */
export const KEY_WORDS = {
  path: ['N', 'next', 'P', 'back', ', .', 'links', 'arrows', 'walk the grid'],
  play: ['1–9', 'digit', 'Shift+1–9', 'candidate', 'Del', 'clear', 'C', 'colour', 'H', 'hint', 'Ctrl+Z', 'undo', 'Ctrl+Y', 'redo'],
  edit: ['1–9', 'clue', 'Del', 'clear', 'arrows', 'walk the grid', 'Ctrl+Z', 'undo', 'Ctrl+Y', 'redo'],
  solution: [],
};

/** The digit of a key, whatever the layout and Shift make of it. */
const digitOf = ({ code, key }) => /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? (/^[1-9]$/.test(key) ? key : null);

/** Connects the keys: `view` tells which view is shown, the others are done. */
export function connectKeys({ view, move, type, undo, redo, next, back, first, last, nextLink, lastLink, hint, colour }) {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isField = target.matches('select, textarea, input:not([type=radio], [type=checkbox])');
    if (document.querySelector('dialog[open]') || isField) return;
    if (act(event, target)) event.preventDefault();
  });

  function act(event, target) {
    // Caps Lock makes no difference.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') return done(event.shiftKey ? redo : undo);
      return key === 'y' && done(redo);
    }
    if (event.altKey) return false;
    const now = view();
    const isOnBoard = target.closest('[role=grid]') !== null;
    const isTyped = now === 'play' || now === 'edit';
    // Elsewhere arrows belong to what has the focus: the views, the list of steps.
    const isFree = isOnBoard || target === document.body || target.closest('#pad') !== null;
    if (MOVES[key] && (isOnBoard || (isTyped && isFree))) return done(() => move(MOVES[key]));
    if (isTyped) {
      const digit = digitOf(event);
      if (digit) return done(() => type(Number(digit), event.shiftKey));
      if (['Backspace', 'Delete', '0', '.'].includes(key)) return done(() => type(0));
    }
    if (now === 'path') {
      if (key === 'n' || (key === 'ArrowRight' && isFree)) return done(next);
      if (key === 'p' || (key === 'ArrowLeft' && isFree)) return done(back);
      if (key === 'Home') return done(first);
      if (key === 'End') return done(last);
      if (key === '.') return done(nextLink);
      if (key === ',') return done(lastLink);
    }
    if (now === 'play') {
      if (key === 'h') return done(hint);
      if (key === 'c') return done(colour);
    }
    return false;
  }
}

function done(act) {
  act();
  return true;
}
