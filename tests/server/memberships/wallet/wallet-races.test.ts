import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  fetchPass,
  listChangedPasses,
  registerDevice,
} from '#server/domains/memberships/wallet/wallet-device.service.ts';
import {
  issueApplePass,
  refreshPass,
  refreshWalletPasses,
} from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { newId } from '#server/lib/ids.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { TEST_PASS_TYPE } from '#tests/helpers/fakes/wallets.ts';
import { readPass } from './wallet-documents.ts';

const STATES = ['active', 'past_due', 'unpaid'] as const;

describe.each(BOTH_DATABASES)('concurrent changes to passes, on $name', ({ open }) => {
  const database = open();
  const app = testApp(database, { limits: NO_LIMITS });

  async function makePasses(count: number) {
    const account = await makeAccount(database.db);
    const first = await makeMembership(database.db, { accountId: account.id });
    const { subscriptionId } = first;
    const otherMemberships = Array.from({ length: count - 1 }, () =>
      makeMembership(database.db, { accountId: account.id, subscriptionId }),
    );
    return { account, subscriptionId, memberships: [first, ...(await Promise.all(otherMemberships))] };
  }

  test('create one row and one version of a pass that is issued many times at once', async () => {
    const { account, memberships } = await makePasses(1);
    const [{ id, number } = { id: '', number: '' }] = memberships;
    const passes = await Promise.all(
      Array.from({ length: 10 }, () => issueApplePass(app.deps, account.id, number)),
    );
    expect(new Set(passes.map(({ changedAt }) => changedAt.getTime())).size).toBe(1);
    const rows = await database.db
      .selectFrom('walletPasses')
      .select('version')
      .where('membershipId', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('end with the current pass on a device that fetches meanwhile', async () => {
    const { account, subscriptionId, memberships } = await makePasses(3);
    const deviceId = newId();
    const tokens = new Map<string, string>();
    const statusByPass = new Map<string, string | undefined>();
    for (const { id, number } of memberships) {
      const { bytes } = await issueApplePass(app.deps, account.id, number);
      tokens.set(id, readPass(bytes).authenticationToken);
    }
    let since = 0;

    const fetchOnce = async () => {
      const changedPasses = await listChangedPasses(app.deps, {
        deviceId,
        passTypeId: TEST_PASS_TYPE,
        since,
      });
      for (const serialNumber of changedPasses?.serialNumbers ?? []) {
        const address = { passTypeId: TEST_PASS_TYPE, serialNumber };
        const token = tokens.get(serialNumber) ?? '';
        const pass = await fetchPass(app.deps, address, { token, since: null });
        statusByPass.set(
          serialNumber,
          readPass(pass?.bytes ?? Buffer.alloc(0)).storeCard.auxiliaryFields[1]?.value,
        );
      }
      since = changedPasses ? Number(changedPasses.lastUpdated) : since;
    };
    // A phone fetches after the previous fetch, because a late response must not replace a newer pass.
    let lastFetch = Promise.resolve();
    const fetchChangedPasses = () => {
      lastFetch = lastFetch.then(fetchOnce);
      return lastFetch;
    };
    const change = async () => {
      const status = STATES[randomInt(STATES.length)] ?? 'active';
      const { db } = database;
      await db.updateTable('subscriptions').set({ status }).where('id', '=', subscriptionId).execute();
    };
    const register = async (serialNumber: string) => {
      const address = { deviceId, passTypeId: TEST_PASS_TYPE, serialNumber };
      const token = tokens.get(serialNumber) ?? '';
      await registerDevice(app.deps, address, { token, pushToken: deviceId });
    };

    const work = Array.from({ length: 12 }, () => [
      change,
      () => refreshWalletPasses(app.deps),
      fetchChangedPasses,
    ]).flat();
    const registrations = memberships.map(
      ({ id }) =>
        () =>
          register(id),
    );
    await Promise.all([...registrations, ...work].map((one) => one()));
    await refreshWalletPasses(app.deps);
    await fetchChangedPasses();
    for (const { id } of memberships) {
      expect(statusByPass.get(id)).toBe((await refreshPass(app.deps, id)).facts.status);
    }
    expect(await listChangedPasses(app.deps, { deviceId, passTypeId: TEST_PASS_TYPE, since })).toBeNull();
  });
});
