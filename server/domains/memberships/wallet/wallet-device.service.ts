import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  deleteRegistration,
  deleteUnusedDevice,
  findChangedSince,
  insertRegistration,
  keepNewestRegistrations,
  raiseDeviceTag,
  upsertDevice,
} from './wallet-device.repository.ts';
import type { ChangedPasses, PassAddress } from './wallet-device.schema.ts';
import { findPass } from './wallet-pass.repository.ts';
import { makeApplePass, refreshPass, type SignedPass } from './wallet-pass.service.ts';
import { isPassToken } from './wallet-pass-content.ts';

/** When more devices register for one pass, the oldest are dropped. */
const MAX_DEVICES = 30;

/** The token proves that the device has the pass. */
async function requirePass(deps: Deps, { passTypeId, serialNumber }: PassAddress, token: string) {
  const isOurs = passTypeId === deps.appleWallet.passTypeId && isPassToken(deps, serialNumber, token);
  const pass = isOurs ? await findPass(deps.db, serialNumber) : undefined;
  if (!pass) throw new AppError('PASS_UNKNOWN');
  return pass;
}

/**
 * Registers a device for a pass's changes. Returns false if it already was. Throws PASS_UNKNOWN if there is
 * no such pass or the token is wrong.
 */
export async function registerDevice(
  deps: Deps,
  address: PassAddress & { deviceId: string },
  { token, pushToken }: { token: string; pushToken: string },
): Promise<boolean> {
  const { membershipId } = await requirePass(deps, address, token);
  const { deviceId } = address;
  return inTransaction(deps.db, async (trx) => {
    const tag = await upsertDevice(trx, deviceId, pushToken);
    const registration = { deviceId, membershipId, tag: tag + 1, registeredAt: deps.now() };
    if (!(await insertRegistration(trx, registration))) return false;
    await raiseDeviceTag(trx, deviceId);
    await keepNewestRegistrations(trx, membershipId, MAX_DEVICES);
    // The device may have an old copy of the pass. This makes it request the current one.
    await deps.jobs.enqueue(trx, 'push-wallet-pass', { membershipId });
    return true;
  });
}

/** Phones call this when the user deletes the pass. */
export async function unregisterDevice(
  deps: Deps,
  address: PassAddress & { deviceId: string },
  token: string,
): Promise<void> {
  const { membershipId } = await requirePass(deps, address, token);
  await inTransaction(deps.db, async (trx) => {
    await deleteRegistration(trx, address.deviceId, membershipId);
    await deleteUnusedDevice(trx, address.deviceId);
  });
}

/** Returns the device's passes that have changed since the tag `since`, or null if there are none. */
export async function listChangedPasses(
  deps: Deps,
  { deviceId, passTypeId, since }: { deviceId: string; passTypeId: string; since: number },
): Promise<ChangedPasses | null> {
  if (passTypeId !== deps.appleWallet.passTypeId) return null;
  const changes = await findChangedSince(deps.db, deviceId, since);
  return changes ? { serialNumbers: changes.membershipIds, lastUpdated: String(changes.tag) } : null;
}

/**
 * Returns the current pass, even if it is void, to a device that has it. Returns null if it hasn't changed
 * since `since`.
 */
export async function fetchPass(
  deps: Deps,
  address: PassAddress,
  { token, since }: { token: string; since: Date | null },
): Promise<SignedPass | null> {
  const { membershipId } = await requirePass(deps, address, token);
  const currentPass = await refreshPass(deps, membershipId);
  return since && currentPass.changedAt <= since ? null : makeApplePass(deps, currentPass);
}

export function logDeviceErrors(deps: Deps, lines: readonly string[]): void {
  for (const line of lines) deps.log.info({ line }, 'a phone reported an error with a pass');
}
