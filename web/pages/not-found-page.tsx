import { NOT_FOUND_TITLE, paths } from '#server/site/pages.shared.ts';
import { NextSteps } from '#web/layouts/footer/next-steps.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';

export function NotFoundPage() {
  return (
    <Page>
      <PageMeta title={NOT_FOUND_TITLE} noindex />
      <PageHeader title={NOT_FOUND_TITLE} />
      <EmptyState
        title="We can’t find that page"
        action={<ButtonLink to={paths.home()}>Go to the home page</ButtonLink>}
      >
        The page may have moved, or the link may be incomplete.
      </EmptyState>
      <NextSteps />
    </Page>
  );
}
