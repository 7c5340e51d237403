import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seedDemoAccounts } from '#server/app/demo/accounts.ts';
import { renderStoredMail } from '#server/platform/mails/mail-registry.ts';
import { toAppError } from '#server/platform/trpc.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { affiliateSignup, loyaltySignup } from '#tests/helpers/purchases/affiliate.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { SELLER } from '#tests/helpers/seller.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const newAccount = () => makeAccount(database.db, { firstname: 'Maria' });
const makeReferrer = async () => (await makeAccount(database.db, { accountType: 3 })).id;
const findSignups = (accountId: string) =>
  database.db.selectFrom('affiliateSignups').selectAll().where('accountId', '=', accountId).execute();
const welcomesTo = (email: string) =>
  checkout()
    .jobs.of('mail')
    .filter((job) => /affiliate-welcome/.test(JSON.stringify(job)) && JSON.stringify(job).includes(email));
const findAgreements = (accountId: string) =>
  database.db
    .selectFrom('agreements')
    .select(['contractType', 'contractVersion', 'purchaseId', 'ip'])
    .where('accountId', '=', accountId)
    .orderBy('contractType')
    .execute();

describe('[S2 affiliate signup, S6 basic account] a signup without a membership', () => {
  test('[D21] is refused at the box of an agreement that isn’t the one shown', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const acceptedTexts = [{ type: 'PRIVACYPOLICY', version: 7 }];
    const input = affiliateSignup({ role: 'friend', reference, acceptedTexts });
    await expect(checkout().caller(account).affiliateSignup.join(input)).rejects.toMatchObject({
      cause: { code: 'TEXT_CHANGED', fieldErrors: { privacyAgree: expect.any(String) } },
    });
    expect(await findSignups(account.id)).toEqual([]);
  });

  test.each([
    ['friend', { accountType: 0, friend: true, influencer: false }],
    ['influencer', { accountType: 1, friend: false, influencer: true }],
    ['educator', { accountType: 3, friend: false, influencer: false }],
  ] as const)(
    'as %s changes the account and records the form, the signature, and the agreements',
    async (role, becomes) => {
      const [account, reference] = [await newAccount(), await makeReferrer()];
      const caller = checkout().caller(account, { ip: '10.9.8.7' });
      const answer = await caller.affiliateSignup.join(affiliateSignup({ role, reference }));
      expect(answer).toEqual({ status: 'done', signupId: expect.any(String), purchaseId: null });
      expect(await caller.viewer.user()).toMatchObject({
        ...becomes,
        hasW9: true,
        hasValidMembership: false,
      });
      const [signup, ...others] = await findSignups(account.id);
      expect(others).toEqual([]);
      expect(signup).toMatchObject({
        id: answer.signupId,
        role,
        referrerId: reference,
        purchaseId: null,
        donates: false,
        ip: '10.9.8.7',
        form: { phone: '(555) 010-0177', birthday: '04/09/1988', city: 'Denver', employees: [] },
      });
      expect(signup?.completedAt).toBeInstanceOf(Date);
      expect(signup?.signature).toMatch(/^iVBORw0KGgo/);
      expect(signup?.signedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
      const contract = { friend: 'FRIEND', influencer: 'INFLUENCER', educator: 'REPRESENTATIVE' }[role];
      expect(await findAgreements(account.id)).toEqual(
        [contract, 'POLICYPROCEDUREMANUAL', 'PRIVACYPOLICY'].toSorted().map((contractType) => ({
          contractType,
          contractVersion: 1,
          purchaseId: null,
          ip: '10.9.8.7',
        })),
      );
    },
  );

  test('[S2 type 2] for the loyalty program has its own second page and contract', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    await caller.affiliateSignup.join(loyaltySignup({ reference }));
    expect(await caller.viewer.user()).toMatchObject({ accountType: 2, friend: false, influencer: false });
    expect(await findSignups(account.id)).toMatchObject([
      {
        role: 'loyalty',
        donates: false,
        form: {
          businessName: 'Walker Bakery',
          employees: [{ name: 'Ben Walker', contact: 'ben@walker.example' }],
        },
      },
    ]);
    expect((await findAgreements(account.id)).map(({ contractType }) => contractType)).toEqual([
      'LOYALTYAFFILIATE',
    ]);
  });

  test('records the version of the privacy policy that was agreed to', async () => {
    const { db } = database;
    const published = { type: 'PRIVACY', version: 2, html: '<p>New</p>', publishedAt: new Date() };
    await db.insertInto('policies').values(published).execute();
    const account = await newAccount();
    await checkout()
      .caller(account)
      .affiliateSignup.join(affiliateSignup({ reference: await makeReferrer() }));
    await withoutTriggers(db, (trx) => trx.deleteFrom('policies').where('version', '=', 2).execute());
    expect(await findAgreements(account.id)).toContainEqual(
      expect.objectContaining({ contractType: 'PRIVACYPOLICY', contractVersion: 2 }),
    );
  });

  test.each([
    ['influencer', {}, false],
    ['influencer', { donate: false, compensationOption: 1 }, false],
    ['influencer', { donate: true }, true],
    ['educator', { compensationOption: 2 }, true],
    ['loyalty', { compensationOption: 2 }, true],
    ['loyalty', { compensationOption: 1, donate: true }, true],
    ['loyalty', { compensationOption: 1 }, false],
  ] as const)('[D24] as %s with %j donates: %s', async (role, choice, donates) => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const signup = role === 'loyalty' ? loyaltySignup : affiliateSignup;
    await checkout()
      .caller(account)
      .affiliateSignup.join(signup({ role, reference, ...choice }));
    expect(await findSignups(account.id)).toMatchObject([{ donates }]);
  });

  test('[D24] accepts the house account as a reference', async () => {
    await seedDemoAccounts(checkout().deps);
    const { id } = await checkout().caller(null).affiliates.houseReference();
    const account = await newAccount();
    await checkout()
      .caller(account)
      .affiliateSignup.join(affiliateSignup({ reference: id }));
    expect(await findSignups(account.id)).toMatchObject([{ referrerId: id }]);
  });

  test('[D12] lets an influencer become an educator and a friend take any role, and keeps the old role', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    await caller.affiliateSignup.join(affiliateSignup({ role: 'influencer', reference }));
    await caller.affiliateSignup.join(affiliateSignup({ role: 'friend', reference }));
    await caller.affiliateSignup.join(affiliateSignup({ role: 'educator', reference }));
    expect(await caller.viewer.user()).toMatchObject({ accountType: 3, friend: true, influencer: true });
    expect(await findSignups(account.id)).toHaveLength(3);
  });
});

