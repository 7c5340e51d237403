import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageHeaderProps {
  title: string;
  children?: ReactNode;
}

/** The page's h1 and introduction. The h1 is focused when the route changes. */
export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <h1 tabIndex={-1}>{title}</h1>
      {children === undefined ? null : <div className={classes.lead}>{children}</div>}
    </div>
  );
}

interface PageProps {
  /** 'narrow' for forms and text, 'wide' for columns of cards. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

export function Page({ width = 'narrow', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
