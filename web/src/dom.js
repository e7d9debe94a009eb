// Elements, and short messages.

/** Makes an element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The parts of a text, those between backticks as code. */
export const prose = (text) => text.split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part));

let hiding;

/** Shows a message for some seconds. */
export function toast(text) {
  const box = document.getElementById('toast');
  box.textContent = text;
  box.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove('shown'), 4000);
}
