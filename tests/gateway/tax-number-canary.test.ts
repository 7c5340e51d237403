import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { redactValues } from '#gateway/graphql/redact-values.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { ABROAD, affiliateSignup, loyaltySignup, SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';
import { businessPlanPurchase, SAMPLE_W9 } from '#tests/helpers/purchases/business-plan.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { affiliateInfo } from './graphql/affiliate-info.ts';
import { planInfo } from './graphql/plan-info.ts';

const database = seededTestDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

let reference = '';
beforeAll(async () => {
  reference = (await makeAccount(database.db, { accountType: 3 })).id;
});

/** Made-up tax numbers that appear nowhere else in the data. */
const CANARIES = ['417902286', '912773301', '770815533', '662094417'];
const [SSN, US_ID, FOREIGN_ID, REFERENCE_NUMBER] = CANARIES;
const dashedNumber = '417-90-2286';

const w9 = { ...SAMPLE_W9, idType: 'ssn', idNumber: dashedNumber, legalNameOfBusiness: 'Canary Kept' };
const w8 = {
  ...SAMPLE_W8,
  USTaxPayerID: US_ID,
  ForeignTaxID: FOREIGN_ID,
  ReferenceNumber: REFERENCE_NUMBER,
};

const W9S: Array<[string, unknown]> = [
  ['as it should be', w9],
  ['with a field missing', { ...w9, acceptedTerms: false }],
  ['as a number', { ...w9, idNumber: Number(SSN) }],
  ['a digit too long', { ...w9, idNumber: `${dashedNumber}9` }],
  ['in a list', { ...w9, idNumber: [dashedNumber] }],
  ['in the place of a choice', { ...w9, idType: dashedNumber, taxClassification: SSN }],
  ['under a name that nobody knows', { ...w9, idNumer: SSN }],
  ['as the whole form', dashedNumber],
];

type SendForm = (visitor: Visitor, form: { w9?: unknown; w8?: unknown }) => Promise<unknown>;

const trpc =
  (path: string, input: object): SendForm =>
  (visitor, form) =>
    visitor.trpc('mutation', path, { ...input, ...form });

const graphql =
  (call: string, type: string, info: object, variable = 'info'): SendForm =>
  (visitor, form) =>
    visitor.graphql(`mutation ($info: ${type}!) { ${call}(${variable}: $info) { id } }`, {
      info: { ...info, ...form },
    });

const listEndpoints = (): Array<[string, SendForm]> => [
  ['affiliateSignup.join', trpc('affiliateSignup.join', affiliateSignup({ reference }))],
  ['… with a field missing', trpc('affiliateSignup.join', affiliateSignup({ reference, phone: '' }))],
  [
    '… and a card that is declined',
    trpc(
      'affiliateSignup.join',
      affiliateSignup({ reference, purchaseMembership: 0, token: 'tok_chargeDeclined' }),
    ),
  ],
  ['… for the loyalty program', trpc('affiliateSignup.join', loyaltySignup({ reference }))],
  [
    'businessPlans.purchase',
    trpc('businessPlans.purchase', businessPlanPurchase({ loyalty: true, plan: 9 })),
  ],
  [
    '… with a field missing',
    trpc('businessPlans.purchase', businessPlanPurchase({ loyalty: true, plan: 9, zip: '' })),
  ],
  ['becomeAffiliate', graphql('becomeAffiliate', 'AffiliateInput', affiliateInfo({ reference, type: 3 }))],
  ['BecomeInfluencer', graphql('BecomeInfluencer', 'AffiliateInput', affiliateInfo({ reference }))],
  ['BecomeFriend', graphql('BecomeFriend', 'AffiliateInput', affiliateInfo({ reference }))],
  [
    'purchaseBusinessPlan',
    graphql('purchaseBusinessPlan', 'BusinessPlanInput', planInfo({ loyalty: true, plan: 9 })),
  ],
  [
    '… as info2',
    graphql('purchaseBusinessPlan', 'CommunityEducatorPlanInput', planInfo({ loyalty: true }), 'info2'),
  ],
];

async function createVisitor(): Promise<Visitor> {
  return (await server.visitor(await makeAccount(database.db))).fetchCsrfToken();
}

async function readFiles(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  ).join();
}

function expectNoCanary(text: string, location: string) {
  for (const canary of CANARIES) {
    expect(text.replaceAll('-', ''), `${canary} in ${location}`).not.toContain(canary);
  }
}

