import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Route, Routes } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import {
  type StaffSectionName,
  staffPath,
  staffSectionNames,
  staffSections,
} from '#server/staff/sections.shared.ts';
import { useLogout } from '#web/features/accounts/use-session.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { useRouteFocus } from '#web/lib/use-route-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { StaffGate } from './access/staff-gate.tsx';
import { StaffNotFound } from './kit/staff-not-found.tsx';
import { StaffSearch } from './search/staff-search.tsx';
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

function StaffLayout({ viewer, search, takesFocus, children }: StaffLayoutProps) {
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
        <div className={`${layout.touchLinks} ${classes.person}`}>
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

/** The page of each section. A section may have routes of its own, below its path. */
const sectionPages: Partial<Record<StaffSectionName, ComponentType>> = {
  affiliates: lazyComponent(
    async () => (await import('./affiliates/affiliates-section.tsx')).AffiliatesSection,
  ),
  promoCodes: lazyComponent(
    async () => (await import('./promo-codes/promo-codes-section.tsx')).PromoCodesSection,
  ),
  content: lazyComponent(async () => (await import('./content/content-section.tsx')).ContentSection),
  cards: lazyComponent(async () => (await import('./cards/cards-section.tsx')).CardsSection),
  companies: lazyComponent(async () => (await import('./companies/companies-section.tsx')).CompaniesSection),
  messages: lazyComponent(async () => (await import('./messages/messages-section.tsx')).MessagesSection),
  webinar: lazyComponent(async () => (await import('./webinar/webinar-section.tsx')).WebinarSection),
  overview: lazyComponent(async () => (await import('./overview/overview-section.tsx')).OverviewSection),
  purchases: lazyComponent(async () => (await import('./purchases/purchases-section.tsx')).PurchasesSection),
  passkeys: lazyComponent(async () => (await import('./access/passkeys-section.tsx')).PasskeysSection),
  system: lazyComponent(async () => (await import('./system/system-section.tsx')).SystemSection),
  import: lazyComponent(
    async () => (await import('./imports/members-import-section.tsx')).MembersImportSection,
  ),
  audit: lazyComponent(async () => (await import('./audit/audit-section.tsx')).AuditSection),
  members: lazyComponent(async () => (await import('./members/members-section.tsx')).MembersSection),
  memberships: lazyComponent(
    async () => (await import('./members/memberships-section.tsx')).MembershipsSection,
  ),
  businesses: lazyComponent(
    async () => (await import('./businesses/businesses-section.tsx')).BusinessesSection,
  ),
};

/** The staff console: one route for each section. */
/** `notFound` is shown to accounts that aren't staff. */
export function StaffApp({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      {/* Redirect before the console appears. If the route changed later, it would take focus from an
          open search box. */}
      <Route index element={<Navigate to={staffPath('overview')} replace />} />
      <Route path="*" element={<StaffConsole notFound={notFound} />} />
    </Routes>
  );
}

function StaffConsole({ notFound }: { notFound: ReactNode }) {
  return (
    <StaffGate notFound={notFound}>
      {(viewer, hasEntered) => (
        <StaffLayout viewer={viewer} search={<StaffSearch />} takesFocus={hasEntered}>
          <Routes>
            {staffSectionNames.map((name) => {
              const SectionPage = sectionPages[name];
              const path = `${staffSections[name].path}/*`;
              return SectionPage ? <Route key={name} path={path} element={<SectionPage />} /> : null;
            })}
            <Route path="*" element={<StaffNotFound />} />
          </Routes>
        </StaffLayout>
      )}
    </StaffGate>
  );
}
