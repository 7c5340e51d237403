import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { printCards } from '#server/domains/memberships/physical-card/card-shipment.service.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { CARD_ADDRESS } from '#tests/helpers/purchases/physical-card.ts';
import { act, actTwice, listAudit, listRows, makeStaff, REASON } from '#tests/helpers/staff.ts';

const database = testDb();
const NOW = new Date('2026-11-23T18:00:00Z');
const server = testApp(database, { now: () => NOW, limits: NO_LIMITS });
let staff: TestAccount;

const cards = () => server.staffCaller(staff).staff.cards;
const list = (input?: Parameters<typeof listRows>[2]) => listRows(server.staffCaller(staff), 'cards', input);

beforeEach(async () => {
  staff = await makeStaff(database.db);
});

const PERIOD_END = new Date('2027-11-23T18:00:00Z');

async function queueCard(recipient: string, isReplacement = false, membershipId?: string) {
  const membership = membershipId
    ? { id: membershipId, number: '' }
    : await makeMembership(database.db, { subscription: { periodEnd: PERIOD_END } });
  const email = `${membership.id}@example.com`;
  const id = await inTransaction(database.db, (trx) =>
    queuePhysicalCard(trx, {
      membershipId: membership.id,
      recipient,
      email,
      address: CARD_ADDRESS,
      requestedAt: NOW,
      isReplacement,
    }),
  );
  return {
    id: String(id),
    email,
    membershipId: membership.id,
    number: formatMembershipNumber(membership.number),
  };
}

const stepOf = async (id: string) => (await cards().detail({ id })).step;

async function printRun(id: string): Promise<string> {
  const { printRunId } = await cards().detail({ id });
  return String(printRunId);
}

