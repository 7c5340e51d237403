import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseSubmissionKey,
  markInFlight,
  markRefused,
  newSubmissionKey,
  type SubmissionKey,
} from '#web/ui/wizard/submission-key.ts';

type Outcome = 'refused' | 'unknown' | 'turned away';
type Attempt = { cart: 'a' | 'b'; outcome: Outcome };

const attempts = fc.array(
  fc.record({
    cart: fc.constantFrom('a', 'b') satisfies fc.Arbitrary<'a' | 'b'>,
    outcome: fc.constantFrom('refused', 'unknown', 'turned away') satisfies fc.Arbitrary<Outcome>,
  }),
  { minLength: 2, maxLength: 12 },
);

function simulateAttempt(state: SubmissionKey, { cart, outcome }: Attempt): SubmissionKey {
  const previousKey = chooseSubmissionKey(state, cart);
  if (outcome === 'turned away') return previousKey;
  return outcome === 'refused' ? markRefused(markInFlight(previousKey), cart) : markInFlight(previousKey);
}

describe('[D41] the idempotency key of a wizard', () => {
  test('is kept while an attempt might have succeeded', () => {
    fc.assert(
      fc.property(attempts, (sequence) => {
        let state = newSubmissionKey();
        const open = new Set<string>();
        for (const attempt of sequence) {
          const previousKey = state.key;
          state = simulateAttempt(state, attempt);
          if (state.key !== previousKey) expect(open.has(previousKey)).toBe(false);
          if (attempt.outcome === 'unknown') open.add(state.key);
          if (attempt.outcome === 'refused') open.delete(state.key);
        }
      }),
    );
  });

  test('is renewed if a refused cart is changed', () => {
    const refusedKey = markRefused(markInFlight(newSubmissionKey()), 'one card');
    expect(chooseSubmissionKey(refusedKey, 'two cards').key).not.toBe(refusedKey.key);
  });

  test('is kept for another card after a decline', () => {
    const refusedKey = markRefused(newSubmissionKey(), 'cart');
    expect(chooseSubmissionKey(refusedKey, 'cart').key).toBe(refusedKey.key);
  });

  test('is kept for a cart that changed after a lost response, so that the server can refuse it', () => {
    const keyInFlight = markInFlight(chooseSubmissionKey(newSubmissionKey(), 'one card'));
    expect(chooseSubmissionKey(keyInFlight, 'two cards').key).toBe(keyInFlight.key);
  });
});
