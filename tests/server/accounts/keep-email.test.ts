import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { createResetToken, sendPasswordReset } from '#server/domains/accounts/password-reset.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const PASSWORD = 'a long password';
const NEW = { password: 'another long password', confirm: 'another long password' };
const DEAD = 'This link no longer works.';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
let owner: TestAccount;
let intruderEmail: string;

beforeEach(async () => {
  owner = await makeAccount(database.db, { password: PASSWORD, firstname: 'Mia' });
  intruderEmail = `intruder.${owner.email}`;
});

const profile = (email = owner.email) => app.caller({ ...owner, email }).accounts.profile;
const requestChange = (email = intruderEmail, from = owner.email) =>
  profile(from).changeEmail({ email, currentPassword: PASSWORD });
const complete = (token: string) => app.caller().accounts.emailVerification.complete({ token });
const keepEmail = (token: string) => app.caller().accounts.emailVerification.keepEmail({ token });

/** Returns the token in the link of the email that the intruder gets. */
async function readChangeToken(): Promise<string> {
  await createJobHandlers(app.deps)['verify-email']({ accountId: owner.id }, crypto.randomUUID());
  const mail = app.mailer.sent.findLast(({ to }) => to === intruderEmail);
  return /verifyemail#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const announcement = z.object({
  mail: z.literal('email-change-requested'),
  to: z.string(),
  props: z.object({
    firstname: z.string(),
    newEmail: z.string(),
    keepUrl: z.object({ kind: z.literal('keep-email'), id: z.string() }),
    days: z.number(),
  }),
});

const listAnnouncements = () =>
  app.jobs
    .of('mail')
    .flatMap((job) => announcement.safeParse(job).data ?? [])
    .filter(({ to }) => to === owner.email);

/** Sends the latest announcement. Returns the token in its link, or undefined if it is obsolete. */
async function sendAnnouncement(): Promise<string | undefined> {
  const latest = listAnnouncements().at(-1);
  if (!latest) throw new Error('The change was not announced');
  const before = app.mailer.sent.length;
  await createJobHandlers(app.deps).mail(latest, crypto.randomUUID());
  const mail = app.mailer.sent.slice(before).find(({ to }) => to === owner.email);
  return /keepemail#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
}

describe('[D75] a requested change of email', () => {
  test('is announced to the current address, with the new one masked and no secret in the queue', async () => {
    await requestChange();
    expect(listAnnouncements()).toEqual([
      {
        mail: 'email-change-requested',
        to: owner.email,
        props: {
          firstname: 'Mia',
          newEmail: 'i•••@example.com',
          keepUrl: { kind: 'keep-email', id: `${owner.id}:0` },
          days: 7,
        },
      },
    ]);
    expect(await sendAnnouncement()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('is announced again with every further link', async () => {
    await requestChange();
    await app.caller(owner).accounts.emailVerification.resend();
    expect(listAnnouncements()).toHaveLength(2);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'a password reset',
      async () =>
        app.caller().accounts.passwordReset.complete({
          token: await createResetToken(app.deps, owner),
          ...NEW,
        }),
    ],
    ['a changed password', () => profile().changePassword({ currentPassword: PASSWORD, ...NEW })],
    ['logging out everywhere', () => profile().endOtherSessions()],
    ['the announcement’s link', async () => keepEmail((await sendAnnouncement()) ?? '')],
  ])('ends with %s', async (_, recover) => {
    await requestChange();
    const token = await readChangeToken();
    await recover();
    expect(await profile().get()).toMatchObject({ email: owner.email, pendingEmail: null });
    await expect(complete(token)).rejects.toThrow(DEAD);
    expect(await profile().get()).toMatchObject({ email: owner.email, pendingEmail: null });
  });
});

describe('[D75] the announcement’s link', () => {
  test('ends the intruder’s session, once', async () => {
    const intruder = await app.visitor(owner);
    await requestChange();
    const token = (await sendAnnouncement()) ?? '';
    await keepEmail(token);
    expect((await intruder.trpc('query', 'viewer.user')).data).toBeNull();
    await expect(keepEmail(token)).rejects.toThrow(DEAD);
  });

  test('ends the intruder’s session even if the intruder withdrew the change', async () => {
    const intruder = await app.visitor(owner);
    await requestChange();
    const token = (await sendAnnouncement()) ?? '';
    await profile().withdrawEmailChange();
    await keepEmail(token);
    expect((await intruder.trpc('query', 'viewer.user')).data).toBeNull();
  });

  test('gives the old address no power once the email was changed', async () => {
    await requestChange();
    const token = (await sendAnnouncement()) ?? '';
    const changeToken = await readChangeToken();
    await complete(changeToken);
    await expect(keepEmail(token)).rejects.toThrow(DEAD);
    await requestChange(`third.${owner.email}`, intruderEmail);
    expect(await sendAnnouncement()).toBeUndefined();
  });

  test('is refused if it is for another purpose', async () => {
    await requestChange();
    for (const token of ['nonsense', await readChangeToken()]) {
      await expect(keepEmail(token)).rejects.toThrow(DEAD);
    }
    expect(await profile().get()).toMatchObject({ pendingEmail: intruderEmail });
  });
});

test('[D75] a reset that was requested for the old address is mailed to the new one', async () => {
  await requestChange();
  await complete(await createVerificationToken(app.deps, { ...owner, email: intruderEmail }));
  await sendPasswordReset(app.deps, { accountId: owner.id }, crypto.randomUUID());
  expect(app.mailer.sent.at(-1)).toMatchObject({ to: intruderEmail, subject: 'Reset your password' });
});
