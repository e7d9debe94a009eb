// The package: the functions of the module, once `load` has loaded it.
export { load } from './load.js';
export {
  Generator, Lines, Rating, canonical, count, nextStep, path, rate, read, solutions, solve, techniques, version,
} from './batchdoku.js';
