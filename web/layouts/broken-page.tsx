import { paths } from '#server/site/pages.shared.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/**
 * In place of a page that broke, or could not be fetched: what happened, another try, and a way to us that loads the
 * site anew.
 */
export function BrokenPage() {
  return (
    <Page>
      <PageHeader title="This page could not be shown" noindex>
        Something broke on our side, or the way here was interrupted. Try again, or{' '}
        <a href={paths.contact()}>write to us</a>.
      </PageHeader>
      <ErrorBox message={FALLBACK_MESSAGE} onRetry={() => window.location.reload()} focus />
    </Page>
  );
}
