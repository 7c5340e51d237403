import { useEffect, useState } from 'react';
import { isRefusal, toFailure } from '#web/lib/errors.ts';

/** How long somebody at a till waits for the network. */
const PATIENCE_MS = 2_500;

interface Asking {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isPending: boolean;
  /** Of the try that runs, or the last one. */
  failureReason: unknown;
}

/** Whether the server cannot be reached, or takes too long to say anything for the first time. */
export function useUnanswered({ fetchStatus, isPending, failureReason }: Asking): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  const failed = failureReason !== null && !isRefusal(toFailure(failureReason));
  return fetchStatus === 'paused' || failed || (isPending && isLate);
}
