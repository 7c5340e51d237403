import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDb } from '#db/client.ts';
import { type Buyer, CARDS, createBuyer } from '#tests/bench/faults/buyers.ts';
import { callProcedure, createToken, openWizard } from '#tests/bench/faults/submit.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '../../../server/app/cli/main.ts');

/** Creates people who want to buy something, with accounts and sessions for those who need one. */
export async function createBuyers(
  databaseUrl: string,
  count: number,
  random: () => number,
): Promise<Buyer[]> {
  const { db, close } = await createDb({ databaseUrl });
  try {
    const { code } = await makePromoCode(db, { percentOff: 10 });
    const buyers: Buyer[] = [];
    for (let i = 0; i < count; i += 1) buyers.push(await createBuyer(db, random, code));
    return buyers;
  } finally {
    await close();
  }
}

/** Buys what these people want, each with a good card. */
export async function buyAll(port: number, sandboxUrl: string, buyers: readonly Buyer[]): Promise<void> {
  for (const { client, path, cart, key } of buyers) {
    if (!client.headers.authorization) await openWizard(port, client);
    const token = await createToken(sandboxUrl, CARDS.good);
    const outcome = await callProcedure(port, client, path, { ...cart, token, idempotencyKey: key });
    if (outcome.kind !== 'paid') throw new Error(`${path} was not paid: ${JSON.stringify(outcome)}`);
  }
}

export interface CommandOutcome {
  code: number;
  output: string;
}

/** Runs a command of the product, as an operator does. */
export async function runCommand(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<CommandOutcome> {
  const { PATH, HOME, NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'fatal', ...settings };
  return run(process.execPath, [CLI, ...args], { env, maxBuffer: 64_000_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}

export interface ListedFinding {
  kind: string;
  id: string;
}

/** Reads the findings that `npm run reconcile` printed. */
export function readFindings(output: string): ListedFinding[] {
  return [...output.matchAll(/^([a-z]+(?:-[a-z]+)+) +(\S+)/gm)].map(([, kind = '', id = '']) => ({
    kind,
    id,
  }));
}
