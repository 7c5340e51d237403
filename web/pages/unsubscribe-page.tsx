import { NewsletterSubscription } from '#web/features/content/newsletter/newsletter-subscription.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/unsubscribe#token=…` in a newsletter or a renewal's receipt. */
export function UnsubscribePage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Email settings" />
      <NewsletterSubscription token={token} />
    </Page>
  );
}
