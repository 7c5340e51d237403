import { z } from 'zod';
import { isPrintable, tooLong, UNPRINTABLE_ERROR } from '../../lib/line-rules.ts';
import { centsToDollars } from '../../lib/money.ts';
import { dollarsUpTo, MAX_PLAN_PRICE_CENTS } from '../../lib/staff-bounds.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter at least one word')
    .max(max, tooLong(max))
    .refine(isPrintable, UNPRINTABLE_ERROR);

const MAX_POINTS = 10;
/** Room for blank lines between the points. */
const MAX_POINTS_LENGTH = 4_000;

/** What staff can change about a plan. `price` is in dollars, and `points` has one point per line. */
export const planEdit = z.object({
  id: z.int(),
  /** The revision of the plan that the editor saw. */
  revision: z.string(),
  name: line(60),
  orderSummaryName: line(60),
  price: dollarsUpTo(MAX_PLAN_PRICE_CENTS, 'Use dollars: 49.95').transform(centsToDollars),
  title: line(80),
  label: line(80).refine(
    (text) => !/[{}]/.test(text.replaceAll(/\{(?:price|extra)\}/g, '')),
    'Only {price} and {extra} are replaced',
  ),
  summary: line(200),
  points: z
    .string()
    .max(MAX_POINTS_LENGTH, { error: tooLong(MAX_POINTS_LENGTH), abort: true })
    .refine((text) => splitPoints(text).length <= MAX_POINTS, `Use at most ${MAX_POINTS} lines`)
    .refine((text) => splitPoints(text).every((point) => line(200).safeParse(point).success), tooLong(200)),
});
export type PlanEdit = z.infer<typeof planEdit>;

export function splitPoints(text: string): string[] {
  return text
    .split('\n')
    .map((point) => point.trim())
    .filter((point) => point !== '');
}
