import type { Random } from '#tests/helpers/stores/random.ts';

/** Someone who sells, buys, or both. Events refer to people by index. */
export interface Person {
  email: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  isHouse: boolean;
  donates: boolean;
  /** Index of the recruiter, who always comes earlier in the list. */
  referredBy: number | null;
}

export type HistoryEvent =
  | { kind: 'purchase'; buyer: number; asGuest: boolean; referrer: number | null; cents: number; fee: number }
  /**
   * A later payment of a purchase. `purchase` and `payment` are indexes, from 0, of the purchases and
   * payments so far.
   */
  | { kind: 'renewal'; purchase: number; cents: number }
  /** `cents` is the payment's new total of refunds and disputes. */
  | { kind: 'reversal'; payment: number; cents: number }
  | { kind: 'change'; person: number; accountType: number; isFriend: boolean; donates: boolean }
  | { kind: 'payout'; person: number };

export interface History {
  people: Person[];
  bonusCents: number;
  events: HistoryEvent[];
}

const ACCOUNT_TYPES = [0, 0, 1, 1, 2, 3, 3, 3, 10];
const PRICES = [0, 1, 3, 4995, 4995, 9990, 24975];
const FEES = [0, 0, 1000];

/** Generates random sales, renewals, refunds, disputes, role changes, and payouts among a few people. */
export function randomHistory(
  random: Random,
  { people = 7, events = 16, payouts = true }: { people?: number; events?: number; payouts?: boolean } = {},
): History {
  const randomPeople = Array.from({ length: people }, (_, i) => makeRandomPerson(random, i));
  const bank = new PaymentHistory(random);
  const purchases: number[] = [];
  const history: HistoryEvent[] = [];
  for (let i = 0; i < events; i++) {
    const roll = random.next();
    if (purchases.length === 0 || roll < 0.4) {
      const fee = random.pick(FEES);
      const cents = fee + (random.chance(0.3) ? random.below(30_000) : random.pick(PRICES));
      purchases.push(cents - fee);
      bank.pay(cents);
      const referrer = random.chance(0.9) ? random.below(people) : null;
      const buyer = random.below(people);
      history.push({ kind: 'purchase', buyer, asGuest: random.chance(0.4), referrer, cents, fee });
    } else if (roll < 0.6) {
      const purchase = random.below(purchases.length);
      const cents = purchases[purchase] ?? 0;
      bank.pay(cents);
      history.push({ kind: 'renewal', purchase, cents });
    } else if (roll < 0.88) {
      history.push(bank.makeReversal());
    } else if (roll < 0.94 || !payouts) {
      const person = random.below(people);
      const { accountType, isFriend, donates } = makeRandomPerson(random, person);
      history.push({ kind: 'change', person, accountType, isFriend, donates });
    } else {
      history.push({ kind: 'payout', person: random.below(people) });
    }
  }
  return { people: randomPeople, bonusCents: random.pick([500, 500, 250, 1, 0]), events: history };
}

function makeRandomPerson(random: Random, index: number): Person {
  return {
    email: `person${index}@example.com`,
    accountType: random.pick(ACCOUNT_TYPES),
    isInfluencer: random.chance(0.15),
    isFriend: random.chance(0.4),
    isHouse: index === 0 && random.chance(0.3),
    donates: random.chance(0.2),
    referredBy: index > 0 && random.chance(0.7) ? random.below(index) : null,
  };
}

class PaymentHistory {
  readonly #random: Random;
  readonly #payments: Array<{ cents: number; refunded: number; disputed: number }> = [];

  constructor(random: Random) {
    this.#random = random;
  }

  pay(cents: number): void {
    this.#payments.push({ cents, refunded: 0, disputed: 0 });
  }

  makeReversal(): HistoryEvent {
    const payment = this.#random.below(this.#payments.length);
    const row = this.#payments[payment] ?? { cents: 0, refunded: 0, disputed: 0 };
    const refundableCents = row.cents - row.refunded;
    const roll = this.#random.next();
    if (roll < 0.2) row.refunded = row.cents;
    else if (roll < 0.55) row.refunded += this.#random.below(refundableCents + 1);
    // A refund can fail, which returns the money to us.
    else if (roll < 0.65) row.refunded -= this.#random.below(row.refunded + 1);
    else if (roll < 0.85) row.disputed = refundableCents;
    else row.disputed = 0;
    return { kind: 'reversal', payment, cents: Math.min(row.cents, row.refunded + row.disputed) };
  }
}
