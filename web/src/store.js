// What the browser keeps: the play of each puzzle for later, the timeline of the tab, choices.

// Of more puzzles the play is forgotten, that of the oldest first.
const MOST = 200;
const INDEX = 'batchdoku:plays';

/** Reads a text of a storage; browsers may refuse. */
function read(storage, key) {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

function write(storage, key, text) {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch { /* It is full, or off: then nothing is kept. */ }
}

const keyOf = ({ puzzle, candidates }) => `batchdoku:play:${puzzle}${candidates ?? ''}`;

/** The text of the play of a start, if there is one. */
export const playOf = (start) => read('localStorage', keyOf(start));

/** Keeps the text of the play of a start; `null` forgets it. */
export function keepPlay(start, text) {
  const key = keyOf(start);
  const known = (read('localStorage', INDEX) ?? '').split('\n').filter((other) => other && other !== key);
  if (text !== null) known.push(key);
  for (const old of known.splice(0, known.length - MOST)) write('localStorage', old, null);
  write('localStorage', key, text);
  write('localStorage', INDEX, known.join('\n'));
}

export const timelineText = () => read('sessionStorage', 'batchdoku:timeline');
export const keepTimeline = (text) => write('sessionStorage', 'batchdoku:timeline', text);

/** A choice of the user by its name. */
export const choice = (name) => read('localStorage', `batchdoku:${name}`);
export const keepChoice = (name, value) => write('localStorage', `batchdoku:${name}`, value);
