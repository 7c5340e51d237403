import { useEffect, useRef, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';

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

  return {
    ...state,
    forget: () => setState({ busy: false, problem: '' }),
    async ask() {
      setState({ busy: true, problem: '' });
      // Few people ask: its code is fetched when somebody does.
      const found = await import('./find-zip.ts').then(
        ({ findZip }) => findZip((position) => savings.nearestPlace.fetch(position)),
        (error: unknown) => ({ problem: toFailure(error).message }),
      );
      if (whenFound.current === null) return;
      setState({ busy: false, problem: 'problem' in found ? found.problem : '' });
      if ('zip' in found) whenFound.current(found.zip);
    },
  };
}
