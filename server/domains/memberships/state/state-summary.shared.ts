import { formatLongDate } from '../../../lib/dates.ts';
import { getExpiry, isEnded, willRenew } from '../membership-state.shared.ts';
import type { StateKind, StateSummary } from './state.schema.ts';
import { type Audience, SENTENCES } from './state-sentences.shared.ts';

/** Everything that the state of a membership or business plan depends on. */
export interface StateFacts {
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodStart: Date;
  paidUntil: Date;
  /** The end of the paid or granted period. */
  periodEnd: Date;
  canceledAt: Date | null;
  /** When it ended or, if that is in the future, when it will end. */
  endedAt: Date | null;
  /** The subscription's id at Stripe. Null for a free period. */
  providerId: string | null;
  isEmployeeCard: boolean;
  isCompanyPlan: boolean;
  /** True for a free trial of a business plan. */
  isTrial?: boolean;
  /** False for an employee card that is in nobody's account. */
  isClaimed?: boolean;
  /** The plan that replaces this one with the first period paid from then on. */
  nextPlan?: { name: string; from: Date } | null;
  /** What happened to the money of the last period. A lost dispute ends the membership (D55). */
  moneyReturn?: MoneyReturn | null;
  /** The end of a business's free year of listing. */
  freeListingUntil?: Date | null;
}

export type MoneyReturn = 'dispute' | 'refund';

/**
 * True if an unpaid renewal ended it, or its owner canceled after the renewal had failed. Any other
 * cancellation comes before the end of the paid period.
 */
function isEndedUnpaid({ endedAt, canceledAt, paidUntil, providerId }: StateFacts): boolean {
  return endedAt !== null && canceledAt !== null && providerId !== null && canceledAt > paidUntil;
}

function findEnd(facts: StateFacts): Date {
  return facts.endedAt !== null && isEndedUnpaid(facts) ? facts.endedAt : getExpiry(facts);
}

const isOverdue = ({ status }: StateFacts) => status === 'past_due' || status === 'unpaid';

/** True once nothing works anymore, unless it is paid for again. */
function isOver(facts: StateFacts, now: Date): boolean {
  if (isEnded(facts, now)) return true;
  return findEnd(facts) <= now && !isOverdue(facts) && !willRenew(facts, now);
}

interface Moment {
  facts: StateFacts;
  now: Date;
  audience: Audience;
  isOver: boolean;
  isEarly: boolean;
}

/** The first rule that applies decides. */
const RULES: ReadonlyArray<[kind: StateKind, applies: (moment: Moment) => boolean]> = [
  [
    'not-a-card',
    ({ facts, audience }) => facts.isCompanyPlan && audience !== 'company' && audience !== 'staff',
  ],
  ['trial-ended', ({ facts, isOver }) => facts.isTrial === true && isOver],
  ['trial', ({ facts }) => facts.isTrial === true],
  ['ended-unpaid', ({ facts, isOver }) => isOver && isEndedUnpaid(facts)],
  ['dispute-lost', ({ facts, isOver, isEarly }) => isOver && isEarly && facts.moneyReturn === 'dispute'],
  ['refunded', ({ facts, isOver, isEarly }) => isOver && isEarly && facts.moneyReturn === 'refund'],
  ['ended-early', ({ isOver, facts, now }) => isOver && facts.periodEnd > now],
  ['ended', ({ isOver }) => isOver],
  ['past-due', ({ facts }) => facts.status === 'past_due'],
  ['unpaid', ({ facts }) => facts.status === 'unpaid'],
  ['canceled', ({ facts }) => facts.canceledAt !== null],
  ['removed', ({ facts }) => facts.isEmployeeCard && facts.endedAt !== null],
  ['finite', ({ facts }) => facts.providerId === null],
  ['late', ({ facts, now }) => facts.periodEnd <= now],
  ['disputed', ({ facts }) => facts.moneyReturn === 'dispute'],
  ['unclaimed', ({ facts }) => facts.isEmployeeCard && facts.isClaimed === false],
  ['changing', ({ facts }) => facts.nextPlan != null],
  ['extended', ({ facts }) => facts.periodEnd > facts.paidUntil],
];

function findKind(facts: StateFacts, audience: Audience, now: Date): StateKind {
  const moment = {
    facts,
    now,
    audience,
    isOver: isOver(facts, now),
    isEarly: facts.endedAt !== null && facts.endedAt < facts.paidUntil,
  };
  return RULES.find(([, applies]) => applies(moment))?.[0] ?? 'renewing';
}

/** Returns a short label, such as 'Past due'. */
export function getStateLabel(facts: StateFacts, audience: Audience, now: Date): string {
  const { label, labels } = SENTENCES[findKind(facts, audience, now)];
  return labels?.[audience] ?? label;
}

