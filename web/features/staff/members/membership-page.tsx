import { Link, useParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatDay, formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import {
  CancelMembership,
  CorrectHolderName,
  ExtendMembership,
  SendCard,
  SendClaimLink,
} from './membership-actions.tsx';
import { PersonTables } from './person-tables.tsx';

type Membership = RouterOutputs['staff']['memberships']['get'];

/** Also works for a guest's membership. */
export function MembershipPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.memberships.get.useQuery({ id });
  if (query.error) return <ErrorBox message={toFailure(query.error).message} />;
  if (!query.data) return <Skeleton heights={['3rem', '12rem', '20rem']} />;
  const membership = query.data;
  const { firstname, lastname, latinName, card } = membership;
  return (
    <StaffDetail
      section="memberships"
      title={formatPersonName({ firstname, lastname }) || 'Nobody yet'}
      subtitle={`${membership.number}, ${membership.plan}, ${membership.state}`}
      actions={
        <>
          <CorrectHolderName id={id} firstname={firstname} lastname={lastname} latinName={latinName} />
          {membership.canExtend ? <ExtendMembership id={id} /> : null}
          {card.state === 'open' || card.state === 'sent' ? <SendCard id={id} card={card} /> : null}
          {membership.accountId === null ? <SendClaimLink id={id} /> : null}
          {membership.canEnd ? <CancelMembership id={id} canCancel={membership.canCancel} /> : null}
        </>
      }
    >
      <StaffSection title="Membership">
        <MembershipFacts membership={membership} />
      </StaffSection>
      <PersonTables {...membership} />
    </StaffDetail>
  );
}

const toDay = (instant: string | null) => (instant === null ? null : formatDay(instant));

function MembershipFacts({ membership }: { membership: Membership }) {
  const { accountId, payerId, email, owedCents } = membership;
  return (
    <Facts
      rows={[
        ['Membership ID', membership.number],
        ['Number before the import', membership.externalNumber],
        ['ID before the import', membership.externalId],
        ['Plan', membership.plan],
        ['Status', membership.state],
        ['What that means', membership.stateText],
        ['Expires', toDay(membership.expires)],
        ['Renews', toDay(membership.renews)],
        ['Extended until', toDay(membership.grantedUntil)],
        ['Canceled', membership.canceledAt && formatInstant(membership.canceledAt)],
        ['Why canceled', membership.cancelReason],
        ['Open bill', owedCents > 0 ? formatCents(owedCents) : null],
        [
          'Owner',
          accountId === null ? (
            'No account'
          ) : (
            <Link key={accountId} to={staffPath('members', accountId)}>
              {email}
            </Link>
          ),
        ],
        ['Email', email],
        ...(payerId === null
          ? []
          : ([
              [
                'Paid by',
                <Link key="payer" to={staffPath('members', payerId)}>
                  The company’s account
                </Link>,
              ],
            ] as const)),
        ['Also on the card', membership.family.join(', ')],
        ['Physical card', describePhysicalCard(membership.card)],
        ['Stripe subscription', membership.subscriptionId],
      ]}
    />
  );
}

function describePhysicalCard({ state, requestedAt, sentAt }: Membership['card']): string {
  if (state === 'requested') return `Waiting to be shipped since ${toDay(requestedAt)}`;
  return sentAt === null ? 'None' : `Shipped on ${toDay(sentAt)}`;
}
