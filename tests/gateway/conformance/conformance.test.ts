import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProductProcess, startProduct } from '#tests/helpers/product.ts';
import { type ConformanceCase, type World, worldAt } from './conformance-case.ts';
import { ERROR_CASES, listMessages } from './error-cases.ts';
import { FORM_CASES } from './form-cases.ts';
import { record, toRecords } from './legacy-client.ts';
import { MUTATION_CASES } from './mutation-cases.ts';
import { QUERY_CASES } from './query-cases.ts';
import { testRestCalls } from './rest-calls.ts';
import { testRestSessionCalls } from './rest-session-calls.ts';

// Calls every GraphQL name over the network, like an existing client, and compares it with our web app's
// procedure.

const CONTRACT = join(import.meta.dirname, '../../../gateway/graphql/contract.graphql');
const GOLDEN = join(import.meta.dirname, 'golden/errors.json');
const CASES = [...QUERY_CASES, ...MUTATION_CASES, ...FORM_CASES];

/** Long, because the first start seeds the database. */
const START_MS = 180_000;
const DAY_MS = 86_400_000;

let product: ProductProcess;
let world: World;

beforeAll(async () => {
  // Each client sends its own forwarded address, so that no client reaches a rate limit.
  product = await startProduct({ TRUST_PROXY: '1' });
  // Use the host that the product uses in links.
  world = worldAt(`http://localhost:${product.port}`, product.dataDir);
}, START_MS);

afterAll(() => product?.stop());

/** Returns a name as listed and, if it differs, in camelCase (D4). */
const listSpellings = (name: string) => [...new Set([name, name.charAt(0).toLowerCase() + name.slice(1)])];

const EVERY_SPELLING = CASES.flatMap((one) => listSpellings(one.name).map((spelling) => ({ spelling, one })));

async function listContractNames(): Promise<string[]> {
  const roots = (await readFile(CONTRACT, 'utf8')).matchAll(/^type (?:Query|Mutation) \{\n([\s\S]*?)^\}/gm);
  return [...roots].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name),
  );
}

const documentFor = ({ document }: ConformanceCase, spelling: string) => document.replace('FIELD', spelling);

test('[S7 calls] each of the contract’s 31 names has exactly one document', async () => {
  const names = await listContractNames();
  expect(names).toHaveLength(31);
  expect(CASES.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('[S7 calls] the client imports nothing from this project', async () => {
  const source = await readFile(join(import.meta.dirname, 'legacy-client.ts'), 'utf8');
  expect(source).not.toMatch(/\bimport\b.*\bfrom\b|\bimport\(|\brequire\(/);
});

describe('[S7 calls] an existing client’s GraphQL call and the procedure return the same data', () => {
  test.each(EVERY_SPELLING)('$one.mark $spelling', async ({ spelling, one }) => {
    const { client, variables } = await one.prepare(world);
    const { data, errors } = await client.graphql(documentFor(one, spelling), variables);
    expect(errors).toEqual([]);
    const response = data[spelling];
    expect(response ?? null).not.toBeNull();
    const comparable = one.comparable ?? ((value: unknown) => value);
    expect(comparable(response)).toEqual(comparable(await one.expected(client, variables, response, world)));
  });
});

describe('[S8] GraphQL refuses with the same message and fields as the procedure', () => {
  const disallowed = EVERY_SPELLING.flatMap(({ spelling, one }) => {
    return one.refusal ? [{ spelling, one, refusal: one.refusal }] : [];
  });

  test.each(disallowed)('$one.mark $spelling', async ({ spelling, one, refusal }) => {
    const { client } = await world.newcomer();
    const { data, errors } = await client.graphql(documentFor(one, spelling), refusal.variables);
    expect(data[spelling] ?? null).toBeNull();
    const kind = one.document.startsWith('query') ? 'query' : 'mutation';
    const { error } = await client.procedure(kind, refusal.procedure, refusal.input);
    expect(error).not.toBeNull();
    expect(errors).toEqual([error]);
  });
});

test('[S9 a year] [S7 BuyCorporateCards] a company card’s lookup shows that it is valid for a year from its sale', async () => {
  const company = MUTATION_CASES.find(({ name }) => name === 'BuyCorporateCards');
  if (!company) throw new Error('There is no case for BuyCorporateCards');
  const { client, variables } = await company.prepare(world);
  await client.graphql(documentFor(company, company.name), variables);
  const [card] = toRecords((await client.answerOf('query', 'corporate.cards', { page: 1 })).cards);
  const { data } = await world
    .visitor()
    .graphql(
      `{ getMembershipByMembershipID(membershipID: "${card?.number}") { period_start period_end } }`,
      {},
    );
  const { period_start, period_end } = record(data.getMembershipByMembershipID);
  const [start, end] = [new Date(String(period_start)), new Date(String(period_end))];
  expect(Math.abs(start.getTime() - Date.now())).toBeLessThan(DAY_MS);
  expect(Math.abs(end.getTime() - start.setUTCFullYear(start.getUTCFullYear() + 1))).toBeLessThan(DAY_MS);
});

describe('every error in the golden file', () => {
  test.each(ERROR_CASES)('$mark $when', async ({ mark, when, listErrors }) => {
    const golden = toRecords(JSON.parse(await readFile(GOLDEN, 'utf8')));
    const errors = listMessages(await listErrors(world));
    expect({ line: mark, when, errors }).toEqual(
      golden.find((one) => one.line === mark && one.when === when),
    );
  });

  test('[S8 graph error] has a test, and no other error is tested', async () => {
    const golden = toRecords(JSON.parse(await readFile(GOLDEN, 'utf8')));
    const listedErrors = ERROR_CASES.map(({ mark, when }) => ({ mark, when }));
    expect(golden.map(({ line, when }) => ({ mark: line, when }))).toEqual(listedErrors);
  });
});

testRestSessionCalls(() => world);
testRestCalls(() => world);
