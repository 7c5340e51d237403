/** What stands behind these belongs to one person: a membership's number, an account. It is not told. */
const PERSONAL = /^(\/user\/card|\/verify\/card|\/request\/card|\/resetpassword)\/.+/;
/** No page of ours has a longer address; what somebody mistyped is not collected. */
const LONGEST = 60;

/** A page as it is counted: its path without what is personal, and without query and fragment. */
export function countedPath(pathname: string): string {
  return pathname.replace(PERSONAL, '$1/…').slice(0, LONGEST);
}

/** What a browser says where somebody does not want to be tracked: Do Not Track, Global Privacy Control. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

export function refusesTracking(browser: PrivacySignals): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
}

/** Tells the settings' address of one page view: `{"path":"/pricing"}`, without cookies and without a referrer. */
export function countPageView(address: string, pathname: string): void {
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ path: countedPath(pathname) }),
    // Nobody waits for it, and a page works without it.
  }).catch(() => {});
}
