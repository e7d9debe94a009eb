// Workers with the module, and calls of them as promises.

/** A call that was stopped. */
export class Stopped extends Error {}

/** The module, or the worker that runs it, could not be loaded: nothing works. */
export class NotLoaded extends Error {}

/** A worker that starts when it is first called, and can be stopped at any time. */
export class Engine {
  #worker = null;
  #waiting = new Map();
  #next = 0;

  /** Calls a function of worker.js. `onProgress` is told how far it is. */
  call(call, args = [], onProgress = () => {}) {
    this.#worker ??= this.#start();
    const id = this.#next++;
    const result = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onProgress }));
    this.#worker.postMessage({ id, call, args });
    return result;
  }

  /** Ends what is in progress: its promises fail with `Stopped`. */
  stop() {
    if (this.#waiting.size === 0) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#fail(new Stopped('stopped'));
  }

  #start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { id, value, error, progress, isFatal } }) => {
      const waiting = this.#waiting.get(id);
      if (!waiting) return;
      if (progress !== undefined) return waiting.onProgress(progress);
      this.#waiting.delete(id);
      if (error === undefined) waiting.resolve(value);
      else waiting.reject(isFatal ? new NotLoaded(error) : new Error(error));
    };
    worker.onerror = (event) => {
      this.#worker = null;
      this.#fail(new NotLoaded(event.message || 'a part of this page could not be loaded'));
    };
    return worker;
  }

  #fail(error) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
