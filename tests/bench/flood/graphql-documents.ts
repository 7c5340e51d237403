import { HttpClient } from '../support/http-client.ts';
import { countResponse, from, isOver, port, runFlood } from './scenario.ts';

const CONNECTIONS = 4;
const repeat = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ');

/** A different document each time, so that no cache helps. */
const DOCUMENTS: ReadonlyArray<[name: string, write: (n: number) => string]> = [
  ['an unknown field', (n) => `{ nope${n} }`],
  ['a field without a procedure', (n) => `{ a${n}: __typename }`],
  ['55 kB of comment', (n) => `{ __typename } # ${n} ${'x'.repeat(55_000)}`],
  ['unknown fields', (n) => `{ user { ${repeat(400, (i) => `idd${n}x${i}`)} } }`],
  ['one field 95 times', (n) => `{ ${'user { id } '.repeat(95)} a${n}: __typename }`],
  ['one field 495 times', (n) => `{ ${'user { id } '.repeat(495)} a${n}: __typename }`],
  ['one nested field 800 times', (n) => `{ user { ${'id '.repeat(800)} a${n}: id } }`],
  [
    'spreads',
    (n) =>
      `{ user { ...f0 } } ${repeat(150, (i) => `fragment f${i} on User { ...f${i + 1} id }`)} fragment f150 on User { a${n}: id }`,
  ],
  ['variables', (n) => `query a${n}(${repeat(480, (i) => `$v${i}: Int`)}) { user { id } }`],
  ['a syntax error at the end', (n) => `{ a${n} ${'b '.repeat(1_900)}`],
];

/** Sends the documents in turn at full speed, without regard to Retry-After. */
async function send(connection: number): Promise<void> {
  const client = new HttpClient(port);
  for (let n = connection; !isOver(); n += CONNECTIONS) {
    const [name, write] = DOCUMENTS[((n / CONNECTIONS) % DOCUMENTS.length) | 0] ?? ['', String];
    // Once refused, a large document is no longer read, so the connection may close before its reply is.
    const { status } = await client
      .post('/graphql', { query: write(n) }, { 'x-forwarded-for': from })
      .catch(() => ({ status: 429 }));
    countResponse(name, status);
  }
  client.close();
}

await runFlood(Array.from({ length: CONNECTIONS }, (_, connection) => send(connection)));
