import { GuestCancellation } from '#web/features/memberships/guest-cancellation.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/cancel#key=…` in a guest's receipt. */
export function CancelPage() {
  const key = useLinkSecret('key');
  return (
    <Page>
      <PageHeader title="Cancel Membership" />
      <GuestCancellation membershipKey={key} />
    </Page>
  );
}
