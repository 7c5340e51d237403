import { setTimeout as sleep } from 'node:timers/promises';
import { type ConformanceCase, person, type Values, type World } from './conformance-case.ts';
import type { LegacyClient } from './legacy-client.ts';

const asVisitor = (variables: () => Values) => async (world: World) => ({
  client: world.visitor(),
  variables: variables(),
});

const MESSAGE = { name: 'Nora', subject: 'Cards', email: 'nora@example.com' };

/** How long to wait before a form is sent. A form that is sent sooner looks automated. */
const FILLING_IN_MS = 2_500;

/** Tokens of forms that were shown long enough ago. Each is valid for one message. */
const formTokens: unknown[] = [];

/**
 * Returns the token of a form that was shown long enough ago. Opens several forms at once, so that few tests
 * wait.
 */
async function takeFormToken(client: LegacyClient): Promise<unknown> {
  if (formTokens.length === 0) {
    const openForm = () => client.answerOf('query', 'content.formToken');
    const forms = await Promise.all(Array.from({ length: 10 }, openForm));
    await sleep(FILLING_IN_MS);
    formTokens.push(...forms.map(({ token }) => token));
  }
  return formTokens.pop();
}

/** Submits the same form as the web app does. The server then receives the message twice. */
const sendAsWebForm = (procedure: string) => async (client: LegacyClient, variables: Values) => {
  const formToken = await takeFormToken(client);
  const { data } = await client.procedure('mutation', procedure, { ...variables, formToken });
  return data;
};

/** The forms that visitors can send. */
export const FORM_CASES: readonly ConformanceCase[] = [
  {
    name: 'SendCorporateMessage',
    mark: '[S7 SendCorporateMessage]',
    document: `mutation SendCorporateMessage($name: String, $subject: String, $email: String, $message: String) {
      FIELD(name: $name, subject: $subject, email: $email, message: $message) }`,
    prepare: asVisitor(() => ({ ...MESSAGE, message: 'Where can I use my card?' })),
    expected: sendAsWebForm('content.sendMessage'),
    refusal: {
      variables: { ...MESSAGE, message: '', email: 'nobody' },
      procedure: 'content.sendMessage',
      input: { ...MESSAGE, message: '', email: 'nobody' },
    },
  },
  {
    name: 'getMoreInformationEducator',
    mark: '[S7 getMoreInformationEducator]',
    document: `mutation getMoreInformationEducator($name: String, $email: String, $phone: String, $zip: String,
      $department: [String!]) { FIELD(name: $name, email: $email, phone: $phone, zip: $zip, department: $department) }`,
    prepare: asVisitor(() => ({
      ...{ name: 'Nora', email: 'nora@example.com', zip: '80202' },
      department: ['Educators', 'Membership'],
    })),
    expected: sendAsWebForm('content.requestEducatorInfo'),
    refusal: {
      variables: { name: 'Nora', email: 'nora@example.com', zip: '80202', department: [] },
      procedure: 'content.requestEducatorInfo',
      input: { name: 'Nora', email: 'nora@example.com', zip: '80202', department: [] },
    },
  },
  {
    name: 'subscribe',
    mark: '[S7 subscribe]',
    document: 'mutation subscribe($email: String) { FIELD(email: $email) }',
    prepare: asVisitor(() => ({ email: person().email })),
    expected: sendAsWebForm('content.subscribe'),
  },
  {
    name: 'createSeminarSignup',
    mark: '[S7 createSeminarSignup]',
    document: `mutation createSeminarSignup($email: String, $name: String, $phone: String, $type: String) {
      FIELD(email: $email, name: $name, phone: $phone, type: $type) }`,
    prepare: asVisitor(() => ({ email: person().email, name: 'Nora', phone: '', type: 'webinar' })),
    expected: sendAsWebForm('content.signUpForSeminar'),
    refusal: {
      variables: { email: 'nobody', name: '' },
      procedure: 'content.signUpForSeminar',
      input: { email: 'nobody', name: '' },
    },
  },
];
