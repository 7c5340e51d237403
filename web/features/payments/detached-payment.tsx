import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './detached-payment.module.css';

type Outcome = { state: 'running' } | { state: 'paid' } | { state: 'failed'; message: string };

interface DetachedPaymentProps {
  payment: Promise<unknown>;
  onClose(): void;
}

function DetachedPayment({ payment, onClose }: DetachedPaymentProps) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'running' });
  useEffect(() => {
    payment.then(
      () => setOutcome({ state: 'paid' }),
      (error: unknown) => setOutcome({ state: 'failed', message: toFailure(error).message }),
    );
  }, [payment]);
  return (
    <aside className={classes.corner} aria-label="Your payment" data-print="hide">
      <div role="status">
        {outcome.state === 'running' ? (
          <Notice title="Your payment is still running">
            Please keep this tab open. We’ll show here how it ended.
          </Notice>
        ) : null}
        {outcome.state === 'paid' ? (
          <Notice title="Your payment went through">You’ll find it in your account.</Notice>
        ) : null}
        {outcome.state === 'failed' ? (
          <Notice tone="error" title="Your payment didn’t go through">
            {outcome.message}
          </Notice>
        ) : null}
      </div>
      {outcome.state === 'running' ? null : (
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      )}
    </aside>
  );
}

/**
 * Shows a payment whose dialog was closed, and its outcome. It has a root of its own because the page that
 * opened the dialog may be left, too.
 */
export function showDetachedPayment(payment: Promise<unknown>): void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const close = () => {
    root.unmount();
    container.remove();
  };
  root.render(<DetachedPayment payment={payment} onClose={close} />);
}
