import { useEffect, useRef, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { readNewestLocation } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';

/** `locate` finds the ZIP code of the browser's location. If there is none, `problem` explains why. */
export function useNearMe(onFound: (zip: string) => void) {
  const { savings } = trpc.useUtils();
  const [state, setState] = useState({ busy: false, problem: '' });
  // The latest callback, because the form may change before the browser responds.
  const onFoundRef = useRef(onFound);
  useEffect(() => {
    onFoundRef.current = onFound;
  }, [onFound]);

  return {
    ...state,
    forget: () => setState({ busy: false, problem: '' }),
    async locate() {
      const startKey = readNewestLocation().key;
      setState({ busy: true, problem: '' });
      // Loaded on demand, because few visitors use it.
      const result = await import('./nearest-zip.ts').then(
        ({ findNearestZip }) => findNearestZip((position) => savings.nearestPlace.fetch(position)),
        (error: unknown) => ({ problem: toFailure(error).message }),
      );
      // A newer search, or leaving the page, cancels this one.
      const isCanceled = readNewestLocation().key !== startKey;
      setState({ busy: false, problem: 'problem' in result && !isCanceled ? result.problem : '' });
      if ('zip' in result && !isCanceled) onFoundRef.current(result.zip);
    },
  };
}
