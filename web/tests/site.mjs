// Serves pages to a headless Chromium, and runs the program for comparison.
import assert from 'node:assert/strict';
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

// A state that must come is waited for as long as a machine takes that does much else.
const PATIENCE = 120_000;

/** A context of a browser. */
export async function contextOf(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Runs in a page: what workers say about these calls waits until the test lets it through. */
function holdBack(calls) {
  const lines = Object.fromEntries(calls.map((call) => [call, { waiting: [], allowed: 0 }]));
  const deliver = (line) => {
    for (; line.allowed > 0 && line.waiting.length > 0; line.allowed--) line.waiting.shift().hear();
  };
  globalThis.letThrough = ([call, number]) => {
    lines[call].allowed += number;
    deliver(lines[call]);
  };
  globalThis.Worker = class extends Worker {
    #calls = new Map();

    postMessage(message) {
      this.#calls.set(message.id, message.call);
      super.postMessage(message);
    }

    set onmessage(listener) {
      super.onmessage = (event) => {
        const line = lines[this.#calls.get(event.data.id)];
        if (!line) return listener(event);
        line.waiting.push({ worker: this, hear: () => listener(event) });
        deliver(line);
      };
    }

    terminate() {
      super.terminate();
      for (const line of Object.values(lines)) line.waiting = line.waiting.filter(({ worker }) => worker !== this);
    }
  };
}

/** Lets so many messages of a call through, which `show` was told to hold back: steps, reports, the answer. So a test sees
 * what shows meanwhile on machines of any speed. */
export const letThrough = (page, call, number) => page.evaluate((args) => globalThis.letThrough(args), [call, number]);

/** The address of the page, and a function that opens it in a context of its own: what opens there must neither fail nor
 * ask anybody else for anything. `allows` are parts of faults that a test expects; `holds` are the calls of workers whose
 * messages wait until they are let through. */
export async function site() {
  const browser = await launch();
  const { server, address } = await serve();
  const show = async (t, hash = '', { allows = [], holds = [], ...options } = {}) => {
    const context = await contextOf(browser, options);
    const page = await context.newPage();
    await page.addInitScript(holdBack, holds);
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.stack));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => request.url().startsWith(address) || /^(blob|data):/.test(request.url()) || faults.push(`asked ${request.url()}`));
    t.after(async () => {
      await context.close();
      assert.deepEqual(faults.filter((fault) => !allows.some((part) => fault.includes(part))), []);
    });
    await page.goto(address + hash);
    return page;
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, address, show, close };
}

/** The digits on the board, dots for empty cells. */
export const digits = (page, board = '#board-frame .board') => page.locator(board).first().evaluate((element) =>
  [...element.querySelectorAll('.digit')]
    .map((digit) => (digit.parentElement.classList.contains('placed') ? '.' : digit.textContent || '.')).join(''));

/** Waits until a step is shown. */
export const step = (page, number) => page.waitForFunction(
  (text) => document.getElementById('place').textContent.startsWith(text), `${number} of `);

/** Waits until all steps are known. */
export const allSteps = (page) => page.waitForFunction(() => /^\d+ of \d+$|^the end$/.test(document.getElementById('place').textContent));

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
