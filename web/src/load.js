// Loads the WebAssembly module that this machine can run: with vectors of 128 bits, or without.
import init from './batchdoku.js';

// A module with one instruction on vectors.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

// Each name is literal, because a bundler replaces `new URL` only then, by the address where it publishes the file.
const FILES = {
  'batchdoku-simd128.wasm': new URL('./batchdoku-simd128.wasm', import.meta.url),
  'batchdoku.wasm': new URL('./batchdoku.wasm', import.meta.url),
};

/** The names of the modules. */
export const moduleNames = Object.keys(FILES);

/** The name of the module for this machine. */
const moduleName = () => (WebAssembly.validate(VECTORS) ? 'batchdoku-simd128.wasm' : 'batchdoku.wasm');

let loaded;

/** Loads the module once, and again only if that failed; `name` is that of the file, by default the faster one that
 * this machine can run. */
export function load(name = moduleName()) {
  loaded ??= start(FILES[name]).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function start(url) {
  await init({ module_or_path: url.protocol === 'file:' ? await bytesOf(url) : url });
}

/** Reads a file, because Node fetches none. */
async function bytesOf(url) {
  // Not a literal name: bundlers for browsers look for the module otherwise.
  const name = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return readFile(url);
}
