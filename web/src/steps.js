// A step beside the board: its card, the implications of its chains, and all steps as bars and as a list.
import { element, prose } from './dom.js';
import { cases, claim, place, reason, title } from './words.js';

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
      element('span', { class: `er grade${grade(step.er)}`, title: 'Rating of the step' }, step.er.toFixed(1))),
    element('p', {}, ...prose(meaning ?? '')),
    element('p', { class: 'where' }, place(step)),
    element('ul', { class: 'chips', 'aria-label': 'What follows' }, ...chips),
  );
}

/** Fills the list of the implications of a step; `choose` is told which branch to show, `emphasise` which link. */
export function proofList(box, step, chosen, { choose, emphasise }) {
  const chains = step?.chains;
  box.hidden = !chains && !step?.uses_uniqueness;
  if (box.hidden) return box.replaceChildren();
  if (!chains) {
    const words = `The puzzle has one solution, so one of these holds: ${step.one_of.map(claim).join(', ')}.`;
    box.replaceChildren(element('summary', {}, 'Why'), element('p', {}, words));
    return;
  }
  const branches = chains.cases === 'loop' ? chains.branches.slice(0, 1) : chains.branches;
  const parts = [element('summary', {}, 'Why: the links one by one'), element('p', { class: 'quiet' }, cases(chains))];
  if (branches.length > 1) {
    const button = (branch, text) => {
      const made = element('button', { type: 'button', 'aria-pressed': String(branch === chosen) }, text);
      made.addEventListener('click', () => {
        choose(branch);
        box.querySelectorAll('.branches button')[branch + 1].focus();
      });
      return made;
    };
    parts.push(element('div', { class: 'branches', role: 'group', 'aria-label': 'Branches' },
      button(-1, 'All'), ...branches.map((branch, number) => button(number, claim(branch.assume)))));
  }
  branches.forEach((branch, number) => {
    if (chosen >= 0 && chosen !== number) return;
    const items = branch.implications.map((implication, index) => {
      const item = element('li', { tabindex: '0' },
        element('span', { class: 'if' }, implication.if.map(claim).join(', ')), ' → ',
        element('b', {}, claim(implication.then)), ' ',
        element('span', { class: 'quiet' }, reason(implication.by)));
      for (const event of ['mouseenter', 'focus']) item.addEventListener(event, () => emphasise(number, index));
      for (const event of ['mouseleave', 'blur']) item.addEventListener(event, () => emphasise());
      return item;
    });
    parts.push(element('p', { class: 'assume' }, 'If ', element('b', {}, claim(branch.assume))), element('ol', { class: 'links' }, ...items));
  });
  box.replaceChildren(...parts);
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

/** Fills the list of all steps. */
export function stepList(list, steps, go) {
  list.replaceChildren(...steps.map((step, index) => {
    const button = element('button', { type: 'button' },
      element('span', {}, title(step.technique)),
      element('span', { class: 'quiet' }, step.placed ? claim(step.placed) : `${step.eliminated.length} out`),
      element('span', { class: `er grade${grade(step.er)}` }, step.er.toFixed(1)));
    button.addEventListener('click', () => go(index));
    return element('li', {}, button);
  }));
}
