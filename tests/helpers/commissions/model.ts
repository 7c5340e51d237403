import type { History, HistoryEvent, Person } from './history.ts';

// Computes commissions (D13) independently of the product's code: from the current state of each payment, in
// integers, without commission lines or postings.

interface Claim {
  person: number;
  /** The percentage that the person gets of the payment's net amount after refunds and disputes. */
  percent: bigint;
  /** Also owed to the person, unless the whole net amount was refunded or disputed. */
  fixedCents: bigint;
}

interface Payment {
  netCents: bigint;
  reversedCents: bigint;
  claims: Claim[];
}

export class CommissionModel {
  readonly #people: Person[];
  readonly #bonus: bigint;
  readonly #payments: Payment[] = [];
  readonly #purchases: Array<{ buyer: number; referrer: number | null }> = [];
  /** The people who have made a payment, by index. */
  readonly #payers = new Set<number>();

  constructor({ people, bonusCents }: History) {
    this.#people = people.map((person) => ({ ...person }));
    this.#bonus = BigInt(bonusCents);
  }

  apply(event: HistoryEvent): void {
    if (event.kind === 'purchase') {
      this.#purchases.push({ buyer: event.buyer, referrer: event.referrer });
      this.#pay(this.#purchases.length - 1, event.cents, event.fee);
    } else if (event.kind === 'renewal') this.#pay(event.purchase, event.cents, 0);
    else if (event.kind === 'reversal') {
      const payment = this.#payments[event.payment];
      if (payment) payment.reversedCents = BigInt(event.cents);
    } else if (event.kind === 'change') {
      const { accountType, isFriend, donates } = event;
      Object.assign(this.#people[event.person] ?? {}, { accountType, isFriend, donates });
    }
  }

  /** Returns the total commission that a person has earned, in cents, including what was paid out. */
  computeDueCents(person: number): number {
    let totalCents = 0n;
    for (const { netCents, reversedCents, claims } of this.#payments) {
      const remaining = netCents > reversedCents ? netCents - reversedCents : 0n;
      for (const claim of claims) {
        if (claim.person !== person || remaining === 0n) continue;
        // Rounds half up.
        totalCents += claim.fixedCents + (2n * remaining * claim.percent + 100n) / 200n;
      }
    }
    return Number(totalCents);
  }

  #pay(purchase: number, cents: number, fee: number): void {
    const { buyer = -1, referrer = null } = this.#purchases[purchase] ?? {};
    const isFirstPayment = cents > 0 && !this.#payers.has(buyer);
    if (cents > 0) this.#payers.add(buyer);
    this.#payments.push({
      netCents: BigInt(Math.max(0, cents - fee)),
      reversedCents: 0n,
      claims: referrer === null ? [] : this.#claims(referrer, buyer, isFirstPayment, cents - fee > 0),
    });
  }

  #claims(referrer: number, buyer: number, isFirstPayment: boolean, isEarning: boolean): Claim[] {
    const seller = this.#people[referrer];
    if (!seller || seller.isHouse || referrer === buyer || !isEarning) return [];
    const claims: Claim[] = [];
    if (!seller.donates) {
      const kind =
        seller.accountType === 3
          ? 'always'
          : seller.accountType === 1 || seller.isInfluencer
            ? 'once'
            : seller.isFriend
              ? 'bonus'
              : 'never';
      if (kind === 'always' || (kind === 'once' && isFirstPayment)) {
        claims.push({ person: referrer, percent: 20n, fixedCents: 0n });
      }
      if (kind === 'bonus' && isFirstPayment)
        claims.push({ person: referrer, percent: 0n, fixedCents: this.#bonus });
    }
    const recruiter = seller.referredBy === null ? undefined : this.#people[seller.referredBy];
    if (recruiter && recruiter.accountType === 3 && !recruiter.donates && seller.referredBy !== buyer) {
      claims.push({ person: seller.referredBy ?? -1, percent: 5n, fixedCents: 0n });
    }
    return claims;
  }
}