describe('the welcome email', () => {
  test.each([
    ['friend', '$5.00 for each person who joins with your code, once per person'],
    ['influencer', '20% of the first payment from everyone who buys with your code'],
    ['educator', '5% of the sales of people you brought in'],
  ] as const)('to %s has the code, the link, and the commission', async (role, words) => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    await checkout().caller(account).affiliateSignup.join(affiliateSignup({ role, reference }));
    const [job, ...others] = welcomesTo(account.email);
    expect(others).toEqual([]);
    const mailJob = z.object({ mail: z.string(), props: z.unknown() }).parse(job);
    const context = { publicUrl: 'https://card.example', seller: SELLER };
    const { text } = renderStoredMail(mailJob, context);
    const { referenceCode } = await database.db
      .selectFrom('accounts')
      .select('referenceCode')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(text).toContain(`https://card.example/?ref=${referenceCode}`);
    expect(text.replace(/\s+/g, ' ')).toContain(words);
  });
});

describe('[S4 affiliate signup] a signup', () => {
  test('is completed once for 20 concurrent submissions of one wizard and a much later one', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    const input = affiliateSignup({ role: 'educator', reference });
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.affiliateSignup.join(input)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await caller.affiliateSignup.join(input)).toEqual(answers[0]);
    expect(await findSignups(account.id)).toHaveLength(1);
    expect(welcomesTo(account.email)).toHaveLength(1);
    expect(await findAgreements(account.id)).toHaveLength(3);
    const forms = await database.db
      .selectFrom('taxForms')
      .select('id')
      .where('accountId', '=', account.id)
      .execute();
    expect(forms).toHaveLength(1);
  });

  test('[D40] is completed once for 20 submissions of an older client without a key', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account, { entryPoint: 'legacy' });
    const { idempotencyKey: _, ...input } = affiliateSignup({ role: 'influencer', reference });
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.affiliateSignup.join(input)));
    expect(new Set(answers.map(({ signupId }) => signupId)).size).toBe(1);
    expect(await findSignups(account.id)).toHaveLength(1);
    const other = await captureError(caller.affiliateSignup.join({ ...input, phone: '(555) 010-0199' }));
    expect(other.code).toBe('ALREADY_SIGNED_UP');
  });

  test('is completed once for 20 concurrent wizards, and the others are refused', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    const join = () => caller.affiliateSignup.join(affiliateSignup({ role: 'friend', reference }));
    const results = await Promise.allSettled(Array.from({ length: 20 }, join));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(toAppError(result.reason)).toMatchObject({
        code: 'ALREADY_SIGNED_UP',
        message: 'You are already signed up to be a Friend!',
      });
    }
    expect(await findSignups(account.id)).toHaveLength(1);
    expect(welcomesTo(account.email)).toHaveLength(1);
  });

  test('[D41] is refused if it differs from an earlier one under the same key', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    const input = affiliateSignup({ role: 'educator', reference, idempotencyKey: randomUUID() });
    await caller.affiliateSignup.join(input);
    const error = await captureError(caller.affiliateSignup.join({ ...input, phone: '(555) 010-0199' }));
    expect(error.code).toBe('KEY_REUSED');
  });

  test('[S6] is separate for each account, even if two accounts send the same key', async () => {
    const [one, two, reference] = [await newAccount(), await newAccount(), await makeReferrer()];
    const input = affiliateSignup({ role: 'friend', reference });
    const first = await checkout().caller(one).affiliateSignup.join(input);
    const second = await checkout().caller(two).affiliateSignup.join(input);
    expect(first.signupId).not.toBe(second.signupId);
    expect(await findSignups(one.id)).toHaveLength(1);
    expect(await findSignups(two.id)).toHaveLength(1);
    const bystander = checkout().caller(await newAccount());
    expect(await bystander.affiliateSignup.standing({ role: 'friend' })).toEqual({
      refusal: null,
      alreadySignedUp: false,
    });
    expect(await bystander.viewer.user()).toMatchObject({ friend: false, hasW9: false, w9: null });
  });

  test('requires a login', async () => {
    const input = affiliateSignup({ reference: await makeReferrer() });
    const error = await captureError(checkout().caller(null).affiliateSignup.join(input));
    expect(error).toMatchObject({ code: 'NOT_SIGNED_IN', message: 'Login to continue' });
  });
});

