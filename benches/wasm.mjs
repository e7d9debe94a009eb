// Runs a WASI program under Node: `node benches/wasm.mjs PROGRAM ARGUMENT...`, with data/ as /data.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args], preopens: { '/data': 'data' } });
const module = await WebAssembly.compile(await readFile(program));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
