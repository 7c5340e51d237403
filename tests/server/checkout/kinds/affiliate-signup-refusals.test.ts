import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findRequiredTaxForm } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { asDataUrl, makePng } from '#tests/helpers/pictures.ts';
import {
  ABROAD,
  AFFILIATE_W9,
  affiliateSignup,
  loyaltySignup,
  SAMPLE_W8,
} from '#tests/helpers/purchases/affiliate.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const newAccount = () => makeAccount(database.db);
const makeReferrer = async () => (await makeAccount(database.db, { accountType: 3 })).id;

type Overrides = Parameters<typeof affiliateSignup>[0];
type OtherChanges = Partial<Omit<Overrides, 'reference'>>;
type Changes = OtherChanges & { reference?: string | undefined };

async function captureRefusal(changes: Changes, make = affiliateSignup) {
  const account = await newAccount();
  const input = make({ reference: await makeReferrer(), ...changes });
  const error = await captureError(checkout().caller(account).affiliateSignup.join(input));
  const signups = await database.db
    .selectFrom('affiliateSignups')
    .select('id')
    .where('accountId', '=', account.id)
    .execute();
  expect(signups).toEqual([]);
  expect(await checkout().caller(account).viewer.user()).toMatchObject({ accountType: 0, hasW9: false });
  return error;
}

const makeW9 = (changes: object) => ({ w9: { ...AFFILIATE_W9, ...changes } });
const makeW8 = (changes: object) => ({ ...ABROAD, w9: undefined, w8: { ...SAMPLE_W8, ...changes } });

