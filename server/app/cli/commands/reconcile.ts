import { parseArgs } from 'node:util';
import type { Period } from '../../../domains/payments/stripe-listing.service.ts';
import { FINDING_TEXTS, type Finding } from '../../../domains/reconciliation/finding.schema.ts';
import { reconcile } from '../../../domains/reconciliation/reconcile.service.ts';
import { centsToDollars } from '../../../lib/money.ts';
import { type Command, CommandError, readDay, requireServer, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';

const usage = `Usage:
  npm run reconcile [-- --from <YYYY-MM-DD>] [--to <YYYY-MM-DD>]
        compare Stripe's charges, refunds, disputes, and subscriptions with our purchases, memberships, and ledger.
        Both days are included, in UTC; the default is the last three days until now

Changes nothing. Exits with code 1 if something differs. What to do about each finding: server/OPERATING.md.`;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 3;

export const reconcileCommand: Command = {
  usage,
  run: async (deps, args) => {
    const period = readPeriod(args, deps.now());
    const findings = await reconcile(await requireServer(deps), period);
    const days = `${period.from.toISOString()} to ${period.to.toISOString()}`;
    if (findings.length === 0) return `Stripe and our records agree, ${days}.`;
    throw new CommandError(`${formatFindings(findings)}\n\n${formatCount(findings)}, ${days}.`);
  },
};

function readPeriod(args: string[], now: Date): Period {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  const to =
    values.to === undefined
      ? now
      : new Date(Math.min(startOfDay(values.to).getTime() + DAY_MS, now.getTime()));
  const from =
    values.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : startOfDay(values.from);
  if (from >= to)
    throw new UsageError('The period is empty: --from must be before --to, and not in the future.');
  return { from, to };
}

const startOfDay = (text: string) => new Date(`${readDay(text)}T00:00:00Z`);

function formatFindings(findings: readonly Finding[]): string {
  const formatAmount = (cents: number | null) => (cents === null ? '' : centsToDollars(cents));
  return formatTable([
    ['finding', 'id', 'purchase', 'at Stripe', 'here', 'meaning'],
    ...findings.map(({ kind, id, purchaseId, stripeCents, ourCents }) => [
      kind,
      id,
      purchaseId === id ? '' : (purchaseId ?? ''),
      formatAmount(stripeCents),
      formatAmount(ourCents),
      FINDING_TEXTS[kind],
    ]),
  ]);
}

function formatCount({ length }: readonly Finding[]): string {
  return length === 1 ? '1 finding' : `${length} findings`;
}
