// The page of a new version, once the browser has it: this tab stays whole until it is loaded again.
import { notice } from './notice.js';

/** Keeps the page for when there is no network, and says when there is a new version. */
export function connectVersions() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  const workers = navigator.serviceWorker;
  let isAsked = false;
  // The first worker of all takes the page over, too: then nothing has changed.
  workers.addEventListener('controllerchange', () => isAsked && location.reload());
  const tell = (waiting) => notice('version', 'There is a new version of this page.', {
    Reload() {
      isAsked = true;
      waiting.postMessage('take over');
    },
  });
  workers.register(new URL('../sw.js', import.meta.url)).then((registration) => {
    if (registration.waiting && workers.controller) tell(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing.addEventListener('statechange', () => {
        if (installing.state === 'installed' && workers.controller) tell(installing);
      });
    });
    // A tab that stays open asks again when somebody comes back to it.
    document.addEventListener('visibilitychange', () => document.hidden || registration.update().catch(() => {}));
  }).catch(() => { /* The page works without. */ });
}
