import bowser from 'bowser';

/** Browsers send shorter user agents. */
const MAX_LENGTH = 1_000;

/** Returns, for example, 'Chrome on Windows', or null if no browser or operating system is recognized. */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MAX_LENGTH) return null;
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
