import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBareServer } from './support/bare.ts';
import { withDatabase } from './support/database.ts';
import type { HttpClient } from './support/http-client.ts';
import { createVisitors, openClients, startMeasuredProduct } from './support/product-server.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import { FULL_SLICES, QUICK_SLICES, takeTurns } from './support/take-turns.ts';

const ROOT = join(import.meta.dirname, '../..');
const WEB = join(ROOT, 'dist/web');
const ENCODING = { 'accept-encoding': 'br' };

async function fetchBytes(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: ENCODING });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length') ?? 0);
}

/** Finds the compressed file of the web app whose size is nearest to `bytes`. */
async function findFileOfSize(bytes: number): Promise<{ path: string; size: number }> {
  const names = (await readdir(join(WEB, 'assets'))).filter((name) => name.endsWith('.br'));
  const files = await Promise.all(
    names.map(async (name) => ({
      path: `/assets/${name.slice(0, -'.br'.length)}`,
      size: (await stat(join(WEB, 'assets', name))).size,
    })),
  );
  const [nearest] = files.toSorted((a, b) => Math.abs(a.size - bytes) - Math.abs(b.size - bytes));
  if (!nearest) throw new Error('The web app has no compressed file');
  return nearest;
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  return withDatabase(async ({ url, processId }) => {
    const product = await startMeasuredProduct(url);
    const bare = await startBareServer({ filesFolder: WEB });
    const bareClients = openClients(bare.port);
    const headers = createVisitors();
    try {
      const pageBytes = await fetchBytes(product.port, '/');
      const file = await findFileOfSize(pageBytes);
      const get = (clients: HttpClient[], path: string) => async (client: number) => {
        const response = await clients[client]?.get(path, { ...ENCODING, ...headers() });
        if (response?.status !== 200) throw new Error(`${path} returned ${response?.status}`);
      };
      const home = { call: get(product.clients, '/'), serverPid: product.pid };
      const ownFile = { call: get(product.clients, file.path), serverPid: product.pid };
      const bareFile = { call: get(bareClients, file.path), serverPid: bare.pid };
      const common = { plan: isQuick ? QUICK_SLICES : FULL_SLICES, databasePid: processId };
      const comparisons = [];
      for (const clients of [1, 16]) {
        comparisons.push(
          ...(await takeTurns({
            ...common,
            row: 'home HTML',
            comparedWith: 'our static file of its size',
            ours: home,
            theirs: ownFile,
            clients,
            goals: { throughput: { atLeast: 1.5 } },
          })),
          ...(await takeTurns({
            ...common,
            row: 'our static file',
            comparedWith: "bare Fastify's",
            ours: ownFile,
            theirs: bareFile,
            clients,
            goals: { throughput: { atLeast: 0.5 } },
          })),
        );
      }
      return {
        title: 'The home page',
        comparisons,
        tables: [],
        notes: [
          `Brotli, as browsers ask for it: ${pageBytes} bytes of HTML, ${file.size} bytes of ${file.path}.`,
        ],
      };
    } finally {
      for (const client of bareClients) client.close();
      await bare.stop();
      await product.stop();
    }
  });
}

export const homeBench: Bench = { name: 'home', run };
