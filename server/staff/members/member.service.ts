import { getAccount } from '../../domains/accounts/account.service.ts';
import type { OwnMembership } from '../../domains/memberships/membership.schema.ts';
import { listOwnMemberships } from '../../domains/memberships/membership.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { findActiveSessions } from '../../platform/security/session.repository.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { recordOpened } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import { memberList } from './member-list.shared.ts';
import { findAccountExtras, findPurchasesOfAccount } from './person-parts.repository.ts';
import { readHistory, toEvent } from './person-parts.service.ts';

const TYPES: Readonly<Record<string, string>> = memberList.filters.type.options;

/** Returns everything about an account. The audit log records that it was opened. Throws NOT_FOUND. */
export async function getMember(ctx: Pick<AccountContext, 'deps' | 'account'>, id: string) {
  const { deps } = ctx;
  const account = await requireMember(deps, id);
  const extras = await findAccountExtras(deps.db, id);
  await recordOpened(ctx, `account:${id}`);
  const [memberships, purchaseIds, sessions] = await Promise.all([
    listOwnMemberships(deps.db, id, deps.now()),
    findPurchasesOfAccount(deps.db, id),
    findActiveSessions(deps.db, id, deps.now()),
  ]);
  const { firstname, lastname, email, zip, referenceCode, createdAt } = account;
  return {
    id,
    firstname,
    lastname,
    latinName: extras?.latinName ?? null,
    email,
    zip,
    referenceCode,
    isEmailVerified: extras?.emailVerifiedAt != null,
    pendingEmail: extras?.pendingEmail ?? null,
    customerId: extras?.providerCustomerId ?? null,
    type: TYPES[account.accountType] ?? String(account.accountType),
    joined: createdAt,
    memberships: memberships.map(toMembershipRow),
    sessions: sessions.map(({ idHash: _idHash, ...session }) => session),
    ...(await readHistory(deps, {
      owner: { accountId: id },
      email,
      membershipIds: memberships.map((membership) => membership.id),
      subjects: [`account:${id}`, ...purchaseIds.map((purchaseId) => `purchase:${purchaseId}`)],
      events: [toEvent(createdAt, 'Registered'), ...memberships.flatMap(toMembershipEvents)],
    })),
  };
}

export async function requireMember({ db }: Pick<Deps, 'db'>, id: string) {
  const account = await getAccount(db, id);
  if (!account || account.isHouse) throw new AppError('NOT_FOUND');
  return account;
}

function toMembershipRow({
  id,
  number,
  planName,
  firstname,
  lastname,
  statusText,
  periodEnd,
}: OwnMembership) {
  return {
    id,
    number: formatMembershipNumber(number),
    plan: planName,
    holder: formatPersonName({ firstname, lastname }),
    state: statusText,
    expires: periodEnd,
  };
}

function toMembershipEvents({ id, planName, canceledAt }: OwnMembership): TimelineEntry[] {
  const path = staffPath('memberships', id);
  return canceledAt ? [toEvent(canceledAt, 'Canceled a membership', { detail: planName, path })] : [];
}