describe('[S5 your information] the signup form', () => {
  test.each<[string, Changes, string]>([
    ['phone', { phone: '' }, 'Required'],
    ['phone', { phone: '12345' }, 'Please enter a phone number'],
    ['birthday', { birthday: undefined }, 'Required'],
    ['birthday', { birthday: 'spring 1988' }, 'Please enter a date as MM/DD/YYYY'],
    ['birthday', { birthday: '02/29/1990' }, 'There’s no such day. Please check the date'],
    ['street1', { street1: ' ' }, 'Required'],
    ['city', { city: null }, 'Required'],
    ['state', { state: '' }, 'Required'],
    ['state', { state: 'Bavaria' }, 'Please choose a state'],
    ['zip', { zip: undefined }, 'Required'],
    ['country', { country: '' }, 'Required'],
    ['country', { country: 'Atlantis' }, 'Please choose a country'],
    ['contractAgree', { contractAgree: false }, 'Required'],
    ['privacyAgree', { privacyAgree: undefined }, 'Required'],
    ['policyAgree', { policyAgree: null }, 'Required'],
    ['reference', { reference: undefined }, 'Required'],
    ['reference', { reference: '' }, 'Required'],
    ['reference', { reference: 'NOBODY' }, 'Please choose a reference from the list'],
    ['signature', { signature: '' }, 'Please sign above to continue'],
    ['signature', { signature: 'data:image/png;base64,AAAA' }, 'Please sign above to continue'],
    ['signature', { signature: asDataUrl(makePng(300, 150)) }, 'Please sign above to continue'],
    ['signature', { signature: asDataUrl(makePng(1_201, 150)) }, 'Please sign again'],
    ['purchaseMembership', { purchaseMembership: 7 }, 'Please choose a membership'],
    ['w9.legalNameOfBusiness', makeW9({ legalNameOfBusiness: '' }), 'Required Field'],
    ['w9.taxClassification', makeW9({ taxClassification: null }), 'Required Field'],
    ['w9.idType', makeW9({ idType: 'itin' }), 'Required Field'],
    ['w9.idNumber', makeW9({ idNumber: '' }), 'Required Field'],
    ['w9.idNumber', makeW9({ idNumber: '1234' }), 'Please enter 9 digits'],
    ['w9.acceptedTerms', makeW9({ acceptedTerms: false }), 'Please accept the terms'],
    ['w8.name', makeW8({ name: '' }), 'Required Field'],
    ['w8.PermanentResidenceAddress', makeW8({ PermanentResidenceAddress: null }), 'Required Field'],
    ['w8.city', makeW8({ city: '' }), 'Required Field'],
    ['w8.USTaxPayerID', makeW8({ USTaxPayerID: '' }), 'Required Field'],
    ['w8.ForeignTaxID', makeW8({ ForeignTaxID: '' }), 'Required Field'],
    ['w8.ReferenceNumber', makeW8({ ReferenceNumber: '' }), 'Required Field'],
    ['w8.acceptedTerms', makeW8({ acceptedTerms: undefined }), 'Please accept the terms'],
  ])('is refused at %s: %o', async (field, changes, sentence) => {
    const error = await captureRefusal(changes);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: sentence });
    expect(error.fieldErrors?.[field]).toBe(sentence);
  });

  test.each<[string, Changes, string]>([
    ['businessName', { businessName: '' }, 'Required Field'],
    ['compensationOption', { compensationOption: undefined }, 'Required Field'],
    ['compensationOption', { compensationOption: 3 }, 'Required Field'],
    ['employees.0.name', { employees: [{ name: '', contact: 'x' }] }, 'Required Field'],
    ['phone', { phone: '' }, 'Required'],
    ['birthday', { birthday: '04/09/88' }, 'Please enter a date as MM/DD/YYYY'],
    ['contractAgree', { contractAgree: false }, 'Required'],
    ['reference', { reference: undefined }, 'Required'],
    ['signature', { signature: null }, 'Please sign above to continue'],
    ['w9.idNumber', makeW9({ idNumber: '' }), 'Required Field'],
  ])('[S5 business affiliate] is refused at %s: %o', async (field, changes, sentence) => {
    expect((await captureRefusal(changes, loyaltySignup)).fieldErrors?.[field]).toBe(sentence);
  });

  test('reports the errors of every page together', async () => {
    const { fieldErrors } = await captureRefusal({
      phone: '',
      birthday: '',
      w9: {},
      contractAgree: false,
      reference: '01900000-0000-7000-8000-000000000001',
      signature: asDataUrl(makePng(300, 150)),
    });
    expect(fieldErrors).toMatchObject({
      phone: 'Required',
      birthday: 'Required',
      'w9.idNumber': 'Required Field',
      contractAgree: 'Required',
      reference: 'Please choose a reference from the list',
      signature: 'Please sign above to continue',
    });
  });

  test('[D24] accepts a person who turns 18 today, and refuses one who turns 18 tomorrow', async () => {
    // It is still November 28 in the business time zone.
    vi.useFakeTimers({ now: new Date('2026-11-29T05:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { fieldErrors } = await captureRefusal({ birthday: '11/29/2008' });
    expect(fieldErrors).toEqual({ birthday: 'You must be 18 years or older' });
    const input = affiliateSignup({ reference: await makeReferrer(), birthday: '11/28/2008' });
    expect(
      await checkout()
        .caller(await newAccount())
        .affiliateSignup.join(input),
    ).toMatchObject({
      status: 'done',
    });
  });

  test('accepts as a reference only another account that is an affiliate', async () => {
    const [account, nobody] = [await newAccount(), await newAccount()];
    const join = (reference: string) =>
      captureError(checkout().caller(account).affiliateSignup.join(affiliateSignup({ reference })));
    const ownReferenceMessage = 'Please choose someone else. You can’t refer yourself';
    expect((await join(account.id)).fieldErrors).toEqual({ reference: ownReferenceMessage });
    expect((await join(account.id.toUpperCase())).fieldErrors).toEqual({ reference: ownReferenceMessage });
    const unknown = 'Please choose a reference from the list';
    expect((await join(nobody.id)).fieldErrors).toEqual({ reference: unknown });
  });
});

/** Which tax form is required, by country, donation, and forms on file. */
const FORMS = [
  // country, donates, W-9 on file, W-8 on file, required form
  ['US', false, false, false, 'w9'],
  ['US', false, false, true, 'w9'],
  ['US', false, true, false, null],
  ['US', false, true, true, null],
  ['US', true, false, false, null],
  ['US', true, true, true, null],
  ['FR', false, false, false, 'w8'],
  ['FR', false, true, false, 'w8'],
  ['FR', false, false, true, null],
  ['FR', true, false, false, 'w8'],
  ['FR', true, true, false, 'w8'],
  ['FR', true, false, true, null],
] as const;

describe('[S5 Your Information] the required tax form', () => {
  const forms = (hasW9: boolean, hasW8: boolean) => ({
    ...(hasW9 ? { w9: AFFILIATE_W9 } : {}),
    ...(hasW8 ? { w8: SAMPLE_W8 } : {}),
  });
  const listFormKinds = async (accountId: string) =>
    (
      await database.db
        .selectFrom('taxForms')
        .select('kind')
        .where('accountId', '=', accountId)
        .where('supersededAt', 'is', null)
        .execute()
    ).map(({ kind }) => kind);

  test.each(FORMS)(
    'country %s, donates %s, W-9 on file %s, W-8 on file %s: requires %s',
    async (country, donates, hasW9, hasW8, requiredForm) => {
      expect(findRequiredTaxForm({ country, donates, hasW9, hasW8 })).toBe(requiredForm);
      const [account, reference] = [await newAccount(), await makeReferrer()];
      const caller = checkout().caller(account);
      // Put forms on file by signing up for another role first.
      if (hasW9) await caller.affiliateSignup.join(affiliateSignup({ role: 'friend', reference }));
      if (hasW8) {
        const abroad = { ...ABROAD, w9: undefined, w8: SAMPLE_W8 };
        await caller.affiliateSignup.join(affiliateSignup({ role: 'influencer', reference, ...abroad }));
      }
      const input = affiliateSignup({
        role: 'educator',
        reference,
        donate: donates,
        w9: undefined,
        ...(country === 'US' ? {} : ABROAD),
      });
      const filedForms = [hasW9 ? 'w9' : '', hasW8 ? 'w8ben' : ''].filter(Boolean);
      if (requiredForm) {
        const { fieldErrors } = await captureError(caller.affiliateSignup.join(input));
        const first = requiredForm === 'w9' ? 'legalNameOfBusiness' : 'USTaxPayerID';
        expect(fieldErrors?.[`${requiredForm}.${first}`]).toBe('Required Field');
        const sent = { ...input, ...forms(requiredForm === 'w9', requiredForm === 'w8') };
        expect(await caller.affiliateSignup.join(sent)).toMatchObject({ status: 'done' });
        filedForms.push(requiredForm === 'w9' ? 'w9' : 'w8ben');
      } else {
        expect(await caller.affiliateSignup.join(input)).toMatchObject({ status: 'done' });
      }
      expect((await listFormKinds(account.id)).toSorted()).toEqual(filedForms.toSorted());
    },
  );

  test('is the only one that is stored', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const input = affiliateSignup({ reference, donate: true, w8: SAMPLE_W8 });
    await checkout().caller(account).affiliateSignup.join(input);
    expect(await listFormKinds(account.id)).toEqual([]);
  });

  test('replaces the one on file if it is filled in, but not if it is empty', async () => {
    const [account, reference] = [await newAccount(), await makeReferrer()];
    const caller = checkout().caller(account);
    await caller.affiliateSignup.join(affiliateSignup({ role: 'friend', reference }));
    const blank = { legalNameOfBusiness: '', taxClassification: null, idNumber: ' ', acceptedTerms: false };
    await caller.affiliateSignup.join(affiliateSignup({ role: 'influencer', reference, w9: blank }));
    expect(await caller.viewer.user()).toMatchObject({ w9: { idNumber: '••-•••4321' } });
    const correctedW9 = { ...AFFILIATE_W9, idType: 'ssn', idNumber: '417-90-2287' };
    await caller.affiliateSignup.join(affiliateSignup({ role: 'educator', reference, w9: correctedW9 }));
    expect(await caller.viewer.user()).toMatchObject({ w9: { idNumber: '•••-••-2287' } });
  });
});

