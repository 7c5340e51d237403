import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from './http-client.ts';
import { type BenchServer, type RequestCost, startBenchServer } from './server-process.ts';

/**
 * Runs `work` with a server that records its statements. The server has no rate limits, so that their
 * statements aren't recorded.
 */
export async function withRecordingServer<T>(
  databaseUrl: string,
  work: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({
    databaseUrl,
    dataDir,
    hasRateLimits: false,
    hasSandbox: false,
    recordsCosts: true,
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Records the SQL statements of one GET. */
export async function recordStatements(
  databaseUrl: string,
  path: string,
): Promise<RequestCost['statements']> {
  return withRecordingServer(databaseUrl, async (server) => {
    const client = new HttpClient(server.port);
    try {
      await server.takeCosts();
      const { status, body } = await client.get(path);
      const [cost] = await server.takeCosts();
      if (status !== 200 || !cost) throw new Error(`Returned ${status}: ${body}`);
      return cost.statements;
    } finally {
      client.close();
    }
  });
}
