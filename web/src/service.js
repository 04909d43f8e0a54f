// Keeps the files of the page and its engines, so that it answers without a network. web/build writes down which files
// there are, and a word that changes with them: then all are fetched anew, and the next visit has them.
const VERSION = 'zermelo', FILES = ['./'];

const scope = /** @type {any} */ (self);
const kept = new Set(FILES.map((file) => new URL(file, scope.registration.scope).href));

scope.addEventListener('install', (event) => event.waitUntil(
  caches.open(VERSION).then((cache) => cache.addAll([...kept])).then(() => scope.skipWaiting())));

scope.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('zermelo') && name !== VERSION) await caches.delete(name);
  await scope.clients.claim();
})()));

// Everything else, questions to a server above all, goes its way.
scope.addEventListener('fetch', (event) => {
  // The page has two addresses, and is kept once.
  const address = event.request.url.split('#')[0].replace(/\/index\.html$/, '/');
  if (event.request.method !== 'GET' || !kept.has(address)) return;
  event.respondWith(caches.match(address).then((found) => found ?? fetch(event.request)));
});
