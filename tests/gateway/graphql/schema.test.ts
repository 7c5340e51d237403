import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_SERVED_YET, OPERATIONS } from '#gateway/graphql/operations.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database.ts';
import { type Definitions, definitionsOf, definitionsServed, INTROSPECTION } from './sdl.ts';

const server = testApp(testDb());
const CONTRACT = join(import.meta.dirname, '../../../gateway/graphql/contract.graphql');
const ROOTS = ['Query', 'Mutation'];

let contract: Definitions;
let served: Definitions;

const fieldsOf = (definitions: Definitions, type: string) => definitions[type]?.fields ?? [];
const nameOf = (field: string) => field.replace(/[(:].*$/, '');
const inCamelCase = (field: string) => field.charAt(0).toLowerCase() + field.slice(1);

beforeAll(async () => {
  contract = definitionsOf(await readFile(CONTRACT, 'utf8'));
  const visitor = await server.visitor();
  served = definitionsServed((await visitor.graphql(INTROSPECTION)).data);
});

describe('[D4] the served schema against the contract', () => {
  test('the contract is read whole', () => {
    expect(Object.keys(contract)).toHaveLength(40);
    expect(fieldsOf(contract, 'Query')).toHaveLength(15);
    expect(fieldsOf(contract, 'Mutation')).toHaveLength(16);
    expect(fieldsOf(contract, 'Query')[0]).toBe('GetContract(type: ContractType!): String');
    expect(fieldsOf(contract, 'EmployeeInput')).toHaveLength(15);
    expect(fieldsOf(contract, 'PolicyType')).toEqual(['PRIVACY', 'COOKIE']);
  });

  test.each(ROOTS)('every served field of %s agrees with it, under each of its spellings', (root) => {
    const expected = fieldsOf(contract, root)
      .filter((field) => !NOT_SERVED_YET.includes(nameOf(field)))
      .flatMap((field) => [...new Set([field, inCamelCase(field)])]);
    expect(fieldsOf(served, root).toSorted()).toEqual(expected.toSorted());
  });

  test('every served type agrees with it, field by field and in its order', () => {
    const types = Object.keys(served).filter((name) => !ROOTS.includes(name));
    expect(types.length).toBeGreaterThan(0);
    for (const name of types) expect({ [name]: served[name] }).toEqual({ [name]: contract[name] });
  });

  test('what is not served yet is exactly what is listed so, and nothing is both', () => {
    const names = ROOTS.flatMap((root) => fieldsOf(contract, root).map(nameOf));
    const rows = OPERATIONS.map((row) => row.name);
    expect([...rows, ...NOT_SERVED_YET].toSorted()).toEqual(names.toSorted());
  });

  test('no type is served that no served field needs', () => {
    const text = Object.values(served)
      .flatMap((type) => type.fields)
      .join(' ');
    const unused = Object.keys(served).filter((name) => {
      return !ROOTS.includes(name) && !new RegExp(`: \\[*${name}\\b`).test(text);
    });
    expect(unused).toEqual([]);
  });
});