/** Describes a membership or business plan for one audience, in days of the business time zone (D20). */
export function summarizeState(facts: StateFacts, audience: Audience, now: Date): StateSummary {
  const kind = findKind(facts, audience, now);
  const until = findEnd(facts);
  const since = findSince(facts, until, now);
  const next = findNext(facts, kind, now);
  const sentence = SENTENCES[kind][audience];
  const values = listValues(facts, { since, until, now });
  const [title, text] = typeof sentence === 'string' || sentence === null ? [null, sentence] : sentence;
  return {
    kind,
    since,
    until,
    next,
    actions: listActions(facts, audience, now),
    label: getStateLabel(facts, audience, now),
    title: title && fill(title, values),
    text: text && fill(text, values),
    day: findDay(facts, { audience, until, next, now }),
  };
}

function findSince(facts: StateFacts, until: Date, now: Date): Date {
  if (isOver(facts, now)) return until;
  return isOverdue(facts) ? facts.paidUntil : (facts.canceledAt ?? facts.periodStart);
}

function findNext(facts: StateFacts, kind: StateKind, now: Date): StateSummary['next'] {
  if (isOver(facts, now) || isOverdue(facts)) return null;
  const renews = willRenew(facts, now) && !(facts.isEmployeeCard && facts.endedAt);
  const at = renews ? facts.paidUntil : findEnd(facts);
  if (at <= now) return null;
  return { event: renews ? (kind === 'changing' ? 'changes' : 'renews') : 'ends', at };
}

const DAY_LABELS = { renews: 'Renews on', changes: 'Renews on' } as const;

interface Days {
  audience: Audience;
  until: Date;
  next: StateSummary['next'];
  now: Date;
}

function findDay(facts: StateFacts, { audience, until, next, now }: Days): StateSummary['day'] {
  if (isOver(facts, now)) return { label: 'Ended on', at: until };
  if (isOverdue(facts)) return { label: 'Due since', at: facts.paidUntil };
  if (next?.event !== 'ends') return next && { label: DAY_LABELS[next.event], at: next.at };
  const isPlan = audience === 'owner' || audience === 'company';
  return { label: isPlan ? 'Ends on' : 'Can be used until', at: next.at };
}

/** Only the audience that pays can do anything. Staff have actions of their own. */
const PAYERS: readonly Audience[] = ['member', 'guest', 'owner', 'company'];

function listActions(facts: StateFacts, audience: Audience, now: Date): StateSummary['actions'] {
  if (!PAYERS.includes(audience) || facts.isEmployeeCard) return [];
  if (isOver(facts, now)) return ['choose-plan'];
  const isResumable = facts.providerId !== null && facts.canceledAt !== null && facts.endedAt === null;
  // A member may give up a free period.
  const isMember = audience === 'member' || audience === 'guest';
  const isCancelable = facts.canceledAt === null && (willRenew(facts, now) || isMember);
  return [
    ...(isOverdue(facts) ? (['pay'] as const) : []),
    ...(isCancelable ? (['cancel'] as const) : []),
    // A plan that a business canceled can't be resumed, only bought again.
    ...(isResumable && audience !== 'owner' && facts.periodEnd > now ? (['resume'] as const) : []),
    ...(facts.isTrial ? (['choose-plan'] as const) : []),
  ];
}

type Values = Record<string, () => string>;

function listValues(
  facts: StateFacts,
  { since, until, now }: { since: Date; until: Date; now: Date },
): Values {
  const { nextPlan, paidUntil } = facts;
  return {
    since: () => formatLongDate(since),
    until: () => formatLongDate(until),
    due: () => formatLongDate(paidUntil),
    plan: () => nextPlan?.name ?? '',
    change: () =>
      nextPlan && nextPlan.from > now ? `on ${formatLongDate(nextPlan.from)}` : 'with your next payment',
    afterwards: () => (nextPlan ? ` It then changes to ${nextPlan.name}.` : ''),
    listing: () => describeListing(facts, until, now),
  };
}

/** The free year of listing after a trial can last longer than the trial and a plan bought later (D15). */
function describeListing(facts: StateFacts, until: Date, now: Date): string {
  const { freeListingUntil = null } = facts;
  const outlasting = freeListingUntil !== null && freeListingUntil > until ? freeListingUntil : null;
  if (outlasting && outlasting > now) {
    const tail = facts.isTrial ? ' A plan keeps your business in the savings search after that.' : '';
    return `Your free listing stays up until ${formatLongDate(outlasting)}.${tail}`;
  }
  if (!isOver(facts, now)) return 'After that, your business won’t be in the savings search.';
  const ended = outlasting ? `Your free listing ended on ${formatLongDate(outlasting)}. ` : '';
  return `${ended}Choose a plan to put your business back in the savings search.`;
}

function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]?.() ?? '');
}
