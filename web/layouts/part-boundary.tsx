import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown if the part fails to render. The default is nothing. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface State {
  isBroken: boolean;
}

/** Keeps an error in one part of the layout from breaking the whole page. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (this.props.fallback ?? null) : this.props.children;
  }
}
