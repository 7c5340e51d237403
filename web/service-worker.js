// Makes the card page (/user, /user/card/{id}) open offline. Caches only the page's files and no personal
// data: the page itself stores the card.
const VERSION = 'card-page-__VERSION__';
const FILES = __FILES__;
const PAGE = '/user';
const PAGES = /^\/user(\/card\/[^/]+)?\/?$/;
/** If the server takes longer than this, the cached page is shown. */
const TIMEOUT_MS = 2_000;

/** The ids of open pages that came from the cache. The list is lost if the browser stops this worker. */
const cachedClients = new Set();

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  // Don't claim open pages: a page that is still loading could not use its preloaded files.
  event.waitUntil(deleteOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && PAGES.test(pathname)) event.respondWith(fetchPage(event));
  // Other pages load their files without this worker, because Chromium discards preloaded files otherwise.
  else if (FILES.includes(pathname) && (cachedClients.has(clientId) || !navigator.onLine)) {
    event.respondWith(fetchFile(request, pathname));
  }
});

/** Caches all files or none, because a page and files of different releases don't work together. */
async function cacheFiles() {
  const document = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' });
  const text = await document.text();
  if (!document.ok || !text.includes('__ENTRY__')) throw new Error('The page is from another release');
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  const withoutPreloads = text.replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
  await cache.put(PAGE, new Response(withoutPreloads, document));
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const oldNames = names.filter((name) => name.startsWith('card-page-') && name !== VERSION);
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

/** Returns the server's response, or the cached page if the server is slow or fails. */
async function fetchPage({ request, resultingClientId }) {
  const fresh = fetch(request).then((response) => (response.status < 500 ? response : null));
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  const first = await Promise.race([fresh.catch(() => null), timeout]);
  if (first) return first;
  const cached = await findCached(PAGE);
  if (cached) cachedClients.add(resultingClientId);
  return cached ?? (await fresh) ?? fetch(request);
}

/** Prefers the cache: file names contain a content hash, so a cached file is never stale. */
async function fetchFile(request, pathname) {
  return (await findCached(pathname)) ?? fetch(request);
}

async function findCached(path) {
  return (await caches.open(VERSION)).match(path, { ignoreVary: true });
}
