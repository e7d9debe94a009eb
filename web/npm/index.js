// The package: the module for other programs. It checks arguments, because the module takes any value for one of the
// right type, and returns plain objects.
import * as module from './batchdoku.js';
import { load as loadModule, moduleNames } from './load.js';

let isLoaded = false;

export async function load(name) {
  check('load', 'name', NAME, name);
  await loadModule(name);
  isLoaded = true;
}

export function version() {
  begin('version');
  return module.version();
}

export function techniques() {
  begin('techniques');
  return JSON.parse(module.techniques());
}

export function read(text) {
  begin('read');
  check('read', 'text', TEXT, text);
  return JSON.parse(run('read', () => module.read(text)));
}

export function solve(puzzle) {
  begin('solve');
  check('solve', 'puzzle', TEXT, puzzle);
  return run('solve', () => module.solve(puzzle));
}

export function solutions(puzzle, limit) {
  begin('solutions');
  check('solutions', 'puzzle', TEXT, puzzle);
  check('solutions', 'limit', LIMIT, limit);
  return run('solutions', () => module.solutions(puzzle, limit));
}

export function count(puzzle, limit) {
  begin('count');
  check('count', 'puzzle', TEXT, puzzle);
  check('count', 'limit', LIMIT, limit);
  return run('count', () => module.count(puzzle, limit));
}

export function canonical(puzzle) {
  begin('canonical');
  check('canonical', 'puzzle', TEXT, puzzle);
  return run('canonical', () => module.canonical(puzzle));
}

export function rate(puzzle) {
  begin('rate');
  check('rate', 'puzzle', TEXT, puzzle);
  const rating = run('rate', () => module.rate(puzzle));
  const { level, er, ep, ed, technique } = rating;
  rating.free();
  return { level, er, ep, ed, technique };
}

export function path(puzzle, options = {}) {
  begin('path');
  check('path', 'puzzle', TEXT, puzzle);
  const { erOnly, maxEr, onStep } = optionsOf('path', options, { erOnly: FLAG_OR_NONE, maxEr: ER, onStep: FUNCTION });
  const text = run('path', () => module.path(puzzle, erOnly ?? false, maxEr ?? undefined, onStep && ((step) => onStep(JSON.parse(step)))));
  return JSON.parse(text);
}

export function nextStep(puzzle, candidates, options = {}) {
  begin('nextStep');
  check('nextStep', 'puzzle', TEXT, puzzle);
  check('nextStep', 'candidates', TEXT, candidates);
  const { erOnly, maxEr } = optionsOf('nextStep', options, { erOnly: FLAG_OR_NONE, maxEr: ER });
  return JSON.parse(run('nextStep', () => module.nextStep(puzzle, candidates, erOnly ?? false, maxEr ?? undefined)));
}

/** Checks an object of options: each has a name that there is, and its kind of value. */
function optionsOf(where, options, kinds) {
  check(where, 'options', OBJECT, options);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) throw new RangeError(`${where}: options: expected ${Object.keys(kinds).join(', ')}, got '${name}'`);
    check(where, name, kinds[name], value);
  }
  return options;
}

// The objects of the module behind those of the package, until these are freed.
const objects = new WeakMap();

export class Generator {
  constructor(seed, index, minClues, maxClues, minimal, symmetry, minEr, maxEr, level, needs) {
    begin('Generator');
    check('Generator', 'seed', WIDE, seed);
    check('Generator', 'index', WIDE, index);
    check('Generator', 'minClues', CLUES, minClues);
    check('Generator', 'maxClues', CLUES, maxClues);
    check('Generator', 'minimal', FLAG, minimal);
    check('Generator', 'symmetry', TEXT, symmetry);
    check('Generator', 'minEr', ER, minEr);
    check('Generator', 'maxEr', ER, maxEr);
    check('Generator', 'level', TEXT_OR_NONE, level);
    check('Generator', 'needs', TEXT_OR_NONE, needs);
    objects.set(this, run('Generator', () => new module.Generator(
      BigInt(seed), BigInt(index), minClues, maxClues, minimal, symmetry, minEr, maxEr, level ?? undefined, needs ?? undefined,
    )));
  }

  advance() {
    return object(this, 'Generator.advance').advance();
  }

  get puzzle() {
    return object(this, 'Generator.puzzle').puzzle;
  }

  get tries() {
    return object(this, 'Generator.tries').tries;
  }

  free() {
    free(this);
  }
}

export class PuzzleFile {
  #hasEnded = false;

