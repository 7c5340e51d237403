import { pageNames, pages, pathWithoutId } from '#server/site/pages.shared.ts';

/** The id in these paths is personal: a membership number or an account. */
const PATHS_WITH_ID = pageNames.map((name) => pages[name]).filter(({ path }) => path.includes('/:'));
const PERSONAL_PATH = new RegExp(`^(${PATHS_WITH_ID.map(pathWithoutId).join('|')})/.+`);
/** Longer than every page's path, so that mistyped addresses are not collected. */
const MAX_PATH_LENGTH = 60;

/** The path as it is reported: without a personal id. */
export function anonymizePath(pathname: string): string {
  return pathname.replace(PERSONAL_PATH, '$1/…').slice(0, MAX_PATH_LENGTH);
}

/** The parts of `navigator` with Do Not Track and Global Privacy Control. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

export function refusesTracking(browser: PrivacySignals): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
}

/** Sends `{"path":"/pricing"}` to the analytics address of the settings, without cookies and referrer. */
export function countPageView(address: string, pathname: string): void {
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ path: anonymizePath(pathname) }),
    // Failures are ignored: no page depends on it.
  }).catch(() => {});
}
