import { SHELL_SCOPE } from '#web/lib/forget-cards.ts';

/** Written by web/build-plugins/offline-card.ts; `npm run dev` has none. */
const WORKER = '/service-worker.js';

/** Has the browser keep the page of the card, so that it opens without a signal from now on. */
export function keepCardPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is refused, as in private windows, the card needs a signal.
  navigator.serviceWorker.register(WORKER, { scope: SHELL_SCOPE }).catch(() => {});
}
