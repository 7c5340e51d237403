import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#gateway/graphql/graphql.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { type Definitions, INTROSPECTION, parseDefinitions, readServedDefinitions } from './sdl.ts';

const server = testApp(testDb());
const CONTRACT = join(import.meta.dirname, '../../../gateway/graphql/contract.graphql');
const ROOTS = ['Query', 'Mutation'];

let contract: Definitions;
let served: Definitions;

const listFields = (definitions: Definitions, type: string) => definitions[type]?.fields ?? [];
const fieldName = (field: string) => field.replace(/[(:].*$/, '');
const toCamelCase = (field: string) => field.charAt(0).toLowerCase() + field.slice(1);

beforeAll(async () => {
  contract = parseDefinitions(await readFile(CONTRACT, 'utf8'));
  const visitor = await server.visitor();
  served = readServedDefinitions((await visitor.graphql(INTROSPECTION)).data);
});

describe('[D4] the served schema', () => {
  test('parses the whole contract', () => {
    expect(Object.keys(contract)).toHaveLength(40);
    expect(listFields(contract, 'Query')).toHaveLength(15);
    expect(listFields(contract, 'Mutation')).toHaveLength(16);
    expect(listFields(contract, 'Query')[0]).toBe('GetContract(type: ContractType!): String');
    expect(listFields(contract, 'EmployeeInput')).toHaveLength(15);
    expect(listFields(contract, 'PolicyType')).toEqual(['PRIVACY', 'COOKIE']);
  });

  test.each(ROOTS)('contains every field of %s, under each of its spellings', (root) => {
    const expected = listFields(contract, root).flatMap((field) => [...new Set([field, toCamelCase(field)])]);
    expect(listFields(served, root).toSorted()).toEqual(expected.toSorted());
  });

  test('contains every type with the contract’s fields, in order', () => {
    const types = (definitions: Definitions) => {
      return Object.fromEntries(Object.entries(definitions).filter(([name]) => !ROOTS.includes(name)));
    };
    expect(types(served)).toEqual(types(contract));
  });

  test('has exactly one operation for every name', () => {
    const names = ROOTS.flatMap((root) => listFields(contract, root).map(fieldName));
    expect(OPERATIONS.map((row) => row.name).toSorted()).toEqual(names.toSorted());
  });
});
