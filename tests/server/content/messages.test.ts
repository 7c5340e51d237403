import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { educatorRequest } from '#server/domains/content/messages/educator.schema.ts';
import { MIN_FORM_SECONDS } from '#server/domains/content/messages/form-timing.shared.ts';
import { deleteOldSuspectedRows } from '#server/domains/content/messages/message.service.ts';
import type { AppError } from '#server/lib/errors.ts';
import { TOKEN_SECONDS } from '#server/platform/security/token-lifetimes.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';

const database = testDb();
let clock = new Date('2026-11-22T12:00:00Z');
const server = testApp(database, { now: () => clock });
const advanceClock = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

const CONTACT = {
  name: 'Zoë',
  subject: 'A question',
  email: 'zoe@example.com',
  message: 'Hello,\nwhere can I use the card?',
};
const EDUCATOR = {
  name: 'Zoë',
  email: 'zoe@example.com',
  phone: '(555) 010-0123',
  zip: '80202',
  department: ['Membership', 'Educators', 'Membership'],
} satisfies z.input<typeof educatorRequest>;

/** Returns a form token, after enough time for a person to fill in the form. */
async function createAgedFormToken(): Promise<string> {
  const { token } = await server.caller().content.formToken();
  advanceClock(MIN_FORM_SECONDS + 1);
  return token;
}

/** Sends the form, with a fresh token unless `changes` contains one. */
const send = async (changes: object = {}) => {
  const formToken = 'formToken' in changes ? '' : await createAgedFormToken();
  return server.caller().content.sendMessage({ ...CONTACT, formToken, ...changes });
};

const listMessageRows = () =>
  database.db.selectFrom('messages').select(['kind', 'name', 'email', 'fields', 'suspicion']).execute();

/** The number of emails queued before the current test. `mails` lists the later ones. */
let messageCount = 0;
const mails = () => server.jobs.of('mail').slice(messageCount);

const captureRefusal = async (call: Promise<unknown>): Promise<Pick<AppError, 'code' | 'fieldErrors'>> => {
  const error = await call.then(
    () => undefined,
    (thrown: { cause: AppError }) => thrown.cause,
  );
  if (!error) throw new Error('The message was accepted');
  return { code: error.code, fieldErrors: error.fieldErrors };
};

beforeEach(async () => {
  await database.db.deleteFrom('messages').execute();
  await database.db.deleteFrom('newsletterSubscribers').execute();
  await makeSetting(database.db, 'supportEmail', 'support@card.example');
  messageCount = server.jobs.of('mail').length;
  advanceClock(3_600);
});

describe('[S3 contact message, S7 SendCorporateMessage] a message', () => {
  test('is stored and emailed to staff', async () => {
    expect(await send()).toBe(true);
    const fields = [
      { label: 'Subject', value: 'A question' },
      { label: 'Message', value: 'Hello,\nwhere can I use the card?' },
    ];
    expect(await listMessageRows()).toEqual([
      { kind: 'contact', name: 'Zoë', email: 'zoe@example.com', fields, suspicion: null },
    ]);
    expect(mails()).toEqual([
      {
        mail: 'staff-message',
        to: 'support@card.example',
        props: { kind: 'contact', name: 'Zoë', email: 'zoe@example.com', fields },
      },
    ]);
  });

  test('is stored even if staff have no email address', async () => {
    await makeSetting(database.db, 'supportEmail', '');
    expect(await send()).toBe(true);
    expect(await listMessageRows()).toHaveLength(1);
    expect(mails()).toEqual([]);
  });

  test.each(['name', 'subject', 'email', 'message'])('[S5 contact] requires %s', async (field) => {
    for (const blankText of ['', '  ', '\u200b']) {
      expect(await captureRefusal(send({ [field]: blankText }))).toEqual({
        code: 'INVALID_INPUT',
        fieldErrors: { [field]: 'Required Field' },
      });
    }
    expect(await listMessageRows()).toEqual([]);
  });

  test.each([
    ['email', 'zoe@', 'Invalid Email'],
    ['message', 'a'.repeat(5_001), 'Please use at most 5,000 characters'],
    ['message', 'a\u0000b', 'Please use only letters, numbers, and symbols'],
    ['subject', 'two\nlines', 'Please use only letters, numbers, and symbols'],
  ])('[S5 contact] is refused with %s %j', async (field, value, message) => {
    const { fieldErrors } = await captureRefusal(send({ [field]: value }));
    expect(fieldErrors).toEqual({ [field]: message });
  });

  test('is stored once if it is sent twice, but again the next day or with different words', async () => {
    const formToken = await createAgedFormToken();
    const form = { ...CONTACT, formToken };
    const results = await Promise.all([1, 2, 3].map(() => server.caller().content.sendMessage(form)));
    expect(results).toEqual([true, true, true]);
    expect(await send({ email: 'ZOE@example.com' })).toBe(true);
    expect(await listMessageRows()).toHaveLength(1);
    expect(mails()).toHaveLength(1);
    await send({ subject: 'Another question' });
    advanceClock(86_400);
    await send();
    expect(await listMessageRows()).toHaveLength(3);
    expect(mails()).toHaveLength(3);
  });
});

