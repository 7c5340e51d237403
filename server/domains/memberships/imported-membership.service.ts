import type { Db, Trx } from '#db/client.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PersonName } from '../accounts/profile/profile.schema.ts';
import { type FamilyNames, toFamilyColumns } from './family.schema.ts';
import {
  findImportedMembership,
  findImportedMemberships,
  findMembershipsOfAccounts,
  insertImportedMemberships,
  setMembersInvited,
  updateImportedMemberships,
} from './imported-membership.repository.ts';
import { isCurrent, isEnded } from './membership-state.shared.ts';

/** What we keep of the row that a membership was imported from. */
export interface ImportOrigin {
  /** A digest of what identifies the row in the other system. */
  key: string;
  externalId: string | null;
  externalNumber: string | null;
  rowDigest: string;
  /** The day on which it began there. YYYY-MM-DD. */
  startedOn: string | null;
}

export interface ImportedMember {
  membershipId: string;
  accountId: string;
  email: string;
  subscriptionId: string;
  planId: number;
  planName: string;
  number: string;
  /** True if the membership bills a subscription at Stripe. */
  isBilled: boolean;
  /** False once the membership has ended, or its period is over and no renewal will follow. */
  isCurrent: boolean;
  /** True if it was ended early, for example by a refund. */
  isEnded: boolean;
  isDeleted: boolean;
  rowDigest: string;
  invitedAt: Date | null;
}

export async function recordImported(
  trx: Trx,
  rows: ReadonlyArray<ImportOrigin & { membershipId: string }>,
  importedAt: Date,
): Promise<void> {
  await insertImportedMemberships(
    trx,
    rows.map((row) => ({ ...row, importedAt })),
  );
}

/**
 * Returns a membership's id and number in the system that it was imported from. Both are null if there are
 * none.
 */
export async function getOrigin(
  db: Db,
  membershipId: string,
): Promise<Pick<ImportOrigin, 'externalId' | 'externalNumber'>> {
  return (await findImportedMembership(db, membershipId)) ?? { externalId: null, externalNumber: null };
}

/** Returns the memberships that were imported under these keys. */
export async function findImported(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, ImportedMember>> {
  const rows = await findImportedMemberships(db, keys);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        membershipId: row.id,
        accountId: row.ownerId,
        email: row.email,
        subscriptionId: row.subscriptionId,
        planId: row.planId,
        planName: row.planName,
        number: row.number,
        isBilled: row.providerId !== null,
        isCurrent: isCurrent(row, now),
        isEnded: isEnded(row, now),
        isDeleted: row.deletedAt !== null,
        rowDigest: row.rowDigest,
        invitedAt: row.invitedAt,
      },
    ]),
  );
}

/** Returns, by account id, the ids of the plans that the account has a current membership of. */
export async function findCurrentPlans(
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<Map<string, Set<number>>> {
  const plans = new Map<string, Set<number>>();
  for (const row of await findMembershipsOfAccounts(db, accountIds)) {
    if (row.accountId === null || !isCurrent(row, now)) continue;
    plans.set(row.accountId, (plans.get(row.accountId) ?? new Set()).add(row.planId));
  }
  return plans;
}

/** Updates memberships whose imported rows changed. A trigger marks their wallet passes as changed. */
export async function updateImported(
  trx: Trx,
  changes: ReadonlyArray<
    PersonName & { membershipId: string; family: FamilyNames } & Pick<
        ImportOrigin,
        'rowDigest' | 'externalNumber' | 'startedOn'
      >
  >,
  importedAt: Date,
): Promise<void> {
  const rows = changes.map(({ family, ...change }) => ({ ...change, ...toFamilyColumns(family) }));
  await updateImportedMemberships(trx, rows, importedAt);
}

export interface MemberInvitee {
  membershipId: string;
  accountId: string;
  email: string;
  firstname: string;
  planName: string;
  number: string;
  hasPassword: boolean;
}

/**
 * Invites members to choose a password or, if their account has one, to log in. The emails have low priority,
 * so they are sent after all others.
 */
export async function inviteMembers(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  invitees: readonly MemberInvitee[],
  invitedAt: Date,
): Promise<void> {
  const mailJobs = invitees.map(({ accountId, email, firstname, planName, number, hasPassword }) => ({
    mail: 'member-invitation' as const,
    to: email,
    props: {
      firstname,
      planName,
      number: formatMembershipNumber(number),
      choosePasswordUrl: hasPassword ? null : { kind: 'choose-password' as const, id: accountId },
    },
  }));
  await deps.jobs.enqueueAll(trx, 'mail', mailJobs);
  await setMembersInvited(
    trx,
    invitees.map(({ membershipId }) => membershipId),
    invitedAt,
  );
}
