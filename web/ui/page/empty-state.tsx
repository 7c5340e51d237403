import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** Should suggest what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 2 | 3;
}

export function EmptyState({ title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 120 84" aria-hidden="true">
        <rect x="8" y="26" width="104" height="56" rx="8" />
        <path d="M14 6h92l8 18a9.2 9.2 0 0 1-18 0 9 9 0 0 1-18 0 9 9 0 0 1-18 0 9 9 0 0 1-18 0 9 9 0 0 1-18 0 9 9 0 0 1-18 0z" />
      </svg>
      <Heading>{title}</Heading>
      {children === undefined ? null : <div className={classes.text}>{children}</div>}
      {action}
    </div>
  );
}