describe('a suspected message', () => {
  const freshToken = async () => (await server.caller().content.formToken()).token;
  const createOldToken = async () => {
    const token = await freshToken();
    advanceClock(TOKEN_SECONDS.form + 60);
    return token;
  };

  test.each([
    [
      'hidden field',
      async () => ({ website: 'https://spam.example', formToken: await createAgedFormToken() }),
    ],
    ['too soon', async () => ({ formToken: await freshToken() })],
    ['no token', async () => ({ formToken: '' })],
    ['no token', async () => ({ formToken: 'a.b.c' })],
    ['no token', async () => ({ formToken: await createOldToken() })],
    [
      'no token',
      async () => ({ formToken: await server.deps.signer.sign('receipt', 'form', { seconds: 60 }) }),
    ],
  ])('is stored as suspected and not emailed: %s', async (suspicion, proof) => {
    expect(await captureRefusal(send(await proof()))).toEqual({
      code: 'FORM_SUSPECTED',
      fieldErrors: undefined,
    });
    expect(await listMessageRows()).toMatchObject([{ suspicion }]);
    expect(mails()).toEqual([]);
  });

  test('is refused if it reuses a token', async () => {
    const formToken = await createAgedFormToken();
    await send({ formToken });
    expect(await captureRefusal(send({ formToken, message: 'Buy now' }))).toMatchObject({
      code: 'FORM_SUSPECTED',
    });
    expect(await listMessageRows()).toMatchObject([{ suspicion: null }, { suspicion: 'token used' }]);
  });

  test('is accepted a moment later if a person sent it too quickly', async () => {
    const formToken = await freshToken();
    expect(await captureRefusal(send({ formToken }))).toMatchObject({ code: 'FORM_SUSPECTED' });
    expect(await captureRefusal(send({ formToken }))).toMatchObject({ code: 'FORM_SUSPECTED' });
    advanceClock(MIN_FORM_SECONDS);
    expect(await send({ formToken })).toBe(true);
    expect(await listMessageRows()).toMatchObject([{ suspicion: null }]);
    expect(mails()).toHaveLength(1);
  });

  test('is deleted after 90 days, unlike a person’s message', async () => {
    await send();
    await captureRefusal(send({ message: 'Buy now', formToken: '' }));
    await server.caller().content.subscribe({ email: 'bot@example.com' });
    advanceClock(89 * 86_400);
    await deleteOldSuspectedRows(server.deps);
    expect(await listMessageRows()).toHaveLength(2);
    advanceClock(2 * 86_400);
    await deleteOldSuspectedRows(server.deps);
    expect(await listMessageRows()).toMatchObject([{ suspicion: null }]);
    expect(await database.db.selectFrom('newsletterSubscribers').select('email').execute()).toEqual([]);
  });

  test('[D49] is limited to 20 within 10 minutes from one IP address', async () => {
    clock = new Date('2026-11-23T12:00:00Z');
    const call = (n: number) =>
      server
        .caller(null, { ip: '203.0.113.9', entryPoint: 'legacy' })
        .content.subscribe({ email: `a${n}@example.com` });
    for (let n = 0; n < 20; n++) expect(await call(n)).toBe(true);
    advanceClock(540);
    expect(await captureRefusal(call(20))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    advanceClock(60);
    expect(await call(21)).toBe(true);
  });
});

describe('[S3 educator information, S7 getMoreInformationEducator] a request for information', () => {
  const sendInformation = async (changes: object = {}) =>
    server
      .caller()
      .content.requestEducatorInfo({ ...EDUCATOR, formToken: await createAgedFormToken(), ...changes });

  test('is stored with its departments and emailed', async () => {
    expect(await sendInformation()).toBe(true);
    const fields = [
      { label: 'Phone', value: '(555) 010-0123' },
      { label: 'ZIP', value: '80202' },
      { label: 'Interested in', value: 'Educators, Membership' },
    ];
    expect(await listMessageRows()).toMatchObject([{ kind: 'educator', fields }]);
    expect(mails()).toMatchObject([{ props: { kind: 'educator', fields } }]);
  });

  test('[S5 educator] can omit the phone number', async () => {
    for (const phone of ['', null, undefined])
      expect(await sendInformation({ phone, name: `Zoë ${phone}` })).toBe(true);
    const allMessages = await listMessageRows();
    expect(allMessages.map(({ fields }) => JSON.stringify(fields).includes('Phone'))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['name', '', 'Required Field'],
    ['email', '', 'Required Field'],
    ['email', 'zoe', 'Invalid Email'],
    ['zip', ' ', 'Required Field'],
    ['phone', 'call me', 'Please enter a phone number'],
    ['department', [], 'Please select at least one department'],
    ['department', undefined, 'Please select at least one department'],
  ])('[S5 educator] is refused with %s %j', async (field, value, message) => {
    const { fieldErrors } = await captureRefusal(sendInformation({ [field]: value }));
    expect(fieldErrors).toEqual({ [field]: message });
  });

  test('[S5 educator] is refused with an unknown department', async () => {
    const { errors } = await (await server.visitor()).graphql(
      'mutation { getMoreInformationEducator(name: "Zoë", email: "zoe@example.com", zip: "80202", department: ["Sales"]) }',
    );
    expect(errors).toMatchObject([{ message: 'Please select at least one department' }]);
  });
});

describe('[S3 seminar, S7 createSeminarSignup] a seminar sign-up', () => {
  test('is stored and emailed', async () => {
    const seminar = { name: 'Zoë', email: 'zoe@example.com', phone: null, type: 'Evening' };
    expect(
      await server.caller().content.signUpForSeminar({ ...seminar, formToken: await createAgedFormToken() }),
    ).toBe(true);
    expect(await listMessageRows()).toMatchObject([
      { kind: 'seminar', fields: [{ label: 'Seminar', value: 'Evening' }] },
    ]);
    expect(mails()).toHaveLength(1);
  });
});
