import { paths } from '#server/site/pages.shared.ts';
import { WaysOn } from '#web/layouts/ways-on.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

export function NotFoundPage() {
  return (
    <Page>
      <PageHeader title="Page not found" noindex />
      <EmptyState
        title="Nobody is in at this address"
        action={<ButtonLink to={paths.home()}>Go to Home</ButtonLink>}
      >
        The page may have moved, or the link was cut short.
      </EmptyState>
      <WaysOn />
    </Page>
  );
}
