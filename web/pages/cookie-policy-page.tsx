import { Policy } from '#web/features/content/policy.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function CookiePolicyPage() {
  return (
    <Page>
      <PageHeader title="Cookie Policy" />
      <Policy type="COOKIE" />
    </Page>
  );
}