  constructor(unique = false) {
    begin('PuzzleFile');
    check('PuzzleFile', 'unique', FLAG, unique);
    objects.set(this, new module.PuzzleFile(unique));
  }

  push(bytes) {
    const file = this.#open('PuzzleFile.push');
    check('PuzzleFile.push', 'bytes', BYTES, bytes);
    return run('PuzzleFile.push', () => file.push(bytes));
  }

  finish() {
    const file = this.#open('PuzzleFile.finish');
    this.#hasEnded = true;
    return run('PuzzleFile.finish', () => file.finish());
  }

  get start() {
    return object(this, 'PuzzleFile.start').start;
  }

  get counts() {
    return JSON.parse(object(this, 'PuzzleFile.counts').counts);
  }

  free() {
    free(this);
  }

  #open(where) {
    const file = object(this, where);
    if (this.#hasEnded) throw new Error(`${where}: the file has ended, because finish() was called`);
    return file;
  }
}

if (Symbol.dispose) {
  for (const { prototype } of [Generator, PuzzleFile]) prototype[Symbol.dispose] = prototype.free;
}

function object(of, where) {
  const found = objects.get(of);
  if (!found) throw new Error(`${where}: the object does not exist any more, because free() was called`);
  return found;
}

function free(of) {
  objects.get(of)?.free();
  objects.delete(of);
}

/** Throws before the module is there, in words rather than in code that was generated. */
function begin(where) {
  if (!isLoaded) throw new Error(`${where}: the module is not loaded: \`await load()\` first`);
}

// What an argument must be: in words, its type, and which values of that type.
const NAME = {
  words: `${moduleNames.map((name) => `'${name}'`).join(' or ')}, or none`,
  isType: (value) => value === undefined || typeof value === 'string',
  isValid: (value) => value === undefined || moduleNames.includes(value),
};
const TEXT = { words: 'a text', isType: (value) => typeof value === 'string' };
const FLAG = { words: 'true or false', isType: (value) => typeof value === 'boolean' };
const TEXT_OR_NONE = { words: 'a text, or none', isType: (value) => value === undefined || value === null || typeof value === 'string' };
const FLAG_OR_NONE = { words: 'true or false', isType: (value) => value === undefined || typeof value === 'boolean' };
const FUNCTION = { words: 'a function, or none', isType: (value) => value === undefined || typeof value === 'function' };
const OBJECT = { words: 'an object of options', isType: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) };
const LIMIT = {
  words: 'a whole number from 0, or Infinity; 0 and Infinity stand for all solutions',
  isType: (value) => typeof value === 'number',
  isValid: (value) => value === Infinity || (Number.isInteger(value) && value >= 0),
};
const CLUES = {
  words: 'a whole number from 0 to 81',
  isType: (value) => typeof value === 'number',
  isValid: (value) => Number.isInteger(value) && value >= 0 && value <= 81,
};
const ER = {
  words: 'a number from 0 to 25, or none',
  isType: (value) => value === undefined || value === null || typeof value === 'number',
  isValid: (value) => typeof value !== 'number' || (value >= 0 && value <= 25),
};
const WIDE = {
  words: 'a whole number from 0 to 2^64 - 1, as a bigint if it is 2^53 or more',
  isType: (value) => typeof value === 'number' || typeof value === 'bigint',
  isValid: (value) => value >= 0 && (typeof value === 'bigint' ? value < 1n << 64n : Number.isSafeInteger(value)),
};
const BYTES = {
  words: 'a Uint8Array, which a text becomes by new TextEncoder().encode(text)',
  // By name, because each realm has a class of its own. One whose buffer was transferred has lost its bytes.
  isType: (value) => ArrayBuffer.isView(value) && value[Symbol.toStringTag] === 'Uint8Array' && !value.buffer.detached,
};

function check(where, name, { words, isType, isValid = () => true }, value) {
  const hasType = isType(value);
  if (hasType && isValid(value)) return;
  throw new (hasType ? RangeError : TypeError)(`${where}: ${name}: expected ${words}, got ${shown(value)}`);
}

/** Calls the module. What it refuses is said with the name of the argument. */
function run(where, call) {
  try {
    return call();
  } catch (error) {
    if (!error?.argument) throw error;
    throw new RangeError(`${where}: ${error.argument}: ${error.message}`);
  }
}

/** A value in the words of a message. */
function shown(value) {
  switch (typeof value) {
    case 'string': return `the text '${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
    case 'bigint': return `${value}n`;
    case 'function': return 'a function';
    case 'object': return value && `an object of the class ${Object.prototype.toString.call(value).slice(8, -1)}`;
    default: return String(value);
  }
}
