import { Component, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

interface Props {
  /** The page that is shown: another one gets a new chance. */
  pageKey: string;
  children: ReactNode;
}

interface State {
  failedPage: string | null;
}

/** A page that breaks, or cannot be fetched, leaves the rest of the site standing. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedPage: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedPage: '' };
  }

  static getDerivedStateFromProps({ pageKey }: Props, { failedPage }: State): Partial<State> | null {
    if (failedPage === '') return { failedPage: pageKey };
    return failedPage !== null && failedPage !== pageKey ? { failedPage: null } : null;
  }

  override render() {
    if (this.state.failedPage === null) return this.props.children;
    return (
      <Page>
        <PageHeader title="This page could not be shown" noindex>
          Something broke on our side, or the way here was interrupted. Try again, or{' '}
          <Link to={paths.contact()}>write to us</Link>.
        </PageHeader>
        <ErrorBox message={FALLBACK_MESSAGE} onRetry={() => window.location.reload()} focus />
      </Page>
    );
  }
}
