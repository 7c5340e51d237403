import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Period } from '#server/staff/overview/figure.schema.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { useRefreshStaff } from '#web/features/staff/kit/staff-client.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart/chart.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import classes from './overview.module.css';
import { listPresets, readPeriod, toChartRows, writePeriod } from './period.ts';
import { WhatIsCounted } from './what-is-counted.tsx';

type Figures = RouterOutputs['staff']['overview']['figures'];

/** The console's first page: key figures, and what needs staff's attention. */
export function OverviewPage() {
  const [now] = useState(() => new Date());
  const [params, setParams] = useSearchParams();
  const period = readPeriod(params, now);
  const figures = trpc.staff.overview.figures.useQuery(period, { placeholderData: (last) => last });
  return (
    <>
      <PageMeta title="Overview" noindex />
      <h1 tabIndex={-1}>Overview</h1>
      <StaffTasks />
      <PeriodChooser now={now} period={period} onChange={(next) => setParams(writePeriod(next))} />
      {figures.error && !figures.data ? (
        <ErrorBox message={toFailure(figures.error).message} onRetry={() => void figures.refetch()} />
      ) : null}
      {figures.data ? (
        <>
          <Freshness countedAt={figures.data.countedAt} />
          <FigureTiles figures={figures.data} period={period} now={now} />
          <Charts figures={figures.data} period={period} now={now} />
        </>
      ) : (
        <Skeleton heights={['12rem', '20rem']} />
      )}
      <WhatIsCounted />
    </>
  );
}

interface PeriodChooserProps {
  now: Date;
  period: Period;
  onChange(period: Period): void;
}

function PeriodChooser({ now, period, onChange }: PeriodChooserProps) {
  const setDay = (name: keyof Period, day: string) => {
    const next = { ...period, [name]: day };
    if (day !== '' && next.from <= next.to) onChange(next);
  };
  return (
    <section className={classes.period} aria-label="Period">
      <nav aria-label="Common periods">
        {listPresets(now).map((preset) => (
          <Link
            key={preset.label}
            to={{ search: writePeriod(preset.period) }}
            aria-current={writePeriod(preset.period) === writePeriod(period) || undefined}
          >
            {preset.label}
          </Link>
        ))}
      </nav>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={`${name}${period[name]}`}
          type="date"
          label={name === 'from' ? 'From' : 'To'}
          defaultValue={period[name]}
          onBlur={({ currentTarget }) => setDay(name, currentTarget.value)}
        />
      ))}
    </section>
  );
}

function Freshness({ countedAt }: Pick<Figures, 'countedAt'>) {
  const refresh = useRefreshStaff();
  const count = trpc.staff.overview.count.useMutation({ onSuccess: refresh });
  return (
    <div className={classes.freshness}>
      <p role="status">
        {countedAt === null ? 'Nothing has been counted yet.' : `Counted ${formatInstant(countedAt)}.`} We
        count today and yesterday every five minutes, and earlier days every night.
      </p>
      <Button variant="secondary" busy={count.isPending} onClick={() => count.mutate()}>
        Count now
      </Button>
      {count.error ? <ErrorBox message={toFailure(count.error).message} /> : null}
    </div>
  );
}

function StaffTasks() {
  const waiting = trpc.staff.overview.waiting.useQuery();
  if (waiting.error) {
    return <ErrorBox message={toFailure(waiting.error).message} onRetry={() => void waiting.refetch()} />;
  }
  if (!waiting.data) return <Skeleton heights={['6rem']} />;
  return (
    <StaffSection title="Waiting for you">
      <ul className={classes.tiles}>
        {waiting.data.map(({ label, count, path }) => (
          <li key={label}>
            <Link
              to={path}
              className={`${classes.tile} ${classes.waiting}`}
              data-empty={count === 0 || undefined}
            >
              <span>{label}</span> <strong>{count.toLocaleString('en-US')}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </StaffSection>
  );
}

function Charts({ figures, period, now }: { figures: Figures; period: Period; now: Date }) {
  const shared = toChartRows(figures.days, period, now);
  return (
    <div className={classes.charts}>
      <Chart
        {...shared}
        title="Revenue and refunds"
        kind="bars"
        format="cents"
        series={[
          { name: 'revenueCents', label: 'Revenue' },
          { name: 'refundsCents', label: 'Refunds' },
          { name: 'disputesCents', label: 'Disputes' },
        ]}
      />
      <Chart
        {...shared}
        title="New and canceled members"
        kind="bars"
        format="count"
        series={[
          { name: 'newMembers', label: 'New' },
          { name: 'canceledMembers', label: 'Canceled' },
        ]}
      />
      <Chart
        {...shared}
        title="Monthly recurring revenue"
        kind="lines"
        format="cents"
        series={[{ name: 'mrrCents', label: 'Per month' }]}
      />
      <Chart
        {...shared}
        title="Active members"
        kind="lines"
        format="count"
        series={[{ name: 'activeMembers', label: 'Active' }]}
      />
    </div>
  );
}
