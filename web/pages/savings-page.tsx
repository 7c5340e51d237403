import { useLocation } from 'react-router';
import { SavingsSearch } from '#web/features/stores/search/savings-search.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Search engines should index this page only without search parameters. */
export function SavingsPage() {
  const { search } = useLocation();
  return (
    <Page width="wide">
      {search === '' ? null : <meta name="robots" content="noindex" />}
      <PageHeader title="Find Businesses">
        Local and national businesses where your card saves you money.
      </PageHeader>
      <SavingsSearch />
    </Page>
  );
}
