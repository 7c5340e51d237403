import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { MembershipItem } from './membership-item.tsx';
import classes from './membership-list.module.css';
import { SecondMembershipNotice } from './second-membership-notice.tsx';

/** Lists the account's current memberships first, then those that have ended. */
export function MembershipList() {
  const memberships = trpc.memberships.mine.useQuery();
  if (memberships.isPending) return <Skeleton heights={['2.25rem', '17rem']} />;
  if (memberships.isError) {
    return (
      <ErrorBox message={toFailure(memberships.error).message} onRetry={() => void memberships.refetch()} />
    );
  }
  const currentMemberships = memberships.data.filter((membership) => membership.isCurrent);
  const pastMemberships = memberships.data.filter((membership) => !membership.isCurrent);
  return (
    <>
      <section aria-labelledby="current-memberships" className={classes.section}>
        <h2 id="current-memberships">Current Memberships</h2>
        {currentMemberships.length === 0 ? <NoMembership isFirst={pastMemberships.length === 0} /> : null}
        <SecondMembershipNotice
          hasCompanyCard={currentMemberships.some(({ isEmployeeCard }) => isEmployeeCard)}
          isOnMembershipsPage
        />
        {currentMemberships.map((membership) => (
          <MembershipItem key={membership.id} membership={membership} />
        ))}
      </section>
      {pastMemberships.length === 0 ? null : (
        <section aria-labelledby="past-memberships" className={classes.section}>
          <h2 id="past-memberships">Past Memberships</h2>
          {pastMemberships.map((membership) => (
            <MembershipItem key={membership.id} membership={membership} />
          ))}
        </section>
      )}
    </>
  );
}

function NoMembership({ isFirst }: { isFirst: boolean }) {
  return (
    <EmptyState
      headingLevel={3}
      title={isFirst ? 'You don’t have a membership yet' : 'You don’t have a current membership'}
      action={<ButtonLink to={paths.pricing()}>Choose a plan</ButtonLink>}
    >
      Choose an individual or family plan, and you’ll have your card here right away.
    </EmptyState>
  );
}
