import { useEffect, useState } from 'react';
import {
  LIVE_STEP_MS,
  liveStepAt,
  makeLiveCode,
} from '#server/domains/memberships/wallet/live-code.shared.ts';
import { getClockOffsetMs, type ReceivedCard } from './offline-cards.ts';

export interface CurrentLiveCode {
  code: string;
  /**
   * The 30-second step that the code belongs to. `leftMs` is the time that was left in that step when the
   * code was computed.
   */
  step: number;
  leftMs: number;
}

/**
 * Returns the card's current code, which this device computes. Null if it can't be computed, undefined while
 * loading.
 */
export function useLiveCode(received: ReceivedCard): CurrentLiveCode | null | undefined {
  const [liveCode, setLiveCode] = useState<CurrentLiveCode | null>();
  const { key, day, until } = received.card.live;
  const clockOffsetMs = getClockOffsetMs(received);

  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function updateCode() {
      const now = Date.now() + clockOffsetMs;
      const step = liveStepAt(now);
      const leftMs = (step + 1) * LIVE_STEP_MS - now;
      const code = now < Date.parse(until) ? await signCode({ key, day }, step) : null;
      if (isStopped) return;
      setLiveCode(code === null ? null : { code, step, leftMs });
      timer = setTimeout(updateCode, leftMs);
    }

    /** Timers don't run while a phone sleeps, so the shown code may be outdated. */
    function updateWhenVisible() {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') void updateCode();
    }

    void updateCode();
    document.addEventListener('visibilitychange', updateWhenVisible);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', updateWhenVisible);
    };
  }, [key, day, until, clockOffsetMs]);

  return liveCode;
}

/** Returns null if the browser can't sign. Browsers sign only on https pages and localhost. */
async function signCode(key: { key: string; day: number }, step: number): Promise<string | null> {
  try {
    return await makeLiveCode(key, step);
  } catch {
    return null;
  }
}
