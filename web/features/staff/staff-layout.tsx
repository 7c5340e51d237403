import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { staffPath, staffSectionNames, staffSections } from '#server/staff/sections.shared.ts';
import { useLogout } from '#web/features/accounts/use-session.ts';
import { useRouteFocus } from '#web/layouts/use-route-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './staff-layout.module.css';

interface StaffLayoutProps {
  viewer: Viewer;
  /** The search box. */
  search?: ReactNode;
  /** True if the console replaces the form that had the focus. */
  takesFocus: boolean;
  children: ReactNode;
}

const DEVELOPER = 42;

export function StaffLayout({ viewer, search, takesFocus, children }: StaffLayoutProps) {
  const content = useRouteFocus();
  useEffect(() => {
    if (takesFocus) content.current?.focus({ preventScroll: true });
  }, [content, takesFocus]);
  const logout = useLogout();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const sections = staffSectionNames
    .map((name) => ({ name, ...staffSections[name] }))
    .filter((section) => !('isSystem' in section) || viewer.accountType === DEVELOPER);
  return (
    <div className={classes.console}>
      <header className={classes.top}>
        <Link to={staffPath('overview')} className={classes.brand}>
          Everything Card <span>Staff</span>
        </Link>
        {search}
        <div className={classes.person}>
          <Link to={paths.home()}>Site</Link>
          <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out
          </Button>
        </div>
        <button
          type="button"
          className={classes.menuButton}
          aria-expanded={isMenuOpen}
          aria-controls="staff-sections"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
      </header>
      <nav
        id="staff-sections"
        aria-label="Sections"
        className={classes.sections}
        data-open={isMenuOpen || undefined}
      >
        <ul>
          {sections.map(({ name, label }) => (
            <li key={name}>
              <NavLink to={staffPath(name)} onClick={() => setIsMenuOpen(false)}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="staff-content" ref={content} tabIndex={-1} className={classes.content}>
        <Suspense fallback={<Skeleton heights={['3rem', '24rem']} />}>{children}</Suspense>
      </main>
    </div>
  );
}
