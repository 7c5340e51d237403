import { setImmediate } from 'node:timers/promises';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany, makeEmployeeCard, type TestCompany } from '#tests/helpers/factories/company.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const ALL_CARDS_URL = '/api/company/cards.pdf?all=1';

let owner: TestAccount;
let company: TestCompany;
beforeEach(async () => {
  owner = await makeAccount(database.db);
  company = await makeCompany(database.db, { accountId: owner.id });
});

async function get(url: string, account: TestAccount | null = owner) {
  return (await server.visitor(account)).get(url);
}

async function open(url: string, account: TestAccount = owner) {
  const response = await get(url, account);
  expect(response.statusCode).toBe(200);
  return getDocumentProxy(new Uint8Array(response.rawPayload));
}

/** Returns the text of each page without spaces, because a font change inside a word adds a space. */
async function readLetters(url: string, account: TestAccount = owner): Promise<string[]> {
  const { text } = await extractText(await open(url, account), { mergePages: false });
  return text.map(letters);
}
const letters = (text: string) => text.replace(/\s+/g, '');

describe('the printable sheet of a company’s cards', () => {
  test('contains the cards of employees without an email address, with number, names, plan, and expiry', async () => {
    const plainCard = await makeEmployeeCard(database.db, company, { firstname: 'Zoë', lastname: 'Ærskin' });
    const family = await makeEmployeeCard(database.db, company, {
      planId: 4,
      firstname: 'Łukasz',
      lastname: 'Nowak',
      spouseFirstname: 'Dana',
      spouseLastname: 'Nowak',
      familyMembers: ['Ella Nowak'],
    });
    const invitedCard = await makeEmployeeCard(database.db, company, { email: 'ann@example.com' });
    const [page = '', ...otherPages] = await readLetters('/api/company/cards.pdf');
    expect(otherPages).toEqual([]);
    expect(page).toContain('EverythingCardsforRockyMountainTools');
    expect(page).toContain(`ID${formatMembershipNumber(plainCard.number)}MemberZoëÆrskinPlanIndividual`);
    expect(page).toContain(
      `ID${formatMembershipNumber(family.number)}NamesonCardŁukaszNowakDanaNowak,EllaNowakPlanFamily`,
    );
    expect(page).toMatch(/Expires\d\d\/\d\d\/\d\d/);
    expect(page).not.toContain(formatMembershipNumber(invitedCard.number));
  });

  test('fits a number of the widest letters', async () => {
    await makeEmployeeCard(database.db, company, { number: 'WMQWMQWMQWMQ' });
    expect((await readLetters(ALL_CARDS_URL)).join()).toContain('IDWMQW-MQWM-QWMQMember');
  });

  test('includes employees with an email address if ?all=1 is set, but no replaced cards', async () => {
    const invitedCard = await makeEmployeeCard(database.db, company, { email: 'ann@example.com' });
    const replacedCard = await makeEmployeeCard(database.db, company, { endedAt: new Date() });
    const [page = ''] = await readLetters(ALL_CARDS_URL);
    expect(page).toContain(formatMembershipNumber(invitedCard.number));
    expect(page).not.toContain(formatMembershipNumber(replacedCard.number));
  });

  test('is an uncached PDF with a title, a language, and structure tags', async () => {
    const response = await get(ALL_CARDS_URL);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="everything-cards.pdf"',
      'cache-control': 'no-store',
    });
    const pdf = await open(ALL_CARDS_URL);
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({ Title: 'Everything Cards for Rocky Mountain Tools', Language: 'en-US' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  });

  test('uses Letter paper in the United States and A4 in other countries', async () => {
    expect((await (await open(ALL_CARDS_URL)).getPage(1)).view).toEqual([0, 0, 612, 792]);
    const german = await makeAccount(database.db);
    await makeCompany(database.db, { accountId: german.id, country: 'DE' });
    expect((await (await open(ALL_CARDS_URL, german)).getPage(1)).view).toEqual([0, 0, 595.28, 841.89]);
  });

  test('reports that there is no card to print', async () => {
    await makeEmployeeCard(database.db, company, { email: 'ann@example.com' });
    expect(await readLetters('/api/company/cards.pdf')).toEqual([
      expect.stringContaining('Therearenocardstoprinthere.Eachemployeehasanemailaddress'),
    ]);
  });

  test('prints each of 100 cards once, eight per page, while the server answers other requests', async () => {
    const cards = await Promise.all(
      Array.from({ length: 100 }, () => makeEmployeeCard(database.db, company)),
    );
    let isDrawn = false;
    const sheet = readLetters(ALL_CARDS_URL).finally(() => {
      isDrawn = true;
    });
    let answeredCount = 0;
    while (!isDrawn) {
      expect((await server.app.inject('/healthz')).statusCode).toBe(200);
      answeredCount++;
      await setImmediate();
    }
    expect(answeredCount).toBeGreaterThan(4);
    const pages = await sheet;
    expect(pages).toHaveLength(13);
    const text = pages.join();
    for (const { number } of cards) expect(text.split(formatMembershipNumber(number))).toHaveLength(2);
    expect(pages.at(-1)).toContain('Page13of13');
  });
});

describe('[S6] access to the sheet', () => {
  test('another company gets only its own cards', async () => {
    const { number } = await makeEmployeeCard(database.db, company);
    const otherAccount = await makeAccount(database.db);
    const otherCompany = await makeCompany(database.db, { accountId: otherAccount.id, name: 'Rival Tools' });
    const rivalCard = await makeEmployeeCard(database.db, otherCompany);
    const [page = ''] = await readLetters(ALL_CARDS_URL, otherAccount);
    expect(page).toContain('RivalTools');
    expect(page).toContain(formatMembershipNumber(rivalCard.number));
    expect(page).not.toContain(formatMembershipNumber(number));
  });

  test('visitors and accounts without a company are refused', async () => {
    await makeEmployeeCard(database.db, company);
    const visitorResponse = await get(ALL_CARDS_URL, null);
    expect([visitorResponse.statusCode, visitorResponse.json()]).toEqual([
      401,
      { error: 'Login to continue' },
    ]);
    const responseWithoutCompany = await get(ALL_CARDS_URL, await makeAccount(database.db));
    expect([responseWithoutCompany.statusCode, responseWithoutCompany.json()]).toEqual([
      404,
      { error: 'Please fill in your company’s information first.' },
    ]);
  });

  test('an employee who claimed a card is refused', async () => {
    const employee = await makeAccount(database.db);
    await makeEmployeeCard(database.db, company, { accountId: employee.id, claimedAt: new Date() });
    expect((await get(ALL_CARDS_URL, employee)).statusCode).toBe(404);
  });

  test.each(['past_due', 'unpaid', 'canceled'] as const)(
    'a company whose plan is %s is refused',
    async (status) => {
      const pastDueOwner = await makeAccount(database.db);
      const endedAt = status === 'canceled' ? new Date() : null;
      const pastDueCompany = await makeCompany(database.db, {
        accountId: pastDueOwner.id,
        subscription: { status, endedAt },
      });
      await makeEmployeeCard(database.db, pastDueCompany);
      const response = await get(ALL_CARDS_URL, pastDueOwner);
      expect([response.statusCode, response.json()]).toEqual([
        409,
        {
          error: 'Your corporate plan isn’t active. If you need help, please contact customer support.',
        },
      ]);
    },
  );

  test.each(['?all=maybe', '?all=1&all=0', '?everything=1'])(
    'a request with %s gets status 400',
    async (query) => {
      expect((await get(`/api/company/cards.pdf${query}`)).statusCode).toBe(400);
    },
  );
});
