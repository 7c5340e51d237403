import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const failure = z.object({ file: z.string(), name: z.string(), message: z.string() });

const outcome = z.object({
  passed: z.int(),
  failures: z.array(failure),
  skipped: z.array(z.string()),
});

/** A failed test, or an error outside all tests. */
export type Failure = z.infer<typeof failure>;
/** The result of a suite, in the same form for Vitest and Playwright. */
export type Outcome = z.infer<typeof outcome>;

/** Names the environment variable that contains the path of the reporter's output file. */
export const OUTCOME_FILE = 'SUITE_OUTCOME_FILE';

const MAX_MESSAGE_LINES = 40;
/** Later failures are listed without their messages. */
const MAX_FULL_FAILURES = 20;

export function writeOutcome(result: Outcome): void {
  const file = process.env[OUTCOME_FILE];
  if (file) writeFileSync(file, JSON.stringify(result));
}

/** Returns undefined if the suite ended before it wrote its outcome. */
export async function readOutcome(file: string): Promise<Outcome | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : outcome.parse(JSON.parse(text));
}

function formatFailure({ file, name, message }: Failure, index: number): string {
  if (index >= MAX_FULL_FAILURES) return `${index + 1}. ${file}\n   ${name}`;
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  const shownLines = lines.slice(0, MAX_MESSAGE_LINES).map((line) => `     ${line}`.trimEnd());
  const omittedCount = lines.length - MAX_MESSAGE_LINES;
  const omittedNote = omittedCount > 0 ? [`     … ${omittedCount} more lines`] : [];
  return [`${index + 1}. ${file}`, `   ${name}`, ...shownLines, ...omittedNote].join('\n');
}

/** Puts the counts last, so that the end of a log shows whether the run passed. */
export function formatOutcome({ passed, failures, skipped }: Outcome): string {
  const skippedSection =
    skipped.length > 0 ? `Skipped:\n${skipped.map((name) => `  ${name}`).join('\n')}\n\n` : '';
  const failedSection =
    failures.length > 0 ? `Failed:\n\n${failures.map(formatFailure).join('\n\n')}\n\n` : '';
  return `\n${skippedSection}${failedSection}${passed} passed, ${failures.length} failed`;
}

export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  };
}
