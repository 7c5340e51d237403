import { join } from 'node:path';
import { coverageTable, measureCoverage } from './helpers/spec/coverage.ts';
import { markedTitles } from './helpers/spec/marks.ts';

// `npm run spec`: prints each line of the specification with the tests whose titles name it, as Markdown.

console.log(coverageTable(measureCoverage(await markedTitles(join(import.meta.dirname, '..')))));
