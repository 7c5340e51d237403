import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { recordAgreements } from '#server/domains/content/content.service.ts';
import { cleanPublishedHtml } from '#server/domains/content/faq.service.ts';
import { readEditableFaq, writeFaq } from '#server/domains/content/faq-text.shared.ts';
import { formatPublishedHtml } from '#server/domains/content/html-format.shared.ts';
import { approveVersion, listDrafts, publishText, readText } from '#server/domains/content/text.service.ts';
import {
  discardDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from '#server/domains/content/text-draft.service.ts';
import { diffLines } from '#server/lib/diff.ts';
import { compareDraft, describeText, planPublication, viewText } from '#server/staff/content/text.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';

const database = seededTestDb();
const app = testApp(database);
let by: { actorId: string; reason: string };

beforeAll(async () => {
  const staff = await makeAccount(database.db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
  by = { actorId: staff.id, reason: 'Counsel asked for it' };
});

const deps = () => ({ db: database.db, now: app.deps.now });
const NO_PRICES = {};

/** Returns what an editor would show if it were opened now. */
async function open(type: 'MEMBER' | 'PRIVACY' | 'FAQ' | 'FRIEND') {
  const { version, revision, html, draft } = await describeText(database.db, type);
  return { base: { type, version, revision }, html: draft?.html ?? html };
}

async function save(type: 'MEMBER' | 'PRIVACY' | 'FRIEND', html: string) {
  const { base } = await open(type);
  return saveDraft(deps(), { ...base, html }, NO_PRICES, by);
}

async function publish(type: 'MEMBER' | 'PRIVACY' | 'FAQ' | 'FRIEND', isReviewed = true) {
  const { base } = await open(type);
  return publishDraft(deps(), { ...base, isReviewed }, await prices(), by);
}

async function prices() {
  const plans = await app.caller().catalog.plans();
  return Object.fromEntries(plans.flatMap(({ slug }) => (slug ? [[slug, '$1.00']] : [])));
}

describe('a contract', () => {
  it('is shown to visitors only once its draft is published, and new buyers accept that version', async () => {
    const before = await app.caller().content.contract({ type: 'MEMBER' });
    const draft = await save('MEMBER', '<p>New words</p><script>alert(1)</script><p onclick="x()">More</p>');
    expect(draft.html).toBe('<p>New words</p>\n<p>More</p>');
    expect(await app.caller().content.contract({ type: 'MEMBER' })).toEqual(before);
    expect(await viewText(deps(), 'MEMBER', null)).toMatchObject({ version: 2, html: draft.html });
    const { lines } = await compareDraft(database.db, 'MEMBER');
    expect(lines.filter(({ kind }) => kind === 'added').map(({ html }) => html)).toEqual([
      '<p>New words</p>',
      '<p>More</p>',
    ]);

    expect(await publish('MEMBER')).toBe(2);
    expect(await app.caller().content.contract({ type: 'MEMBER' })).toMatchObject({
      version: 2,
      html: `${draft.html}\n`,
    });
    expect(await readText(database.db, 'MEMBER', 1)).toEqual(before);
    expect(await describeText(database.db, 'MEMBER')).toMatchObject({
      draft: null,
      isReviewed: true,
      versions: [
        { version: 2, by: 'Sam Stone', reason: by.reason },
        { version: 1, by: null, reason: null },
      ],
    });
    const buyer = await makeAccount(database.db);
    const agreement = { accountId: buyer.id, purchaseId: null, ip: '198.51.100.7', agreedAt: new Date() };
    await database.db.transaction().execute((trx) => recordAgreements(trx, [{ type: 'MEMBER' }], agreement));
    const agreements = await database.db
      .selectFrom('agreements')
      .select('contractVersion')
      .where('accountId', '=', buyer.id)
      .execute();
    expect(agreements).toEqual([{ contractVersion: 2 }]);
  });

  it('gets an older version back by way of a draft', async () => {
    const { base } = await open('MEMBER');
    await restoreVersion(deps(), { ...base, oldVersion: 1 }, by);
    const { html = '' } = (await readText(database.db, 'MEMBER', 1)) ?? {};
    expect((await open('MEMBER')).html).toBe(formatPublishedHtml(html));
    expect(await publish('MEMBER', false)).toBe(3);
    expect(await listDrafts(database.db)).toContain('MEMBER');
    await approveVersion(deps(), { type: 'MEMBER', version: 3 }, by);
    expect(await listDrafts(database.db)).not.toContain('MEMBER');
    const staleApproval = approveVersion(deps(), { type: 'MEMBER', version: 3 }, by);
    expect((await captureError(staleApproval)).code).toBe('CHANGED_SINCE');
  });
});

describe('[D52] of two people who edit a text, the second', () => {
  test('cannot overwrite a draft that was saved in the meantime', async () => {
    const [first, second] = [await open('PRIVACY'), await open('PRIVACY')];
    await saveDraft(deps(), { ...first.base, html: '<p>One</p>' }, NO_PRICES, by);
    const lateSave = saveDraft(deps(), { ...second.base, html: '<p>Two</p>' }, NO_PRICES, by);
    expect((await captureError(lateSave)).code).toBe('CHANGED_SINCE');
    const third = await open('PRIVACY');
    expect(third.html).toBe('<p>One</p>');
    await saveDraft(deps(), { ...third.base, html: '<p>Three</p>' }, NO_PRICES, by);
    const oldRevision = { ...third.base, isReviewed: true, revision: third.base.revision ?? '' };
    for (const attempt of [
      () => publishDraft(deps(), oldRevision, NO_PRICES, by),
      () => discardDraft(deps(), oldRevision, by),
      () => planPublication(app, oldRevision),
      () => restoreVersion(deps(), { ...third.base, oldVersion: 1 }, by),
    ]) {
      expect((await captureError(attempt())).code).toBe('CHANGED_SINCE');
    }
    expect((await open('PRIVACY')).html).toBe('<p>Three</p>');
    const { base } = await open('PRIVACY');
    await discardDraft(deps(), { type: 'PRIVACY', revision: base.revision ?? '' }, by);
    expect((await describeText(database.db, 'PRIVACY')).draft).toBeNull();
  });

  test('cannot start from a version that was replaced in the meantime', async () => {
    const { base } = await open('FRIEND');
    await save('FRIEND', '<p>Published first</p>');
    await publish('FRIEND');
    const lateSave = saveDraft(deps(), { ...base, html: '<p>Late</p>' }, NO_PRICES, by);
    expect((await captureError(lateSave)).code).toBe('CHANGED_SINCE');
  });

  test('is warned that an older draft lacks what was published since it was started', async () => {
    await save('FRIEND', '<p>Started first</p>');
    await database.db
      .transaction()
      .execute((trx) =>
        publishText(trx, { type: 'FRIEND', html: '<p>A command</p>', isDraft: false }, new Date(), by),
      );
    const { baseVersion } = await save('FRIEND', '<p>Saved again</p>');
    const { base } = await open('FRIEND');
    const { effects } = await planPublication(app, {
      ...base,
      revision: base.revision ?? '',
      isReviewed: true,
    });
    expect(effects.join(' ')).toContain(`the changes in version ${baseVersion + 1} will be lost`);
  });

  test('cannot publish at the same time', async () => {
    await save('FRIEND', `<p>Race</p>`);
    const results = await Promise.allSettled([publish('FRIEND'), publish('FRIEND')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the FAQ', () => {
  it('shows added and moved questions, and not hidden ones, once its draft is published', async () => {
    const { base, html } = await open('FAQ');
    const [first, second, ...others] = readEditableFaq(html);
    if (!first || !second) throw new Error('The FAQ has no sections');
    const [hidden, ...rest] = first.entries;
    const addedQuestion = {
      id: 'new',
      question: 'Is it “new” & <good>?',
      html: '<p>{price.family}</p>',
      isHidden: false,
    };
    const entries = [
      ...rest.toReversed(),
      { ...addedQuestion },
      ...(hidden ? [{ ...hidden, isHidden: true }] : []),
    ];
    const source = writeFaq([second, { ...first, entries }, ...others]);
    await saveDraft(deps(), { ...base, html: source }, await prices(), by);
    const drafted = await open('FAQ');
    const publication = { ...drafted.base, revision: drafted.base.revision ?? '', isReviewed: true };
    const { effects } = await planPublication(app, publication);
    expect(effects.at(-1)).toBe('Questions: 1 added, 0 changed, 1 removed or hidden.');
    await publish('FAQ');
    const { sections } = await app.caller().content.faq();
    expect(sections.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(sections[1]?.entries.map(({ id }) => id)).toEqual([
      ...rest.map(({ id }) => id).toReversed(),
      'new',
    ]);
    expect(sections[1]?.entries.at(-1)).toMatchObject({
      question: addedQuestion.question,
      html: '<p>$99.90</p>',
    });
    expect(readEditableFaq((await open('FAQ')).html)).toEqual(readEditableFaq(source));
  });

  it('refuses a draft that has a question without an answer or an unknown placeholder', async () => {
    const { base } = await open('FAQ');
    const html = '<h2>A</h2><h3>B?</h3><h3>C?</h3><p>{price.none}</p>';
    const error = await captureError(saveDraft(deps(), { ...base, html }, await prices(), by));
    expect(error.fieldErrors?.html).toBe('“B?” has no answer. Unknown placeholder {price.none}.');
  });

  it('is not published from a restored version that has a placeholder without a value', async () => {
    const { base } = await open('FAQ');
    const draft = await restoreVersion(deps(), { ...base, oldVersion: 1 }, by);
    const publication = { ...base, revision: draft.revision, isReviewed: true };
    const error = await captureError(publishDraft(deps(), publication, NO_PRICES, by));
    expect(error.message).toContain('Unknown placeholder {price.family}.');
  });
});

test('a text that is loaded into the editor and saved unchanged is the same text', async () => {
  const faq = await readFile(join(import.meta.dirname, '../../../../db/seed/help/faq.html'), 'utf8');
  const formattedFaq = formatPublishedHtml(faq);
  expect(formattedFaq).toBe(faq.trim());
  expect(formatPublishedHtml(writeFaq(readEditableFaq(faq)))).toBe(formattedFaq);
  // The editor wraps the text of list items.
  const edited = '<ul><li><p>One</p></li><li><p>Two</p><p>Three</p></li></ul><p></p>';
  expect(formatPublishedHtml((await cleanPublishedHtml(edited)).html)).toBe(
    '<ul>\n<li>One</li>\n<li>\n<p>Two</p>\n<p>Three</p>\n</li>\n</ul>',
  );
});

test('a comparison keeps the longest common sequence', () => {
  const lines = (text: string) => text.split('');
  const diff = (before: string, after: string) =>
    diffLines(lines(before), lines(after)).map(
      ({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`,
    );
  expect(diff('abcd', 'abcd').join(' ')).toBe('a b c d');
  expect(diff('abcdf', 'acxdf').join(' ')).toBe('a -b c +x d f');
  expect(diff('', 'ab').join(' ')).toBe('+a +b');
  expect(diff('aa', 'a').join(' ')).toBe('a -a');
});
