// Opens the card's page (/user, /user/card/{id}) without a signal. It keeps that page's own files and nothing else: no
// answer of the server's and nobody's data; the card itself is kept by the page.
const VERSION = 'card-page-__VERSION__';
const FILES = __FILES__;
const PAGE = '/user';
const PAGES = /^\/user(\/card\/[^/]+)?\/?$/;
/** A bad signal is worse than none: after this long the kept page is shown. */
const PATIENCE_MS = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && PAGES.test(pathname)) event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
});

/** All or nothing: a page of one release with files of another would not start. */
async function keepAll() {
  const document = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' });
  const text = await document.clone().text();
  if (!document.ok || !text.includes('__ENTRY__')) throw new Error('The page is of another release');
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  await cache.put(PAGE, document);
}

async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith('card-page-') && name !== VERSION);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** As the server has it now; the kept one where it does not answer in time, or answers that it cannot. */
async function page(request) {
  const fresh = fetch(request).then((response) => (response.status < 500 ? response : null));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fresh.catch(() => null), late]);
  return first ?? (await kept(PAGE)) ?? (await fresh) ?? fetch(request);
}

/** Its name changes with what is in it: the kept one is as good as any. */
async function file(request, pathname) {
  return (await kept(pathname)) ?? fetch(request);
}

async function kept(path) {
  return (await caches.open(VERSION)).match(path, { ignoreVary: true });
}
