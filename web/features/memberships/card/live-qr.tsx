import type { CSSProperties } from 'react';
import { createScanUrl, LIVE_STEP_MS } from '#server/domains/memberships/wallet/live-code.shared.ts';
import classes from './live-qr.module.css';
import type { ReceivedCard } from './offline-cards.ts';
import { QrCode } from './qr-code.tsx';
import { useLiveCode } from './use-live-code.ts';

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
