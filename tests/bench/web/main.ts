import { parseArgs } from 'node:util';
import { describeMachine } from '../support/machine.ts';
import { publish } from '../support/report.ts';
import { EVERYTHING, webReport } from './web.ts';

// The web's figures alone: nothing fails because of a time. Usage:
//   npm run bench:web [-- --runs 5] [--only-loading] [/ /pricing]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, 'only-loading': { type: 'boolean' } },
});
const runs = values.runs === undefined ? EVERYTHING.runs : Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('How many runs? A whole number from 1.');
const pages = positionals.length === 0 ? EVERYTHING.pages : positionals;
const report = await webReport({ runs, pages, interactions: !values['only-loading'] });
await publish('web', describeMachine('no PostgreSQL: the embedded database'), report);
