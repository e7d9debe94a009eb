// Elements, lists that keys walk through, and short messages.

/** Makes an element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A button that does something. */
export function button(text, act, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/** The parts of a text, those between backticks as code. */
export const prose = (text) => text.split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part));

/**
 * Makes one tab stop of the items of a list that match `selector`: arrows, Home and End lead from one to the next. The
 * one with `aria-current` is the stop, else the first.
 */
export function walkable(list, selector) {
  const items = () => [...list.querySelectorAll(selector)];
  const stop = (item) => items().forEach((other) => { other.tabIndex = other === item ? 0 : -1; });
  list.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const item = all[Math.max(0, Math.min(all.length - 1, to))];
    stop(item);
    item.focus();
  });
  return () => {
    const all = items();
    stop(all.find((item) => item.ariaCurrent === 'true' || item.ariaCurrent === 'step') ?? all[0]);
  };
}

let hiding;

/** Shows a message for some seconds. */
export function toast(text) {
  const box = document.getElementById('toast');
  box.textContent = text;
  box.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove('shown'), 4000);
}

export async function copyText(text, done = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast('The browser does not let this page copy: select the text instead');
  }
}

/** A number with commas. */
export const count = (number) => number.toLocaleString('en');
