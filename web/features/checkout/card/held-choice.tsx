import type { ReactNode } from 'react';
import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from '../checkout.module.css';

export type HeldMembership = NonNullable<RouterOutputs['checkout']['heldMembership']>;
type PlanChange = NonNullable<HeldMembership['change']>;

interface HeldChoiceProps {
  held: HeldMembership;
  busy: boolean;
  onBuySeparate(): void;
  /** Further buttons. */
  children: ReactNode;
}

/** Offers a signed-in member to change the membership instead of buying a separate one (D71). */
export function HeldChoice({ held, busy, onBuySeparate, children }: HeldChoiceProps) {
  const { number, sentence, obstacle, change } = held;
  return (
    <section className={classes.choice}>
      <h4>You’re already a member</h4>
      <p>
        {sentence} {obstacle}
      </p>
      {change ? <PlanChangeChoice number={number} change={change} /> : null}
      <Button variant="secondary" onClick={onBuySeparate} busy={busy} fullWidth>
        Buy a separate membership
      </Button>
      <p className={classes.hint}>A separate membership has its own ID and its own bill.</p>
      {children}
    </section>
  );
}

function PlanChangeChoice({ number, change }: { number: string; change: PlanChange }) {
  if (change.todayCents === null) return <SmallerPlan number={number} change={change} />;
  return (
    <>
      <p>
        Your membership keeps its ID, and your family can use it right away. Your next bill is{' '}
        {formatRenewal(change)}.
      </p>
      <ButtonLink
        to={{ pathname: paths.account(), search: `?${new URLSearchParams({ plan: number })}` }}
        state={opensModal}
        fullWidth
      >
        Change to {change.planName} for {formatCents(change.todayCents)} today
      </ButtonLink>
    </>
  );
}

function SmallerPlan({ number, change }: { number: string; change: PlanChange }) {
  const downgrade = trpc.planChanges.downgrade.useMutation({ onSuccess: useRefetchPlans() });
  const { planName, renewal } = change;
  const day = formatDateInWords(new Date(renewal.on));
  if (downgrade.isSuccess) {
    return (
      <Notice tone="success" title={`Your membership changes to ${planName} on ${day}`}>
        Until then, your family can use it. You can undo this any time before then.
      </Notice>
    );
  }
  return (
    <>
      <p>
        Until then, your family can use it. After that, only you are on the card. Your next bill is{' '}
        {formatRenewal(change)}. You won’t get a refund. You can undo this any time before then.
      </p>
      {downgrade.error ? <ErrorBox message={toFailure(downgrade.error).message} focus /> : null}
      <Button onClick={() => downgrade.mutate({ number })} busy={downgrade.isPending} fullWidth>
        Change to {planName} on {day}
      </Button>
    </>
  );
}

function formatRenewal({ renewal }: PlanChange): string {
  return `${formatCents(renewal.amountCents)} on ${formatDateInWords(new Date(renewal.on))}`;
}
