import type { ReactNode } from 'react';
import classes from './page.module.css';
import { PageMeta } from './page-meta.tsx';

interface PageHeaderProps {
  /** The h1, and the document's title unless that should say more. */
  title: string;
  documentTitle?: string;
  noindex?: boolean;
  children?: ReactNode;
}

/** Every page's one h1, with its lead-in below; it takes the focus when the route changes. */
export function PageHeader({ title, documentTitle, noindex, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <PageMeta title={documentTitle ?? title} noindex={noindex} />
      <h1 tabIndex={-1}>{title}</h1>
      {children === undefined ? null : <div className={classes.lead}>{children}</div>}
    </div>
  );
}

interface PageProps {
  /** 'narrow' for forms and reading, 'wide' for cards side by side. */
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
