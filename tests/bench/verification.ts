import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { startBareServer } from './support/bare.ts';
import { withDatabase } from './support/database.ts';
import { fillMemberships } from './support/memberships.ts';
import {
  checkResponse,
  createVisitors,
  openClients,
  startMeasuredProduct,
} from './support/product-server.ts';
import { recordStatements } from './support/recorded.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import { FULL_SLICES, QUICK_SLICES, takeTurns } from './support/take-turns.ts';

const MEMBERSHIPS = 1_000_000;
const QUICK_MEMBERSHIPS = 20_000;

/** Builds the path of a `verification.find` call as the web app sends it, with a formatted number. */
export function verificationPath(number: string): string {
  const input = encodeURIComponent(JSON.stringify({ 0: { number: formatMembershipNumber(number) } }));
  return `/trpc/verification.find?batch=1&input=${input}`;
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  const memberships = isQuick ? QUICK_MEMBERSHIPS : MEMBERSHIPS;
  return withDatabase(async ({ url, processId }) => {
    const numbers = await fillMemberships(url, memberships);
    const nextNumber = () => numbers[Math.floor(Math.random() * numbers.length)] ?? '';
    const recorded = nextNumber();
    const statements = await recordStatements(url, verificationPath(recorded));
    const product = await startMeasuredProduct(url);
    const bare = await startBareServer({ databaseUrl: url, requests: [statements], inputValue: recorded });
    const bareClients = openClients(bare.port);
    const headers = createVisitors();
    try {
      const callProduct = async (client: number) =>
        checkResponse(
          await product.clients[client]?.get(verificationPath(nextNumber()), headers()),
          '"state":"active"',
        );
      const callBareServer = async (client: number) =>
        checkResponse(await bareClients[client]?.get(`/replay/0?input=${nextNumber()}`), 'number');
      const comparisons = [];
      for (const clients of [1, 16]) {
        comparisons.push(
          ...(await takeTurns({
            row: 'verification',
            comparedWith: 'same SQL in bare Fastify',
            ours: { call: callProduct, serverPid: product.pid },
            theirs: { call: callBareServer, serverPid: bare.pid },
            clients,
            plan: isQuick ? QUICK_SLICES : FULL_SLICES,
            databasePid: processId,
            goals: { serverCpu: { atMost: 3 } },
          })),
        );
      }
      return {
        title: `Verification: lookups among ${memberships.toLocaleString('en-US')} memberships`,
        comparisons,
        tables: [],
        notes: [`A lookup sends ${statements.length} SQL statements besides those of the limits.`],
      };
    } finally {
      for (const client of bareClients) client.close();
      await bare.stop();
      await product.stop();
    }
  });
}

export const verificationBench: Bench = { name: 'verification', run };
