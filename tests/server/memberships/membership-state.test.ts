import { describe, expect, test } from 'vitest';
import {
  getMembershipState,
  getUpdatedStatus,
  isActive,
  isCurrent,
  type Standing,
  willRenew,
} from '#server/domains/memberships/membership-state.shared.ts';
import { summarizeState } from '#server/domains/memberships/state/state-summary.shared.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const before = new Date(NOW.getTime() - 1);
const after = new Date(NOW.getTime() + 1);

function standing(changes: Partial<Standing> = {}): Standing {
  return {
    isEmployeeCard: false,
    isCompanyPlan: false,
    status: 'active',
    periodEnd: after,
    canceledAt: null,
    endedAt: null,
    providerId: 'sub_1',
    ...changes,
  };
}

const describeState = (changes: Partial<Standing>) => {
  const row = standing(changes);
  const facts = { ...row, periodStart: before, paidUntil: row.periodEnd };
  const audience = row.isEmployeeCard ? 'employee' : 'member';
  return {
    state: getMembershipState(row, NOW),
    active: isActive(row, NOW),
    answer: getUpdatedStatus(row, NOW),
    renews: willRenew(row, NOW),
    current: isCurrent(row, NOW),
    cancelable: summarizeState(facts, audience, NOW).actions.includes('cancel'),
  };
};

describe('[S4 membership active] a membership’s state', () => {
  test('is active and will renew if it is paid and its end is in the future', () => {
    expect(describeState({})).toEqual({
      state: 'active',
      active: true,
      answer: 'active',
      renews: true,
      current: true,
      cancelable: true,
    });
  });

  test('expires exactly at the end of its period', () => {
    expect(describeState({ periodEnd: NOW })).toMatchObject({
      state: 'expired',
      active: false,
      answer: 'expired',
    });
    expect(describeState({ periodEnd: after })).toMatchObject({ state: 'active' });
  });

  test.each(['past_due', 'unpaid'] as const)(
    'is not active if it is %s, however far away its end is',
    (status) => {
      expect(describeState({ status })).toMatchObject({
        state: status,
        active: false,
        answer: 'invalid',
        current: true,
      });
    },
  );

  test('remains past due after the paid period', () => {
    expect(describeState({ status: 'past_due', periodEnd: before })).toMatchObject({
      state: 'past_due',
      answer: 'invalid',
      cancelable: true,
    });
  });

  test('is never an active card for a company’s own plan, whatever its billing', () => {
    const isCompanyPlan = true;
    expect(describeState({ isCompanyPlan })).toMatchObject({
      state: 'active',
      active: false,
      answer: 'invalid',
    });
    expect(describeState({ isCompanyPlan, periodEnd: before })).toMatchObject({ answer: 'expired' });
  });
});

describe('[S4, D26] the end of a membership', () => {
  test('comes with the end of the period after a cancellation, and nothing more is charged', () => {
    const canceled = { canceledAt: before };
    expect(describeState(canceled)).toEqual({
      state: 'active',
      active: true,
      answer: 'active',
      renews: false,
      current: true,
      cancelable: false,
    });
    expect(describeState({ ...canceled, periodEnd: before })).toMatchObject({
      state: 'expired',
      answer: 'expired',
      current: false,
      cancelable: false,
    });
  });

  test('comes without a call to Stripe for a free period', () => {
    expect(describeState({ providerId: null })).toMatchObject({
      state: 'active',
      renews: false,
      cancelable: true,
    });
    expect(describeState({ providerId: null, periodEnd: before })).toMatchObject({
      state: 'expired',
      current: false,
      cancelable: false,
    });
  });

  test('can be caused by canceling while a renewal is late, because Stripe would charge again', () => {
    expect(describeState({ periodEnd: before })).toMatchObject({
      state: 'expired',
      current: true,
      cancelable: true,
    });
  });

  test('comes immediately with a refund', () => {
    expect(describeState({ status: 'canceled', endedAt: before })).toEqual({
      state: 'canceled',
      active: false,
      answer: 'invalid',
      renews: false,
      current: false,
      cancelable: false,
    });
  });

  test('comes with the end of the paid period if a bill is not paid', () => {
    expect(describeState({ status: 'canceled', endedAt: before, periodEnd: before })).toMatchObject({
      state: 'expired',
      answer: 'expired',
      current: false,
    });
  });

  test('[D31] can’t be caused by an employee for a card that the company pays for', () => {
    expect(describeState({ isEmployeeCard: true })).toMatchObject({ active: true, cancelable: false });
  });
});