describe('[D29] the queue of physical cards', () => {
  test('goes from waiting to printed to sent, with an audit row for each step and one mail', async () => {
    const card = await queueCard('Maria Gomez');
    const printResult = await act(cards().print, { ids: [card.id] });
    expect(printResult.effects).toEqual([`Print the Individual card ${card.number} for Maria Gomez`]);
    expect(await stepOf(card.id)).toBe('printed');
    expect(listMails(server.jobs, card.email)).toEqual([]);
    await act(cards().send, { ids: [card.id] });
    expect(await stepOf(card.id)).toBe('sent');
    expect(listMails(server.jobs, card.email)).toMatchObject([{ mail: 'card-sent' }]);
    const by = { actorId: staff.id, reason: REASON };
    expect(await listAudit(database.db, `physical-card:${card.id}`)).toEqual([
      { ...by, action: 'card.print', change: { before: 'waiting', after: 'printed' } },
      { ...by, action: 'card.send', change: { before: 'printed', after: 'sent' } },
    ]);
  });

  test('prints each card once if two people choose it', async () => {
    const [first, second] = [await queueCard('Ann Smith'), await queueCard('Bob Lee')];
    await expect(actTwice(cards().print, { ids: [first.id] })).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    const run = await printRun(first.id);
    const printing = printCards(server.deps, [first.id, second.id], NO_AUTHOR);
    await expect(printing).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    expect(await printRun(first.id)).toBe(run);
    expect(await stepOf(second.id)).toBe('waiting');
    const atOnce = await Promise.allSettled(
      [1, 2].map(() => printCards(server.deps, [second.id], NO_AUTHOR)),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('undoes a print and a sending, and sends a returned card to another address', async () => {
    const { id, email } = await queueCard('Kim Park');
    await act(cards().print, { ids: [id] });
    await act(cards().unprint, { ids: [id] });
    expect(await stepOf(id)).toBe('waiting');
    await act(cards().print, { ids: [id] });
    await act(cards().send, { ids: [id] });
    await act(cards().unsend, { id });
    expect(await stepOf(id)).toBe('printed');
    await act(cards().send, { ids: [id] });
    await act(cards().markReturned, { id });
    expect(await stepOf(id)).toBe('returned');
    const address = { ...CARD_ADDRESS, street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118' };
    await act(cards().requeue, { id, ...address });
    expect(await cards().detail({ id })).toMatchObject({ step: 'waiting', address, printRunId: null });
    expect(listMails(server.jobs, email).map(({ mail }) => mail)).toEqual([
      'card-sent',
      'card-sent',
      'card-came-back',
    ]);
    expect((await cards().detail({ id })).timeline.slice(0, 2)).toMatchObject([
      { title: 'Personal data opened', by: 'Sam Stone' },
      { title: 'Personal data opened' },
    ]);
  });

  test.each([
    ['unprint', 'waiting'],
    ['unsend', 'waiting'],
    ['markReturned', 'printed'],
  ] as const)('refuses to %s a card that is %s', async (name, step) => {
    const { id } = await queueCard('Ina Vited');
    if (step === 'printed') await act(cards().print, { ids: [id] });
    const move = name === 'unprint' ? act(cards().unprint, { ids: [id] }) : act(cards()[name], { id });
    await expect(move).rejects.toThrow('Someone else changed this');
  });

  test('shows the day a card ends and its standing, of the card or its plan, whichever ends first', async () => {
    const past = new Date('2026-11-20T19:00:00Z');
    const soon = new Date('2026-12-01T19:00:00Z');
    const details = [];
    for (const [endedAt, planEndedAt] of [
      [past, null],
      [soon, null],
      [soon, past],
    ]) {
      const subscription = { periodEnd: PERIOD_END, endedAt: planEndedAt };
      const { id: membershipId } = await makeMembership(database.db, { endedAt, subscription });
      const { id } = await queueCard('Ann Smith', false, membershipId);
      details.push(await cards().detail({ id }));
    }
    expect(details).toMatchObject([
      { expiresAt: past, standing: 'Canceled' },
      { expiresAt: soon, standing: 'Active' },
      { expiresAt: past, standing: 'Canceled' },
    ]);
  });

  test('keeps one card of a membership in the queue', async () => {
    const { id, membershipId } = await queueCard('Eve Long');
    await act(cards().send, { ids: [id] });
    await act(cards().markReturned, { id });
    await queueCard('Eve Long', true, membershipId);
    await expect(act(cards().requeue, { id, ...CARD_ADDRESS })).rejects.toThrow('Another card');
  });

  test('is found by recipient, membership ID, and state', async () => {
    const waitingCard = await queueCard('Xenia Quill');
    const sentCard = await queueCard('Xenia Quill');
    await act(cards().send, { ids: [sentCard.id] });
    const ids = async (input: Parameters<typeof list>[0]) => (await list(input)).map(({ id }) => id);
    expect(await ids({ search: 'nia qui' })).toEqual([waitingCard.id, sentCard.id]);
    expect(await ids({ search: 'qu' })).toEqual([waitingCard.id, sentCard.id]);
    expect(await ids({ search: 'uill', filters: { step: 'sent' } })).toEqual([sentCard.id]);
    expect(await ids({ search: sentCard.number.toLowerCase() })).toEqual([sentCard.id]);
    expect(await ids({ search: 'uill', filters: { kind: 'replacement' } })).toEqual([]);
    expect(await ids({ search: '%' })).toEqual([]);
  });

  test('gives a print run’s sheet and addresses to staff, and records who took them', async () => {
    const card = await queueCard('=HYPERLINK("x")');
    await act(cards().print, { ids: [card.id] });
    const run = await printRun(card.id);
    expect(await cards().run({ id: run })).toMatchObject({ cards: [{ id: card.id, step: 'printed' }] });
    expect(await listRows(server.staffCaller(staff), 'print-runs')).toContainEqual(
      expect.objectContaining({ id: run, by: 'Sam Stone', cards: 1 }),
    );
    const visitor = await server.staffVisitor(staff);
    const sheet = await visitor.get(`/api/staff/print-runs/${run}/cards.pdf`);
    expect(sheet.body.slice(0, 5)).toBe('%PDF-');
    const { body } = await visitor.get(`/api/staff/print-runs/${run}/addresses.csv`);
    expect(parse(body, { bom: true, columns: true })).toMatchObject([
      { id: card.id, recipient: '\'=HYPERLINK("x")', 'street 1': CARD_ADDRESS.street1 },
    ]);
    expect(await listAudit(database.db, `print-run:${run}`)).toMatchObject([
      { action: 'print-run.sheet', actorId: staff.id },
      { action: 'print-run.addresses', actorId: staff.id },
    ]);
    const member = await server.visitor();
    expect((await member.get(`/api/staff/print-runs/${run}/addresses.csv`)).statusCode).toBe(401);
  });
});
