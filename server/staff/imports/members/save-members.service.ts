import type { Db, Trx } from '#db/client.ts';
import {
  type AccountToImport,
  createImportedAccounts,
  findAccountsToImport,
  renameImportedAccounts,
} from '../../../domains/accounts/imported-account.service.ts';
import { findAccountsOfCustomers } from '../../../domains/accounts/provider-customer.service.ts';
import { importMemberships } from '../../../domains/checkout/kinds/adopted-card/import-membership.service.ts';
import {
  findCurrentPlans,
  findImported,
  type ImportedMember,
  inviteMembers,
  type MemberInvitee,
  updateImported,
} from '../../../domains/memberships/imported-membership.service.ts';
import {
  findOwnProviderIds,
  saveFreePeriods,
} from '../../../domains/payments/subscriptions/imported-subscription.service.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { LineOutcome } from '../import-kind.ts';
import type { MemberImportOptions } from './member-options.shared.ts';
import type { CellFault, MemberRow } from './member-row.ts';
import type { ResolvedOrFault, ResolvedRow } from './resolve-members.service.ts';

type NewMember = { outcome: 'new'; entry: ResolvedRow; account: AccountToImport | undefined };
type KnownMember = { entry: ResolvedRow; member: ImportedMember } & (
  | { outcome: 'changed' }
  | { outcome: 'unchanged' }
);
type Decision = NewMember | KnownMember | { outcome: 'fault'; line: number; fault: CellFault };

/** Decides what an import of these rows would do now. Writes nothing. */
async function decide(db: Db, rows: readonly ResolvedOrFault[], now: Date): Promise<Decision[]> {
  const entries = rows.flatMap((row) => ('fault' in row ? [] : [row]));
  const accounts = await findAccountsToImport(
    db,
    entries.map(({ row }) => row.email),
  );
  const existingData = {
    accounts,
    imported: await findImported(
      db,
      entries.map(({ key }) => key),
      now,
    ),
    plans: await findCurrentPlans(
      db,
      [...accounts.values()].map(({ id }) => id),
      now,
    ),
    providerIds: await findOwnProviderIds(
      db,
      entries.flatMap(({ row }) => row.subscriptionId ?? []),
    ),
    customers: await findAccountsOfCustomers(
      db,
      entries.flatMap((entry) => findCustomerId(entry) ?? []),
    ),
  };
  return rows.map((row) => {
    if ('fault' in row) return { outcome: 'fault', line: row.row.line, fault: row.fault };
    const decision = decideRow(row, existingData);
    return 'message' in decision ? { outcome: 'fault', line: row.row.line, fault: decision } : decision;
  });
}

function findCustomerId({ row, subscription }: ResolvedRow): string | null {
  return subscription?.customerId ?? row.customerId;
}

interface ExistingData {
  accounts: ReadonlyMap<string, AccountToImport>;
  imported: ReadonlyMap<string, ImportedMember>;
  plans: ReadonlyMap<string, ReadonlySet<number>>;
  providerIds: ReadonlySet<string>;
  customers: ReadonlyMap<string, string>;
}

function decideRow(entry: ResolvedRow, existingData: ExistingData): NewMember | KnownMember | CellFault {
  const { row, plan } = entry;
  const account = existingData.accounts.get(row.email.toLowerCase());
  const member = existingData.imported.get(entry.key);
  if (member) {
    if (member.rowDigest === row.digest) return { outcome: 'unchanged', entry, member };
    return findChangeFault(entry, member) ?? { outcome: 'changed', entry, member };
  }
  if (account && !account.isTrusted) {
    return {
      column: 'email',
      message:
        'An account with this email hasn’t confirmed its address. Ask the member to do so, then import the row again',
    };
  }
  if (account && existingData.plans.get(account.id)?.has(plan.id)) {
    return {
      column: 'email',
      message: `This person already has a current ${plan.name} membership that wasn’t imported under this ID. Leave out the row`,
    };
  }
  if (row.subscriptionId !== null && existingData.providerIds.has(row.subscriptionId)) {
    return {
      column: 'stripe_subscription_id',
      message: 'This subscription already belongs to a membership here. Leave out the row',
    };
  }
  const customer = findCustomerId(entry);
  const customerOwner = customer === null ? undefined : existingData.customers.get(customer);
  if (customerOwner !== undefined && customerOwner !== account?.id) {
    return {
      column: 'stripe_customer_id',
      message: 'This customer at Stripe already belongs to another account here. Correct the ID',
    };
  }
  return { outcome: 'new', entry, account };
}

function findChangeFault({ row, plan, period }: ResolvedRow, member: ImportedMember): CellFault | undefined {
  if (member.isDeleted) {
    return { column: null, message: 'This person deleted their account, so we don’t import them again' };
  }
  if (member.planId !== plan.id) {
    return {
      column: 'plan',
      message: `This membership was already imported, with the plan ${member.planName}. Change the plan on its page`,
    };
  }
  if (member.isBilled !== (row.subscriptionId !== null)) {
    return {
      column: 'stripe_subscription_id',
      message: member.isBilled
        ? 'This membership was already imported, with a Stripe subscription. Enter its ID'
        : 'This membership was already imported, without a Stripe subscription. Leave out the ID',
    };
  }
  if (member.isEnded && period) {
    return { column: null, message: 'This membership was ended here, so its dates can’t be changed' };
  }
  return undefined;
}

