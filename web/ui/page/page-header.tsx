import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageHeaderProps {
  title: string;
  children?: ReactNode;
}

/** The h1 is focusable, because `useRouteFocus` moves focus to it on a new page. */
export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <h1 tabIndex={-1}>{title}</h1>
      {children === undefined ? null : <div className={classes.lead}>{children}</div>}
    </div>
  );
}

interface PageProps {
  /**
   * 'narrow' suits forms and text, 'wide' suits columns of cards. 'account' is as wide, with a smaller heading.
   */
  width?: 'narrow' | 'wide' | 'account';
  children: ReactNode;
}

export function Page({ width = 'narrow', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
