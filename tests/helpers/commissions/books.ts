import {
  type CommissionDraft,
  calculateAdjustment,
  calculateCommissions,
  type Earner,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import {
  createCommissionEntry,
  createPayoutEntry,
  type LedgerEntry,
  type Posting,
} from '#server/domains/ledger/entries.ts';
import type { History, HistoryEvent } from './history.ts';

const OCCURRED_AT = new Date('2026-12-01T12:00:00Z');

interface CommissionLine extends CommissionDraft {
  payment: number;
  bookedCents: number;
}

/** Runs a history through the product's commission rule and ledger, in memory. */
export class ProductBooks {
  readonly entries: LedgerEntry[] = [];
  readonly lines: CommissionLine[] = [];
  readonly #people: Earner[];
  readonly #uplines: Array<number | null>;
  readonly #bonusCents: number;
  readonly #purchases: Array<Extract<HistoryEvent, { kind: 'purchase' }>> = [];
  readonly #paid = new Map<string, number>();
  readonly #rewarded = new Set<string>();
  #payments = 0;

  constructor({ people, bonusCents }: History) {
    this.#people = people.map(({ referredBy: _, ...person }, index) => ({ ...person, id: String(index) }));
    this.#uplines = people.map(({ referredBy }) => referredBy);
    this.#bonusCents = bonusCents;
  }

  apply(event: HistoryEvent): void {
    if (event.kind === 'purchase') {
      this.#purchases.push(event);
      this.#pay(event, event.cents, event.fee);
    } else if (event.kind === 'renewal') {
      const purchase = this.#purchases[event.purchase];
      if (purchase) this.#pay(purchase, event.cents, 0);
    } else if (event.kind === 'reversal') this.#reverse(event.payment, event.cents);
    else if (event.kind === 'change') {
      const person = this.#people[event.person];
      const { accountType, isFriend, donates } = event;
      if (person) Object.assign(person, { accountType, isFriend, donates });
    } else this.#payOut(String(event.person));
  }

  /** Returns an affiliate's balance in an account, in cents: debits minus credits. */
  balance(account: Posting['account'], person: number): number {
    return this.entries
      .flatMap(({ postings }) => postings)
      .filter((posting) => posting.account === account && posting.affiliateId === String(person))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  #pay(purchase: Extract<HistoryEvent, { kind: 'purchase' }>, cents: number, fee: number): void {
    const payment = this.#payments++;
    const buyer = this.#people[purchase.buyer];
    const referrer = purchase.referrer === null ? undefined : this.#people[purchase.referrer];
    if (!buyer) return;
    if (cents > 0) this.#paid.set(buyer.id, (this.#paid.get(buyer.id) ?? 0) + 1);
    if (!referrer) return;
    const recruiter = this.#people[this.#uplines[Number(referrer.id)] ?? -1];
    const drafts = calculateCommissions({
      referrer,
      upline: recruiter ?? null,
      buyer: { accountId: purchase.asGuest ? null : buyer.id, email: buyer.email.toUpperCase() },
      payment: { netCents: cents - fee, ordinal: this.#paid.get(buyer.id) ?? 0 },
      friendBonusCents: this.#bonusCents,
      isFriendBonusGiven: this.#rewarded.has(buyer.id),
    });
    for (const draft of drafts) {
      if (draft.bonusCents !== null) this.#rewarded.add(buyer.id);
      this.lines.push({ ...draft, payment, bookedCents: draft.amountCents });
      this.#book(payment, draft);
    }
  }

  #reverse(payment: number, cents: number): void {
    for (const line of this.lines.filter((row) => row.payment === payment)) {
      const adjustment = calculateAdjustment(line, cents);
      if (!adjustment) continue;
      line.bookedCents += adjustment.amountCents;
      this.#book(payment, { affiliateId: line.affiliateId, amountCents: adjustment.amountCents });
    }
  }

  #book(payment: number, { affiliateId, amountCents }: { affiliateId: string; amountCents: number }): void {
    const commission = { id: `entry ${this.entries.length}`, paymentId: String(payment) };
    this.entries.push(createCommissionEntry({ ...commission, affiliateId, amountCents }, OCCURRED_AT));
  }

  #payOut(affiliateId: string): void {
    const amountCents = -this.balance('commissions owed', Number(affiliateId));
    if (amountCents <= 0) return;
    this.entries.push(
      createPayoutEntry({ id: `entry ${this.entries.length}`, affiliateId, amountCents }, OCCURRED_AT),
    );
  }
}
