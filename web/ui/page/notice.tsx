import type { ReactNode } from 'react';
import classes from './message-box.module.css';

interface NoticeProps {
  title?: string;
  tone?: 'info' | 'success' | 'error';
  children: ReactNode;
}

/** Screen readers announce a 'success' notice when it appears, but no other tone. */
export function Notice({ title, tone = 'info', children }: NoticeProps) {
  return (
    <div role={tone === 'success' ? 'status' : undefined} className={classes.box} data-tone={tone}>
      {title === undefined ? null : <p className={classes.title}>{title}</p>}
      <div>{children}</div>
    </div>
  );
}
