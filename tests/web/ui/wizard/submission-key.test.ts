import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  markInFlight,
  markRefused,
  newSubmissionKey,
  type SubmissionKey,
  submissionKeyFor,
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

function send(state: SubmissionKey, { cart, outcome }: Attempt): SubmissionKey {
  const before = submissionKeyFor(state, cart);
  if (outcome === 'turned away') return before;
  return outcome === 'refused' ? markRefused(markInFlight(before), cart) : markInFlight(before);
}

describe('[D41] the idempotency key of a wizard', () => {
  test('stays the same while an attempt may have gone through', () => {
    fc.assert(
      fc.property(attempts, (sequence) => {
        let state = newSubmissionKey();
        const open = new Set<string>();
        for (const attempt of sequence) {
          const before = state.key;
          state = send(state, attempt);
          if (state.key !== before) expect(open.has(before)).toBe(false);
          if (attempt.outcome === 'unknown') open.add(state.key);
          if (attempt.outcome === 'refused') open.delete(state.key);
        }
      }),
    );
  });

  test('is renewed when a refused cart is changed', () => {
    const declined = markRefused(markInFlight(newSubmissionKey()), 'one card');
    expect(submissionKeyFor(declined, 'two cards').key).not.toBe(declined.key);
  });

  test('stays the same for another card after a decline', () => {
    const declined = markRefused(newSubmissionKey(), 'cart');
    expect(submissionKeyFor(declined, 'cart').key).toBe(declined.key);
  });

  test('stays the same for a cart changed after a lost answer, so that the server can refuse it', () => {
    const sent = markInFlight(submissionKeyFor(newSubmissionKey(), 'one card'));
    expect(submissionKeyFor(sent, 'two cards').key).toBe(sent.key);
  });
});
