import type { Db } from '#db/client.ts';
import { type Buyer, createBuyer } from './buyers.ts';
import { retry } from './chaos.ts';
import type { Shop } from './shopping.ts';

const BUYERS_AT_ONCE = 32;

interface ShoppingOptions {
  onPurchase?: (count: number) => void;
  buyersAtOnce?: number;
}

interface RunOptions {
  db: Db;
  random: () => number;
  /** A promo code that some buyers enter. */
  code: string;
  shop: Shop;
}

/** All buyers of a run, and how long its parts took. */
export class Run {
  readonly buyers: Buyer[] = [];
  readonly seconds: Record<string, number> = {};
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Sends new buyers, several at a time, until `isOver` returns true, and returns them. */
  async shopUntil(
    isOver: () => boolean,
    { onPurchase, buyersAtOnce = BUYERS_AT_ONCE }: ShoppingOptions = {},
  ): Promise<Buyer[]> {
    const { db, random, code, shop } = this.#options;
    const firstIndex = this.buyers.length;
    const shopOn = async () => {
      while (!isOver()) {
        const buyer = await retry(() => createBuyer(db, random, code));
        this.buyers.push(buyer);
        onPurchase?.(this.buyers.length);
        await shop.visit(buyer);
      }
    };
    await Promise.all(Array.from({ length: buyersAtOnce }, shopOn));
    return this.buyers.slice(firstIndex);
  }

  /** Lets the buyers with an unknown outcome try again. Returns the ones whose outcome is still unknown. */
  async returnWaiting(): Promise<Buyer[]> {
    const { shop } = this.#options;
    const { waiting } = shop;
    for (let round = 0; round < 5 && waiting.length > 0; round += 1) {
      const returning = waiting.splice(0);
      const visitNext = async () => {
        for (let buyer = returning.pop(); buyer; buyer = returning.pop()) {
          // Make buyers enter their card again, because a replayed 500 may have used up the first token.
          buyer.token = undefined;
          await shop.visit(buyer);
        }
      };
      await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, visitNext));
    }
    return waiting;
  }

  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    console.error(name);
    try {
      return await work();
    } finally {
      this.seconds[name] = (this.seconds[name] ?? 0) + (performance.now() - startedAt) / 1000;
    }
  }
}
