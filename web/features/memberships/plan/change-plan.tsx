import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { FamilyUpgrade } from './upgrade.tsx';
import { useMembershipModal } from './use-membership-modal.ts';

type PlanChange = NonNullable<RouterOutputs['memberships']['mine'][number]['planChange']>;

interface ChangePlanProps {
  number: string;
  /** Names the membership for screen readers. */
  membershipLabel: string;
  change: PlanChange;
}

/**
 * If the plan can be changed, shows a button that upgrades an individual membership to a family one,
 * schedules the change back, or cancels that change.
 */
export function ChangePlan({ number, membershipLabel, change }: ChangePlanProps) {
  const { planName, isUpgrade, scheduledFor, obstacle } = change;
  const { isOpen, wasOpened, link } = useMembershipModal('plan', number);
  const canChange = obstacle === null;
  return (
    <>
      {canChange && isUpgrade ? (
        <ButtonLink {...link} variant="secondary">
          Change to {planName}
          <VisuallyHidden> {membershipLabel}</VisuallyHidden>
        </ButtonLink>
      ) : null}
      {canChange && !isUpgrade && scheduledFor ? (
        <KeepFamily number={number} membershipLabel={membershipLabel} />
      ) : null}
      {canChange && !isUpgrade && !scheduledFor ? (
        <Downgrade number={number} membershipLabel={membershipLabel} planName={planName} />
      ) : null}
      {/* The URL can open this modal even while the plan can't be changed. It then shows why. */}
      {wasOpened ? (
        <ModalRoute opened={isOpen} title="Change to Family" closePath={paths.account()}>
          <FamilyUpgrade number={number} />
        </ModalRoute>
      ) : null}
    </>
  );
}

interface DowngradeProps extends Pick<ChangePlanProps, 'number' | 'membershipLabel'> {
  planName: string;
}

function Downgrade({ number, membershipLabel, planName }: DowngradeProps) {
  const downgrade = trpc.planChanges.downgrade.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <ConfirmedAction
      label={`Change to ${planName}`}
      targetName={membershipLabel}
      keepLabel="Keep Family"
      danger={false}
      onConfirm={() => downgrade.mutateAsync({ number })}
    >
      <DowngradeTerms number={number} />
    </ConfirmedAction>
  );
}

function DowngradeTerms({ number }: { number: string }) {
  const offer = trpc.planChanges.offer.useQuery({ number }, { retry: false });
  if (offer.isError) return <p>{toFailure(offer.error).message}</p>;
  if (offer.isPending) return <Skeleton heights={['6rem']} />;
  const { planName, renewal } = offer.data;
  return (
    <p>
      Your membership changes to {planName} on {formatDateInWords(new Date(renewal.on))}. Until then, your
      family can use it. After that, only you are on the card. Your next bill is{' '}
      {formatCents(renewal.amountCents)}. You won’t get a refund. You can undo this any time before then.
    </p>
  );
}

function KeepFamily({ number, membershipLabel }: Pick<ChangePlanProps, 'number' | 'membershipLabel'>) {
  const keep = trpc.planChanges.keepFamily.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <>
      <Button variant="secondary" busy={keep.isPending} onClick={() => keep.mutate({ number })}>
        Keep Family<VisuallyHidden> {membershipLabel}</VisuallyHidden>
      </Button>
      {keep.error ? <ErrorBox message={toFailure(keep.error).message} focus /> : null}
    </>
  );
}
