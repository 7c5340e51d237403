import { useSearchParams } from 'react-router';
import { GuestCancellation, RequestCancelLink } from '#web/features/memberships/guest-cancellation.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/cancel#key=…` in an email to a guest, or by `/cancel?receipt=…` on a receipt. */
export function CancelPage() {
  const key = useLinkSecret('key');
  const receipt = useSearchParams()[0].get('receipt');
  return (
    <Page>
      <PageHeader title="Cancel Membership" />
      {key === null && receipt !== null ? (
        <RequestCancelLink purchaseId={receipt} />
      ) : (
        <GuestCancellation membershipKey={key} />
      )}
    </Page>
  );
}
