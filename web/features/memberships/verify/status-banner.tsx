import type { ReactNode } from 'react';
import classes from './status-banner.module.css';

export type StatusKind = 'active' | 'expired' | 'invalid' | 'unknown';

/** The shapes differ, so that the result doesn't depend on color alone. */
const SHAPES: Record<StatusKind, ReactNode> = {
  active: (
    <>
      <circle cx="24" cy="24" r="21" />
      <path d="M14 24.5l7 7 13.5-14.5" />
    </>
  ),
  expired: (
    <>
      <path d="M15.5 3h17L45 15.5v17L32.5 45h-17L3 32.5v-17z" />
      <path d="M16 16l16 16M32 16L16 32" />
    </>
  ),
  invalid: (
    <>
      <path d="M24 4l21 38H3z" />
      <path d="M24 17v12M24 35.5v.5" />
    </>
  ),
  unknown: (
    <>
      <rect x="4" y="4" width="40" height="40" rx="6" strokeDasharray="6 5" />
      <path d="M18 18.5a6 6 0 1 1 8.5 5.4c-1.6.8-2.5 2-2.5 4.1M24 34.5v.5" />
    </>
  ),
};

interface StatusBannerProps {
  kind: StatusKind;
  /** The status in a few words. */
  word: string;
  /** Sets the word as large as the screen allows, so that it can be read from across the counter. */
  large?: boolean;
  children?: ReactNode;
}

export function StatusBanner({ kind, word, large = false, children }: StatusBannerProps) {
  return (
    <div className={classes.verdict} data-kind={kind} data-large={large || undefined}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        {SHAPES[kind]}
      </svg>
      <div>
        <h2 className={classes.word}>{word}</h2>
        {children === undefined ? null : <div className={classes.detail}>{children}</div>}
      </div>
    </div>
  );
}
