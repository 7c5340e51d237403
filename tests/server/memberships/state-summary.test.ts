import { describe, expect, test } from 'vitest';
import { AUDIENCES, type Audience } from '#server/domains/memberships/state/state-sentences.shared.ts';
import { type StateFacts, summarizeState } from '#server/domains/memberships/state/state-summary.shared.ts';

// In Denver, this is still January 11.
const NOW = new Date('2027-01-12T06:30:00Z');
const day = (text: string) => new Date(`${text}T19:00:00Z`);
const FACTS: StateFacts = {
  status: 'active',
  periodStart: day('2026-12-28'),
  paidUntil: day('2027-01-28'),
  periodEnd: day('2027-01-28'),
  canceledAt: null,
  endedAt: null,
  providerId: 'sub_1',
  isEmployeeCard: false,
  isCompanyPlan: false,
};
const unpaid = { paidUntil: day('2026-12-28'), periodEnd: day('2026-12-28') };
const gone = (at: Date) => ({ status: 'canceled', canceledAt: at, endedAt: at }) as const;
const nextPlan = { name: 'Individual', from: day('2026-12-28') };

const KINDS: Record<Audience, Partial<StateFacts>> = {
  member: {},
  guest: {},
  owner: {},
  company: { isCompanyPlan: true },
  employee: { isEmployeeCard: true },
  cashier: {},
  staff: {},
};

function read(audience: Audience, changes: Partial<StateFacts>) {
  return summarizeState({ ...FACTS, ...KINDS[audience], ...changes }, audience, NOW);
}

/** Returns the label, the title, and the text. */
function say(audience: Audience, changes: Partial<StateFacts>): string {
  const { label, title, text } = read(audience, changes);
  return [label, title, text].filter(Boolean).join(' | ');
}

const INVALID = 'Invalid | The membership is invalid. For more info, please contact us.';
const AFTERWARD = 'After that, your business won’t be in the savings search.';
const CHOOSE = 'Choose a plan to put your business back in the savings search.';
const OVERDUE = 'We couldn’t collect the payment due on December 28th 2026';
const EMPLOYED = 'Active | Your company pays for this membership. It’s paid through January 28th 2027.';
const CARDS_END = 'Its cards are no longer valid.';
const VALID = 'Active | Active | Expires January 28th 2027';
const UNPAID = 'because the payment due on December 28th 2026 wasn’t made';
const LOST = 'because your bank returned the payment you disputed';
const LATE = 'Expired | It was to renew on December 28th 2026.';
const DISPUTED = 'Active | You disputed a payment at your bank.';
const ENDED_TODAY = 'Your plan ended on January 11th 2027';

/** What members and guests read alike. */
const both = (text: string) => ({ member: text, guest: text });

type State = [name: string, changes: Partial<StateFacts>, sentences: Record<Audience, string>];

