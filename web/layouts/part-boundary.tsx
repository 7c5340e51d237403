import { Component, type ReactNode } from 'react';

interface Props {
  /** What stands there instead; nothing where the part can be missed. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface State {
  isBroken: boolean;
}

/** A part around the page that breaks, or cannot be fetched, takes nothing else with it. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (this.props.fallback ?? null) : this.props.children;
  }
}
