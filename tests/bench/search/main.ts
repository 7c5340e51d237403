import { requirePostgres } from '../support/database.ts';
import { describeMachine } from '../support/machine.ts';
import { publish } from '../support/report.ts';
import { searchReport } from './search.ts';

// Runs the search benchmark with the given numbers of stores. Usage:
//   node tests/bench/search/main.ts [10000 100000]

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0 || !sizes.every((size) => size >= 1000)) {
  throw new Error('Give one or more numbers of stores, each at least 1000.');
}
const { description, stop } = await requirePostgres();
await stop();
await publish('search', describeMachine(description), await searchReport(sizes));
