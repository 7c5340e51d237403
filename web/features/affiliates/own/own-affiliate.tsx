import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { isAffiliate } from '#web/features/accounts/backoffice-target.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { CommissionsSection } from './commissions-section.tsx';
import { EarningsSection, earnsOnSales } from './earnings-section.tsx';
import { LinkSection, type Overview } from './link-section.tsx';
import { NamedLinksSection } from './named-links-section.tsx';
import classes from './own-affiliate.module.css';
import { PayoutSection } from './payouts/payout-section.tsx';
import { ShareSection } from './share/share-section.tsx';

function PeopleSection({ overview: { downline, broughtInBy } }: { overview: Overview }) {
  return (
    <section aria-labelledby="own-downline" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-downline">Your downline</h2>
      {downline.length === 0 ? (
        <p className={classes.remark}>
          Nobody has named you as their reference yet. People who sign up to recommend the card can choose you
          as their reference.
        </p>
      ) : (
        <ul className={`${layout.plainList} ${classes.people}`}>
          {downline.map(({ name, role, since }) => (
            <li key={`${name} ${since}`}>
              <p className={classes.sale}>{name}</p>
              <p className={classes.remark}>
                {role}, since {formatDay(since)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p>{broughtInBy === null ? 'You signed up on your own.' : `${broughtInBy} brought you in.`}</p>
    </section>
  );
}

function formatDay(instant: string): string {
  const date = toDate(instant);
  return date === null ? '-' : formatLongDate(date);
}

export function OwnAffiliate({ viewer }: { viewer: Viewer }) {
  // Only affiliates have an overview.
  const overview = trpc.affiliates.overview.useQuery(undefined, { enabled: isAffiliate(viewer) });
  if (!isAffiliate(viewer) || overview.data === null) return <NoAffiliate />;
  if (overview.data === undefined) {
    if (!overview.isError) return <Skeleton heights={['2.25rem', '17rem', '13rem', '20rem']} />;
    return <ErrorBox message={toFailure(overview.error).message} onRetry={() => void overview.refetch()} />;
  }
  return (
    <div className={classes.sections}>
      <LinkSection overview={overview.data} />
      <EarningsSection overview={overview.data} />
      {earnsOnSales(overview.data) ? <PayoutSection overview={overview.data} /> : null}
      <NamedLinksSection overview={overview.data} />
      <ShareSection overview={overview.data} />
      <CommissionsSection />
      <PeopleSection overview={overview.data} />
    </div>
  );
}

function NoAffiliate() {
  return (
    <EmptyState
      title="You’re not an affiliate yet"
      action={<ButtonLink to={paths.educators()}>See the service opportunities</ButtonLink>}
    >
      Sign up as a friend, service member, or educator. You’ll find your own link here right away, and every
      sale made with it.
    </EmptyState>
  );
}
