import { useEffect, useState } from 'react';
import { isRefusal, toFailure } from '#web/lib/errors.ts';

/** How long somebody at a till waits for the network. */
const PATIENCE_MS = 1_500;
/** Where a browser does not say that the network is back. */
const ASK_AGAIN_MS = 15_000;

interface Asking {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isPending: boolean;
  /** Of the try that runs, or the last one. */
  failureReason: unknown;
  refetch(): unknown;
}

/**
 * Whether the server cannot be reached, or takes too long to say anything for the first time; it stays so until there
 * is an answer, which is asked for as soon as the network is back.
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
