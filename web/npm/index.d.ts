/** Loads the module once; everything else needs it. `name` is `batchdoku.wasm` or `batchdoku-simd128.wasm`, by default
 * the faster one that this machine can run. */
export function load(name?: string): Promise<unknown>;
export {
  Generator, Lines, Rating, canonical, count, nextStep, path, rate, read, solutions, solve, techniques, version,
} from './batchdoku.js';
