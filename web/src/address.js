// The address of what is shown: puzzle, candidates, view, step, ladder.
//
//   #p=81 characters [&c=candidates, packed] [&view=play|edit|solution] [&step=12] [&er]
//
// `?p=` and `#` with the puzzle alone are understood, too.
import { pack, setsOf, unpack } from './position.js';

const VIEWS = ['path', 'play', 'edit', 'solution'];

/** The part of an address after `#` for what is shown. */
export function hashOf({ puzzle, candidates, view = 'path', step = 0, isEr = false }) {
  if (!/[1-9]/.test(puzzle) && !candidates) return view === 'edit' ? '#view=edit' : '#';
  const parts = [`p=${puzzle}`];
  if (candidates) parts.push(`c=${candidates}`);
  if (view !== 'path') parts.push(`view=${view}`);
  if (view === 'path' && step > 0) parts.push(`step=${step + 1}`);
  if (isEr) parts.push('er');
  return `#${parts.join('&')}`;
}

/** What an address shows: `text` is that of the puzzle, which may be none; `null` if the address has none. */
export function parseAddress({ hash, search }) {
  const inside = hash.slice(1);
  const isAlone = inside !== '' && !/[=&]/.test(inside);
  const values = new URLSearchParams(isAlone ? { p: decode(inside) } : inside);
  const view = values.get('view');
  const text = values.get('p') ?? new URLSearchParams(search).get('p');
  const candidates = values.get('c');
  return {
    text,
    candidates: candidates === null ? null : packed(candidates),
    isBad: candidates !== null && packed(candidates) === null,
    view: VIEWS.includes(view) ? view : undefined,
    step: Math.max(0, (Number.parseInt(values.get('step'), 10) || 1) - 1),
    isEr: values.has('er'),
  };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Packed candidates of packed ones, or of 729 characters. */
function packed(text) {
  if (/^[0-9.]{729}$/.test(text)) return pack(setsOf(text));
  return unpack(text) ? text : null;
}
