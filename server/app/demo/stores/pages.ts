import type { OpenHours, WeekHours } from '../../../domains/stores/hours.schema.ts';
import { KIND_TEXTS } from './kinds.ts';
import type { Random } from './random.ts';

const open = (opens: string, closes: string): OpenHours => ({ opens, closes });
const week = (
  weekday: OpenHours,
  saturday: OpenHours,
  sunday: OpenHours,
  monday: OpenHours = weekday,
): WeekHours => [monday, weekday, weekday, weekday, weekday, saturday, sunday];

const OFFICE = [
  week(open('09:00', '17:00'), null, null),
  week(open('08:30', '17:30'), open('09:00', '12:00'), null),
];
const SHOP = [
  week(open('10:00', '18:00'), open('10:00', '17:00'), null),
  week(open('10:00', '19:00'), open('10:00', '19:00'), open('12:00', '17:00')),
  week(open('09:30', '18:30'), open('10:00', '16:00'), null, null),
];
const GARAGE = [
  week(open('07:30', '17:30'), null, null),
  week(open('08:00', '18:00'), open('08:00', '13:00'), null),
];
const DAILY = [
  week(open('09:00', '18:00'), open('09:00', '20:00'), open('10:00', '18:00')),
  week(open('10:00', '20:00'), open('09:00', '21:00'), open('09:00', '19:00')),
];
const MORNING = [
  week(open('06:30', '15:00'), open('07:00', '15:00'), open('08:00', '13:00')),
  week(open('06:00', '14:00'), open('06:00', '14:00'), open('07:00', '12:00'), null),
];
const KITCHEN = [
  week(open('11:00', '21:00'), open('11:00', '22:00'), open('12:00', '20:00')),
  week(open('11:30', '21:30'), open('11:30', '23:00'), null, null),
];
const EVENING = [
  week(open('15:00', '23:00'), open('12:00', '02:00'), open('12:00', '22:00'), null),
  week(open('16:00', '00:00'), open('14:00', '01:30'), null),
];

/** Keyed by the business's kind or its trade's logo. Other businesses have SHOP hours. */
const SCHEDULES: Readonly<Record<string, readonly WeekHours[]>> = {
  ...{ medical: OFFICE, dental: OFFICE, chiropractor: OFFICE, therapy: OFFICE, finance: OFFICE },
  ...{ employment: OFFICE, auto: GARAGE, travel: DAILY, family: DAILY, community: DAILY },
  ...{ entertainment: EVENING, food: KITCHEN },
  ...{ 'Urgent Care': DAILY, 'Walk-In Clinic': DAILY, Pharmacy: DAILY, Fitness: DAILY, Laundry: DAILY },
  ...{ Coffee: MORNING, Bakery: MORNING, Diner: MORNING, 'Ice Cream': DAILY, Brewing: EVENING },
};

const NOTES = [
  'The entrance is step-free.',
  'Parking is free behind the building.',
  'Hablamos español.',
  'Cash and all major cards are fine.',
  'We are closed on public holidays.',
] as const;

const FIRST_YEAR = 1985;
const LAST_YEAR = 2023;

interface DescribedBusiness {
  kind: string;
  trade: { logo: string };
  isNational: boolean;
  isOnlineOnly: boolean;
  places: ReadonlyArray<{ city: string | null }>;
}

interface DemoPage {
  description: string | null;
  /** One entry per location, in the same order. */
  hours: Array<WeekHours | null>;
}

/** Makes what an owner would add to a business's page. Some owners have added nothing. */
export function makePage(random: Random, business: DescribedBusiness): DemoPage {
  const { kind, trade, isNational, isOnlineOnly, places } = business;
  const description = random.chance(0.7) ? describe(random, business) : null;
  const hasHours = !isOnlineOnly && random.chance(isNational ? 0.4 : 0.7);
  const schedule = random.pick(SCHEDULES[kind] ?? SCHEDULES[trade.logo] ?? SHOP);
  return { description, hours: places.map(() => (hasHours && random.chance(0.9) ? schedule : null)) };
}

function describe(random: Random, { kind, isOnlineOnly, places }: DescribedBusiness): string {
  const year = random.between(FIRST_YEAR, LAST_YEAR);
  const story = isOnlineOnly
    ? `Online since ${Math.max(year, 1999)}. We ship from our own warehouse.`
    : places.length > 1
      ? `We opened our first location in ${year} and now have ${places.length}.`
      : random.pick([`Family-owned since ${year}.`, `Here in ${places[0]?.city} since ${year}.`]);
  const text = [KIND_TEXTS[kind] ?? '', random.chance(0.75) ? story : ''].filter(Boolean).join(' ');
  return !isOnlineOnly && random.chance(0.5) ? `${text}\n\n${random.pick(NOTES)}` : text;
}
