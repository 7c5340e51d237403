import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { isAffiliate } from '#web/features/accounts/backoffice-target.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './account-tabs.module.css';

type AccountTab = 'memberships' | 'company' | 'business' | 'affiliate' | 'billing' | 'profile';

const TABS = {
  memberships: { label: 'Memberships', to: paths.account() },
  company: { label: 'Company', to: paths.company() },
  business: { label: 'Business', to: paths.business() },
  affiliate: { label: 'Referrals', to: paths.affiliate() },
  billing: { label: 'Billing', to: paths.billing() },
  profile: { label: 'Profile', to: paths.profile() },
} as const;

interface AccountTabsProps {
  current: AccountTab;
  viewer: Viewer;
  children: ReactNode;
}

/**
 * The tabs of /user. Company, Business, and Referrals appear only for accounts that have them, and while
 * their own page is open.
 */
export function AccountTabs({ current, viewer, children }: AccountTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const hasBusiness = useHasBusiness(viewer);
  const hasCompany = useHasCompany();
  const visibleTabs: AccountTab[] = ['memberships'];
  if (hasCompany || current === 'company') visibleTabs.push('company');
  if (hasBusiness || current === 'business') visibleTabs.push('business');
  if (isAffiliate(viewer) || current === 'affiliate') visibleTabs.push('affiliate');
  visibleTabs.push('billing', 'profile');

  /** The arrow keys move focus between tabs. The space bar opens a tab, as Enter does. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const currentIndex = tabs.indexOf(event.currentTarget);
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (event.key === ' ') tabs[currentIndex]?.click();
    else if (step !== undefined) tabs[(currentIndex + step + tabs.length) % tabs.length]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label="Account" className={classes.tabs}>
        {visibleTabs.map((tab) => (
          <Link
            key={tab}
            to={TABS[tab].to}
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}-panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            className={classes.tab}
            onKeyDown={onKeyDown}
          >
            {TABS[tab].label}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}

/**
 * True if the account has or had a business or a business plan. Queries the server only if the viewer's flags
 * are false.
 */
function useHasBusiness({ hasBusinessPlan, businessSearchList }: Viewer): boolean {
  const isKnownOwner = hasBusinessPlan || businessSearchList;
  const plan = trpc.businessPlans.mine.useQuery(undefined, { enabled: !isKnownOwner });
  const business = trpc.businesses.mine.useQuery(undefined, { enabled: !isKnownOwner });
  return isKnownOwner || Boolean(plan.data) || Boolean(business.data);
}

/** True if the account has bought cards for a company, or has started to. */
function useHasCompany(): boolean {
  const ownCompany = trpc.corporate.company.useQuery();
  return Boolean(ownCompany.data?.company);
}
