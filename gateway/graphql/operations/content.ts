import { z } from 'zod';
import { contractType, policyType } from '#server/domains/content/content.schema.ts';
import type { sendMessageInput } from '#server/domains/content/messages/contact.schema.ts';
import type { requestEducatorInfoInput } from '#server/domains/content/messages/educator.schema.ts';
import type { signUpForSeminarInput } from '#server/domains/content/messages/seminar.schema.ts';
import { inputOf, operation, text, withoutBlanks } from '../define-operation.ts';

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
    // Private and unknown keys both return null, so that clients can't probe for private ones (D34).
    call: async (caller, { key }) => ({
      key,
      value: new Map(Object.entries(await caller.content.settings())).get(key),
    }),
    present: ({ key, value }) => (value === undefined ? null : { id: key, key, value }),
  }),
  operation({
    name: 'SendCorporateMessage',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof sendMessageInput>()),
    call: (caller, message) => caller.content.sendMessage(message),
    present: (isReceived) => isReceived,
  }),
  operation({
    name: 'getMoreInformationEducator',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof requestEducatorInfoInput>()),
    call: (caller, request) => caller.content.requestEducatorInfo(request),
    present: (isReceived) => isReceived,
  }),
  operation({
    name: 'createSeminarSignup',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof signUpForSeminarInput>()),
    call: (caller, signup) => caller.content.signUpForSeminar(signup),
    present: (isReceived) => isReceived,
  }),
  operation({
    name: 'subscribe',
    kind: 'mutation',
    args: z.object({ email: text }),
    call: (caller, { email }) => caller.content.subscribe({ email }),
    present: (isSubscribed) => isSubscribed,
  }),
];
