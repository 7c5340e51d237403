import { Webinar } from '#web/features/webinar/webinar.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function WebinarPage() {
  return (
    <Page width="wide">
      <PageHeader title="Webinar" />
      <Webinar />
    </Page>
  );
}
