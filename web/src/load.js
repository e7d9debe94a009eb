// Loads the WebAssembly module that this browser can run: with vectors of 128 bits, or without.
import init, { initSync } from './batchdoku.js';

// A module with one instruction on vectors.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** The name of the module for this machine. */
export const moduleName = () => (WebAssembly.validate(VECTORS) ? 'batchdoku-simd128.wasm' : 'batchdoku.wasm');

let loaded;

/** Loads the module once; `name` is that of the file, by default the faster one that this machine can run. */
export function load(name = moduleName()) {
  loaded ??= start(new URL(`./${name}`, import.meta.url));
  return loaded;
}

async function start(url) {
  if (url.protocol !== 'file:') return init({ module_or_path: url });
  // Node reads files, not addresses.
  const { readFile } = await import('node:fs/promises');
  return initSync({ module: await readFile(url) });
}
