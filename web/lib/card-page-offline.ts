import { paths } from '#server/lib/pages.shared.ts';

/** Built by web/build-plugins/offline-card.ts. It doesn't exist under `npm run dev`. */
const WORKER = '/service-worker.js';
const SCOPE = paths.account();
/** Must match the cache names in web/service-worker.js. */
const CACHE_PREFIX = 'card-page-';

/** Caches the card page, so that it opens offline. */
export function cacheCardPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Registration can fail, for example in a private window. There, the card doesn't open offline.
  navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {});
}

export async function removeCardPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
}
