import { Link } from 'react-router';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { staffSections } from '#server/staff/sections.shared.ts';
import classes from '#web/features/staff/kit/staff.module.css';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { contentPaths } from './content-paths.ts';

/** Lists everything on the site that staff can edit. */
export function ContentHome() {
  const { label } = staffSections.content;
  return (
    <>
      <PageMeta title={label} noindex />
      <header className={classes.header}>
        <h1 tabIndex={-1}>{label}</h1>
      </header>
      <div className={classes.sections}>
        <Texts />
        <Plans />
        <Settings />
      </div>
    </>
  );
}

const TEXT_COLUMNS = {
  title: { label: 'Text', format: 'text' },
  version: { label: 'Version', format: 'count' },
  publishedAt: { label: 'Published', format: 'instant' },
  state: { label: 'Status', format: 'status' },
  draftSavedAt: { label: 'Draft saved', format: 'instant' },
} as const satisfies Record<string, ListColumn>;

function Texts() {
  const query = trpc.staff.content.texts.list.useQuery();
  return (
    <StaffSection title="FAQ, policies, and contracts">
      <StaffQuery query={query}>
        {(texts) => (
          <StaffTable
            label="Texts"
            columns={TEXT_COLUMNS}
            rows={texts.map(({ isReviewed, ...text }) => ({
              ...text,
              id: text.type,
              state: text.version === null ? 'Missing' : isReviewed ? 'Published' : 'Not reviewed',
            }))}
            renderCell={(column, row) =>
              column === 'title' ? (
                <Link to={contentPaths.text(String(row.id))}>{String(row.title)}</Link>
              ) : undefined
            }
          />
        )}
      </StaffQuery>
    </StaffSection>
  );
}

const PLAN_COLUMNS = {
  name: { label: 'Plan', format: 'text' },
  orderSummaryName: { label: 'Name in orders', format: 'text' },
  kind: { label: 'For', format: 'text' },
  priceCents: { label: 'Price', format: 'cents' },
  interval: { label: 'Charged', format: 'text' },
} as const satisfies Record<string, ListColumn>;

const BUYERS = { consumer: 'Members', corporate: 'Companies', business: 'Businesses', addon: 'Everyone' };
const INTERVALS = { month: 'Monthly', year: 'Yearly', once: 'Once' };

function Plans() {
  const query = trpc.staff.content.plans.list.useQuery();
  return (
    <StaffSection title="Plans and prices">
      <StaffQuery query={query}>
        {(plans) => (
          <StaffTable
            label="Plans"
            columns={PLAN_COLUMNS}
            rows={plans.map(({ billingInterval, kind, ...plan }) => ({
              ...plan,
              kind: BUYERS[kind],
              interval: INTERVALS[billingInterval],
            }))}
            renderCell={(column, row) =>
              column === 'orderSummaryName' ? (
                <Link to={contentPaths.plan(Number(row.id))}>{String(row.orderSummaryName)}</Link>
              ) : undefined
            }
          />
        )}
      </StaffQuery>
    </StaffSection>
  );
}

const SETTING_COLUMNS = {
  description: { label: 'Setting', format: 'text' },
  value: { label: 'Value', format: 'text' },
  type: { label: 'Type', format: 'text' },
  state: { label: 'Status', format: 'status' },
} as const satisfies Record<string, ListColumn>;

function Settings() {
  const query = trpc.staff.content.settings.list.useQuery();
  return (
    <StaffSection title="Settings">
      <StaffQuery query={query}>
        {(settings) => (
          <StaffTable
            label="Values"
            columns={SETTING_COLUMNS}
            rows={settings.map(({ key, value, initialValue, ...setting }) => ({
              ...setting,
              id: key,
              value,
              state: value === initialValue ? 'Default' : 'Changed',
            }))}
            renderCell={(column, row) =>
              column === 'description' ? (
                <Link to={contentPaths.setting(String(row.id))}>{String(row.description)}</Link>
              ) : undefined
            }
          />
        )}
      </StaffQuery>
    </StaffSection>
  );
}
