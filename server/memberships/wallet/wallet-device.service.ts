import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import {
  advanceDevice,
  deleteRegistration,
  deleteUnusedDevice,
  findChangedSince,
  insertRegistration,
  keepNewestRegistrations,
  upsertDevice,
} from './wallet-device.repository.ts';
import type { ChangedPasses, PassAddress } from './wallet-device.schema.ts';
import { isPassToken } from './wallet-facts.ts';
import { findPass } from './wallet-pass.repository.ts';
import { type MadePass, makeApplePass, refreshPass } from './wallet-pass.service.ts';

/** How many telephones may hear of one pass; the oldest make room. */
const MOST_DEVICES = 30;

/** A telephone proves by the pass's own token that it holds the pass. */
async function requirePass(deps: Deps, { passTypeId, serialNumber }: PassAddress, token: string) {
  const isOurs = passTypeId === deps.appleWallet.passTypeId && isPassToken(deps, serialNumber, token);
  const pass = isOurs ? await findPass(deps.db, serialNumber) : undefined;
  if (!pass) throw new AppError('PASS_UNKNOWN');
  return pass;
}

/** A telephone wants to hear of a pass; false where it does so already. PASS_UNKNOWN without the pass's token. */
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
    await advanceDevice(trx, deviceId);
    await keepNewestRegistrations(trx, membershipId, MOST_DEVICES);
    // It may have come with a file that somebody kept for a while: it asks for what the pass says now.
    await deps.jobs.enqueue(trx, 'push-wallet-pass', { membershipId });
    return true;
  });
}

/** A telephone has thrown a pass away. */
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

/** Which of a telephone's passes have changed after a tag of ours; null where none has. */
export async function listChangedPasses(
  deps: Deps,
  { deviceId, passTypeId, since }: { deviceId: string; passTypeId: string; since: number },
): Promise<ChangedPasses | null> {
  if (passTypeId !== deps.appleWallet.passTypeId) return null;
  const changed = await findChangedSince(deps.db, deviceId, since);
  return changed ? { serialNumbers: changed.membershipIds, lastUpdated: String(changed.tag) } : null;
}

/** The pass for the telephone that holds it, also when it is void; null where it has not changed since. */
export async function fetchPass(
  deps: Deps,
  address: PassAddress,
  { token, since }: { token: string; since: Date | null },
): Promise<MadePass | null> {
  const { membershipId } = await requirePass(deps, address, token);
  const current = await refreshPass(deps, membershipId);
  return since && current.changedAt <= since ? null : makeApplePass(deps, current);
}

/** What a telephone has to complain of, for whoever reads our log. */
export function logDeviceComplaints(deps: Deps, lines: readonly string[]): void {
  for (const line of lines) deps.log.info({ line }, 'a telephone complains of a pass');
}
