import { describe, expect, test } from 'vitest';
import { registrationForm } from '#server/domains/accounts/account.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const EMAIL_TAKEN = 'Could not create an account with this e-mail. Try to log in or reset your password.';

const person = {
  firstname: 'Maria',
  lastname: 'Gomez',
  email: 'maria.register@example.com',
  zip: '80202',
  password: 'secret-1',
};

function storedAccounts(email: string) {
  return database.db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .execute();
}

/** Returns the registration form's errors by field. */
function messages(form: Record<string, unknown>): Record<string, string> {
  const result = registrationForm.safeParse(form);
  return result.success ? {} : toFieldErrors(result.error);
}

describe('the registration form', () => {
  const completeForm = { ...person, confirm: person.password };

  test('[S5 register, S3 registration] is accepted when complete', () => {
    expect(messages(completeForm)).toEqual({});
  });

  test.each(['firstname', 'lastname', 'zip', 'email', 'password'])(
    "[S5 register] requires %s: 'Required Field'",
    (field) => {
      const incompleteForm = Object.fromEntries(
        Object.entries(completeForm).filter(([name]) => name !== field),
      );
      expect(messages(incompleteForm)).toMatchObject({ [field]: 'Required Field' });
      expect(messages({ ...completeForm, [field]: '' })).toMatchObject({ [field]: 'Required Field' });
      expect(messages({ ...completeForm, [field]: null })).toMatchObject({ [field]: 'Required Field' });
    },
  );

  test.each(['maria', 'maria@', '@example.com', 'maria@example', 'a b@example.com', 'a@b@example.com'])(
    "[S5 register] refuses the address '%s': 'Invalid Email'",
    (email) => {
      expect(messages({ ...completeForm, email })).toEqual({ email: 'Invalid Email' });
    },
  );

  test('[S5 register, S9 limits] refuses a password with fewer than 6 characters', () => {
    expect(messages({ ...completeForm, password: '12345', confirm: '12345' })).toEqual({
      password: 'Password must be at least 6 characters!',
    });
    expect(messages({ ...completeForm, password: '123456', confirm: '123456' })).toEqual({});
  });

  test('[S5 register] refuses a password that is too long to hash quickly', () => {
    const password = 'x'.repeat(129);
    expect(messages({ ...completeForm, password, confirm: password })).toEqual({
      password: 'Please use at most 128 characters',
    });
  });

  test('[S5 register] refuses two passwords that differ', () => {
    expect(messages({ ...completeForm, confirm: 'secret-2' })).toEqual({
      confirm: 'Passwords do not match!',
    });
    expect(messages({ ...completeForm, confirm: undefined })).toEqual({ confirm: 'Passwords do not match!' });
  });

  test('[S5 register] reports every error at once', () => {
    expect(messages({ email: 'maria', password: '123', confirm: '456' })).toEqual({
      firstname: 'Required Field',
      lastname: 'Required Field',
      zip: 'Required Field',
      email: 'Invalid Email',
      password: 'Password must be at least 6 characters!',
      confirm: 'Passwords do not match!',
    });
  });
});

