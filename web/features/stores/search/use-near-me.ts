import { useEffect, useRef, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';

/** `locate` finds the ZIP code of the browser's location. If there is none, `problem` explains why. */
export function useNearMe(onFound: (zip: string) => void) {
  const { savings } = trpc.useUtils();
  const [state, setState] = useState({ busy: false, problem: '' });
  // The latest callback, because the form may change before the browser responds. Null once the visitor has
  // left the page.
  const onFoundRef = useRef<typeof onFound | null>(null);
  useEffect(() => {
    onFoundRef.current = onFound;
    return () => {
      onFoundRef.current = null;
    };
  }, [onFound]);

  return {
    ...state,
    forget: () => setState({ busy: false, problem: '' }),
    async locate() {
      setState({ busy: true, problem: '' });
      // Loaded on demand, because few visitors use it.
      const result = await import('./nearest-zip.ts').then(
        ({ findNearestZip }) => findNearestZip((position) => savings.nearestPlace.fetch(position)),
        (error: unknown) => ({ problem: toFailure(error).message }),
      );
      if (onFoundRef.current === null) return;
      setState({ busy: false, problem: 'problem' in result ? result.problem : '' });
      if ('zip' in result) onFoundRef.current(result.zip);
    },
  };
}
