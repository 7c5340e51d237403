import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const failure = z.object({ file: z.string(), name: z.string(), message: z.string() });

const outcome = z.object({
  passed: z.int(),
  failures: z.array(failure),
  /** Names of tests that were left out. */
  notRun: z.array(z.string()),
});

/** One test, or one thing beside the tests, that did not go well. */
export type Failure = z.infer<typeof failure>;
/** What a suite came to, in whichever tool's words it ran. */
export type Outcome = z.infer<typeof outcome>;

/** Names the file that a suite's reporter writes its outcome to. */
export const OUTCOME_FILE = 'SUITE_OUTCOME_FILE';

/** The beginning of a message tells why; of very many failures the first ones do. */
const MESSAGE_LINES = 40;
const WHOLE_FAILURES = 20;

/** Writes while the tool ends, which waits for nobody. */
export function writeOutcome(result: Outcome): void {
  const file = process.env[OUTCOME_FILE];
  if (file) writeFileSync(file, JSON.stringify(result));
}

/** What the reporter wrote; undefined where the tool ended before it could. */
export async function readOutcome(file: string): Promise<Outcome | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : outcome.parse(JSON.parse(text));
}

function tellFailure({ file, name, message }: Failure, index: number): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  const left = lines.length - MESSAGE_LINES;
  if (index >= WHOLE_FAILURES) return `${index + 1}. ${file}\n   ${name}`;
  const shown = lines.slice(0, MESSAGE_LINES).map((line) => `     ${line}`.trimEnd());
  const rest = left > 0 ? [`     … ${left} more lines`] : [];
  return [`${index + 1}. ${file}`, `   ${name}`, ...shown, ...rest].join('\n');
}

/** The last words of a run, the count at the very end: whoever sees nothing else sees what failed. */
export function tell({ passed, failures, notRun }: Outcome): string {
  const left = notRun.length > 0 ? `Not run here:\n${notRun.map((name) => `  ${name}`).join('\n')}\n\n` : '';
  const failed = failures.length > 0 ? `What failed:\n\n${failures.map(tellFailure).join('\n\n')}\n\n` : '';
  return `\n${left}${failed}${passed} passed, ${failures.length} failed`;
}

/** Several suites as one. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    notRun: outcomes.flatMap(({ notRun }) => notRun),
  };
}
