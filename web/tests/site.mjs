// Serves pages to a headless Chromium, and runs the program for comparison.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const TYPES = {
  '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

/** Serves a folder, by default that of the page; its address. */
export async function serve(folder = join(root, 'web/dist')) {
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    try {
      const body = await readFile(join(folder, pathname === '/' ? 'index.html' : pathname));
      response.writeHead(200, { 'content-type': TYPES[extname(pathname) || '.html'] });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return { server, address: `http://localhost:${server.address().port}/` };
}

/** A browser with an empty profile. */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
});

/** What the program prints; exit codes count only where it says nothing else. */
export function program(args, input = '') {
  const binary = process.env.BATCHDOKU ?? join(root, 'target/debug/batchdoku');
  try {
    return execFileSync(binary, args, { input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}
