import { NativeSelect } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Chart } from '#web/ui/chart/chart.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './own-affiliate.module.css';

export interface LinkWeeksProps {
  /** The names of the affiliate's links. */
  names: readonly string[];
}

const ALL = '';

const REACH_SERIES = [
  { name: 'visits', label: 'Visits' },
  { name: 'sales', label: 'Sales' },
] as const;
const COMMISSION_SERIES = [{ name: 'commissionCents', label: 'Commissions' }] as const;

const weekFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Charts the visits, sales, and commissions of recent weeks, for one link or all of them. */
export function LinkWeeks({ names }: LinkWeeksProps) {
  const [name, setName] = useState(ALL);
  const link = names.includes(name) ? name : null;
  const weeks = trpc.affiliates.links.weeks.useQuery({ link });
  const rows = (weeks.data ?? []).map(({ monday, ...values }) => ({
    label: weekFormat.format(new Date(`${monday}T00:00:00Z`)),
    values,
  }));
  return (
    <div className={classes.charts}>
      <NativeSelect
        label="Link"
        description="Weeks start on Monday."
        value={link ?? ALL}
        onChange={({ currentTarget: { value } }) => setName(value)}
        data={[{ value: ALL, label: 'All links, plus sales without one' }, ...names]}
        maw="24rem"
      />
      {weeks.isPending ? <Skeleton heights={['18rem', '18rem']} /> : null}
      {weeks.isError ? (
        <ErrorBox message={toFailure(weeks.error).message} onRetry={() => void weeks.refetch()} />
      ) : null}
      {weeks.data ? (
        <>
          <Chart
            title="Visits and sales by week"
            kind="bars"
            format="count"
            rowHeading="Week of"
            series={REACH_SERIES}
            rows={rows}
          />
          <Chart
            title="Commissions by week"
            kind="bars"
            format="cents"
            rowHeading="Week of"
            series={COMMISSION_SERIES}
            rows={rows}
          />
        </>
      ) : null}
    </div>
  );
}
