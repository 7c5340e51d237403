import { toFailure } from '#web/lib/errors.ts';

const LOCATION_TIMEOUT_MS = 10_000;
const MAX_POSITION_AGE_MS = 5 * 60_000;

/** Keyed by the code of a GeolocationPositionError: 1 is denied, 3 is timed out. */
const ERROR_MESSAGES: Partial<Record<number, string>> = {
  1: 'Your browser isn’t sharing your location. Allow it for this site, or type a ZIP code.',
  3: 'Finding your location took too long. Please try again, or type a ZIP code.',
};
const UNAVAILABLE = 'We couldn’t find your location. Please type a ZIP code.';
const NO_NEARBY_ZIP = 'We couldn’t find a ZIP code near you. Please type one.';

/** Rounds to about half a mile, which is precise enough for a ZIP code but doesn't reveal a home address. */
const roundDegrees = (degrees: number) => Math.round(degrees * 100) / 100;

function readBrowserPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(UNAVAILABLE));
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: LOCATION_TIMEOUT_MS,
      maximumAge: MAX_POSITION_AGE_MS,
    });
  });
}

function getPositionErrorCode(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0;
}

interface Position {
  latitude: number;
  longitude: number;
}

/** Returns the ZIP code nearest to the browser's location, or a message that explains why there is none. */
export async function findNearestZip(
  findZip: (position: Position) => Promise<{ zip: string } | null>,
): Promise<{ zip: string } | { problem: string }> {
  const position = await readBrowserPosition().catch((error: unknown) => getPositionErrorCode(error));
  if (typeof position === 'number') return { problem: ERROR_MESSAGES[position] ?? UNAVAILABLE };
  const { latitude, longitude } = position.coords;
  try {
    const nearestZip = await findZip({
      latitude: roundDegrees(latitude),
      longitude: roundDegrees(longitude),
    });
    return nearestZip ?? { problem: NO_NEARBY_ZIP };
  } catch (error) {
    return { problem: toFailure(error).message };
  }
}
