import type { ReactNode } from 'react';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './state-remark.module.css';

type Summary = RouterOutputs['memberships']['mine'][number]['summary'];

/** True if a payment failed and can still be made. */
export function isOverdue({ kind }: Pick<Summary, 'kind'>): boolean {
  return kind === 'past-due' || kind === 'unpaid';
}

interface StateRemarkProps {
  summary: Pick<Summary, 'kind' | 'title' | 'text'>;
  /** Buttons, shown only in a titled notice. */
  children?: ReactNode;
}

/** Shows the server's sentence about a membership or plan. Empty if there is nothing to say. */
export function StateRemark({ summary, children }: StateRemarkProps) {
  const { kind, title, text } = summary;
  if (text === null) return null;
  if (title === null && !isOverdue(summary)) return <p className={classes.remark}>{text}</p>;
  return (
    <Notice
      tone={isOverdue(summary) ? 'error' : kind === 'canceled' ? 'success' : 'info'}
      {...(title === null ? {} : { title })}
    >
      <p>{text}</p>
      {children}
    </Notice>
  );
}
