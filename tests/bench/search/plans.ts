import pg from 'pg';
import type { SearchCase } from './cases.ts';
import { type Recording, searchKey } from './recording.ts';

/** How often each statement runs. Enough for PostgreSQL to choose between a generic and a custom plan. */
const RUNS_PER_STATEMENT = 8;
const MAX_PLAN_LENGTH = 4_000;

const SETTINGS = `load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = on;
  set client_min_messages = log`;

/** Returns the plan and timing of a named prepared statement. EXPLAIN would plan it separately. */
async function readPlan(client: pg.Client, name: string, text: string, values: unknown[]): Promise<string> {
  let plan = '';
  const listen = ({ message }: { message?: string | undefined }) => {
    plan = message ?? '';
  };
  client.on('notice', listen);
  for (let i = 0; i < RUNS_PER_STATEMENT; i++) await client.query({ name, text, values });
  client.off('notice', listen);
  const [duration = '', ...rest] = plan.split('\n');
  const planLines = rest
    .filter((line) => !line.startsWith('Query Text'))
    .filter((line) => /^\s*(->|Index Cond|Filter|Heap|Buffers|Sort|Rows Removed|\w)/.test(line))
    .join('\n');
  return `${duration.replace(/\s*plan:$/, '')}\n${planLines.slice(planLines.search(/^\S.*cost=/m))}`.slice(
    0,
    MAX_PLAN_LENGTH,
  );
}

/** Returns the plans of the statements in each case's search, as Markdown. */
export async function describePlans(
  url: string,
  cases: readonly SearchCase[],
  recording: Recording,
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SETTINGS);
    const parts: string[] = [];
    const names = new Map<string, string>();
    for (const { name, search } of cases) {
      parts.push(`## ${name}`);
      for (const { text, values } of recording.get(searchKey(search))?.statements ?? []) {
        const statement = names.get(text) ?? `s${names.size}`;
        names.set(text, statement);
        const shortText = text.replace(/\s+/g, ' ').slice(0, 400);
        parts.push(
          `    ${shortText}`,
          (await readPlan(client, statement, text, values)).replace(/^/gm, '    '),
        );
      }
    }
    return parts.join('\n\n');
  } finally {
    await client.end();
  }
}