const STATES: State[] = [
  [
    'renewing',
    {},
    {
      ...both('Active'),
      owner: 'Active | It renews automatically until you cancel it.',
      company: 'Active | It renews automatically each year until you cancel it.',
      employee: EMPLOYED,
      cashier: VALID,
      staff: 'Active',
    },
  ],
  [
    'changing to a smaller plan',
    { nextPlan: { name: 'Individual', from: day('2027-01-28') } },
    {
      ...both('Active | Changes to Individual on January 28th 2027.'),
      owner:
        'Active | Changes to Individual on January 28th 2027. Until then, you keep everything that your plan includes.',
      company: 'Active | It renews automatically each year until you cancel it.',
      employee: EMPLOYED,
      cashier: VALID,
      staff: 'Active | Changes to Individual on January 28th 2027.',
    },
  ],
  [
    'canceled',
    { canceledAt: day('2027-01-05') },
    {
      member: 'Active | You can use it until January 28th 2027.',
      guest:
        'Active | This membership is canceled | You can use it until January 28th 2027. You won’t be charged again.',
      owner: `Canceled | You can use it until January 28th 2027. ${AFTERWARD}`,
      company:
        'Active | Your employees can use all cards until January 28th 2027. You won’t be charged again.',
      employee: 'Active | Your company canceled its plan. You can use this card until January 28th 2027.',
      cashier: VALID,
      staff: 'Active, canceled | Canceled on January 5th 2027. It can be used until January 28th 2027.',
    },
  ],
  [
    'past due, with a smaller plan to come',
    { ...unpaid, status: 'past_due', nextPlan },
    {
      ...both(
        `Past due | Your card is turned off | ${OVERDUE}. Pay it to keep this membership. It then changes to Individual.`,
      ),
      owner: `Past due | ${OVERDUE}. Pay it to keep this plan. It then changes to Individual.`,
      company: `Past due | ${OVERDUE}, so the cards are turned off. Pay it to turn them back on.`,
      employee: `Past due | Your card is turned off | ${OVERDUE}. Please contact your company to keep this membership.`,
      cashier: `Past due | ${INVALID}`,
      staff: 'Past due | The payment due on December 28th 2026 failed.',
    },
  ],
  [
    'ended unpaid on the 14th day',
    { ...unpaid, ...gone(day('2027-01-11')) },
    {
      member: `Expired | Ended on January 11th 2027, ${UNPAID}.`,
      guest: `Expired | This membership has ended | Ended on January 11th 2027, ${UNPAID}. You won’t be charged again.`,
      owner: `Ended | ${ENDED_TODAY} | The payment due on December 28th 2026 wasn’t made. ${CHOOSE}`,
      company: `Expired | ${ENDED_TODAY} | The payment due on December 28th 2026 wasn’t made. ${CARDS_END}`,
      employee: 'Expired | Ended on January 11th 2027.',
      cashier: 'Expired | Expired! | Ended on January 11th 2027',
      staff: `Ended unpaid | Ended on January 11th 2027, ${UNPAID}.`,
    },
  ],
  [
    'ended after its cancellation',
    { ...unpaid, ...gone(day('2026-12-28')), canceledAt: day('2026-12-05') },
    {
      member: 'Expired | Ended on December 28th 2026.',
      guest: 'Expired | This membership has ended | Ended on December 28th 2026. You won’t be charged again.',
      owner: `Ended | Your plan ended on December 28th 2026 | ${CHOOSE}`,
      company: `Expired | Your plan ended on December 28th 2026 | ${CARDS_END}`,
      employee: 'Expired | Ended on December 28th 2026.',
      cashier: 'Expired | Expired! | Ended on December 28th 2026',
      staff: 'Expired | Ended on December 28th 2026.',
    },
  ],
  [
    'refunded',
    { ...gone(day('2027-01-11')), moneyReturn: 'refund' },
    {
      member: 'Canceled | Ended on January 11th 2027, because your payment was refunded.',
      guest:
        'Canceled | This membership has ended | Ended on January 11th 2027, because your payment was refunded. You won’t be charged again.',
      owner: `Ended | ${ENDED_TODAY} | Your payment was refunded. ${CHOOSE}`,
      company: `Canceled | ${ENDED_TODAY} | Your payment was refunded. ${CARDS_END}`,
      employee: 'Canceled | Ended on January 11th 2027.',
      cashier: `Canceled | ${INVALID}`,
      staff: 'Refunded | Ended on January 11th 2027, because its payment was refunded.',
    },
  ],
  [
    'in an open dispute',
    { moneyReturn: 'dispute' },
    {
      ...both(`${DISPUTED} You can use your membership while the bank decides.`),
      owner: `${DISPUTED} You keep your plan while the bank decides.`,
      company: `${DISPUTED} Your employees can use their cards while the bank decides.`,
      employee: EMPLOYED,
      cashier: VALID,
      staff: 'Disputed | A payment is disputed. It works until the bank decides.',
    },
  ],
  [
    'ended by a lost dispute',
    { ...gone(day('2027-01-11')), moneyReturn: 'dispute' },
    {
      member: `Canceled | Ended on January 11th 2027, ${LOST}.`,
      guest: `Canceled | This membership has ended | Ended on January 11th 2027, ${LOST}. You won’t be charged again.`,
      owner: `Ended | ${ENDED_TODAY} | Your bank returned the payment you disputed. ${CHOOSE}`,
      company: `Canceled | ${ENDED_TODAY} | Your bank returned the payment you disputed. ${CARDS_END}`,
      employee: 'Canceled | Ended on January 11th 2027.',
      cashier: `Canceled | ${INVALID}`,
      staff: 'Dispute lost | Ended on January 11th 2027, because a dispute was lost.',
    },
  ],
  [
    'free until its end',
    { providerId: null },
    {
      member: 'Active | You can use it until January 28th 2027.',
      guest: 'Active | You can use it until January 28th 2027. It ends on its own, and you won’t be charged.',
      owner: 'Active | It ends on its own on January 28th 2027, and you won’t be charged.',
      company:
        'Active | Your employees can use all cards until January 28th 2027. You won’t be charged again.',
      employee: EMPLOYED,
      cashier: VALID,
      staff: 'Active | Ends on its own on January 28th 2027.',
    },
  ],
  [
    'extended by staff',
    { periodEnd: day('2027-02-10') },
    {
      ...both('Active | We extended your membership until February 10th 2027.'),
      owner:
        'Active | We extended your plan until February 10th 2027. It renews automatically until you cancel it.',
      company:
        'Active | We extended your plan until February 10th 2027. It renews automatically each year until you cancel it.',
      employee: EMPLOYED.replace('January 28th', 'February 10th'),
      cashier: VALID.replace('January 28th', 'February 10th'),
      staff: 'Active | Extended until February 10th 2027.',
    },
  ],
  [
    'late, because Stripe hasn’t confirmed the renewal',
    unpaid,
    {
      ...both(`${LATE} You can use it again as soon as the payment is confirmed.`),
      owner: 'Active | It was to renew on December 28th 2026. We’re waiting for the payment to be confirmed.',
      company: `${LATE} The cards work again as soon as the payment is confirmed.`,
      employee: `${LATE} You can use it again as soon as your company’s payment is confirmed.`,
      cashier: 'Expired | Expired! | Ended on December 28th 2026',
      staff: 'Renewal pending | It was to renew on December 28th 2026. Stripe hasn’t confirmed the payment.',
    },
  ],
];

