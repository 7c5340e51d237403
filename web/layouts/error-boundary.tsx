import { Component, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

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
    return this.state.failedPage === null ? this.props.children : <BrokenPage />;
  }
}
