import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const server = testApp(database);

const CONTACT = {
  name: 'Zoë',
  subject: 'A question',
  email: 'zoe@example.com',
  message: 'Hello,\nwhere can I use the card?',
};

const listMessages = () => database.db.selectFrom('messages').select(['kind', 'suspicion']).execute();

beforeEach(async () => {
  await database.db.deleteFrom('messages').execute();
});

describe('[S7] older clients can send messages without proof that the sender is a person', () => {
  const query = async (document: string, variables: object) =>
    (await server.visitor()).graphql(document, variables);

  test.each(['SendCorporateMessage', 'sendCorporateMessage'])('through %s', async (name) => {
    const document = `mutation ($name: String, $subject: String, $email: String, $message: String) {
      ${name}(name: $name, subject: $subject, email: $email, message: $message) }`;
    expect(await query(document, CONTACT)).toMatchObject({ data: { [name]: true }, errors: [] });
    expect(await listMessages()).toMatchObject([{ kind: 'contact', suspicion: null }]);
    const { errors } = await query(document, { ...CONTACT, subject: null });
    expect(errors).toMatchObject([
      {
        message: 'Required Field',
        extensions: { code: 'INVALID_INPUT', fieldErrors: { subject: 'Required Field' } },
      },
    ]);
  });

  test('through subscribe and createSeminarSignup', async () => {
    expect(await query('mutation { subscribe(email: "zoe@example.com") }', {})).toMatchObject({
      data: { subscribe: true },
    });
    expect(await query('mutation { subscribe }', {})).toMatchObject({ data: { subscribe: false } });
    const signup = 'mutation { createSeminarSignup(email: "zoe@example.com", name: "Zoë") }';
    expect(await query(signup, {})).toMatchObject({ data: { createSeminarSignup: true } });
    expect(await listMessages()).toMatchObject([{ kind: 'seminar' }]);
  });
});
