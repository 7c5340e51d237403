import { TextInput } from '@mantine/core';
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
import layout from '#web/ui/styles/layout.module.css';
import { FigureTiles } from './figure-tiles.tsx';
import classes from './overview.module.css';
import { listPresets, readPeriod, toChartRows, writePeriod } from './period.ts';
import '#web/ui/styles/mantine-rest.css';

const DEFINITIONS = [
  [
    'Active members',
    'Memberships whose card works now: paid or free, not past due, and not ended. A canceled one counts until its paid period ends. Employees’ cards count; a company’s own number doesn’t.',
  ],
  [
    'Monthly recurring revenue',
    'The monthly price of every subscription that renews, business and company plans included. As in Stripe, past-due ones count, and canceled and unpaid ones don’t. A yearly price is divided by 12. A promo code that never ends is subtracted; one that ends after some periods isn’t.',
  ],
  ['Past due', 'Subscriptions with an unpaid bill, and what they owe.'],
  [
    'Renewals',
    'Paid subscriptions that renew by the end of the last of these days, at the price of their next charge.',
  ],
  ['New members', 'Memberships created in the period, even if they have ended since.'],
  [
    'Canceled members',
    'Memberships that were canceled in the period by their owner or by staff, or that ended because a bill stayed unpaid or the payment was returned. They may still be active. One that was resumed no longer counts, and neither does a free period that ran out.',
  ],
  [
    'Revenue',
    'What the ledger records as sold, less discounts, on the day of payment. Refunds and fees aren’t subtracted.',
  ],
  ['Refunds', 'What the ledger records as refunded, less refunds that failed.'],
  ['Disputes', 'What banks withdrew because of disputes, less what they returned.'],
] as const;

/** Defines each figure. */
function WhatIsCounted() {
  return (
    <details className={classes.help}>
      <summary>What we count</summary>
      <dl>
        {DEFINITIONS.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        Days begin and end in Denver. Members, recurring revenue, and past due are available from the day the
        console started counting them. Only about the last year is recounted.
      </p>
    </details>
  );
}

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
      <nav className={layout.tabRow} aria-label="Common periods">
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
