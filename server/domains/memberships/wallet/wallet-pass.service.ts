import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { readSupportContact } from '../../../lib/support-contact.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PassFacts } from '../../../platform/integrations/apple-wallet/apple-wallet.ts';
import { SAVE_URL } from '../../../platform/integrations/google-wallet/google-wallet.ts';
import { getPublicSettings } from '../../content/content.service.ts';
import { findMembershipById, type StoredMembership } from '../membership.repository.ts';
import { requireOwnMembership } from '../membership.service.ts';
import { isActive } from '../membership-state.shared.ts';
import { recordPassChange } from './wallet-device.repository.ts';
import {
  findPass,
  findStalePasses,
  insertPass,
  markSavedToGoogle,
  savePass,
} from './wallet-pass.repository.ts';
import type { GooglePass, WalletSetup } from './wallet-pass.schema.ts';
import {
  buildApplePassContent,
  buildGooglePassContent,
  computeDigest,
  findNextChange,
} from './wallet-pass-content.ts';

export interface CurrentPass {
  facts: PassFacts;
  version: string;
  changedAt: Date;
}

export interface SignedPass {
  bytes: Buffer;
  /** When the content last changed, in whole seconds. */
  changedAt: Date;
  fileName: string;
}

export function getWalletSetup({ appleWallet, googleWallet }: Deps): WalletSetup {
  return { appleInstallable: !appleWallet.isStandIn, googleInstallable: !googleWallet.isStandIn };
}

/** Throws MEMBERSHIP_NOT_FOUND, or PASS_VOID if the card may not be shown. */
async function requirePassOwner(
  deps: Deps,
  accountId: string,
  numberText: string,
): Promise<StoredMembership> {
  const membership = await requireOwnMembership(deps.db, accountId, numberText);
  if (!isActive(membership, deps.now())) throw new AppError('PASS_VOID');
  return membership;
}

export async function issueApplePass(deps: Deps, accountId: string, numberText: string): Promise<SignedPass> {
  const { id } = await requirePassOwner(deps, accountId, numberText);
  return makeApplePass(deps, await refreshPass(deps, id));
}

/** The pass is marked as void if its membership isn't valid. */
export async function makeApplePass(
  deps: Deps,
  { facts, version, changedAt }: CurrentPass,
): Promise<SignedPass> {
  return {
    bytes: await deps.appleWallet.makePass(facts, version),
    changedAt,
    fileName: `everything-card-${facts.membershipNumber}.pkpass`,
  };
}

export async function issueGooglePass(
  deps: Deps,
  accountId: string,
  numberText: string,
): Promise<GooglePass> {
  const { id } = await requirePassOwner(deps, accountId, numberText);
  const now = deps.now();
  await refreshPass(deps, id);
  // Only Google knows whether the pass gets saved, so report changes to Google from now on. Record this
  // before reading the content: otherwise, a change in between would never be reported.
  await markSavedToGoogle(deps.db, id, now);
  const membership = await requirePassOwner(deps, accountId, numberText);
  const token = await deps.googleWallet.sign(buildGooglePassContent(deps, membership, now), now);
  return { token, saveUrl: `${SAVE_URL}${token}`, installable: !deps.googleWallet.isStandIn };
}

/** HTTP dates have whole seconds, so two versions of a pass need different seconds. */
function nextVersionTime(now: Date, lastChange: Date): Date {
  const currentSecond = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(currentSecond, lastChange.getTime() + 1000));
}

/**
 * Updates a membership's stored pass, or creates it, and returns its content. If the content changed, a job
 * notifies devices and Google. Reads the revision first, so that a change during the refresh causes another
 * refresh.
 */
export async function refreshPass(deps: Deps, membershipId: string): Promise<CurrentPass> {
  for (;;) {
    const storedPass = await findPass(deps.db, membershipId);
    const membership = await findMembershipById(deps.db, membershipId);
    if (!membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const now = deps.now();
    const support = readSupportContact(await getPublicSettings(deps.db));
    const facts = buildApplePassContent(deps, membership, support, now);
    const [version, dueAt] = [computeDigest(facts), findNextChange(membership, now)];
    if (!storedPass) {
      const changedAt = nextVersionTime(now, new Date(0));
      await insertPass(deps.db, { membershipId, version, changedAt, dueAt });
      continue;
    }
    const isUnchanged = storedPass.version === version;
    const changedAt = isUnchanged ? storedPass.changedAt : nextVersionTime(now, storedPass.changedAt);
    const isSeen =
      storedPass.revision === storedPass.seenRevision && storedPass.dueAt?.getTime() === dueAt?.getTime();
    if (isUnchanged && isSeen) return { facts, version, changedAt };
    const isSaved = await inTransaction(deps.db, async (trx) => {
      if (!(await savePass(trx, storedPass, { version, changedAt, dueAt }))) return false;
      if (isUnchanged) return true;
      await recordPassChange(trx, membershipId);
      await deps.jobs.enqueue(trx, 'push-wallet-pass', { membershipId });
      return true;
    });
    if (isSaved) return { facts, version, changedAt };
  }
}

const BATCH_SIZE = 100;

/** Refreshes all passes whose membership changed or expired. */
export async function refreshWalletPasses(deps: Deps): Promise<void> {
  let staleIds: string[];
  do {
    staleIds = await findStalePasses(deps.db, deps.now(), BATCH_SIZE);
    for (const membershipId of staleIds) await refreshPass(deps, membershipId);
  } while (staleIds.length === BATCH_SIZE);
}
