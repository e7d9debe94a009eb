// Keeps the page for when there is no network. web/build fills in the files, and a digest of them, which is also the name
// of the folder of all but this file and the page: what belongs to one version is never mixed with another.
const CACHE = 'batchdoku-@DIGEST@';
const FILES = ["@FILES@"];
// The page itself comes from the network unless that takes longer, in milliseconds.
const PATIENCE = 3000;

// The browser keeps copies of its own, which may be older than this worker.
const fresh = (file) => new Request(file, { cache: 'reload' });

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(fresh))));
});

// A new version waits until no tab shows the old one, or a tab asks for it.
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('batchdoku-') && name !== CACHE;
  const clean = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** The newest page that there is. */
async function page(request) {
  const kept = () => caches.match(request, { ignoreSearch: true }).then((found) => found ?? caches.match('./'));
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); }).then(kept);
  const online = fetch(request).then((response) => (response.ok ? response : kept()), kept);
  return (await Promise.race([online, late])) ?? online;
}

async function file(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
