import { useState } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { formatDay } from '../business-plans/plan-text.ts';
import classes from './company.module.css';
import { type CompanyCardData, holderName } from './company-data.ts';
import { useCompanySearchParams } from './company-search-params.ts';

/** Removes an employee's card at the end of the paid period, or undoes that. */
function RemoveCard({ card }: { card: CompanyCardData }) {
  return card.endsAt === null ? <RemoveAction card={card} /> : <KeepAction card={card} />;
}

function RemoveAction({ card }: { card: CompanyCardData }) {
  const remove = trpc.corporate.removeCard.useMutation({ onSuccess: useRefetchPlans() });
  const { data } = trpc.corporate.company.useQuery();
  const name = holderName(card);
  return (
    <ConfirmedAction
      label="Remove card"
      targetName={`of ${name}`}
      keepLabel="Keep card"
      danger={false}
      onConfirm={() => remove.mutateAsync({ membershipId: card.id })}
    >
      <p>
        <PersonName name={name} />
        ’s card works until{' '}
        {data?.plan
          ? formatDay(data.plan.nextCharge?.at ?? data.plan.periodEnd)
          : 'the end of the paid period'}
        , and your next bill won’t include it. You won’t get a refund. You can undo this any time before then.
        {card.email === null ? null : ' We’ll email the employee.'}
      </p>
    </ConfirmedAction>
  );
}

function KeepAction({ card }: { card: CompanyCardData }) {
  const keep = trpc.corporate.keepCard.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <>
      <Button variant="quiet" busy={keep.isPending} onClick={() => keep.mutate({ membershipId: card.id })}>
        Keep card<VisuallyHidden> of {holderName(card)}</VisuallyHidden>
      </Button>
      {keep.error ? <ErrorBox message={toFailure(keep.error).message} focus /> : null}
    </>
  );
}

function ResendInvitation({ card }: { card: CompanyCardData }) {
  const utils = trpc.useUtils();
  const resend = trpc.corporate.resendInvitation.useMutation();
  const [outcome, setOutcome] = useState<string | null>(null);

  async function send() {
    setOutcome(null);
    try {
      await resend.mutateAsync({ membershipId: card.id });
      setOutcome(`Sent again to ${card.email}`);
      void utils.corporate.cards.invalidate();
    } catch (error) {
      setOutcome(toFailure(error).message);
    }
  }

  return (
    <>
      <Button variant="quiet" busy={resend.isPending} onClick={() => void send()}>
        Resend invitation<VisuallyHidden> to {holderName(card)}</VisuallyHidden>
      </Button>
      <p role="status" className={classes.resent}>
        {outcome}
      </p>
    </>
  );
}

interface CompanyCardItemProps {
  card: CompanyCardData;
  canChange: boolean;
  canRemove: boolean;
}

export function CompanyCardItem({ card, canChange, canRemove }: CompanyCardItemProps) {
  const { replaceLink } = useCompanySearchParams();
  const { number, planName, state, statusText, email, phone, address, endsAt, endsText } = card;
  const name = holderName(card);
  // The button that removed or kept the card is gone, so move focus to the name.
  const nameContainer = useFocusOnChange(endsAt === null ? 'renews' : 'ends');
  return (
    <li className={classes.card} data-state={state}>
      <div ref={nameContainer}>
        <h3 tabIndex={-1}>
          <PersonName name={name} />
        </h3>
        <p className={classes.remark}>
          {planName}, <span className={classes.number}>{formatMembershipNumber(number)}</span>
        </p>
        <FamilyNames card={card} />
      </div>
      <div>
        <p>{email ?? 'No email: print the card'}</p>
        <p className={classes.remark}>{phone}</p>
        {address === null ? null : (
          <p className={classes.remark}>
            {address.street1}
            {address.street2 === null ? null : `, ${address.street2}`}, {address.city}, {address.state}{' '}
            {address.zip}
          </p>
        )}
      </div>
      <div>
        <p className={classes.status}>{statusText}</p>
        <p className={classes.remark}>{describeInvitation(card)}</p>
        {endsText === null ? null : <p>{endsText}</p>}
      </div>
      <div className={classes.actions}>
        {canChange && endsAt === null ? (
          <ButtonLink {...replaceLink(number)} variant="quiet">
            Replace<VisuallyHidden> {name}</VisuallyHidden>
          </ButtonLink>
        ) : null}
        {canChange && endsAt === null && card.invitation === 'sent' ? <ResendInvitation card={card} /> : null}
        {/* Employees who have claimed their card order the physical card themselves. */}
        {state === 'active' && card.invitation !== 'claimed' ? (
          <ButtonLink to={paths.requestCard(formatMembershipNumber(number))} variant="quiet">
            Request Physical Card<VisuallyHidden> of {name}</VisuallyHidden>
          </ButtonLink>
        ) : null}
        {canRemove ? <RemoveCard card={card} /> : null}
      </div>
    </li>
  );
}

function FamilyNames({
  card: { spouseFirstName, spouseLastName, familyMembers },
}: {
  card: CompanyCardData;
}) {
  const spouse = formatPersonName({ firstname: spouseFirstName, lastname: spouseLastName });
  const familyNames = [...(spouse === '' ? [] : [spouse]), ...familyMembers];
  return familyNames.length === 0 ? null : (
    <p className={classes.remark}>
      With <PersonName name={familyNames.join(', ')} />
    </p>
  );
}

function describeInvitation({ invitation, invitedAt, claimedAt }: CompanyCardData): string {
  if (invitation === 'none') return 'No invitation';
  const [date, invitationText] =
    invitation === 'claimed'
      ? [toDate(claimedAt), 'In the employee’s account since']
      : [toDate(invitedAt), 'Invited on'];
  return date === null ? 'Invitation on its way' : `${invitationText} ${formatLongDate(date)}`;
}
