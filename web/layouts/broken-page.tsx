import { paths } from '#server/lib/pages.shared.ts';
import { describeUnexplained } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';

/**
 * Replaces a page that failed to load or render. Its link loads a page from the server, in case the router is
 * broken.
 */
export function BrokenPage() {
  return (
    <Page>
      <PageMeta title="We couldn’t show this page" noindex />
      <PageHeader title="We couldn’t show this page">
        Something broke on our end, or your connection was interrupted. Try again, or{' '}
        <a href={paths.contact()}>write to us</a>.
      </PageHeader>
      <ErrorBox message={describeUnexplained()} onRetry={() => window.location.reload()} focus />
    </Page>
  );
}
