import { describe, expect, test } from 'vitest';
import type { Posting } from '#server/ledger/ledger.repository.ts';
import { ProductBooks } from '#tests/helpers/commissions/books.ts';
import { type History, randomHistory } from '#tests/helpers/commissions/history.ts';
import { Model } from '#tests/helpers/commissions/model.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const HISTORIES = caseCount(1_000, 10_000);

/** Returns the ledger entries whose debits and credits differ. */
function unbalanced(postings: readonly Posting[]): string[] {
  const sums = new Map<string, number>();
  for (const { entryId, amountCents } of postings) {
    sums.set(entryId, (sums.get(entryId) ?? 0) + amountCents);
  }
  return [...sums].filter(([, sum]) => sum !== 0).map(([entry]) => entry);
}

/** Differences between the books and the model after some events; empty if they agree. */
function faultsOf({ people }: History, books: ProductBooks, model: Model): string[] {
  return people.flatMap((_, person) => {
    const due = model.computeDue(person);
    const expense = books.balance('expense', person);
    const owed = -books.balance('owed', person);
    const paidOut = -books.balance('paid out', person);
    const wrong = expense !== due || owed + paidOut !== due || paidOut < 0;
    return wrong ? [`person ${person}: due ${due}, spent ${expense}, owed ${owed}, paid ${paidOut}`] : [];
  });
}

describe('[D13] random sales histories', () => {
  test(`${HISTORIES} histories match a model to the cent, debits equal credits at every step, and no posting changes`, () => {
    const faults: string[] = [];
    const seen = { lines: 0, postings: 0, zeros: 0, rules: new Set<string>(), reasons: new Set<string>() };
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = randomHistory(createRandom(seed));
      const books = new ProductBooks(history);
      const model = new Model(history);
      for (const [step, event] of history.events.entries()) {
        const before = books.postings.length;
        const kept = books.postings.map((posting) => posting);
        books.apply(event);
        model.apply(event);
        const where = `history ${seed}, step ${step} (${event.kind}): `;
        faults.push(...faultsOf(history, books, model).map((fault) => where + fault));
        faults.push(...unbalanced(books.postings.slice(before)).map((entry) => `${where}${entry}`));
        if (kept.some((posting, i) => posting !== books.postings[i])) faults.push(`${where}rewritten`);
      }
      seen.lines += books.lines.length;
      seen.postings += books.postings.length;
      seen.zeros += books.lines.filter((line) => line.amountCents === 0).length;
      for (const { rule, reason } of books.lines) {
        seen.rules.add(rule);
        seen.reasons.add(reason);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    // Guards against histories in which nothing happens.
    expect(seen.lines).toBeGreaterThan(5 * HISTORIES);
    expect(seen.postings).toBeGreaterThan(5 * HISTORIES);
    expect(seen.zeros).toBeLessThan(0.8 * seen.lines);
    expect(seen.rules).toEqual(new Set(['influencer', 'educator', 'downline', 'friend', 'none']));
    expect(seen.reasons.size).toBeGreaterThanOrEqual(9);
  });
});
