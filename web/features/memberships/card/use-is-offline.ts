import { useEffect, useState } from 'react';
import { isRefusal, toFailure } from '#web/lib/errors.ts';

/** How long to wait for the network before showing the offline card. */
const SLOW_AFTER_MS = 1_500;
/** For browsers that do not report that the network is back. */
const RETRY_MS = 15_000;

interface QueryState {
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
