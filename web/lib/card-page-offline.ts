/** Written by web/build-plugins/offline-card.ts; `npm run dev` has none. */
const WORKER = '/service-worker.js';
const SCOPE = '/user';
/** The worker's copies of the card's page, by version. */
const COPIES = 'card-page-';

/** Has the browser keep the page of the card, so that it opens without a signal from now on. */
export function keepCardPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is refused, as in private windows, the card needs a signal.
  navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {});
}

export async function removeCardPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(COPIES)).map((name) => caches.delete(name)));
}
