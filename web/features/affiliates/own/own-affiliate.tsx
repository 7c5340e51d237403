import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { isAffiliate } from '#web/features/accounts/backoffice-target.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { CommissionsSection } from './commissions-section.tsx';
import { EarningsSection, earnsOnSales } from './earnings-section.tsx';
import { LinkSection } from './link-section.tsx';
import { NamedLinksSection } from './named-links-section.tsx';
import classes from './own-affiliate.module.css';
import { PayoutSection } from './payouts/payout-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { ShareSection } from './share/share-section.tsx';

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
