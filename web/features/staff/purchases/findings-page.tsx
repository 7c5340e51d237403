import { Link } from 'react-router';
import { z } from 'zod';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffDetail } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const COLUMNS = {
  id: { label: 'ID', format: 'text' },
  meaning: { label: 'Finding', format: 'text' },
  remedy: { label: 'What to do', format: 'text' },
  stripeCents: { label: 'At Stripe', format: 'cents' },
  ourCents: { label: 'Here', format: 'cents' },
} as const;

/** How often to check for the result of a comparison that staff started. */
const REFRESH_MS = 10_000;

/** Shows what the last comparison with Stripe found. */
export function FindingsPage() {
  const report = trpc.staff.purchases.reconciliation.useQuery(undefined, { refetchInterval: REFRESH_MS });
  return (
    <StaffDetail
      section="purchases"
      title="Reconciliation findings"
      subtitle={report.data ? describeRun(report.data.last) : undefined}
      actions={<CompareAction />}
    >
      {report.error && !report.data ? (
        <ErrorBox message={toFailure(report.error).message} onRetry={() => void report.refetch()} />
      ) : null}
      {report.data ? <Findings {...report.data} /> : <Skeleton heights={['12rem']} />}
    </StaffDetail>
  );
}

function CompareAction() {
  const client = useStaffClient();
  return (
    <StaffAction
      label="Compare now"
      schema={z.object({})}
      initial={{}}
      action={client.staff.purchases.reconcile}
    />
  );
}

type Run = { from: string; to: string; finishedAt: string };

function describeRun(last: Run | null): string {
  if (last === null) return 'We compare Stripe with our records every night.';
  return `Compared ${formatInstant(last.finishedAt)}, for ${formatInstant(last.from)} to ${formatInstant(last.to)}.`;
}

function Findings({ findings, last }: RouterOutputs['staff']['purchases']['reconciliation']) {
  if (findings.length === 0) {
    return last === null ? (
      <EmptyState title="Not compared yet" />
    ) : (
      <EmptyState title="No findings">Our records match Stripe’s.</EmptyState>
    );
  }
  const paths = new Map(findings.map(({ id, path }) => [id, path]));
  return (
    <StaffTable
      label="Findings"
      columns={COLUMNS}
      rows={findings.map(({ id, meaning, remedy, stripeCents, ourCents }) => ({
        id,
        meaning,
        remedy,
        stripeCents,
        ourCents,
      }))}
      renderCell={(column, { id }) => {
        const path = paths.get(String(id));
        return column === 'id' && path ? <Link to={path}>{id}</Link> : undefined;
      }}
    />
  );
}
