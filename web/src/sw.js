// Keeps the page for when there is no network. web/build fills in the files, and a digest of them as the name.
const CACHE = 'batchdoku-@DIGEST@';
const FILES = ["@FILES@"];

// The browser keeps copies of its own, which may be older than this worker.
const fresh = (file) => new Request(file, { cache: 'reload' });

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map(fresh))).then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('batchdoku-') && name !== CACHE;
  const clean = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const found = caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(found.then((response) => response ?? fetch(request)));
});
