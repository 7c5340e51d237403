import { Component, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

interface Props {
  /** A different key resets the boundary. */
  pageKey: string;
  children: ReactNode;
}

interface State {
  failedPage: string | null;
}

/** Keeps the header and footer when a page fails to load or render. */
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
