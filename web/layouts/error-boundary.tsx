import { Component, type ReactNode } from 'react';
import { announcePageReady } from '#web/lib/hydration.ts';
import { BrokenPage } from './broken-page.tsx';

interface Props {
  /** A new key clears the error, so that a visitor can leave a broken page. */
  pageKey: string;
  children: ReactNode;
}

interface State {
  failedPage: string | null;
}

/** Replaces only the page if it fails to load or render, so that the header and footer keep working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedPage: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedPage: '' };
  }

  static getDerivedStateFromProps({ pageKey }: Props, { failedPage }: State): Partial<State> | null {
    if (failedPage === '') return { failedPage: pageKey };
    return failedPage !== null && failedPage !== pageKey ? { failedPage: null } : null;
  }

  override componentDidCatch = announcePageReady;

  override render() {
    return this.state.failedPage === null ? this.props.children : <BrokenPage />;
  }
}