describe('[D35] the webinar code of a loyalty signup', () => {
  const codeRow = (code: string) =>
    database.db.selectFrom('webinarCodes').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
  const makeCode = async () => {
    const code = `W${randomUUID().slice(0, 8).toUpperCase()}`;
    const at = new Date();
    await database.db
      .insertInto('webinarCodes')
      .values({ id: randomUUID(), code, startedAt: at, finishedAt: at, selection: null, accountId: null })
      .execute();
    return code;
  };

  test('is redeemed once by a successful signup', async () => {
    const [account, reference, code] = [await newAccount(), await makeReferrer(), await makeCode()];
    const caller = checkout().caller(account);
    const input = loyaltySignup({ reference, code: code.toLowerCase() });
    await captureError(caller.affiliateSignup.join({ ...input, businessName: '' }));
    expect(await codeRow(code)).toMatchObject({ selection: null });
    await Promise.all([caller.affiliateSignup.join(input), caller.affiliateSignup.join(input)]);
    const { id, selection, accountId } = await codeRow(code);
    expect({ selection, accountId }).toEqual({ selection: 'SELECTED_SIGN_UP', accountId: account.id });
    const rewards = await database.db
      .selectFrom('webinarRewards')
      .select(['kind', 'email'])
      .where('webinarCodeId', '=', id)
      .execute();
    expect(rewards).toEqual([{ kind: 'gift-card', email: account.email }]);
  });

  test('is ignored for other roles, and a wrong code doesn’t refuse the signup', async () => {
    const [reference, code] = [await makeReferrer(), await makeCode()];
    const newSignups = async () => checkout().caller(await newAccount()).affiliateSignup;
    for (const role of ['friend', 'influencer', 'educator'])
      await (await newSignups()).join(affiliateSignup({ role, reference, code }));
    expect(await codeRow(code)).toMatchObject({ selection: null });
    const answer = await (await newSignups()).join(loyaltySignup({ reference, code: 'NO-SUCH' }));
    expect(answer.status).toBe('done');
  });
});
