import { Claim } from '#web/features/memberships/claim.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/claim#token=…` that guests get after a purchase, and employees in their invitation. */
export function ClaimPage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Claim your membership" />
      <Claim key={token} token={token} />
    </Page>
  );
}
