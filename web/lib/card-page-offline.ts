import { paths } from '#server/site/pages.shared.ts';

/** Written by web/build-plugins/offline-card.ts; `npm run dev` has none. */
const WORKER = '/service-worker.js';
const SCOPE = paths.account();
/** The names of the worker's caches begin with this. */
const CACHE_PREFIX = 'card-page-';

/** Caches the card's page, so that it opens offline. */
export function cacheCardPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows have no service workers, so the card does not open offline there.
  navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {});
}

export async function removeCardPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
}
