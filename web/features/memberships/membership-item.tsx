import { useEffect, useRef } from 'react';
import { familyForm } from '#server/domains/memberships/family.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { Form } from '#web/ui/form/form.tsx';
import { Money } from '#web/ui/money.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { FamilyStep, toFamilyValues } from '../checkout/card/family-step.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import classes from './membership-item.module.css';
import { ChangePlan } from './plan/change-plan.tsx';
import { useMembershipModal } from './plan/use-membership-modal.ts';
import { ResumeMembership } from './resume-button.tsx';
import { isOverdue, StateRemark } from './state-remark.tsx';

type Family = NonNullable<RouterOutputs['memberships']['mine'][number]['family']>;

interface EditFamilyProps {
  number: string;
  /** Names the membership for screen readers. */
  membershipLabel: string;
  family: Family;
}

function EditFamily({ number, membershipLabel, family }: EditFamilyProps) {
  const { isOpen, wasOpened, link } = useMembershipModal('family', number);
  return (
    <>
      <ButtonLink {...link} variant="secondary">
        Edit Family Members<VisuallyHidden> {membershipLabel}</VisuallyHidden>
      </ButtonLink>
      {wasOpened ? (
        <ModalRoute opened={isOpen} title="Edit family members" closePath={paths.account()}>
          <FamilyForm number={number} family={family} />
        </ModalRoute>
      ) : null}
    </>
  );
}

function FamilyForm({ number, family }: Pick<EditFamilyProps, 'number' | 'family'>) {
  const utils = trpc.useUtils();
  const close = useCloseModal(paths.account());
  const edit = trpc.memberships.editFamily.useMutation({
    onSuccess: () => Promise.all([utils.memberships.invalidate(), utils.verification.invalidate()]),
  });
  return (
    <Form
      initial={toFamilyValues(family)}
      schema={familyForm}
      submitLabel="Save"
      onSubmit={async (names) => {
        await edit.mutateAsync({ number, ...names });
        close();
      }}
    >
      {(form) => <FamilyStep form={form} />}
    </Form>
  );
}

interface CancelMembershipProps {
  number: string;
  /** Names the membership for screen readers. */
  membershipLabel: string;
  isOverdue: boolean;
}

/** Cancels one of the account's own memberships. Guests use GuestCancellation instead. */
function CancelMembership({ number, ...dialog }: CancelMembershipProps) {
  const cancel = trpc.memberships.cancel.useMutation({ onSuccess: useRefetchPlans() });
  return <CancelDialog {...dialog} onCancel={(reason) => cancel.mutateAsync({ number, reason })} />;
}

export type OwnMembership = RouterOutputs['memberships']['mine'][number];

export function MembershipItem({ membership }: { membership: OwnMembership }) {
  const { number, planName, nextChargeAt, canceled, isCurrent, family, isCompanyPlan } = membership;
  const { canShowCard, canCancel, canResume, planChange } = membership;
  const id = formatMembershipNumber(number);
  const membershipLabel = `${planName}, ${id}`;
  const heading = useFocusOnceChanged(`${canceled} ${planChange?.scheduledFor}`);
  return (
    <article className={classes.item} data-state={membership.state} aria-labelledby={`membership-${number}`}>
      <h3 id={`membership-${number}`} ref={heading} tabIndex={-1}>
        {planName} membership
      </h3>
      <Facts>
        <Fact name="Type">{planName}</Fact>
        {membership.companyName ? <Fact name="Company">{membership.companyName}</Fact> : null}
        <Fact name="Membership ID">{id}</Fact>
        <Fact name="Last Charge">
          <LastCharge charge={membership.lastCharge} />
        </Fact>
        <Fact name="Next Charge">{nextChargeAt ? formatLongDate(new Date(nextChargeAt)) : '-'}</Fact>
        <Fact name="Status">
          <span className={layout.status}>{membership.statusText}</span>
        </Fact>
        <Fact name="Canceled">{canceled ? 'Yes' : 'No'}</Fact>
      </Facts>
      <StateRemark summary={membership.summary} />
      {isCurrent || isCompanyPlan ? (
        <div className={classes.actions}>
          {isCompanyPlan ? <ButtonLink to={paths.company()}>See your employees’ cards</ButtonLink> : null}
          {canShowCard ? (
            <ButtonLink to={paths.membershipCard(id)} state={opensModal}>
              View Membership Card
            </ButtonLink>
          ) : null}
          {canShowCard ? (
            <ButtonLink to={paths.requestCard(id)} variant="secondary">
              Request Physical Card
            </ButtonLink>
          ) : null}
          {planChange ? (
            <ChangePlan number={number} membershipLabel={membershipLabel} change={planChange} />
          ) : null}
          {isCurrent && family ? (
            <EditFamily number={number} membershipLabel={membershipLabel} family={family} />
          ) : null}
          {canCancel ? (
            <CancelMembership
              number={number}
              membershipLabel={membershipLabel}
              isOverdue={isOverdue(membership.summary)}
            />
          ) : null}
          {canResume ? <ResumeMembership number={number} membershipLabel={membershipLabel} /> : null}
        </div>
      ) : null}
    </article>
  );
}

function LastCharge({ charge }: { charge: OwnMembership['lastCharge'] }) {
  if (charge === null) return '-';
  return (
    <>
      <Money cents={charge.amountCents} /> on {formatLongDate(new Date(charge.paidAt))}
    </>
  );
}

/** Moves focus to the heading when the state changes, because the button that was used is gone. */
function useFocusOnceChanged(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastState = useRef(state);
  useEffect(() => {
    if (state !== lastState.current) heading.current?.focus();
    lastState.current = state;
  }, [state]);
  return heading;
}
