import { purchasesBench } from './purchases.ts';
import { searchBench } from './search/search.ts';
import { startBench } from './start.ts';
import { requirePostgres } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { type Bench, publish } from './support/report.ts';
import { tillBench } from './till.ts';
import { verificationBench } from './verification.ts';
import { webBench } from './web/web.ts';

// Figures, not tests: nothing here fails because of a time. Usage:
//   npm run bench [-- start purchases verification till web search]
// Two more take long and have commands of their own: tests/bench/crash.ts and tests/bench/malformed.ts.

const BENCHES: Bench[] = [startBench, purchasesBench, verificationBench, tillBench, webBench, searchBench];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(', ')}: ${BENCHES.map(({ name }) => name).join(', ')}`,
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
for (const bench of BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  try {
    await publish(bench.name, machine, await bench.run());
  } catch (error) {
    console.error(`${bench.name} could not be run:`, error);
    process.exitCode = 1;
  }
}
