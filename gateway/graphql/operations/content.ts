import { z } from 'zod';
import { contractType, policyType } from '#server/content/content.schema.ts';
import { operation } from '../operation.ts';

export const contentOperations = [
  operation({
    name: 'GetContract',
    kind: 'query',
    args: z.object({ type: contractType }),
    call: (caller, { type }) => caller.content.contract({ type }),
    present: (contract) => contract.html,
  }),
  operation({
    name: 'GetPolicy',
    kind: 'query',
    args: z.object({ type: policyType }),
    call: (caller, { type }) => caller.content.policy({ type }),
    present: ({ type, version, publishedAt, html }) => ({
      id: `${type}-${version}`,
      date: publishedAt.toISOString(),
      text: html,
    }),
  }),
  operation({
    name: 'GetSetting',
    kind: 'query',
    args: z.object({ key: z.string() }),
    // Keys that are not public and keys that do not exist are both null (DESIGN D34).
    call: async (caller, { key }) => ({
      key,
      value: new Map(Object.entries(await caller.content.settings())).get(key),
    }),
    present: ({ key, value }) => (value === undefined ? null : { id: key, key, value }),
  }),
];
