import { randomUUID } from 'node:crypto';
import { gql, type Row, row } from './row.ts';

/** Makes each message unique, because repeated ones are dropped. */
const uniqueText = () => `Question ${randomUUID()}`;
const makeContactRequest = () => ({
  name: 'Maria',
  subject: uniqueText(),
  email: 'maria@example.com',
  message: 'Hello',
});
const makeEducatorRequest = () => ({
  name: uniqueText(),
  email: 'maria@example.com',
  phone: '(555) 010-0123',
  zip: '80202',
  department: ['Educators', 'Membership'],
});
const makeSeminarRequest = () => ({
  email: 'maria@example.com',
  name: uniqueText(),
  phone: '555 010 0123',
  type: 'evening',
});

/** Open to everyone. `another` is not applicable, because these calls name no row. */
const allowAll = '+ + + + + + + .';

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const CONTENT_ROWS: readonly Row[] = [
  row('query content.faq', allowAll, () => ({})),
  row('query content.textVersions', allowAll, () => ({})),
  row('query content.formToken', allowAll, () => ({})),
  row('mutation content.sendMessage', allowAll, async (_, world) => ({
    input: { ...makeContactRequest(), formToken: await world.formToken() },
  })),
  row('mutation content.requestEducatorInfo', allowAll, async (_, world) => ({
    input: { ...makeEducatorRequest(), formToken: await world.formToken() },
  })),
  row('mutation content.signUpForSeminar', allowAll, async (_, world) => ({
    input: { ...makeSeminarRequest(), formToken: await world.formToken() },
  })),
  row('mutation content.subscribe', allowAll, async (_, world) => ({
    input: { email: world.newEmail(), formToken: await world.formToken() },
  })),
  row('query content.newsletterSubscription', allowAll, async (_, world) => ({
    input: { token: await world.newsletterToken() },
  })),
  row('mutation content.changeNewsletterSubscription', allowAll, async (_, world) => ({
    input: { token: await world.newsletterToken(), isSubscribed: false },
  })),
  row('POST /api/unsubscribe', allowAll, async (_, world) => ({
    url: `/api/unsubscribe?token=${await world.newsletterToken()}`,
  })),
  row('GET /api/unsubscribe', allowAll, async (_, world) => ({
    url: `/api/unsubscribe?token=${await world.newsletterToken()}`,
  })),
  row('graphql SendCorporateMessage', allowAll, () =>
    gql(
      `mutation ($name: String, $subject: String, $email: String, $message: String) {
        FIELD(name: $name, subject: $subject, email: $email, message: $message) }`,
      makeContactRequest(),
    ),
  ),
  row('graphql getMoreInformationEducator', allowAll, () =>
    gql(
      `mutation ($name: String, $email: String, $phone: String, $zip: String, $department: [String!]) {
        FIELD(name: $name, email: $email, phone: $phone, zip: $zip, department: $department) }`,
      makeEducatorRequest(),
    ),
  ),
  row('graphql createSeminarSignup', allowAll, () =>
    gql(
      `mutation ($email: String, $name: String, $phone: String, $type: String) {
        FIELD(email: $email, name: $name, phone: $phone, type: $type) }`,
      makeSeminarRequest(),
    ),
  ),
  row('graphql subscribe', allowAll, (_, world) =>
    gql('mutation ($email: String) { FIELD(email: $email) }', { email: world.newEmail() }),
  ),
];
