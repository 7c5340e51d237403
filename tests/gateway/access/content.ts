import { randomUUID } from 'node:crypto';
import { gql, type Row, row } from './row.ts';

/** No two messages are the same; the proof is made as late as the call, and is too young for a program's eyes. */
const about = () => `Question ${randomUUID()}`;
const contact = () => ({ name: 'Maria', subject: about(), email: 'maria@example.com', message: 'Hello' });
const educator = () => ({
  name: about(),
  email: 'maria@example.com',
  phone: '(555) 010-0123',
  zip: '80202',
  department: ['Educators', 'Membership'],
});
const seminar = () => ({ email: 'maria@example.com', name: about(), phone: '555 010 0123', type: 'evening' });

/** Anybody may write to us, and reads nothing of what others wrote. */
const everybody = '+ + + + + + + .';

// Columns: visitor, account types 0 1 2 3 10 42, another.
export const CONTENT_ROWS: readonly Row[] = [
  row('query content.faq', everybody, () => ({})),
  row('query content.formToken', everybody, () => ({})),
  row('mutation content.sendMessage', everybody, async (_, world) => ({
    input: { ...contact(), formToken: await world.formToken() },
  })),
  row('mutation content.requestEducatorInfo', everybody, async (_, world) => ({
    input: { ...educator(), formToken: await world.formToken() },
  })),
  row('mutation content.signUpForSeminar', everybody, async (_, world) => ({
    input: { ...seminar(), formToken: await world.formToken() },
  })),
  row('mutation content.subscribe', everybody, async (_, world) => ({
    input: { email: world.newEmail(), formToken: await world.formToken() },
  })),
  row('graphql SendCorporateMessage', everybody, () =>
    gql(
      `mutation ($name: String, $subject: String, $email: String, $message: String) {
        FIELD(name: $name, subject: $subject, email: $email, message: $message) }`,
      contact(),
    ),
  ),
  row('graphql getMoreInformationEducator', everybody, () =>
    gql(
      `mutation ($name: String, $email: String, $phone: String, $zip: String, $department: [String!]) {
        FIELD(name: $name, email: $email, phone: $phone, zip: $zip, department: $department) }`,
      educator(),
    ),
  ),
  row('graphql createSeminarSignup', everybody, () =>
    gql(
      `mutation ($email: String, $name: String, $phone: String, $type: String) {
        FIELD(email: $email, name: $name, phone: $phone, type: $type) }`,
      seminar(),
    ),
  ),
  row('graphql subscribe', everybody, (_, world) =>
    gql('mutation ($email: String) { FIELD(email: $email) }', { email: world.newEmail() }),
  ),
];
