import { Policy } from '#web/features/content/policy.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function PrivacyPolicyPage() {
  return (
    <Page>
      <PageHeader title="Privacy Policy" />
      <Policy type="PRIVACY" />
    </Page>
  );
}
