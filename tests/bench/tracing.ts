import { once } from 'node:events';
import { createServer } from 'node:http';
import { withDatabase } from './support/database.ts';
import { fillMemberships } from './support/memberships.ts';
import {
  checkResponse,
  createVisitors,
  type MeasuredProduct,
  startMeasuredProduct,
} from './support/product-server.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import { QUICK_SLICES, type SlicePlan, takeTurns } from './support/take-turns.ts';
import { verificationPath } from './verification.ts';

const MEMBERSHIPS = 100_000;
const QUICK_MEMBERSHIPS = 20_000;
const SLICES: SlicePlan = { count: 10, seconds: 3 };

/** Accepts traces and counts them. */
async function startCollector() {
  let batchCount = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      batchCount += 1;
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    countBatches: () => batchCount,
    close: () => server.close(),
  };
}

/** Compares the product with 5 % of its requests traced and without tracing. */
async function run({ isQuick }: BenchOptions): Promise<Report> {
  return withDatabase(async ({ url, processId }) => {
    const numbers = await fillMemberships(url, isQuick ? QUICK_MEMBERSHIPS : MEMBERSHIPS);
    const collector = await startCollector();
    const tracedProduct = await startMeasuredProduct(url, {
      TRACES_URL: collector.url,
      TRACES_SAMPLE_RATE: '0.05',
    });
    const untracedProduct = await startMeasuredProduct(url);
    const headers = createVisitors();
    const side = (product: MeasuredProduct) => ({
      serverPid: product.pid,
      call: async (client: number) => {
        const number = numbers[Math.floor(Math.random() * numbers.length)] ?? '';
        const response = await product.clients[client]?.get(verificationPath(number), headers());
        checkResponse(response, '"state":"active"');
      },
    });
    try {
      const comparisons = await takeTurns({
        row: 'tracing 5 %',
        comparedWith: 'no tracing',
        ours: side(tracedProduct),
        theirs: side(untracedProduct),
        clients: 16,
        plan: isQuick ? QUICK_SLICES : SLICES,
        databasePid: processId,
        goals: { throughput: { atLeast: 0.95 } },
      });
      return {
        title: 'Tracing: verifications with and without it',
        comparisons,
        tables: [],
        notes: [`The collector got ${collector.countBatches()} batches of traces.`],
      };
    } finally {
      await Promise.all([tracedProduct.stop(), untracedProduct.stop()]);
      collector.close();
    }
  });
}

export const tracingBench: Bench = { name: 'tracing', run };
