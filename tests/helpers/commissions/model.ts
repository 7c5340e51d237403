import type { History, HistoryEvent, Person } from './history.ts';

// Computes what everyone is due (D13) independently of the product's code: from the payments' current state, in
// integers, without lines or postings.

interface Claim {
  person: number;
  /** A percentage of what is left, or a fixed amount if anything is left. */
  parts: bigint;
  fixed: bigint;
}

interface Payment {
  net: bigint;
  taken: bigint;
  claims: Claim[];
}

export class Model {
  readonly #people: Person[];
  readonly #bonus: bigint;
  readonly #payments: Payment[] = [];
  readonly #purchases: Array<{ buyer: number; referrer: number | null }> = [];
  /** Everyone who has paid before. */
  readonly #payers = new Set<number>();

  constructor({ people, bonusCents }: History) {
    this.#people = people.map((person) => ({ ...person }));
    this.#bonus = BigInt(bonusCents);
  }

  happen(event: HistoryEvent): void {
    if (event.kind === 'purchase') {
      this.#purchases.push({ buyer: event.buyer, referrer: event.referrer });
      this.#pay(this.#purchases.length - 1, event.cents, event.fee);
    } else if (event.kind === 'renewal') this.#pay(event.purchase, event.cents, 0);
    else if (event.kind === 'taken') {
      const payment = this.#payments[event.payment];
      if (payment) payment.taken = BigInt(event.cents);
    } else if (event.kind === 'change') {
      const { accountType, isFriend, donates } = event;
      Object.assign(this.#people[event.person] ?? {}, { accountType, isFriend, donates });
    }
  }

  /** Everything a person is due, in cents. */
  due(person: number): number {
    let sum = 0n;
    for (const { net, taken, claims } of this.#payments) {
      const left = net > taken ? net - taken : 0n;
      for (const claim of claims) {
        if (claim.person !== person || left === 0n) continue;
        // Rounds half up.
        sum += claim.fixed + (2n * left * claim.parts + 100n) / 200n;
      }
    }
    return Number(sum);
  }

  #pay(purchase: number, cents: number, fee: number): void {
    const { buyer = -1, referrer = null } = this.#purchases[purchase] ?? {};
    const isFirst = cents > 0 && !this.#payers.has(buyer);
    if (cents > 0) this.#payers.add(buyer);
    this.#payments.push({
      net: BigInt(Math.max(0, cents - fee)),
      taken: 0n,
      claims: referrer === null ? [] : this.#claims(referrer, buyer, isFirst, cents - fee > 0),
    });
  }

  #claims(referrer: number, buyer: number, isFirst: boolean, isEarning: boolean): Claim[] {
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
      if (kind === 'always' || (kind === 'once' && isFirst)) {
        claims.push({ person: referrer, parts: 20n, fixed: 0n });
      }
      if (kind === 'bonus' && isFirst) claims.push({ person: referrer, parts: 0n, fixed: this.#bonus });
    }
    const upline = seller.referredBy === null ? undefined : this.#people[seller.referredBy];
    if (upline && upline.accountType === 3 && !upline.donates && seller.referredBy !== buyer) {
      claims.push({ person: seller.referredBy ?? -1, parts: 5n, fixed: 0n });
    }
    return claims;
  }
}
