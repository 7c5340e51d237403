import { GuestBill } from '#web/features/billing/guest-bill.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/bill#token=…` in the emails about a failed payment, a renewal, or an expiring card. */
export function BillPage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Your bill" />
      <GuestBill token={token} />
    </Page>
  );
}
