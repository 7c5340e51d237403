import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { type ChargeSubject, chargeTerms } from './charge-terms.ts';
import classes from './checkout.module.css';
import { isOutcomeUnknown } from './use-card-payment.ts';

interface ChargeNoteProps {
  quote: Quote;
  subject: ChargeSubject;
  /** The failure of the last attempt, or null. */
  problem: Failure | null;
  onStartAgain(): void;
}

/** Shows what the purchase button will charge and, after a failure of unknown outcome, how to continue. */
export function ChargeNote({ quote, subject, problem, onStartAgain }: ChargeNoteProps) {
  const { now, later, cancel } = chargeTerms(quote, subject, new Date());
  return (
    <>
      <div className={classes.charge}>
        <p>
          <strong>{now}</strong> {later}
        </p>
        <p>{cancel}</p>
      </div>
      {problem !== null && isOutcomeUnknown(problem) ? (
        <Notice title="We don’t know yet if your purchase went through">
          Your purchase may have gone through. Try again. You’ll never be charged twice for the same purchase.
        </Notice>
      ) : null}
      {problem?.code === 'KEY_REUSED' ? (
        <Notice title="An earlier attempt may have gone through">
          <p>Check your email for a receipt first. If you don’t have one, start again with these details.</p>
          <Button variant="secondary" onClick={onStartAgain}>
            Start again
          </Button>
        </Notice>
      ) : null}
    </>
  );
}
