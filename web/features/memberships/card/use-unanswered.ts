import { useEffect, useState } from 'react';
import { isRefusal, toFailure } from '#web/lib/errors.ts';

/** How long to wait for the network before showing the offline card. */
const PATIENCE_MS = 1_500;
/** For browsers that do not report that the network is back. */
const ASK_AGAIN_MS = 15_000;

interface Asking {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isPending: boolean;
  /** The current attempt, or the last one if none is running. */
  failureReason: unknown;
  refetch(): unknown;
}

/**
 * Whether the server cannot be reached, or is too slow with its first answer. Stays true until there is an answer;
 * retries as soon as the network is back.
 */
export function useUnanswered({ fetchStatus, isPending, failureReason, refetch }: Asking): boolean {
  const [isLate, setLate] = useState(false);
  const [isUnanswered, setUnanswered] = useState(false);
  const failed = failureReason !== null && !isRefusal(toFailure(failureReason));
  const isFailing = fetchStatus === 'paused' || failed || (isPending && isLate);
  if (isFailing && !isUnanswered) setUnanswered(true);
  if (isUnanswered && !failed && !isPending && fetchStatus === 'idle') setUnanswered(false);

  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);

  useEffect(() => {
    if (!isUnanswered) return;
    const ask = () => void refetch();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isUnanswered, refetch]);

  return isFailing || isUnanswered;
}
