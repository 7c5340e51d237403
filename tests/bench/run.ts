import { parseArgs } from 'node:util';
import { cardRefusalsBench } from './card-refusals.ts';
import { countingBench } from './counting.ts';
import { homeBench } from './home.ts';
import { peersBench } from './peers/peers.ts';
import { purchasesBench } from './purchases.ts';
import { searchBench } from './search/search.ts';
import { searchesBench } from './searches.ts';
import { startBench } from './start.ts';
import { requirePostgres } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { type Bench, publish } from './support/report.ts';
import { tracingBench } from './tracing.ts';
import { verificationBench } from './verification.ts';
import { webBench } from './web/web.ts';

// Runs the benchmarks. A slow result doesn't make them fail. Usage:
//   npm run bench [-- names] [--quick]
// Without names, runs those that compare the product with bare code. --quick uses little data and short
// measurements, and leaves RESULTS.md unchanged. Other benchmarks have their own commands; see
// tests/README.md.

const COMPARISONS: Bench[] = [verificationBench, searchesBench, homeBench, purchasesBench, startBench];
const BENCHES: Bench[] = [
  ...COMPARISONS,
  searchBench,
  peersBench,
  cardRefusalsBench,
  tracingBench,
  countingBench,
  webBench,
];

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknownNames = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknownNames.length > 0) {
  console.error(
    `Unknown benchmark ${unknownNames.join(', ')}. Choose from: ${BENCHES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const postgres = await requirePostgres().then(
  async ({ description, stop }) => {
    await stop();
    return description;
  },
  () => undefined,
);
console.log(`${describeMachine(postgres).description}\n`);
for (const bench of names.length === 0 ? COMPARISONS : BENCHES.filter(({ name }) => names.includes(name))) {
  const machine = describeMachine(postgres);
  try {
    await publish(bench.name, machine, await bench.run({ isQuick: values.quick }), !values.quick);
  } catch (error) {
    console.error(`${bench.name} failed:`, error);
    process.exitCode = 1;
  }
}