describe('the state of a membership', () => {
  test.each(STATES)('is worded for each audience: %s', (_name, changes, sentences) => {
    expect(Object.fromEntries(AUDIENCES.map((audience) => [audience, say(audience, changes)]))).toEqual(
      sentences,
    );
  });

  test.each(STATES)('names no future day that has passed, and no past one to come: %s', (_name, changes) => {
    for (const audience of AUDIENCES) {
      const { next, until, actions, day: shownDay } = read(audience, changes);
      expect(next === null || next.at > NOW).toBe(true);
      expect(actions.includes('choose-plan') && until > NOW).toBe(false);
      expect(shownDay?.label === 'Ended on' && shownDay.at > NOW).toBe(false);
    }
  });

  test.each([
    ['renewing', {}, ['cancel'], 'Renews on', '2027-01-28'],
    ['canceled', { canceledAt: day('2027-01-05') }, ['resume'], 'Can be used until', '2027-01-28'],
    ['past due', { ...unpaid, status: 'past_due' }, ['pay', 'cancel'], 'Due since', '2026-12-28'],
    ['ended', { ...unpaid, ...gone(day('2027-01-11')) }, ['choose-plan'], 'Ended on', '2027-01-11'],
  ] as const)('offers its payer what can be done: %s', (_name, changes, actions, label, at) => {
    expect(read('member', changes)).toMatchObject({ actions, day: { label, at: day(at) } });
    for (const audience of ['employee', 'cashier', 'staff'] as const) {
      expect(read(audience, changes).actions).toEqual([]);
    }
  });

  test('[D61] of a company’s own plan is no card’s to a cashier', () => {
    expect(say('cashier', { isCompanyPlan: true })).toBe(
      'Active | Company plan, not a card | This ID belongs to a company’s plan. Each of its members has their own card.',
    );
  });

  test('of an employee’s card names its own end, and whether anybody has it', () => {
    const card = { isCompanyPlan: false, isEmployeeCard: true };
    expect(say('company', { ...card, endedAt: day('2027-01-20') })).toBe(
      'Active | Ends on January 20th 2027',
    );
    expect(say('staff', { ...card, isClaimed: false })).toBe('Active | Nobody has claimed it.');
  });
});

describe('[D15] the free listing of a business plan', () => {
  const ended = { ...unpaid, ...gone(day('2027-01-05')), canceledAt: day('2026-12-05') };
  const trial = { isTrial: true, providerId: null };

  test.each([
    [
      'outlasts the plan',
      { ...ended, freeListingUntil: day('2027-11-21') },
      'Your free listing stays up until November 21st 2027.',
    ],
    [
      'has ended too',
      { ...ended, freeListingUntil: day('2027-01-10') },
      `Your free listing ended on January 10th 2027. ${CHOOSE}`,
    ],
    ['ended before the plan', { ...ended, freeListingUntil: day('2026-11-21') }, CHOOSE],
    [
      'outlasts a canceled plan',
      { canceledAt: day('2027-01-05'), freeListingUntil: day('2027-11-21') },
      'You can use it until January 28th 2027. Your free listing stays up until November 21st 2027.',
    ],
    [
      'outlasts a trial',
      { ...trial, endedAt: day('2027-01-28'), freeListingUntil: day('2028-01-21') },
      'It ends on its own, and you won’t be charged. Your free listing stays up until January 21st 2028. A plan keeps your business in the savings search after that.',
    ],
    [
      'outlasts an ended trial',
      { ...unpaid, ...trial, endedAt: day('2026-12-28'), freeListingUntil: day('2027-12-21') },
      'You weren’t charged. Your free listing stays up until December 21st 2027. A plan keeps your business in the savings search after that.',
    ],
  ])('%s', (_name, changes, text) => {
    expect(read('owner', changes).text).toBe(text);
  });
});
