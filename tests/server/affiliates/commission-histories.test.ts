import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '#server/domains/ledger/entries.ts';
import { ProductBooks } from '#tests/helpers/commissions/books.ts';
import { type History, randomHistory } from '#tests/helpers/commissions/history.ts';
import { CommissionModel } from '#tests/helpers/commissions/model.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const HISTORIES = caseCount(1_000, 10_000);

function findUnbalancedEntries(entries: readonly LedgerEntry[]): string[] {
  return entries
    .filter(({ postings }) => postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
    .map(({ sourceId }) => sourceId);
}

/** Lists differences between the books and the model; empty if they agree. */
function findFaults({ people }: History, books: ProductBooks, model: CommissionModel): string[] {
  return people.flatMap((_, person) => {
    const due = model.computeDueCents(person);
    const expense = books.balance('commissions', person);
    const owedCents = -books.balance('commissions owed', person);
    const paidOut = -books.balance('payouts', person);
    const isWrong = expense !== due || owedCents + paidOut !== due || paidOut < 0;
    return isWrong
      ? [`person ${person}: due ${due}, spent ${expense}, owed ${owedCents}, paid ${paidOut}`]
      : [];
  });
}

describe('[D13] commissions of random sales histories', () => {
  test(`match a model to the cent in ${HISTORIES} histories, stay balanced at every step, and never change an entry`, () => {
    const faults: string[] = [];
    const coverage = { lines: 0, entries: 0, zeros: 0, rules: new Set<string>(), reasons: new Set<string>() };
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = randomHistory(createRandom(seed));
      const books = new ProductBooks(history);
      const model = new CommissionModel(history);
      for (const [step, event] of history.events.entries()) {
        const postingsBefore = books.entries.length;
        const previousPostings = [...books.entries];
        books.apply(event);
        model.apply(event);
        const location = `history ${seed}, step ${step} (${event.kind}): `;
        faults.push(...findFaults(history, books, model).map((fault) => location + fault));
        faults.push(
          ...findUnbalancedEntries(books.entries.slice(postingsBefore)).map((entry) => `${location}${entry}`),
        );
        if (previousPostings.some((entry, i) => entry !== books.entries[i]))
          faults.push(`${location}rewritten`);
      }
      coverage.lines += books.lines.length;
      coverage.entries += books.entries.length;
      coverage.zeros += books.lines.filter((line) => line.amountCents === 0).length;
      for (const { rule, reason } of books.lines) {
        coverage.rules.add(rule);
        coverage.reasons.add(reason);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    // Guards against histories in which nothing happens.
    expect(coverage.lines).toBeGreaterThan(5 * HISTORIES);
    expect(coverage.entries).toBeGreaterThan(2 * HISTORIES);
    expect(coverage.zeros).toBeLessThan(0.8 * coverage.lines);
    expect(coverage.rules).toEqual(new Set(['influencer', 'educator', 'downline', 'friend', 'none']));
    expect(coverage.reasons.size).toBeGreaterThanOrEqual(9);
  });
});
