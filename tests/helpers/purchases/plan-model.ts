const INDIVIDUAL_CENTS = 4995;
const FAMILY_CENTS = 9990;
const DAY_MS = 86_400_000;

/** What a member's plan and payments must be, computed without the product's code. */
export interface PlanModel {
  isFamily: boolean;
  /** True if the membership becomes individual at its next renewal. */
  isDowngrading: boolean;
  isCanceled: boolean;
  state: 'active' | 'past_due' | 'ended';
  periodStart: Date;
  periodEnd: Date;
  /** Amounts in cents, oldest first. */
  payments: number[];
  /** The total that was refunded, across all payments. */
  refundedCents: number;
  /** The purchase id of the upgrade that was paid for in this period and not refunded. */
  upgradeId: string | null;
}

export function startModel(periodStart: Date, periodEnd: Date): PlanModel {
  return {
    isFamily: false,
    isDowngrading: false,
    isCanceled: false,
    state: 'active',
    periodStart,
    periodEnd,
    payments: [INDIVIDUAL_CENTS],
    refundedCents: 0,
    upgradeId: null,
  };
}

const denverDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Denver' });
const countDays = (from: Date, to: Date) =>
  Math.round((Date.parse(denverDay.format(to)) - Date.parse(denverDay.format(from))) / DAY_MS);

/** Returns the price of the remaining days in cents, rounded half up; 0 if it is below Stripe's minimum. */
export function priceUpgradeOn({ periodStart, periodEnd }: PlanModel, now: Date): number {
  const days = BigInt(countDays(now, periodEnd));
  const periodDays = BigInt(countDays(periodStart, periodEnd));
  const cents = Number(
    (2n * BigInt(FAMILY_CENTS - INDIVIDUAL_CENTS) * days + periodDays) / (2n * periodDays),
  );
  return cents < 50 ? 0 : cents;
}

const isChangeable = ({ state, isCanceled }: PlanModel) => state === 'active' && !isCanceled;

export interface PlanEvent {
  isAllowed(model: PlanModel): boolean;
  apply(model: PlanModel): Partial<PlanModel>;
}

/** What members and staff do. An event that isn't allowed is refused and changes nothing. */
export const PLAN_EVENTS = {
  upgrade: {
    isAllowed: (model) => isChangeable(model) && !model.isFamily,
    apply: () => ({ isFamily: true, isDowngrading: false }),
  },
  /** An upgrade with a card that is declined. */
  declinedUpgrade: { isAllowed: () => false, apply: () => ({}) },
  downgrade: {
    isAllowed: (model) => isChangeable(model) && model.isFamily,
    apply: () => ({ isDowngrading: true }),
  },
  keepFamily: {
    isAllowed: (model) => isChangeable(model) && model.isFamily,
    apply: () => ({ isDowngrading: false }),
  },
  cancel: {
    isAllowed: () => true,
    apply: ({ state }) => ({ isCanceled: true, state: state === 'past_due' ? 'ended' : state }),
  },
  resume: { isAllowed: ({ state }) => state === 'active', apply: () => ({ isCanceled: false }) },
  refundUpgrade: {
    isAllowed: ({ upgradeId, state }) => upgradeId !== null && state === 'active',
    apply: () => ({ isFamily: false, isDowngrading: false, upgradeId: null }),
  },
  refundPartly: { isAllowed: ({ state }) => state === 'active', apply: () => ({}) },
  refundPeriod: {
    isAllowed: ({ state }) => state === 'active',
    apply: () => ({ state: 'ended', isCanceled: true }),
  },
} as const satisfies Record<string, PlanEvent>;
export type PlanEventName = keyof typeof PLAN_EVENTS;

/** Returns the changes at the end of a period. For a paid renewal, use `payPeriod`. */
export function endPeriod(model: PlanModel, isDeclined: boolean): Partial<PlanModel> {
  if (model.state !== 'active') return {};
  if (model.isCanceled) return { state: 'ended' };
  return isDeclined ? { state: 'past_due' } : {};
}

export function payPeriod(model: PlanModel, periodEnd: Date): Partial<PlanModel> {
  const isFamily = model.isFamily && !model.isDowngrading;
  return {
    state: 'active',
    isFamily,
    isDowngrading: false,
    periodStart: model.periodEnd,
    periodEnd,
    upgradeId: null,
    payments: [...model.payments, isFamily ? FAMILY_CENTS : INDIVIDUAL_CENTS],
  };
}
