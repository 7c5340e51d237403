import { parseArgs } from 'node:util';
import { describeMachine } from '../support/machine.ts';
import { publish } from '../support/report.ts';
import { DEFAULT_OPTIONS, webReport } from './web.ts';

// Runs only the web benchmark. A slow result doesn't make it fail. Usage:
//   npm run bench:web [-- --runs 5] [--only-loading] [/ /pricing]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, 'only-loading': { type: 'boolean' } },
});
const runs = values.runs === undefined ? DEFAULT_OPTIONS.runs : Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error('Give the number of runs as a whole number of at least 1.');
const pages = positionals.length === 0 ? DEFAULT_OPTIONS.pages : positionals;
const report = await webReport({ runs, pages, interactions: !values['only-loading'] });
await publish('web', describeMachine('no PostgreSQL: the embedded database'), report);