describe('[D7][D52] tax numbers that are sent with a signup', () => {
  const NUMBERS = { w9: '417-90-2286', us: '912-77-3301', foreign: 'FRCANARY81770', reference: 'R55CANARY2' };

  test('never appear in a row, job, log line, or response', async () => {
    const reference = await makeReferrer();
    const w9Canary = {
      ...AFFILIATE_W9,
      idType: 'ssn',
      idNumber: NUMBERS.w9,
      legalNameOfBusiness: 'Canary Kept',
    };
    const w8Canary = {
      ...SAMPLE_W8,
      USTaxPayerID: NUMBERS.us,
      ForeignTaxID: NUMBERS.foreign,
      ReferenceNumber: NUMBERS.reference,
    };
    const membershipChanges = { purchaseMembership: 0, token: 'tok_visa' };
    const declinedChanges = { ...membershipChanges, token: 'tok_chargeDeclined' };
    const calls: OtherChanges[] = [
      { w9: w9Canary },
      { w9: w9Canary, ...membershipChanges },
      { w9: w9Canary, ...declinedChanges },
      { w9: w9Canary, phone: '' },
      { ...ABROAD, w9: undefined, w8: w8Canary },
      { ...ABROAD, w9: undefined, w8: w8Canary, ...membershipChanges },
      { ...ABROAD, w9: undefined, w8: { ...w8Canary, name: '' } },
    ];
    const answers: unknown[] = [];
    for (const changes of calls) {
      const caller = checkout().caller(await newAccount());
      const input = affiliateSignup({ reference, role: 'educator', ...changes });
      const answer = await caller.affiliateSignup.join(input).catch((error: unknown) => error);
      answers.push(answer, await caller.viewer.user());
    }
    const everything = [
      await databaseText(database.db),
      inspect(checkout().jobs.of('mail'), { depth: null }),
      inspect(checkout().log, { depth: null }),
      inspect(answers, { depth: 4 }),
      JSON.stringify(await checkout().sandbox.control.charges()),
    ].join('\n');
    expect(everything).toContain('Canary Kept');
    expect(everything).toContain('2286');
    for (const number of Object.values(NUMBERS)) {
      expect(everything).not.toContain(number);
      expect(everything).not.toContain(number.replaceAll('-', ''));
    }
  });
});
