import type { StateKind } from './state.schema.ts';

/**
 * Who reads the sentence. 'owner' reads about a business plan, 'company' about its plan or an employee's card,
 * and 'cashier' stands for anyone who knows a membership's number.
 */
export const AUDIENCES = ['member', 'guest', 'owner', 'company', 'employee', 'cashier', 'staff'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** A text, or a title and a text. Null where there is nothing to say. */
export type Sentence = string | readonly [title: string, text: string] | null;

interface Row extends Record<Audience, Sentence> {
  label: string;
  /** For audiences that need another label. */
  labels?: Partial<Record<Audience, string>>;
}

const ACTIVE = ['Active', 'Expires {until}'] as const;
const EXPIRED = ['Expired!', 'Ended on {until}'] as const;
const INVALID = ['Invalid', 'The membership is invalid. For more info, please contact us.'] as const;
const NOT_A_CARD = [
  'Company plan, not a card',
  'This ID belongs to a company’s plan. Each of its members has their own card.',
] as const;
const EMPLOYED = 'Your company pays for this membership. It’s paid through {until}.';
const OVERDUE = 'We couldn’t collect the payment due on {due}.';
const RENEWS = 'It renews automatically until you cancel it.';
const PLAN_ENDED = 'Your plan ended on {until}';
const COMPANY_RENEWS = 'It renews automatically each year until you cancel it.';

const OVERDUE_SENTENCES: Record<Audience, Sentence> = {
  member: ['Your card is turned off', `${OVERDUE} Pay it to keep this membership.{afterwards}`],
  guest: ['Your card is turned off', `${OVERDUE} Pay it to keep this membership.{afterwards}`],
  owner: `${OVERDUE} Pay it to keep this plan.{afterwards}`,
  company:
    'We couldn’t collect the payment due on {due}, so the cards are turned off. Pay it to turn them back on.',
  employee: ['Your card is turned off', `${OVERDUE} Please contact your company to keep this membership.`],
  cashier: INVALID,
  staff: 'The payment due on {due} failed.',
};

/** What everyone except a cashier reads about a membership that ended for this reason, a clause without a period. */
function describeEnding(reason: string): Record<Exclude<Audience, 'cashier'>, Sentence> {
  const ended = `Ended on {until}, because ${reason}.`;
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return {
    member: ended,
    guest: ['This membership has ended', `${ended} You won’t be charged again.`],
    owner: [PLAN_ENDED, `${sentence} {listing}`],
    company: [PLAN_ENDED, `${sentence} Its cards are no longer valid.`],
    employee: 'Ended on {until}.',
    staff: ended,
  };
}

/**
 * What each audience reads in each state. The days are filled in by `summarizeState`. A cashier reads only
 * whether a card can be used, never why.
 */
export const SENTENCES: Record<StateKind, Row> = {
  renewing: {
    label: 'Active',
    member: null,
    guest: null,
    owner: RENEWS,
    company: COMPANY_RENEWS,
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: null,
  },
  changing: {
    label: 'Active',
    member: 'Changes to {plan} {change}.',
    guest: 'Changes to {plan} {change}.',
    owner: 'Changes to {plan} {change}. Until then, you keep everything that your plan includes.',
    company: COMPANY_RENEWS,
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: 'Changes to {plan} {change}.',
  },
  extended: {
    label: 'Active',
    member: 'We extended your membership until {until}.',
    guest: 'We extended your membership until {until}.',
    owner: `We extended your plan until {until}. ${RENEWS}`,
    company: `We extended your plan until {until}. ${COMPANY_RENEWS}`,
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: 'Extended until {until}.',
  },
  late: {
    label: 'Expired',
    labels: { owner: 'Active', staff: 'Renewal pending' },
    member: 'It was to renew on {due}. You can use it again as soon as the payment is confirmed.',
    guest: 'It was to renew on {due}. You can use it again as soon as the payment is confirmed.',
    owner: 'It was to renew on {due}. We’re waiting for the payment to be confirmed.',
    company: 'It was to renew on {due}. The cards work again as soon as the payment is confirmed.',
    employee:
      'It was to renew on {due}. You can use it again as soon as your company’s payment is confirmed.',
    cashier: EXPIRED,
    staff: 'It was to renew on {due}. Stripe hasn’t confirmed the payment.',
  },
  finite: {
    label: 'Active',
    member: 'You can use it until {until}.',
    guest: 'You can use it until {until}. It ends on its own, and you won’t be charged.',
    owner: 'It ends on its own on {until}, and you won’t be charged.',
    company: 'Your employees can use all cards until {until}. You won’t be charged again.',
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: 'Ends on its own on {until}.',
  },
  unclaimed: {
    label: 'Active',
    member: null,
    guest: null,
    owner: null,
    company: null,
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: 'Nobody has claimed it.',
  },
  removed: {
    label: 'Active',
    member: 'You can use it until {until}.',
    guest: 'You can use it until {until}.',
    owner: 'You can use it until {until}.',
    company: 'Ends on {until}',
    employee: 'Your company won’t renew this card. You can use it until {until}.',
    cashier: ACTIVE,
    staff: 'Its company removed it. It ends on {until}.',
  },
  canceled: {
    label: 'Active',
    labels: { owner: 'Canceled', staff: 'Active, canceled' },
    member: 'You can use it until {until}.',
    guest: ['This membership is canceled', 'You can use it until {until}. You won’t be charged again.'],
    owner: 'You can use it until {until}. {listing}',
    company: 'Your employees can use all cards until {until}. You won’t be charged again.',
    employee: 'Your company canceled its plan. You can use this card until {until}.',
    cashier: ACTIVE,
    staff: 'Canceled on {since}. It can be used until {until}.',
  },
  'past-due': { label: 'Past due', ...OVERDUE_SENTENCES },
  unpaid: { label: 'Unpaid', ...OVERDUE_SENTENCES },
  disputed: {
    label: 'Active',
    labels: { staff: 'Disputed' },
    member: 'You disputed a payment at your bank. You can use your membership while the bank decides.',
    guest: 'You disputed a payment at your bank. You can use your membership while the bank decides.',
    owner: 'You disputed a payment at your bank. You keep your plan while the bank decides.',
    company:
      'You disputed a payment at your bank. Your employees can use their cards while the bank decides.',
    employee: EMPLOYED,
    cashier: ACTIVE,
    staff: 'A payment is disputed. It works until the bank decides.',
  },
  ended: {
    label: 'Expired',
    labels: { owner: 'Ended' },
    member: 'Ended on {until}.',
    guest: ['This membership has ended', 'Ended on {until}. You won’t be charged again.'],
    owner: [PLAN_ENDED, '{listing}'],
    company: [PLAN_ENDED, 'Its cards are no longer valid.'],
    employee: 'Ended on {until}.',
    cashier: EXPIRED,
    staff: 'Ended on {until}.',
  },
  'ended-early': {
    label: 'Canceled',
    labels: { owner: 'Ended' },
    member: 'Ended on {until}.',
    guest: ['This membership has ended', 'Ended on {until}. You won’t be charged again.'],
    owner: [PLAN_ENDED, '{listing}'],
    company: [PLAN_ENDED, 'Its cards are no longer valid.'],
    employee: 'Ended on {until}.',
    cashier: INVALID,
    staff: 'Ended on {until}, before its period.',
  },
  'ended-unpaid': {
    ...describeEnding('the payment due on {due} wasn’t made'),
    label: 'Expired',
    labels: { owner: 'Ended', staff: 'Ended unpaid' },
    cashier: EXPIRED,
  },
  refunded: {
    ...describeEnding('your payment was refunded'),
    label: 'Canceled',
    labels: { owner: 'Ended', staff: 'Refunded' },
    cashier: INVALID,
    staff: 'Ended on {until}, because its payment was refunded.',
  },
  'dispute-lost': {
    ...describeEnding('your bank returned the payment you disputed'),
    label: 'Canceled',
    labels: { owner: 'Ended', staff: 'Dispute lost' },
    cashier: INVALID,
    staff: 'Ended on {until}, because a dispute was lost.',
  },
  trial: {
    label: 'Active',
    member: null,
    guest: null,
    owner: ['Your trial ends on {until}', 'It ends on its own, and you won’t be charged. {listing}'],
    company: null,
    employee: null,
    cashier: null,
    staff: 'The trial ends on {until}.',
  },
  'trial-ended': {
    label: 'Ended',
    member: null,
    guest: null,
    owner: ['Your trial ended on {until}', 'You weren’t charged. {listing}'],
    company: null,
    employee: null,
    cashier: null,
    staff: 'The trial ended on {until}.',
  },
  'not-a-card': {
    label: 'Active',
    member: 'A corporate plan has no card of its own. Each of its members has one.',
    guest: null,
    owner: null,
    company: null,
    employee: null,
    cashier: NOT_A_CARD,
    staff: null,
  },
};
