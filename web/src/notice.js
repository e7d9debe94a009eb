// A message that stays until it is closed, or what it tells of is over.
import { element } from './dom.js';

const box = document.getElementById('notices');

/** Shows a message, one for each `name`; `actions` are buttons by their names. Returns a function that takes it away. */
export function notice(name, text, actions = {}) {
  box.querySelector(`[data-name="${name}"]`)?.remove();
  const bar = element('div', { class: 'notice', 'data-name': name }, element('p', {}, text));
  const close = () => bar.remove();
  for (const [title, act] of Object.entries(actions)) {
    const button = element('button', { type: 'button' }, title);
    button.addEventListener('click', () => {
      close();
      act();
    });
    bar.append(button);
  }
  const dismiss = element('button', { type: 'button', class: 'dismiss', 'aria-label': 'Close this message' }, '×');
  dismiss.addEventListener('click', close);
  bar.append(dismiss);
  box.append(bar);
  return close;
}

/** Takes the message of a name away. */
export const withdraw = (name) => box.querySelector(`[data-name="${name}"]`)?.remove();
