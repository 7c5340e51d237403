import { cardRefusalsBench } from './card-refusals.ts';
import { purchasesBench } from './purchases.ts';
import { searchBench } from './search/search.ts';
import { startBench } from './start.ts';
import { requirePostgres } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { type Bench, publish } from './support/report.ts';
import { verificationBench } from './verification.ts';
import { webBench } from './web/web.ts';

// Runs the benchmarks. A slow result doesn't make them fail. Usage:
//   npm run bench [-- start purchases verification card-refusals web search]
// Two slow benchmarks have their own commands: tests/bench/faults.ts and tests/bench/malformed.ts.

const BENCHES: Bench[] = [
  startBench,
  purchasesBench,
  verificationBench,
  cardRefusalsBench,
  webBench,
  searchBench,
];

const names = process.argv.slice(2);
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
const machine = describeMachine(postgres);
console.log(`${machine}\n`);
for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  try {
    await publish(bench.name, machine, await bench.run());
  } catch (error) {
    console.error(`${bench.name} failed:`, error);
    process.exitCode = 1;
  }
}
