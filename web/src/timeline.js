// What was there before, and what was there before it was undone: for edits, moves, and puzzles that were opened.

// More are forgotten, the oldest first.
const MOST = 300;

export class Timeline {
  #past;
  #future;

  /** The timeline of a text of `text()`; an empty one if the text is none. */
  constructor(text) {
    let saved;
    try {
      saved = JSON.parse(text);
    } catch { /* Another version of the page wrote it. */ }
    this.#past = Array.isArray(saved?.past) ? saved.past : [];
    this.#future = Array.isArray(saved?.future) ? saved.future : [];
  }

  /** Remembers what is there before it changes. */
  record(now) {
    this.#past.push(now);
    this.#past.splice(0, this.#past.length - MOST);
    this.#future = [];
  }

  /** What was there before; `undefined` if nothing was. */
  undo(now) {
    if (this.#past.length) this.#future.push(now);
    return this.#past.pop();
  }

  /** What was there before it was undone. */
  redo(now) {
    if (this.#future.length) this.#past.push(now);
    return this.#future.pop();
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  text() {
    return JSON.stringify({ past: this.#past, future: this.#future });
  }
}
