import { formatPersonName } from '#server/lib/same-person.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type CompanyData = RouterOutputs['corporate']['company'];
export type CompanyPlanData = NonNullable<CompanyData['plan']>;
export type CompanyCardData = RouterOutputs['corporate']['cards']['cards'][number];

/** Returns a text such as '10 cards: 8 personal, 2 family'. */
export function describeCardCounts({ personal, family }: CompanyData['counts']): string {
  const cards = personal + family;
  return `${cards} ${cards === 1 ? 'card' : 'cards'}: ${personal} personal, ${family} family`;
}

export const holderName = ({ firstname, lastname }: CompanyCardData) =>
  formatPersonName({ firstname, lastname });