describe('[D7] a tax number sent to any endpoint, well-formed or not', () => {
  test('never appears in a response, log line, job, email, file, or row, or at Stripe', async () => {
    for (const [name, sendForm] of listEndpoints()) {
      for (const [how, form] of W9S) {
        const visitor = await createVisitor();
        const response = await sendForm(visitor, { w9: form });
        expectNoCanary(JSON.stringify(response), `the answer of ${name}, ${how}`);
        const user = await visitor.trpc('query', 'viewer.user');
        expectNoCanary(JSON.stringify(user), `viewer.user after ${name}, ${how}`);
      }
      const visitor = await createVisitor();
      const foreignResponse = await sendForm(visitor, { ...ABROAD, w9: undefined, w8 });
      expectNoCanary(JSON.stringify(foreignResponse), `the answer of ${name}, from abroad`);
    }
    const rows = await databaseText(database.db);
    // Check that the forms were stored at all.
    expect(rows).toContain('Canary Kept');
    expect(rows).toContain('2286');
    expectNoCanary(rows, 'the database');
    expect(server.log.readAll()).toContain('"path":"/graphql"');
    expectNoCanary(server.log.readAll(), 'the log');
    expectNoCanary(inspect(server.jobs.of('mail'), { depth: null, maxArrayLength: null }), 'a mail');
    expectNoCanary(inspect(server.mailer, { depth: null, maxArrayLength: null }), 'the post');
    expectNoCanary(JSON.stringify(await sandbox.control.charges()), 'Stripe');
    expectNoCanary(await readFiles(server.deps.config.dataDir), 'a file');
  });

  test.each([
    [
      'in the URL of a procedure',
      `/trpc/affiliateSignup.join?input=${encodeURIComponent(JSON.stringify({ w9 }))}`,
    ],
    ['in the URL of GraphQL', `/graphql?query=${encodeURIComponent(`{ user { id } } # ${dashedNumber}`)}`],
  ])('is not logged if it is sent %s', async (_, url) => {
    const visitor = await createVisitor();
    await visitor.get(url);
    expectNoCanary(server.log.readAll(), 'the log');
  });

  test.each([
    [
      'in a document with a syntax error',
      `mutation { BecomeFriend(info: { w9: { idNumber: ${dashedNumber} } } { id } }`,
    ],
    ['instead of a colon', `mutation { BecomeFriend(info: { w9: { idNumber "${SSN}" } }) { id } }`],
    ['instead of a name', `mutation { BecomeFriend(info: { "${SSN}": 1 }) { id } }`],
    [
      'as a default value',
      `mutation ($w: W9Input = { idNumber: ${SSN} }) { BecomeFriend(info: { w9: $w }) { id } }`,
    ],
    [
      'as a number instead of a string',
      `mutation { BecomeFriend(info: { w9: { idNumber: ${SSN} } }) { id } }`,
    ],
    ['under an unknown field name', `mutation { BecomeFriend(info: { w9: { number: "${SSN}" } }) { id } }`],
  ])('is not repeated in errors if it is sent %s', async (_, document) => {
    const visitor = await createVisitor();
    const { status, errors } = await visitor.graphql(document);
    expect(status).toBeLessThan(500);
    expect(errors.length).toBeGreaterThan(0);
    expectNoCanary(JSON.stringify(errors), 'the answer');
    expectNoCanary(server.log.readAll(), 'the log');
  });
});

test.each([
  [
    'Variable "$info" got invalid value 417902286 at "info.w9.idNumber"; String cannot represent a non string value: 417902286',
    'Variable "$info" got an invalid value at "info.w9.idNumber".',
  ],
  [
    'Variable "$info" got invalid value null; Expected non-nullable type.',
    'Variable "$info" got an invalid value.',
  ],
  ['String cannot represent a non string value: 417902286', 'String cannot represent the given value.'],
  [
    'Expected value of type "W9Input" not to include unknown field "number". Did you mean "idNumber"? Found: { number: "417902286" }.',
    'Expected value of type "W9Input" not to include unknown field "number". Did you mean "idNumber"?',
  ],
  ['Syntax Error: Expected ":", found String "417902286".', 'Syntax Error: Expected ":".'],
  ['Syntax Error: Unexpected Int "417902286".', 'Syntax Error: Unexpected Int.'],
  ['Syntax Error: Unexpected "}".', 'Syntax Error: Unexpected "}".'],
  ['Cannot query field "nobody" on type "User".', 'Cannot query field "nobody" on type "User".'],
])(
  'redactValues removes the value from GraphQL’s message but keeps its location: %s',
  (message, expected) => {
    expect(redactValues(message)).toBe(expected);
  },
);
