import Fastify from 'fastify';
import pg from 'pg';

/** A Fastify server with one route and one SELECT: the lower bound for a lookup over HTTP. */
const { databaseUrl, text }: { databaseUrl: string; text: string } = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const app = Fastify();
app.get<{ Querystring: { number: string } }>('/', async (request) => {
  const { rows } = await pool.query({ name: 'bare', text, values: [request.query.number] });
  return rows[0];
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.on('disconnect', () => process.exit(0));
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
