import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '#db/client.ts';
import {
  adjustCommissions,
  recordCommissions,
} from '#server/domains/affiliates/commissions/commission.service.ts';
import { findRefundState, saveRefunded } from '#server/domains/payments/payment.service.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import {
  type History,
  type HistoryEvent,
  type Person,
  randomHistory,
} from '#tests/helpers/commissions/history.ts';
import { CommissionModel } from '#tests/helpers/commissions/model.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment, type TestPayment } from '#tests/helpers/factories/subscription.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const HISTORIES = caseCount(50, 200);

const database = seededTestDb();
const server = testApp(database);

async function setDonates(db: Db, accountId: string, donates: boolean): Promise<void> {
  const signup = { accountId, role: 'friend' as const, referrerId: accountId, donates };
  const signupFields = {
    form: '{}',
    signature: 'x',
    signedAt: new Date(),
    ip: '127.0.0.1',
    completedAt: new Date(),
  };
  await withoutTriggers(db, (trx) =>
    trx.deleteFrom('affiliateSignups').where('accountId', '=', accountId).execute(),
  );
  await db
    .insertInto('affiliateSignups')
    .values({ ...signup, ...signupFields, id: newId() })
    .execute();
}

/** Runs a history through the services and PostgreSQL. */
class Shop {
  readonly accounts: TestAccount[] = [];
  readonly #payments: TestPayment[] = [];
  readonly #purchases: Array<{
    id: string;
    accountId: string | null;
    email: string;
    referrerId: string | null;
  }> = [];
  readonly #clock = Date.parse('2026-01-01T00:00:00Z');

  static async open({ people, bonusCents }: History): Promise<Shop> {
    const shop = new Shop();
    await database.db
      .updateTable('settings')
      .set({ value: (bonusCents / 100).toFixed(2) })
      .where('key', '=', 'friendBonus')
      .execute();
    for (const person of people) await shop.#admit(person);
    return shop;
  }

  async #admit({ email: _, donates, referredBy, ...roles }: Person): Promise<void> {
    const upline = referredBy === null ? null : this.#account(referredBy).id;
    const account = await makeAccount(database.db, { ...roles, referredBy: upline });
    this.accounts.push(account);
    if (donates) await setDonates(database.db, account.id, true);
  }

  #account(index: number): TestAccount {
    const account = this.accounts[index];
    if (!account) throw new Error(`There is no person ${index}`);
    return account;
  }

  async happen(event: HistoryEvent): Promise<void> {
    if (event.kind === 'purchase') {
      const buyer = this.#account(event.buyer);
      const purchase = {
        id: newId(),
        accountId: event.asGuest ? null : buyer.id,
        email: event.asGuest ? buyer.email.toUpperCase() : buyer.email,
        referrerId: event.referrer === null ? null : this.#account(event.referrer).id,
      };
      await makePurchase(database.db, purchase);
      this.#purchases.push(purchase);
      await this.#pay(purchase, event.cents, event.fee);
    } else if (event.kind === 'renewal') {
      const purchase = this.#purchases[event.purchase];
      if (purchase) await this.#pay(purchase, event.cents, 0);
    } else if (event.kind === 'reversal') await this.#reverse(event.payment, event.cents);
    else if (event.kind === 'change') {
      const { id } = this.#account(event.person);
      const { accountType, isFriend } = event;
      await database.db.updateTable('accounts').set({ accountType, isFriend }).where('id', '=', id).execute();
      await setDonates(database.db, id, event.donates);
    }
  }

  async #pay(
    purchase: Parameters<typeof recordCommissions>[2]['purchase'] & { id: string },
    cents: number,
    fee: number,
  ) {
    const paidAt = new Date(this.#clock + this.#payments.length * 86_400_000);
    await inTransaction(database.db, async (trx) => {
      const payment = await makePayment(trx, { purchaseId: purchase.id, amountCents: cents, paidAt });
      this.#payments.push(payment);
      await recordCommissions(server.deps, trx, { purchase, payment: { ...payment, netCents: cents - fee } });
    });
  }

  async #reverse(index: number, cents: number): Promise<void> {
    const payment = await findRefundState(database.db, this.#payments[index]?.providerInvoiceId ?? '');
    if (!payment) throw new Error('There is no such payment');
    await inTransaction(database.db, async (trx) => {
      await saveRefunded(trx, payment, cents);
      await adjustCommissions(server.deps, trx, [{ id: payment.id, refundedCents: cents }]);
    });
  }

  /** Sums what each affiliate is owed according to the commissions and to the ledger. */
  async balances(): Promise<Array<{ earned: number; owed: number }>> {
    const { rows } = await sql<{ id: string; earned: number; owed: number }>`
      select a.id, (select coalesce(sum(amount_cents), 0) from commissions where affiliate_id = a.id) as earned,
        (select -coalesce(sum(amount_cents), 0) from ledger_postings where affiliate_id = a.id and account = 'commissions owed') as owed
      from accounts a`.execute(database.db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return this.accounts.map(({ id }) => {
      const row = byId.get(id);
      return { earned: Number(row?.earned), owed: Number(row?.owed) };
    });
  }
}

describe('[D13] commissions in PostgreSQL', () => {
  test(`${HISTORIES} random histories match a model to the cent, and each entry’s two postings add up to 0`, async () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = randomHistory(createRandom(seed), { people: 5, events: 9, payouts: false });
      const shop = await Shop.open(history);
      const model = new CommissionModel(history);
      for (const event of history.events) {
        await shop.happen(event);
        model.apply(event);
      }
      for (const [person, { earned, owed }] of (await shop.balances()).entries()) {
        const due = model.computeDueCents(person);
        if (earned !== due || owed !== due) {
          faults.push(`history ${seed}, person ${person}: due ${due}, earned ${earned}, owed ${owed}`);
        }
      }
    }
    expect(faults).toEqual([]);
    const { rows: unbalancedEntries } = await sql`select entry_id from ledger_postings group by entry_id
      having sum(amount_cents) <> 0 or count(*) <> 2`.execute(database.db);
    expect(unbalancedEntries).toEqual([]);
    const { rows: unbookedCommissions } =
      await sql`select id from commissions c where amount_cents <> 0 and not exists
      (select from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where e.source_id = c.id::text and account = 'commissions' and p.amount_cents = c.amount_cents)`.execute(
        database.db,
      );
    expect(unbookedCommissions).toEqual([]);
    const { rows } = await sql<{ lines: number }>`select count(*) as lines from commissions`.execute(
      database.db,
    );
    expect(Number(rows[0]?.lines)).toBeGreaterThan(2 * HISTORIES);
  });
});
