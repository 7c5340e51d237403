import { type CSSProperties, useEffect, useState } from 'react';
import {
  createScanUrl,
  LIVE_STEP_MS,
  liveStepAt,
  makeLiveCode,
} from '#server/domains/memberships/wallet/live-code.shared.ts';
import { QrCode } from '#web/ui/qr-code/qr-code.tsx';
import classes from './live-qr.module.css';
import { getClockOffsetMs, type ReceivedCard } from './offline-cards.ts';

interface CurrentLiveCode {
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
function useLiveCode(received: ReceivedCard): CurrentLiveCode | null | undefined {
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

/**
 * On screen, the code keeps changing, so that cashiers can detect a screenshot. On paper, it is the plain
 * verification address.
 */
export function LiveQr({ received, id }: { received: ReceivedCard; id: string }) {
  const liveCode = useLiveCode(received);
  const { verificationUrl } = received.card;
  const label = `QR code to verify ${id}`;
  return (
    <div className={classes.frame}>
      <div className={classes.screen}>
        <div className={classes.qr}>
          <QrCode
            text={liveCode === undefined ? '' : createScanUrl(verificationUrl, liveCode?.code)}
            label={label}
          />
        </div>
        {liveCode ? (
          <TimeLeft key={liveCode.step} leftMs={liveCode.leftMs} />
        ) : (
          <p className={classes.pending}>Loading the code…</p>
        )}
      </div>
      <div className={classes.paper} aria-hidden="true">
        <div className={classes.qr}>
          <QrCode text={createScanUrl(verificationUrl)} label={label} />
        </div>
      </div>
    </div>
  );
}

/** Shows a bar that shrinks as the code's time runs out. In a screenshot, it doesn't move. */
function TimeLeft({ leftMs }: { leftMs: number }) {
  const animationDelay = `${Math.round(leftMs - LIVE_STEP_MS)}ms`;
  const style: CSSProperties & Record<'--begun', string> = { '--begun': animationDelay };
  return (
    <div className={classes.live}>
      <div className={classes.band} aria-hidden="true">
        <span style={style} />
      </div>
      <p>Live code</p>
    </div>
  );
}
