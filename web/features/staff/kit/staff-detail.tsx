import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StaffSectionName, staffPath, staffSections } from '#server/staff/sections.shared.ts';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './staff.module.css';

interface StaffDetailProps {
  /** The section that the page's back link leads to. */
  section: StaffSectionName;
  title: string;
  subtitle?: ReactNode;
  /** The page's action buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The layout of a page about one person or thing. Fill it with `StaffSection`s. */
export function StaffDetail({ section, title, subtitle, actions, children }: StaffDetailProps) {
  return (
    <>
      <PageMeta title={title} noindex />
      <nav aria-label="Back">
        <Link to={staffPath(section)}>← {staffSections[section].label}</Link>
      </nav>
      <header className={classes.header}>
        <div>
          <h1 tabIndex={-1}>
            <PersonName name={title} />
          </h1>
          {subtitle === undefined ? null : <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        <div className={`${layout.toolRow} ${classes.actions}`}>{actions}</div>
      </header>
      <div className={classes.sections}>{children}</div>
    </>
  );
}

interface StaffSectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a detail page, with a title and action buttons. */
export function StaffSection({ title, actions, children }: StaffSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.sectionHeader}>
        <h2>{title}</h2>
        <div className={`${layout.toolRow} ${classes.actions}`}>{actions}</div>
      </header>
      {children}
    </section>
  );
}

/** Shows labeled values. A missing value is a dash. */
export function Facts({ rows }: { rows: ReadonlyArray<readonly [label: string, value: ReactNode]> }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