function toOutcome(decision: Decision): LineOutcome {
  if (decision.outcome === 'fault') return { line: decision.line, ...decision.fault };
  return { line: decision.entry.row.line, outcome: decision.outcome };
}

export async function compareMembers(
  db: Db,
  rows: readonly ResolvedOrFault[],
  now: Date,
): Promise<LineOutcome[]> {
  return (await decide(db, rows, now)).map(toOutcome);
}

export async function saveMembers(
  deps: Pick<Deps, 'jobs' | 'kinds' | 'log' | 'now'>,
  trx: Trx,
  rows: readonly ResolvedOrFault[],
  { invite }: MemberImportOptions,
): Promise<LineOutcome[]> {
  const now = deps.now();
  const decisions = await decide(trx, rows, now);
  const createdMembers = await createAll(deps, trx, decisions);
  await changeAll(trx, decisions, now);
  if (invite !== 'none') {
    const knownInvitees = await findKnownInvitees(trx, decisions, invite);
    await inviteMembers(deps, trx, [...createdMembers, ...knownInvitees], now);
  }
  return decisions.map(toOutcome);
}

function toAccount({ email, firstname, lastname, latinName = null, zip }: MemberRow) {
  return { email, firstname, lastname, latinName, zip };
}

async function createAll(
  deps: Pick<Deps, 'jobs' | 'kinds' | 'log' | 'now'>,
  trx: Trx,
  decisions: readonly Decision[],
): Promise<MemberInvitee[]> {
  const newMembers = decisions.filter((decision) => decision.outcome === 'new');
  const ids = await createImportedAccounts(
    trx,
    newMembers.flatMap(({ account, entry: { row } }) => (account ? [] : [toAccount(row)])),
  );
  const memberships = newMembers.map(({ account, entry }) => {
    const { row, plan, key, period, subscription } = entry;
    const accountId = account?.id ?? ids.get(row.email.toLowerCase());
    // Someone registered with the email after it was looked up. Throw, so that the job repeats the step.
    if (accountId === undefined) throw new Error('An account was created during the import');
    const { email, firstname, lastname, latinName, family, externalId, externalNumber } = row;
    const { digest: rowDigest, started: startedOn } = row;
    const customerId = findCustomerId(entry);
    return {
      ...{ accountId, email, plan, firstname, lastname, latinName, family, period, subscription, customerId },
      ...{ key, externalId, externalNumber, rowDigest, startedOn },
    };
  });
  const createdMemberships = await importMemberships(deps, trx, memberships);
  return newMembers.flatMap(({ account, entry: { row, plan, period } }, index) => {
    const membership = createdMemberships[index];
    const accountId = memberships[index]?.accountId;
    const isCurrent = period === null || period.end > deps.now();
    if (!membership || !accountId || !isCurrent) return [];
    return {
      membershipId: membership.id,
      number: membership.number,
      accountId,
      email: row.email,
      firstname: row.firstname,
      planName: plan.name,
      hasPassword: account?.hasPassword ?? false,
    };
  });
}

/** A second import invites those who weren't invited before or, if staff choose so, all of its members. */
async function findKnownInvitees(
  trx: Trx,
  decisions: readonly Decision[],
  invite: MemberImportOptions['invite'],
): Promise<MemberInvitee[]> {
  const dueInvitees = decisions.flatMap((decision) => {
    if (decision.outcome !== 'changed' && decision.outcome !== 'unchanged') return [];
    const { member, entry } = decision;
    const isDue = member.isCurrent && (invite === 'all' || member.invitedAt === null);
    return isDue ? [{ ...member, firstname: entry.row.firstname }] : [];
  });
  const accounts = await findAccountsToImport(
    trx,
    dueInvitees.map(({ email }) => email),
  );
  return dueInvitees.map((invitee) => ({
    ...invitee,
    hasPassword: accounts.get(invitee.email.toLowerCase())?.hasPassword ?? true,
  }));
}

async function changeAll(trx: Trx, decisions: readonly Decision[], now: Date): Promise<void> {
  const changedMembers = decisions.filter((decision) => decision.outcome === 'changed');
  await updateImported(
    trx,
    changedMembers.map(({ member: { membershipId }, entry: { row } }) => {
      const { firstname, lastname, latinName, family, externalNumber } = row;
      const { digest: rowDigest, started: startedOn } = row;
      return { membershipId, firstname, lastname, latinName, family, externalNumber, rowDigest, startedOn };
    }),
    now,
  );
  await renameImportedAccounts(
    trx,
    changedMembers.map(({ member: { accountId: id }, entry: { row } }) => {
      const { firstname, lastname, latinName = null } = row;
      return { id, firstname, lastname, latinName };
    }),
  );
  await saveFreePeriods(
    trx,
    changedMembers.flatMap(({ member: { subscriptionId }, entry: { period } }) =>
      period ? [{ subscriptionId, periodStart: period.start, periodEnd: period.end }] : [],
    ),
  );
}
