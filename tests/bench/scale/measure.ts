import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fillStores } from '../search/fill-stores.ts';
import { withDatabase } from '../support/database.ts';
import { describeMachine } from '../support/machine.ts';
import { startMeasuredProduct } from '../support/product-server.ts';
import { measureExactCount, measureFlush } from './limiter-cost.ts';
import { connectToSandbox, makeMembers, settleJobs } from './members.ts';
import { createMeter } from './meter.ts';
import { readTableSizes, subtractSizes } from './table-sizes.ts';

// Measures what a member, a renewal, a store, and a counted call cost, for simulate.ts. Usage:
//   node tests/bench/scale/measure.ts [members] [stores]
const MEMBERS = Number(process.argv[2] ?? 2_000);
const STORES = Number(process.argv[3] ?? 50_000);

await withDatabase(async ({ url, client: { db }, processId, description }) => {
  const product = await startMeasuredProduct(url);
  const sandbox = connectToSandbox(product);
  const meter = createMeter(db, processId, product.pid);
  const emptySizes = await readTableSizes(db);
  console.log(`Making ${MEMBERS} members …`);
  const joining = await meter.measure(MEMBERS, async () => {
    await makeMembers(product, MEMBERS);
    await settleJobs(db, sandbox);
  });
  const sizesAfterJoining = await readTableSizes(db);
  console.log('Renewing their memberships …');
  const renewing = await meter.measure(MEMBERS, async () => {
    await sandbox.advance({ months: 1 });
    await settleJobs(db, sandbox);
  });
  const sizesAfterRenewal = await readTableSizes(db);
  const { rows } = await sql<{ owned: number; payments: number }>`
    select (select count(*)::int from memberships where account_id is not null) as owned,
      (select count(*)::int from payments) as payments`.execute(db);
  const [{ owned, payments } = { owned: 0, payments: 0 }] = rows;
  if (owned !== MEMBERS || payments !== 2 * MEMBERS) {
    throw new Error(`${owned} members own a membership, and ${payments} payments were recorded`);
  }
  await product.stop();
  console.log('Counting calls …');
  const idleMeter = createMeter(db, processId);
  const flushes = [];
  for (const counters of [1, 10, 100, 1_000, 5_000]) {
    flushes.push({ counters, ...(await measureFlush(db, idleMeter, counters)) });
  }
  const exactCount = await measureExactCount(db, idleMeter);
  console.log(`Adding ${STORES} stores …`);
  const sizesBefore = await readTableSizes(db);
  await fillStores(url, STORES);
  const stores = subtractSizes(await readTableSizes(db), sizesBefore);
  const measured = {
    machine: describeMachine(description).description,
    at: new Date().toISOString(),
    members: MEMBERS,
    storeCount: STORES,
    perMember: subtractSizes(sizesAfterJoining, emptySizes),
    perRenewal: subtractSizes(sizesAfterRenewal, sizesAfterJoining),
    perStore: stores,
    costs: { joining, renewing, exactCount },
    flushes,
  };
  await writeFile(join(import.meta.dirname, 'measured.json'), `${JSON.stringify(measured, null, 2)}\n`);
});
