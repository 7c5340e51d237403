import { Link } from 'react-router';
import { DEFAULT_DISTANCE, DEFAULT_SORT } from '#server/domains/stores/search/search-rules.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { ResendVerification } from '#web/features/accounts/resend-verification.tsx';
import { writeAddress } from '#web/features/stores/search/search-address.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Notice } from '#web/ui/page/notice.tsx';
import type { OwnBusinessData } from './own-business-data.ts';

/** Returns the URL of a search for the business's name. */
function buildNameSearch(name: string): string {
  const values = { name, category: '', type: '', zip: '', city: '', state: '', national: false };
  const distance = String(DEFAULT_DISTANCE);
  return paths.savings(writeAddress({ values: { ...values, distance }, sort: DEFAULT_SORT, page: 1 }));
}

export function ListingState({ business }: { business: OwnBusinessData }) {
  const { isListed, isHiddenByStaff, isOwnerVerified, businessname, slug } = business;
  const plan = trpc.businessPlans.mine.useQuery();
  if (isHiddenByStaff) {
    return (
      <Notice title="Members can’t find your business right now">
        We hid your listing. <Link to={paths.contact()}>Contact us</Link> to learn why.
      </Notice>
    );
  }
  if (!isListed && !isOwnerVerified && plan.data?.kind === 'trial') {
    return (
      <Notice title="Members can find your business once you verify your email">
        <p>Follow the link in our email “Verify your email address.”</p>
        <ResendVerification />
      </Notice>
    );
  }
  if (!isListed) {
    return (
      <Notice title="Members can’t find your business right now">
        You’re in the savings search while you have a plan, and for a year after a trial starts.{' '}
        <Link to={paths.businessPlans()}>See the plans</Link>
      </Notice>
    );
  }
  return (
    <Notice title="Members can find your business">
      <Link to={paths.store(slug)}>See your page</Link> ·{' '}
      <Link to={buildNameSearch(businessname)}>See it in the savings search</Link>
    </Notice>
  );
}
