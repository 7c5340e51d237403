import type { ReactNode } from 'react';
import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import formClasses from '#web/ui/form/form.module.css';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './upgrade.module.css';

export type PlanOffer = RouterOutputs['planChanges']['offer'];
export type UpgradeOffer = NonNullable<PlanOffer['upgrade']>;

/** Shows what an upgrade charges now, and what the next bill is. */
export function UpgradePrice({ offer: { renewal }, upgrade }: { offer: PlanOffer; upgrade: UpgradeOffer }) {
  const { quote, days, periodDays, card } = upgrade;
  return (
    <Facts>
      <Fact name="Charged now">
        {quote.free ? 'Nothing' : formatCents(quote.totalCents)}{' '}
        <span className={classes.detail}>
          for the remaining {days} of {periodDays} days
          {card?.last4 && !quote.free ? `, with your card ending in ${card.last4}` : null}
        </span>
      </Fact>
      <Fact name="Next bill">
        {formatCents(renewal.amountCents)}{' '}
        <span className={classes.detail}>
          on {formatDateInWords(new Date(renewal.on))}, then every {renewal.interval} until you cancel
        </span>
      </Fact>
    </Facts>
  );
}

export function formatUpgradeLabel({ planName }: PlanOffer, { quote }: UpgradeOffer): string {
  const change = `change to ${planName}`;
  return quote.free ? `Change to ${planName}` : `Pay ${formatCents(quote.totalCents)} and ${change}`;
}

/** True if something is due, but Stripe has no card to charge. */
export function lacksCard({ quote, card }: UpgradeOffer): boolean {
  return !card && !quote.free;
}

export function NoCardOnFile() {
  return (
    <Notice title="You don’t have a card on file">
      <p>Please add a payment method first.</p>
      <ButtonLink to={paths.billing()}>Go to billing</ButtonLink>
    </Notice>
  );
}

export function OtherCardLink() {
  return (
    <ButtonLink to={paths.billing()} variant="quiet">
      Use another card
    </ButtonLink>
  );
}

interface UpgradeCompletedProps {
  title: string;
  purchaseId: string;
  closePath: string;
  children: ReactNode;
}

export function UpgradeCompleted({ title, purchaseId, closePath, children }: UpgradeCompletedProps) {
  const close = useCloseModal(closePath);
  return (
    <div className={formClasses.group}>
      <Notice tone="success" title={title}>
        {children}
      </Notice>
      <div className={formClasses.actions}>
        <Button onClick={close}>Done</Button>
        <a
          href={paths.receipt(purchaseId)}
          target="_blank"
          rel="noopener"
          className={buttonClasses.button}
          data-variant="secondary"
        >
          View/Print Your Receipt
        </a>
      </div>
    </div>
  );
}
