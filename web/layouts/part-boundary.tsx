import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown in place of a broken part; nothing by default. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface State {
  isBroken: boolean;
}

/** Contains the failure of a part of the layout. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (this.props.fallback ?? null) : this.props.children;
  }
}
