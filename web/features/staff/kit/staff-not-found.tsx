import { NOT_FOUND_TITLE } from '#server/site/pages.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';

/** Unlike the public site's page, it leads back to the console. */
export function StaffNotFound() {
  return (
    <Page>
      <PageMeta title={NOT_FOUND_TITLE} noindex />
      <PageHeader title={NOT_FOUND_TITLE} />
      <EmptyState
        title="We can’t find that page"
        action={<ButtonLink to={staffPath('overview')}>Go to the overview</ButtonLink>}
      >
        It may have moved, or the link may be incomplete.
      </EmptyState>
    </Page>
  );
}
