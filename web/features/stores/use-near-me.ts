import { useEffect, useRef, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';

const WAIT_MS = 10_000;
const GOOD_FOR_MS = 5 * 60_000;

/** By the code of a GeolocationPositionError: denied, unavailable, too late. */
const SENTENCES: Partial<Record<number, string>> = {
  1: 'Your browser does not share your location. Allow it for this site, or type a ZIP code.',
  3: 'Finding your location took too long. Please try again, or type a ZIP code.',
};
const UNAVAILABLE = 'Your location could not be found. Please type a ZIP code.';
const FAR = 'We know no ZIP code near you. Please type one.';

/** About half a mile: enough for a ZIP code, and nobody's front door. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

function askBrowser(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(UNAVAILABLE));
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: WAIT_MS,
      maximumAge: GOOD_FOR_MS,
    });
  });
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0;
}

/** The ZIP code around the browser's position, asked for on a click alone; or a sentence that says why there is none. */
export function useNearMe(onFound: (zip: string) => void) {
  const { savings } = trpc.useUtils();
  const [state, setState] = useState({ busy: false, problem: '' });
  // What stands in the form may have changed by the time the browser answers; null once the page is left.
  const whenFound = useRef<typeof onFound | null>(null);
  useEffect(() => {
    whenFound.current = onFound;
    return () => {
      whenFound.current = null;
    };
  }, [onFound]);

  async function find(): Promise<{ zip: string } | { problem: string }> {
    const position = await askBrowser().catch((error: unknown) => codeOf(error));
    if (typeof position === 'number') return { problem: SENTENCES[position] ?? UNAVAILABLE };
    const { latitude, longitude } = position.coords;
    try {
      const place = await savings.nearestPlace.fetch({
        latitude: rounded(latitude),
        longitude: rounded(longitude),
      });
      return place === null ? { problem: FAR } : { zip: place.zip };
    } catch (error) {
      return { problem: toFailure(error).message };
    }
  }

  return {
    ...state,
    forget: () => setState({ busy: false, problem: '' }),
    async ask() {
      setState({ busy: true, problem: '' });
      const found = await find();
      if (whenFound.current === null) return;
      setState({ busy: false, problem: 'problem' in found ? found.problem : '' });
      if ('zip' in found) whenFound.current(found.zip);
    },
  };
}
