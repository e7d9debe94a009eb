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
  return run('read', () => module.read(text));
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

export function path(puzzle, erOnly = false) {
  begin('path');
  check('path', 'puzzle', TEXT, puzzle);
  check('path', 'erOnly', FLAG, erOnly);
  return JSON.parse(run('path', () => module.path(puzzle, erOnly)));
}

export function nextStep(puzzle, candidates) {
  begin('nextStep');
  check('nextStep', 'puzzle', TEXT, puzzle);
  check('nextStep', 'candidates', TEXT, candidates);
  return JSON.parse(run('nextStep', () => module.nextStep(puzzle, candidates)));
}

// The objects of the module behind those of the package, until these are freed.
const objects = new WeakMap();

export class Generator {
  constructor(seed, index, minClues, maxClues, minimal, symmetry, minEr, maxEr) {
    begin('Generator');
    check('Generator', 'seed', WIDE, seed);
    check('Generator', 'index', WIDE, index);
    check('Generator', 'minClues', CLUES, minClues);
    check('Generator', 'maxClues', CLUES, maxClues);
    check('Generator', 'minimal', FLAG, minimal);
    check('Generator', 'symmetry', TEXT, symmetry);
    check('Generator', 'minEr', ER, minEr);
    check('Generator', 'maxEr', ER, maxEr);
    objects.set(this, run('Generator', () => new module.Generator(
      BigInt(seed), BigInt(index), minClues, maxClues, minimal, symmetry, minEr, maxEr,
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

export class Lines {
  #hasEnded = false;

  constructor(unique = false) {
    begin('Lines');
    check('Lines', 'unique', FLAG, unique);
    objects.set(this, new module.Lines(unique));
  }

  push(bytes) {
    const lines = this.#open('Lines.push');
    check('Lines.push', 'bytes', BYTES, bytes);
    return run('Lines.push', () => lines.push(bytes));
  }

  finish() {
    const lines = this.#open('Lines.finish');
    this.#hasEnded = true;
    return run('Lines.finish', () => lines.finish());
  }

  get lines() {
    return object(this, 'Lines.lines').lines;
  }

  get puzzles() {
    return object(this, 'Lines.puzzles').puzzles;
  }

  get solved() {
    return object(this, 'Lines.solved').solved;
  }

  get problems() {
    return object(this, 'Lines.problems').problems;
  }

  free() {
    free(this);
  }

  #open(where) {
    const lines = object(this, where);
    if (this.#hasEnded) throw new Error(`${where}: the file has ended, because finish() was called`);
    return lines;
  }
}

if (Symbol.dispose) {
  for (const { prototype } of [Generator, Lines]) prototype[Symbol.dispose] = prototype.free;
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
