import type { Deps } from '../../../platform/deps.ts';
import { findMembershipById } from '../membership.repository.ts';
import { deleteDevices, findPushTokens } from './wallet-device.repository.ts';
import { findPass } from './wallet-pass.repository.ts';
import { buildGooglePassContent } from './wallet-pass-content.ts';

/**
 * Notifies the holders of a changed pass: devices then fetch the new one, and Google receives the content.
 * Safe to repeat.
 */
export async function pushWalletPass(deps: Deps, membershipId: string): Promise<void> {
  const [appleResult, googleResult] = await Promise.allSettled([
    pushToPhones(deps, membershipId),
    pushToGoogle(deps, membershipId),
  ]);
  for (const result of [appleResult, googleResult]) if (result.status === 'rejected') throw result.reason;
}

async function pushToPhones({ db, appleWallet }: Deps, membershipId: string): Promise<void> {
  const tokens = await findPushTokens(db, membershipId);
  if (tokens.length === 0) return;
  const outcomes = await appleWallet.push.notify(tokens);
  const unregisteredTokens = tokens.filter((_, index) => outcomes[index] === 'gone');
  await deleteDevices(db, unregisteredTokens);
}

async function pushToGoogle({ db, googleWallet, ...deps }: Deps, membershipId: string): Promise<void> {
  const pass = await findPass(db, membershipId);
  const membership = pass?.googleSavedAt ? await findMembershipById(db, membershipId) : undefined;
  if (!membership) return;
  await googleWallet.update(buildGooglePassContent(deps, membership, deps.now()));
}
