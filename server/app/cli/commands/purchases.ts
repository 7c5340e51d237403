import { parseArgs } from 'node:util';
import { adoptCase, findAdoption } from '../../../domains/checkout/repair/adopt-subscription.service.ts';
import { correctCase, findCorrections } from '../../../domains/checkout/repair/correct-books.service.ts';
import {
  findUnfulfilledPurchase,
  fulfillCase,
} from '../../../domains/checkout/repair/fulfill-purchase.service.ts';
import {
  type PurchaseFile,
  readPurchaseFile,
} from '../../../domains/checkout/repair/purchase-file.service.ts';
import { planRefund, refundCase } from '../../../domains/checkout/repair/refund-case.service.ts';
import { RepairRefused } from '../../../domains/checkout/repair/repair-errors.ts';
import {
  failCase,
  findFailableCase,
  findSettleableCase,
  settleCase,
} from '../../../domains/checkout/repair/repair-purchase.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatCents } from '../../../lib/money.ts';
import { readDollars } from '../../../lib/readers/money.ts';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Command, CommandError, requireServer, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireStaffByEmail } from './accounts.ts';

/** Formats everything known about a purchase, one fact per row. */
function formatPurchaseFile(file: PurchaseFile): string {
  return formatTable([
    ...listPurchaseRows(file),
    ...file.charges.flatMap(({ sale, charges }) => [
      [`Stripe ${sale.type}`, `${sale.id}  ${sale.status}${formatMetadata(sale.metadata)}`],
      ...charges.map((charge) => [
        'Stripe charge',
        `${charge.createdAt.toISOString()}  ${charge.id}  ${charge.status}  ${formatCents(charge.amountCents)}${
          charge.refundedCents > 0 ? `, ${formatCents(charge.refundedCents)} refunded` : ''
        }${charge.isDisputed ? ', disputed' : ''}`,
      ]),
    ]),
    ...file.payments.map((payment) => [
      'payment',
      `${payment.paidAt.toISOString()}  ${payment.providerInvoiceId}  ${formatCents(payment.amountCents)}${
        payment.refundedCents > 0 ? `, ${formatCents(payment.refundedCents)} returned` : ''
      }`,
    ]),
    ...file.memberships.map(({ number, status, periodEnd, endedAt }) => [
      'membership',
      `${number}  ${status}  ${endedAt ? `ended ${endedAt.toISOString()}` : `until ${periodEnd.toISOString()}`}`,
    ]),
    ...file.postings.map(({ occurredAt, kind, account, amountCents }) => [
      'posting',
      `${occurredAt.toISOString()}  ${kind}  ${account}  ${formatCents(amountCents)}`,
    ]),
    ...file.mails.map(({ mail, state, createdAt }) => [
      'mail',
      `${createdAt.toISOString()}  ${mail}  ${state}`,
    ]),
    ...file.repairs.map(({ at, action, actor, reason }) => [
      'repair',
      [at.toISOString(), action, actor, reason].filter((part) => part !== null).join('  '),
    ]),
  ]);
}

function listPurchaseRows({ purchase, hold }: PurchaseFile): string[][] {
  if (!purchase) return [['purchase', 'unknown here']];
  const {
    id,
    kind,
    status,
    attempt,
    totalCents,
    email,
    failureCode,
    failureMessage,
    attemptStartedAt,
    settledAt,
  } = purchase;
  return [
    ['purchase', id],
    ['kind', kind],
    ['status', failureMessage ? `${status}, ${failureCode}: ${failureMessage}` : status],
    ['attempt', `${attempt}, begun ${attemptStartedAt.toISOString()}`],
    ['settled', settledAt?.toISOString() ?? '-'],
    ['total', formatCents(totalCents)],
    ['email', email],
    ...(hold ? [['promo code', `${hold.code}  ${hold.status}`]] : []),
  ];
}

function formatMetadata(metadata: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '' : `  ${pairs.join(' ')}`;
}

const usage = `Usage:
  npm run purchases -- show <id>       print a purchase: its charges at Stripe, payments, memberships, mails, and repairs
  npm run purchases -- settle <id>     read Stripe's state and update ours to match
  npm run purchases -- fail <id>       end an open purchase and cancel its objects at Stripe, or cancel a subscription
                                       that no membership uses
  npm run purchases -- refund <id> [--amount <dollars>] [--keep-membership]
                                       refund a charge, or a purchase's newest one, in full unless --amount is given.
                                       Refunding the whole period ends the membership unless you keep it
  npm run purchases -- adopt <id> [--plan <number>] [--email <address>]
                                       create the purchase and membership for a subscription that we don't know
  npm run purchases -- fulfill <id>    create the membership or business plan of a paid purchase that has none
  npm run purchases -- correct <id> --reason <text>
                                       add correcting entries until our payments and postings match Stripe's

The id is a purchase's, or that of its subscription, invoice, payment intent, charge, refund, or dispute at Stripe.
Every action but show goes to the audit log; add --by <staff email> and --reason <text> to say who did it and why.`;

