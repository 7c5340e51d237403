import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { purchasesCommand } from '#server/app/cli/commands/purchases.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { postBalanceRange } from '#server/domains/payments/balance-transaction.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';

const database = seededTestDb();
const { checkout, from, find, sell } = testReconciliation(database);

function run(...args: string[]) {
  const { deps } = checkout();
  const command = { ...deps, openJobs: async () => deps.jobs, openServer: async () => deps };
  return executeCommand(purchasesCommand, command, args);
}

const findKinds = async () => (await find(4)).map(({ kind }) => kind);
const postBalance = () => postBalanceRange(checkout().deps, { from: from(), to: null });

const damage = (change: ReturnType<typeof sql>) => withoutTriggers(database.db, (trx) => change.execute(trx));

describe('npm run purchases -- correct', () => {
  it('makes a payment and its ledger entry match what Stripe received', async () => {
    const { purchaseId, chargeId } = await sell();
    await postBalance();
    await damage(sql`update payments set amount_cents = 4994 where purchase_id = ${purchaseId}`);
    await damage(sql`update ledger_postings set amount_cents = amount_cents + case account when 'in transit' then -1 else 1 end
      from ledger_entries where ledger_entries.id = entry_id and kind = 'payment' and purchase_id = ${purchaseId}`);
    expect(await findKinds()).toEqual(['amount-differs']);
    expect(await run('correct', chargeId)).toMatchObject({ exitCode: 2 });
    expect(await run('correct', chargeId, '--reason', 'A bug of May')).toMatchObject({ exitCode: 0 });
    expect(await findKinds()).toEqual([]);
    const { rows } = await sql`select account, sum(amount_cents)::int4 as cents from ledger_postings
      join ledger_entries on ledger_entries.id = entry_id where purchase_id = ${purchaseId}
      group by account having sum(amount_cents) <> 0 order by account`.execute(database.db);
    expect(rows).toEqual([
      { account: 'revenue', cents: -4995 },
      { account: 'stripe cash', cents: 4820 },
      { account: 'stripe fees', cents: 175 },
    ]);
  });

  it('corrects a fee and an amount to match Stripe’s balance', async () => {
    const { purchaseId, chargeId } = await sell();
    await checkout().deps.stripe.refunds.create({ charge: chargeId, amount: 500 });
    await run('settle', purchaseId);
    await damage(sql`update ledger_postings set amount_cents = amount_cents + case account
        when 'stripe fees' then 7 when 'stripe cash' then -10 else 3 end
      from ledger_entries where ledger_entries.id = entry_id and kind = 'balance transaction'
        and purchase_id = ${purchaseId} and amount_cents <> 0
        and entry_id in (select entry_id from ledger_postings where account = 'stripe fees')`);
    expect(await findKinds()).toEqual(['posting-differs']);
    await run('correct', purchaseId, '--reason', 'A bug of May');
    expect(await findKinds()).toEqual([]);
    // Nothing differs anymore, so nothing is posted.
    const count = () =>
      sql<{ n: number }>`select count(*)::int4 as n from ledger_entries`.execute(database.db);
    const { rows: before } = await count();
    await run('correct', purchaseId, '--reason', 'Once more');
    expect((await count()).rows).toEqual(before);
  });
});

describe('npm run purchases -- fulfill', () => {
  const loseGoods = (purchaseId: string) =>
    damage(sql`with lost as (delete from memberships using subscriptions
        where subscriptions.id = subscription_id and purchase_id = ${purchaseId})
      delete from business_plans where purchase_id = ${purchaseId}`);

  it('recreates a lost membership and emails its new number', async () => {
    const owner = await makeAccount(database.db);
    const { purchaseId, email } = await sell({ plan: 1, members: [{ name: 'Lee' }] }, owner);
    await postBalance();
    expect(await run('fulfill', purchaseId)).toMatchObject({ exitCode: 1 });
    await loseGoods(purchaseId);
    expect(await findKinds()).toEqual(['missing-goods']);
    const mailsBefore = listMails(checkout().jobs, email).length;
    expect(await run('fulfill', purchaseId)).toMatchObject({ exitCode: 0 });
    expect(await findKinds()).toEqual([]);
    expect(await checkout().listMemberships(purchaseId)).toMatchObject([
      { planId: 1, familyMembers: ['Lee'] },
    ]);
    const [membership] = await checkout().caller(owner).memberships.mine();
    expect(membership).toMatchObject({ state: 'active', canCancel: true });
    const receipts = listMails(checkout().jobs, email).slice(mailsBefore);
    expect(receipts).toMatchObject([{ mail: 'receipt' }]);
    expect(String(receipts[0]?.props.membershipNumber).replaceAll('-', '')).toBe(membership?.number);
  });

  it('recreates a lost business plan, even without its subscription', async () => {
    const owner = await makeAccount(database.db);
    const { caller } = checkout();
    const { purchaseId } = await caller(owner).businessPlans.purchase(businessPlanPurchase());
    await postBalance();
    await loseGoods(purchaseId);
    await damage(sql`delete from subscriptions where purchase_id = ${purchaseId}`);
    expect(await findKinds()).toContain('missing-goods');
    expect(await run('fulfill', purchaseId)).toMatchObject({ exitCode: 0 });
    expect(await findKinds()).toEqual([]);
    expect(await caller(owner).businessPlans.mine()).toMatchObject({ state: 'active' });
  });
});