describe('accounts.register', () => {
  test('[S5 register] applies the form’s rules on the server, and creates nothing', async () => {
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.register', {
      email: 'maria',
      password: '12345',
    });
    expect(status).toBe(400);
    expect(error.data).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: {
        firstname: 'Required Field',
        lastname: 'Required Field',
        zip: 'Required Field',
        email: 'Invalid Email',
        password: 'Password must be at least 6 characters!',
      },
    });
    expect(await storedAccounts('maria')).toEqual([]);
  });

  test.each(['Password1', 'QWERTY123', 'maria.guess@example.com', 'Maria.Guess', 'maria gomez'])(
    '[D57] refuses the password %s, and creates nothing',
    async (password) => {
      const email = 'maria.guess@example.com';
      const visitor = await app.visitor();
      const { status, error } = await visitor.trpc('mutation', 'accounts.register', {
        ...person,
        email,
        password,
      });
      expect(status).toBe(400);
      expect(error.data.fieldErrors).toEqual({
        password: 'Please choose a password that is harder to guess.',
      });
      expect(await storedAccounts(email)).toEqual([]);
    },
  );

  test('[S6 visitor] creates a basic account with a hashed password and sends a welcome email', async () => {
    const { id } = await app.caller().accounts.register({ ...person, email: ' Maria.Basic@example.com ' });
    const [account] = await storedAccounts('maria.basic@example.com');
    expect(account).toMatchObject({
      id,
      email: 'Maria.Basic@example.com',
      firstname: 'Maria',
      lastname: 'Gomez',
      zip: '80202',
      accountType: 0,
      isInfluencer: false,
      isFriend: false,
      isHouse: false,
    });
    expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(app.jobs.of('mail')).toContainEqual({
      mail: 'welcome',
      to: 'Maria.Basic@example.com',
      props: { firstname: 'Maria' },
    });
  });

  test('[S7 registerBasicAccount] starts a session only if requested', async () => {
    const visitor = await app.visitor();
    const { status } = await visitor.trpc('mutation', 'accounts.register', {
      ...person,
      email: 'quiet@example.com',
    });
    expect(status).toBe(200);
    expect(visitor.cookies.has('session')).toBe(false);

    await visitor.trpc('mutation', 'accounts.register', {
      ...person,
      email: 'eager@example.com',
      startSession: true,
    });
    const { data } = await visitor.trpc('query', 'viewer.user');
    expect(data).toMatchObject({ email: 'eager@example.com', accountType: 0 });
  });

  test('[S6 visitor] never creates more than a basic account', async () => {
    const tamperedForm = {
      ...person,
      email: 'sly@example.com',
      accountType: 10,
      isHouse: true,
      isInfluencer: true,
    };
    await app.caller().accounts.register(tamperedForm);
    const [account] = await storedAccounts('sly@example.com');
    expect(account).toMatchObject({ accountType: 0, isHouse: false, isInfluencer: false });
  });

  test('[D19] refuses a registered address in any case, and emails its owner', async () => {
    const owner = await makeAccount(database.db, { email: 'Owner@example.com', firstname: 'Olga' });
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.register', {
      ...person,
      email: 'oWNER@EXAMPLE.com',
      startSession: true,
    });
    expect(status).toBe(409);
    expect(error.message).toBe(EMAIL_TAKEN);
    expect(error.data).toMatchObject({ code: 'EMAIL_TAKEN', fieldErrors: { email: EMAIL_TAKEN } });
    expect(visitor.cookies.has('session')).toBe(false);
    expect((await storedAccounts('owner@example.com')).map(({ id }) => id)).toEqual([owner.id]);
    const mails = app.jobs.of('mail');
    expect(mails).toContainEqual({
      mail: 'email-taken',
      to: 'Owner@example.com',
      props: { firstname: 'Olga' },
    });
    expect(mails).not.toContainEqual(expect.objectContaining({ to: 'oWNER@EXAMPLE.com' }));
  });

  test('[D19] creates one account for two concurrent registrations of one address', async () => {
    const spellings = ['Race@example.com', 'race@example.com', 'RACE@EXAMPLE.COM', 'rAcE@example.com'];
    const outcomes = await Promise.allSettled(
      spellings.map((email) => app.caller().accounts.register({ ...person, email })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals.map(({ reason }) => reason.message)).toEqual([EMAIL_TAKEN, EMAIL_TAKEN, EMAIL_TAKEN]);
    expect(await storedAccounts('race@example.com')).toHaveLength(1);
  });
});

describe('registration limits', () => {
  const now = () => new Date('2026-11-21T12:00:30Z');

  test('[D49] allow ten registrations a minute from one IP address', async () => {
    const limitedApp = await buildTestApp(database.db, { now });
    const visitor = await limitedApp.visitor();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const email = `limit-${n}@example.com`;
      const { status, headers } = await visitor.trpc('mutation', 'accounts.register', { ...person, email });
      statuses.push(status);
      if (n === 10) expect(headers['retry-after']).toBe('30');
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await limitedApp.close();
  });

  test('[D19] allow three emails to an address’s owner in 15 minutes', async () => {
    const limitedApp = await buildTestApp(database.db, { now });
    const owner = await makeAccount(database.db, { email: 'pestered@example.com' });
    for (let n = 0; n < 5; n++) {
      const caller = limitedApp.caller(null, { ip: `10.0.0.${n}` });
      await expect(caller.accounts.register({ ...person, email: owner.email })).rejects.toThrow(EMAIL_TAKEN);
    }
    const ownerMails = limitedApp.jobs
      .of('mail')
      .filter((mail) => JSON.stringify(mail).includes(owner.email));
    expect(ownerMails).toHaveLength(3);
    await limitedApp.close();
  });
});
