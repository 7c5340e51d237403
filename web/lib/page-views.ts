import { pageNames, pages, pathWithoutId } from '#server/lib/pages.shared.ts';

/**
 * Except for a store's id, the ids in these paths identify a person: they are membership numbers or account
 * ids.
 */
const PATHS_WITH_ID = pageNames.map((name) => pages[name]).filter(({ path }) => path.includes('/:'));
const PERSONAL_PATH = new RegExp(`^(${PATHS_WITH_ID.map(pathWithoutId).join('|')})/.+`);
/** In characters. Real paths are shorter. This truncates long, mistyped addresses. */
const MAX_PATH_LENGTH = 60;

/** Removes personal ids before the path is reported. */
export function anonymizePath(pathname: string): string {
  return pathname.replace(PERSONAL_PATH, '$1/…').slice(0, MAX_PATH_LENGTH);
}

/** The properties of `navigator` for Do Not Track and Global Privacy Control. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

export function refusesTracking(browser: PrivacySignals): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
}

/**
 * Posts `{"path":"/pricing"}` without cookies or a referrer, unless the visitor opted out of tracking in the
 * browser.
 */
export async function countPageView(address: string, pathname: string): Promise<void> {
  if (refusesTracking(navigator)) return;
  await fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ path: anonymizePath(pathname) }),
  });
}
