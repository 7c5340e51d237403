import { Webinar } from '#web/features/webinar/webinar.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /webinar: the video, and what whoever has a code may choose after it (SPEC section 2, DESIGN D14). */
export function WebinarPage() {
  return (
    <Page width="wide">
      <PageHeader title="Webinar" />
      <Webinar />
    </Page>
  );
}