const ACTIONS = ['show', 'settle', 'fail', 'refund', 'adopt', 'fulfill', 'correct'] as const;
type Action = (typeof ACTIONS)[number];

function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      amount: { type: 'string' },
      'keep-membership': { type: 'boolean', default: false },
      plan: { type: 'string' },
      email: { type: 'string' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  const [name, id, ...rest] = positionals;
  const action = ACTIONS.find((known) => known === name);
  if (!action || id === undefined || rest.length > 0) {
    throw new UsageError(`Choose an action, ${ACTIONS.join(', ')}, and one id.`);
  }
  const { amount, 'keep-membership': keepsMembership, plan, email, by, reason } = values;
  if (action !== 'refund' && (amount !== undefined || keepsMembership)) {
    throw new UsageError('--amount and --keep-membership belong to refund.');
  }
  if (action !== 'adopt' && (plan !== undefined || email !== undefined)) {
    throw new UsageError('--plan and --email belong to adopt.');
  }
  if (action === 'correct' && !reason?.trim()) throw new UsageError('Say why (--reason).');
  const amountCents = amount === undefined ? null : valueOrNull(readDollars(amount));
  if (amount !== undefined && !amountCents) throw new UsageError(`'${amount}' is not an amount: use 12.50.`);
  if (plan !== undefined && !/^\d{1,4}$/.test(plan))
    throw new UsageError('--plan takes the number of a plan.');
  const planId = plan === undefined ? undefined : Number(plan);
  return { action, id, amountCents, keepsMembership, planId, email, by, reason: reason ?? null };
}
type Args = ReturnType<typeof readArgs>;

/** `npm run purchases`: shows a purchase and repairs it. */
export const purchasesCommand: Command = {
  usage,
  run: async (deps, args) => {
    const parsedArgs = readArgs(args);
    const actorId =
      parsedArgs.by === undefined ? null : (await requireStaffByEmail(deps.db, parsedArgs.by)).id;
    const server = await requireServer(deps);
    try {
      return await RUN_BY_ACTION[parsedArgs.action](server, { ...parsedArgs, actorId });
    } catch (error) {
      if (error instanceof RepairRefused) throw new CommandError(error.message);
      if (error instanceof AppError) throw new CommandError(`${error.code}: ${error.message}`);
      throw error;
    }
  },
};

const RUN_BY_ACTION: Record<
  Action,
  (deps: Deps, args: Args & { actorId: string | null }) => Promise<string>
> = {
  show: async (deps, { id }) => formatPurchaseFile(await readPurchaseFile(deps, id)),
  settle: async (deps, { id, ...repairer }) => {
    const purchase = await settleCase(deps, await findSettleableCase(deps, id), repairer);
    return `Purchase ${purchase.id} is ${purchase.status}.`;
  },
  fail: async (deps, { id, ...repairer }) => {
    const purchase = await failCase(deps, await findFailableCase(deps, id), repairer);
    return purchase ? `Purchase ${purchase.id} is ${purchase.status}.` : `${id} is canceled at Stripe.`;
  },
  refund: async (deps, { id, ...options }) => {
    const refund = await planRefund(deps, id, options);
    await refundCase(deps, refund, options);
    return `Refunded ${formatCents(refund.amountCents)} of ${refund.charge.id}.`;
  },
  fulfill: async (deps, { id, ...repairer }) => {
    const purchase = await fulfillCase(deps, await findUnfulfilledPurchase(deps, id), repairer);
    return `Purchase ${purchase.id} is fulfilled. Its receipt went to ${purchase.email}.`;
  },
  correct: async (deps, { id, ...repairer }) => {
    const purchase = await correctCase(deps, await findCorrections(deps, id), repairer);
    return `Purchase ${purchase.id} now matches Stripe.`;
  },
  adopt: async (deps, { id, ...options }) => {
    const purchase = await adoptCase(deps, await findAdoption(deps, id, options), options);
    return `Purchase ${purchase.id} is ${purchase.status}. Its receipt went to ${purchase.email}.`;
  },
};
