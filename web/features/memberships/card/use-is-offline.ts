import { useEffect, useState } from 'react';
import { isRefusal, toFailure } from '#web/lib/errors.ts';

/** How long to wait for the network before showing the stored card. */
const SLOW_AFTER_MS = 1_500;
/** Some browsers don't report when the network is back, so also retry at this interval. */
const RETRY_MS = 15_000;

interface QueryState {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isPending: boolean;
  /** The error of the current attempt, or of the last one if none is running. */
  failureReason: unknown;
  refetch(): unknown;
}

/**
 * True if the server can't be reached, or is too slow with its first response. Stays true until a response
 * arrives. Until then, retries at intervals, and as soon as the network is back.
 */
export function useIsOffline({ fetchStatus, isPending, failureReason, refetch }: QueryState): boolean {
  const [isLate, setLate] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const hasFailed = failureReason !== null && !isRefusal(toFailure(failureReason));
  const isFailing = fetchStatus === 'paused' || hasFailed || (isPending && isLate);
  if (isFailing && !isOffline) setOffline(true);
  if (isOffline && !hasFailed && !isPending && fetchStatus === 'idle') setOffline(false);

  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);

  useEffect(() => {
    if (!isOffline) return;
    const retry = () => void refetch();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [isOffline, refetch]);

  return isFailing || isOffline;
}
