import { toFailure } from '#web/lib/errors.ts';

const WAIT_MS = 10_000;
const MAX_POSITION_AGE_MS = 5 * 60_000;

/** By GeolocationPositionError code: denied, unavailable, timed out. */
const SENTENCES: Partial<Record<number, string>> = {
  1: 'Your browser does not share your location. Allow it for this site, or type a ZIP code.',
  3: 'Finding your location took too long. Please try again, or type a ZIP code.',
};
const UNAVAILABLE = 'Your location could not be found. Please type a ZIP code.';
const FAR = 'We know no ZIP code near you. Please type one.';

/** Rounds to about half a mile: exact enough for a ZIP code, but not for a home address. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

function askBrowser(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(UNAVAILABLE));
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: WAIT_MS,
      maximumAge: MAX_POSITION_AGE_MS,
    });
  });
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0;
}

interface Position {
  latitude: number;
  longitude: number;
}

/** Returns the ZIP code nearest to the browser's location, or a message that explains why there is none. */
export async function findNearestZip(
  nearest: (position: Position) => Promise<{ zip: string } | null>,
): Promise<{ zip: string } | { problem: string }> {
  const position = await askBrowser().catch((error: unknown) => codeOf(error));
  if (typeof position === 'number') return { problem: SENTENCES[position] ?? UNAVAILABLE };
  const { latitude, longitude } = position.coords;
  try {
    const place = await nearest({ latitude: rounded(latitude), longitude: rounded(longitude) });
    return place ?? { problem: FAR };
  } catch (error) {
    return { problem: toFailure(error).message };
  }
}
