import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import pg from 'pg';
import { type BareOptions, bareOptions } from './bare.ts';
import { renewStatements, type Statement } from './replay.ts';

/** Bare Fastify and pg: the same SQL or the same files, without our product. */
const options: BareOptions = bareOptions.parse(deserialize(await readFile(process.argv[2] ?? '')));
const app = Fastify();

if (options.databaseUrl) {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 10 });
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const run = async (statements: readonly Statement[], input?: string) => {
    const client = await pool.connect();
    try {
      let rows: unknown[] = [];
      for (const { text, values } of statements) {
        const boundValues = values.map((value) => (value === options.inputValue ? (input ?? value) : value));
        ({ rows } = await client.query(
          boundValues.length > 0 ? { name: nameOf(text), text, values: boundValues } : text,
        ));
      }
      return rows;
    } finally {
      client.release();
    }
  };
  app.get<{ Params: { index: number }; Querystring: { input?: string } }>(
    '/replay/:index',
    async (request) => {
      const rows = await run(options.requests[request.params.index] ?? [], request.query.input);
      return { rows };
    },
  );
  app.post('/write', async () => ({ rows: await run(renewStatements(options.requests[0] ?? [])) }));
}
if (options.filesFolder) {
  app.register(fastifyStatic, { root: options.filesFolder, preCompressed: true });
}

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.on('disconnect', () => process.exit(0));
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
