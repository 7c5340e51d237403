import type { ReactNode } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import classes from '../kit/staff.module.css';
import { Facts, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { StaffTable } from '../kit/staff-table.tsx';

const CHECK_COLUMNS = {
  area: { label: 'Area', format: 'text' },
  status: { label: 'Status', format: 'status' },
  text: { label: 'Finding', format: 'text' },
} as const;

/** Shows failed jobs, stand-ins, settings, and the checks of `npm run doctor`. */
export function StatePage({ children }: { children: ReactNode }) {
  const state = trpc.staff.system.state.useQuery();
  return (
    <>
      <PageMeta title="System" noindex />
      <header className={classes.header}>
        <h1 tabIndex={-1}>System</h1>
      </header>
      {children}
      <StaffQuery query={state}>
        {({ failedJobs, standIns, settings }) => (
          <div className={classes.sections}>
            <StaffSection title="Failed jobs by queue">
              {failedJobs.length === 0 ? (
                <p>No jobs have failed permanently.</p>
              ) : (
                <Facts rows={failedJobs.map(({ queue, count }) => [queue, count])} />
              )}
            </StaffSection>
            <StaffSection title="Stand-ins in use">
              {standIns.length === 0 ? (
                <p>None. Every service is the real one.</p>
              ) : (
                <ul className={classes.list}>
                  {standIns.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </StaffSection>
            <Checks />
            <StaffSection title="Settings">
              <Facts rows={settings.map(({ name, value }) => [name, value])} />
            </StaffSection>
          </div>
        )}
      </StaffQuery>
    </>
  );
}

function Checks() {
  const check = trpc.staff.system.check.useMutation();
  return (
    <StaffSection
      title="Checks"
      actions={
        <Button variant="secondary" busy={check.isPending} onClick={() => check.mutate({})}>
          Run the checks
        </Button>
      }
    >
      {check.error ? <ErrorBox message={toFailure(check.error).message} focus /> : null}
      {check.data ? (
        <StaffTable label="Checks" columns={CHECK_COLUMNS} rows={check.data} />
      ) : (
        <p>
          Checks the settings, keys, mail, files, Stripe, addresses, and wallets. It doesn’t change anything.
        </p>
      )}
    </StaffSection>
  );
}
