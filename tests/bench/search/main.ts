import { parseArgs } from 'node:util';
import { requirePostgres } from '../support/database.ts';
import { describeMachine } from '../support/machine.ts';
import { publish } from '../support/report.ts';
import { searchOnce } from './once.ts';
import { searchReport } from './search.ts';

// Runs the search benchmark with the given numbers of stores. Usage:
//   node tests/bench/search/main.ts 10000 100000     compares, with growth from the first to the last
//   node tests/bench/search/main.ts --once 5000000   loads them and searches once

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean', default: false } },
});
const sizes = positionals.map(Number);
if (sizes.length === 0 || !sizes.every((size) => size >= 1000)) {
  throw new Error('Give one or more numbers of stores, each at least 1000.');
}
const { description, stop } = await requirePostgres();
await stop();
const machine = describeMachine(description);
if (values.once) await publish('search-once', machine, await searchOnce(sizes));
else await publish('search', machine, await searchReport(sizes));
