import { expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { readBalanceTransactions } from '#server/domains/payments/balance-transaction.service.ts';
import { reconcile } from '#server/domains/reconciliation/reconcile.service.ts';
import { addMonths } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { buyChangeable } from '#tests/helpers/purchases/plan-change.ts';
import {
  endPeriod,
  PLAN_EVENTS,
  type PlanEventName,
  type PlanModel,
  payPeriod,
  priceUpgradeOn,
  startModel,
} from '#tests/helpers/purchases/plan-model.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const control = () => checkout().sandbox.control;

const MEMBERS = caseCount(6, 1000);
const MONTHS = 3;
const EVENTS_PER_PHASE = 3;
const CONCURRENCY = 8;
const LONG_RUN_MS = 4 * 3_600_000;
const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000341';
/** A refund of a whole period ends the history, so it is rare. */
const EVENT_NAMES: readonly PlanEventName[] = [
  ...Array(4).fill(['upgrade', 'downgrade', 'keepFamily', 'cancel', 'resume']).flat(),
  'upgrade',
  'upgrade',
  'resume',
  'declinedUpgrade',
  'declinedUpgrade',
  'refundUpgrade',
  'refundUpgrade',
  'refundPartly',
  'refundPartly',
  'refundPeriod',
];

type Member = Awaited<ReturnType<typeof buyChangeable>>;

class History {
  readonly member: Member;
  model: PlanModel;
  readonly random;
  readonly log: string[] = [];
  hasDeclinedCard = false;
  private readonly anchor: Date;
  private renewals = 0;

  constructor(member: Member, { model, seed }: { model: PlanModel; seed: number }) {
    this.member = member;
    this.model = model;
    this.anchor = model.periodStart;
    this.random = createRandom(seed);
  }

  private set(change: Partial<PlanModel>): void {
    this.model = { ...this.model, ...change };
  }

  async runEvents(): Promise<void> {
    for (let count = 0; count < EVENTS_PER_PHASE; count++) {
      const name = EVENT_NAMES[Math.floor(this.random.next() * EVENT_NAMES.length)] ?? 'upgrade';
      await this.runEvent(name);
    }
  }

  async runEvent(name: PlanEventName): Promise<void> {
    const { isAllowed, apply } = PLAN_EVENTS[name];
    if (!isAllowed(this.model)) {
      this.log.push(`${name} (refused)`);
      if (!name.startsWith('refund')) await expect(this.perform(name), this.log.join()).rejects.toThrow();
      return;
    }
    this.log.push(name);
    await this.perform(name);
    this.set(apply(this.model));
    await this.member.syncPlan();
  }

  private async perform(name: PlanEventName): Promise<void> {
    const { member } = this;
    const { memberships } = member.caller;
    if (name === 'declinedUpgrade') await this.tryDeclinedUpgrade();
    else if (name === 'upgrade') {
      const cents = priceUpgradeOn(this.model, now);
      const { purchaseId } = await member.upgrade({ shownTotalCents: cents });
      const payments = cents > 0 ? [...this.model.payments, cents] : this.model.payments;
      this.set({ payments, upgradeId: cents > 0 ? purchaseId : null });
    } else if (name === 'downgrade' || name === 'keepFamily') await member[name]();
    else if (name === 'cancel' || name === 'resume') await memberships[name]({ number: member.number });
    else await this.refund(name);
  }

  private async tryDeclinedUpgrade(): Promise<void> {
    await control().changeCard(this.member.customer, DECLINED_CARD);
    try {
      await this.member.upgrade({ shownTotalCents: priceUpgradeOn(this.model, now) });
    } finally {
      await control().changeCard(this.member.customer, GOOD_CARD);
    }
  }

  private async refund(name: 'refundUpgrade' | 'refundPartly' | 'refundPeriod'): Promise<void> {
    const { upgradeId } = this.model;
    const purchaseId = name === 'refundUpgrade' && upgradeId ? upgradeId : this.member.purchaseId;
    const charges = await checkout().listCharges(purchaseId);
    const charge = charges.toSorted((a, b) => b.created.localeCompare(a.created))[0];
    if (!charge) throw new Error('There is nothing to refund');
    const remainingCents = charge.amount - charge.refunded;
    const amount = name === 'refundPartly' ? Math.min(100, remainingCents - 1) : remainingCents;
    await checkout().deps.stripe.refunds.create({ charge: charge.id, amount });
    this.set({ refundedCents: this.model.refundedCents + amount });
    await syncCharge(checkout().deps, charge.id);
  }

  async setCard(number: string): Promise<void> {
    await control().changeCard(this.member.customer, number);
    this.hasDeclinedCard = number === DECLINED_CARD;
    this.log.push(this.hasDeclinedCard ? 'declined card' : 'good card');
  }

  /** Call this after the clock has passed the end of the period. */
  async renew(): Promise<void> {
    await this.member.sync();
    const wasRenewing = this.model.state === 'active' && !this.model.isCanceled;
    this.set(endPeriod(this.model, this.hasDeclinedCard));
    if (wasRenewing && !this.hasDeclinedCard) this.recordRenewal();
    this.log.push(`period ended: ${this.model.state}`);
  }

  /** Makes a past-due member cancel, or switch to a good card. */
  async settleBill(): Promise<void> {
    if (this.model.state !== 'past_due') return;
    if (this.random.next() < 0.3) await this.runEvent('cancel');
    else await this.setCard(GOOD_CARD);
  }

  async recover(): Promise<void> {
    await this.member.sync();
    if (this.model.state === 'past_due') this.recordRenewal();
  }

  private recordRenewal(): void {
    this.renewals += 1;
    this.set(payPeriod(this.model, addMonths(this.anchor, this.renewals + 1)));
  }

  async check(): Promise<void> {
    const { member, model } = this;
    const membership = await member.find();
    expect(await member.payments(), this.log.join()).toEqual(model.payments);
    expect(await member.refundedCents(), this.log.join()).toBe(model.refundedCents);
    expect(
      {
        plan: membership.plan,
        isDowngrading: membership.planChange?.scheduledFor != null,
        isCanceled: membership.canceled,
        isEnded: membership.state === 'canceled' || membership.state === 'expired',
        isOverdue: membership.state === 'past_due',
        hasFamily: membership.family !== null,
      },
      this.log.join(),
    ).toEqual({
      plan: model.isFamily ? 1 : 0,
      isDowngrading: model.isDowngrading && model.state !== 'ended',
      isCanceled: model.isCanceled || model.state === 'ended',
      isEnded: model.state === 'ended',
      isOverdue: model.state === 'past_due',
      hasFamily: model.isFamily,
    });
    if (model.state === 'ended') return;
    const cents = model.isFamily && !model.isDowngrading ? 9990 : 4995;
    expect(await member.readPricesAtStripe(), this.log.join()).toEqual([cents]);
  }
}

async function forEach(histories: readonly History[], run: (history: History) => Promise<void>) {
  for (let start = 0; start < histories.length; start += CONCURRENCY) {
    await Promise.all(histories.slice(start, start + CONCURRENCY).map(run));
  }
}

it(
  `[D44] charges ${MEMBERS} members to the cent through random changes of plan, cancellations, refunds, and declines`,
  async () => {
    const nextYear = (await control().now()).getUTCFullYear() + 1;
    const anchor = await control().advance({ to: `${nextYear}-01-09T19:00:00Z` });
    now = anchor;
    const histories: History[] = [];
    const seed = Number(process.env.HISTORY_SEED ?? 44);
    for (let count = 0; count < MEMBERS; count++) {
      const member = await buyChangeable(checkout());
      const { periodStart, periodEnd } = await member.readSubscription();
      const model = startModel(periodStart, periodEnd);
      histories.push(new History(member, { model, seed: seed * 10_000 + count }));
    }
    now = await control().now();
    for (let month = 1; month <= MONTHS; month++) {
      await forEach(histories, (history) => history.runEvents());
      await forEach(histories, (history) => history.check());
      now = await control().advance({ days: 11 });
      await forEach(histories, (history) => history.runEvents());
      for (const history of histories) {
        if (history.random.next() < 0.25) await history.setCard(DECLINED_CARD);
      }
      const due = addMonths(anchor, month);
      now = await control().advance({ to: new Date(due.getTime() + 86_400_000).toISOString() });
      await forEach(histories, (history) => history.renew());
      await forEach(histories, (history) => history.check());
      await forEach(histories, (history) => history.settleBill());
      now = await control().advance({ days: 5 });
      await forEach(histories, (history) => history.recover());
      await forEach(histories, (history) => history.check());
      await readBalanceTransactions(checkout().deps);
    }
    const to = new Date(now.getTime() + 4 * 3_600_000);
    expect(await reconcile(checkout().deps, { from: anchor, to })).toEqual([]);
  },
  LONG_RUN_MS,
);
