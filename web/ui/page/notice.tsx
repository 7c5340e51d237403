import type { ReactNode } from 'react';
import classes from './message-box.module.css';

interface NoticeProps {
  title?: string;
  tone?: 'info' | 'success';
  children: ReactNode;
}

/** Screen readers announce a 'success' when it appears, but not an 'info'. */
export function Notice({ title, tone = 'info', children }: NoticeProps) {
  return (
    <div role={tone === 'success' ? 'status' : undefined} className={classes.box} data-tone={tone}>
      {title === undefined ? null : <p className={classes.title}>{title}</p>}
      <div>{children}</div>
    </div>
  );
}
