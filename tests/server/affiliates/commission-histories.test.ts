import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '#server/ledger/entries.ts';
import { ProductBooks } from '#tests/helpers/commissions/books.ts';
import { type History, randomHistory } from '#tests/helpers/commissions/history.ts';
import { Model } from '#tests/helpers/commissions/model.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const HISTORIES = caseCount(1_000, 10_000);

/** Returns the ledger entries whose debits and credits differ. */
function unbalanced(entries: readonly LedgerEntry[]): string[] {
  return entries
    .filter(({ postings }) => postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
    .map(({ sourceId }) => sourceId);
}

/** Differences between the books and the model after some events; empty if they agree. */
function faultsOf({ people }: History, books: ProductBooks, model: Model): string[] {
  return people.flatMap((_, person) => {
    const due = model.computeDue(person);
    const expense = books.balance('commissions', person);
    const owed = -books.balance('commissions owed', person);
    const paidOut = -books.balance('payouts', person);
    const wrong = expense !== due || owed + paidOut !== due || paidOut < 0;
    return wrong ? [`person ${person}: due ${due}, spent ${expense}, owed ${owed}, paid ${paidOut}`] : [];
  });
}

describe('[D13] random sales histories', () => {
  test(`${HISTORIES} histories match a model to the cent, debits equal credits at every step, and no entry changes`, () => {
    const faults: string[] = [];
    const seen = { lines: 0, entries: 0, zeros: 0, rules: new Set<string>(), reasons: new Set<string>() };
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = randomHistory(createRandom(seed));
      const books = new ProductBooks(history);
      const model = new Model(history);
      for (const [step, event] of history.events.entries()) {
        const before = books.entries.length;
        const kept = [...books.entries];
        books.apply(event);
        model.apply(event);
        const where = `history ${seed}, step ${step} (${event.kind}): `;
        faults.push(...faultsOf(history, books, model).map((fault) => where + fault));
        faults.push(...unbalanced(books.entries.slice(before)).map((entry) => `${where}${entry}`));
        if (kept.some((entry, i) => entry !== books.entries[i])) faults.push(`${where}rewritten`);
      }
      seen.lines += books.lines.length;
      seen.entries += books.entries.length;
      seen.zeros += books.lines.filter((line) => line.amountCents === 0).length;
      for (const { rule, reason } of books.lines) {
        seen.rules.add(rule);
        seen.reasons.add(reason);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    // Guards against histories in which nothing happens.
    expect(seen.lines).toBeGreaterThan(5 * HISTORIES);
    expect(seen.entries).toBeGreaterThan(2 * HISTORIES);
    expect(seen.zeros).toBeLessThan(0.8 * seen.lines);
    expect(seen.rules).toEqual(new Set(['influencer', 'educator', 'downline', 'friend', 'none']));
    expect(seen.reasons.size).toBeGreaterThanOrEqual(9);
  });
});
