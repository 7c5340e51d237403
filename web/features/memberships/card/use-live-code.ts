import { useEffect, useState } from 'react';
import { LIVE_STEP_MS, liveStepAt, makeLiveCode } from '#server/memberships/wallet/live-code.shared.ts';
import { clockOffset, type ReceivedCard } from './offline-cards.ts';

export interface LiveCodeNow {
  code: string;
  /** The 30-second step, and how much of it was left when the code was made. */
  step: number;
  leftMs: number;
}

/** The card's current code, made on this device. Null if it cannot be made, undefined while loading. */
export function useLiveCode(received: ReceivedCard): LiveCodeNow | null | undefined {
  const [made, setMade] = useState<LiveCodeNow | null>();
  const { key, day, until } = received.card.live;
  const offset = clockOffset(received);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function make() {
      const now = Date.now() + offset;
      const step = liveStepAt(now);
      const leftMs = (step + 1) * LIVE_STEP_MS - now;
      const code = now < Date.parse(until) ? await signed({ key, day }, step) : null;
      if (isOver) return;
      setMade(code === null ? null : { code, step, leftMs });
      timer = setTimeout(make, leftMs);
    }

    /** Timers do not run while a phone sleeps. */
    function wake() {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') void make();
    }

    void make();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [key, day, until, offset]);

  return made;
}

/** Browsers only sign on https pages or localhost. */
async function signed(key: { key: string; day: number }, step: number): Promise<string | null> {
  try {
    return await makeLiveCode(key, step);
  } catch {
    return null;
  }
}
