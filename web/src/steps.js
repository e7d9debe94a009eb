// A step beside the board: its card, the implications of its chains, and all steps as bars and as a list.
import { button, element, prose, walkable } from './dom.js';
import { DOCS } from './facts.js';
import { shownBranches } from './figure.js';
import { cases, claim, place as placeOf, reason, title } from './words.js';

// The rating at which a bar is full.
const HIGHEST = 11;

/** From the easiest to the hardest of five classes of ratings. */
const grade = (er) => [2.5, 4.4, 6.5, 8].filter((limit) => er >= limit).length;

const chip = (kind, text) => element('li', { class: `chip ${kind}` }, text);

/** Fills the card of a step. */
export function stepCard(card, step, meaning, { number, of }) {
  const chips = [
    ...(step.placed ? [chip('in', claim(step.placed))] : []),
    ...step.eliminated.map((text) => chip('out', claim(text))),
  ];
  card.replaceChildren(
    element('div', { class: 'card-head' },
      element('h2', {}, ...(number ? [element('span', { class: 'hidden' }, `Step ${number} of ${of}: `)] : []), title(step.technique)),
      element('span', { class: `er grade${grade(step.er)}` }, element('span', { class: 'quiet small-word' }, 'rating '), step.er.toFixed(1))),
    element('p', {}, ...prose(meaning ?? ''), ' ', element('a', { href: `${DOCS}/techniques.md`, class: 'more' }, 'All techniques')),
    element('p', { class: 'where' }, placeOf(step)),
    element('ul', { class: 'chips', 'aria-label': 'What follows' }, ...chips),
  );
}

/** The number of implications of the branches that are shown. */
export const countLinks = (chains, chosen) =>
  shownBranches(chains, chosen).reduce((sum, { branch }) => sum + branch.implications.length, 0);

/**
 * Fills the list of the implications of a step. `shown` has the branch that is shown and the link that was reached, -1
 * for all; `choose` is told which branch to show, `reach` which link, `emphasise` which link to bring to the fore.
 */
export function proofList(box, step, shown, { choose, reach, emphasise }) {
  const chains = step?.chains;
  box.hidden = !chains && !step?.uses_uniqueness;
  if (box.hidden) return box.replaceChildren();
  if (!chains) {
    const words = `The puzzle has one solution, so one of these holds: ${step.one_of.map(claim).join(', ')}.`;
    box.replaceChildren(element('summary', {}, 'Why'), element('p', {}, words));
    return;
  }
  const parts = [element('summary', {}, 'Why: the links one by one'), element('p', { class: 'quiet' }, cases(chains))];
  const all = shownBranches(chains, -1);
  if (all.length > 1) {
    const choice = (branch, text) => button(text, () => {
      choose(branch);
      box.querySelectorAll('.branches button')[branch + 1].focus();
    }, { 'aria-pressed': String(branch === shown.branch) });
    parts.push(element('div', { class: 'branches', role: 'group', 'aria-label': 'Branches' },
      choice(-1, 'All'), ...all.map(({ branch, number }) => choice(number, claim(branch.assume)))));
  }
  const end = countLinks(chains, shown.branch);
  const place = shown.link < 0 ? `all ${end} links` : `link ${shown.link + 1} of ${end}`;
  const walk = (to) => () => {
    reach(to);
    box.querySelector(to > shown.link ? '.link-next' : '.link-back')?.focus();
  };
  parts.push(element('div', { class: 'player', role: 'group', 'aria-label': 'Links one by one' },
    button('◀', walk(Math.max(-1, shown.link - 1)), { class: 'link-back', 'aria-label': 'Link before', ...(shown.link < 0 ? { disabled: '' } : {}) }),
    element('span', { class: 'place' }, place),
    button('▶', walk(Math.min(end - 1, shown.link + 1)), { class: 'link-next', 'aria-label': 'Next link', ...(shown.link === end - 1 ? { disabled: '' } : {}) }),
    button('All', () => reach(-1), { 'aria-label': 'All links', 'aria-pressed': String(shown.link < 0) })));
  let order = 0;
  for (const { branch } of shownBranches(chains, shown.branch)) {
    const items = branch.implications.map((implication) => {
      const own = order++;
      const item = element('li', own === shown.link ? { 'aria-current': 'step' } : {},
        element('span', { class: 'if' }, implication.if.map(claim).join(', ')), ' → ',
        element('b', {}, claim(implication.then)), ' ',
        element('span', { class: 'quiet' }, reason(implication.by)));
      for (const event of ['mouseenter', 'focus']) item.addEventListener(event, () => emphasise(own));
      for (const event of ['mouseleave', 'blur']) item.addEventListener(event, () => emphasise(shown.link < 0 ? undefined : shown.link));
      item.addEventListener('click', () => reach(own));
      return item;
    });
    parts.push(element('p', { class: 'assume' }, 'If ', element('b', {}, claim(branch.assume))), element('ol', { class: 'links' }, ...items));
  }
  box.replaceChildren(...parts);
  for (const list of box.querySelectorAll('.links')) walkable(list, 'li')();
  box.querySelector('li[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
}

/** Fills the profile: a bar for each step, as high as its rating. */
export function profileBars(box, steps, go) {
  box.replaceChildren(...steps.map((step, index) => {
    const bar = element('span', { class: `bar-step grade${grade(step.er)}`, title: `${index + 1}. ${title(step.technique)} ${step.er.toFixed(1)}` });
    const fill = element('span', { class: 'fill' });
    fill.style.height = `${100 * Math.min(1, step.er / HIGHEST)}%`;
    bar.append(fill);
    bar.addEventListener('click', () => go(index));
    return bar;
  }));
}

const stops = new WeakMap();

/** Fills the list of all steps, which is one tab stop; the step `current` is it. */
export function stepList(list, steps, current, go) {
  list.replaceChildren(...steps.map((step, index) => element('li', index === current ? { class: 'current' } : {}, button('', () => go(index), {
    'aria-label': `Step ${index + 1}: ${title(step.technique)}, ${step.placed ? claim(step.placed) : `${step.eliminated.length} eliminated`}, rating ${step.er.toFixed(1)}`,
    ...(index === current ? { 'aria-current': 'step' } : {}),
  }))));
  [...list.children].forEach((item, index) => {
    const step = steps[index];
    item.firstChild.append(
      element('span', {}, title(step.technique)),
      element('span', { class: 'quiet' }, step.placed ? claim(step.placed) : `${step.eliminated.length} out`),
      element('span', { class: `er grade${grade(step.er)}` }, step.er.toFixed(1)));
  });
  if (!stops.has(list)) stops.set(list, walkable(list, 'button'));
  if (steps.length) stops.get(list)();
}
