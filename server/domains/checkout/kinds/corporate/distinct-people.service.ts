import type { Db } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import { createPersonFinder, formatPersonName, joinNames } from '../../../../lib/same-person.ts';
import type { Context } from '../../../../platform/context.ts';
import { listCardPeople } from '../../../memberships/company/company-card.service.ts';
import { type Employee, repeatedPeopleError } from './corporate.schema.ts';

type CardPeople = Awaited<ReturnType<typeof listCardPeople>>;

/**
 * Throws INVALID_INPUT if a list names someone twice or, if `cardPeople` is passed, someone who has a card,
 * unless the buyer keeps both (D73). Older clients may send such lists; only the minimum counts each person
 * once.
 */
export function requireDistinctPeople(
  { entryPoint }: Pick<Context, 'entryPoint'>,
  {
    employees,
    keepsRepeated,
  }: { employees: readonly Employee[]; keepsRepeated?: boolean | null | undefined },
  cardPeople: CardPeople = [],
): void {
  if (entryPoint !== 'web' || keepsRepeated) return;
  const message = repeatedPeopleError(employees, cardPeople);
  if (message !== null) throw new AppError('INVALID_INPUT', { field: 'employees', message });
}

/** Returns the employees who already have a card that the company's plan renews. */
export async function findPeopleWithCards(
  db: Db,
  company: { accountId: string; subscriptionId: string },
  employees: readonly Employee[],
): Promise<Employee[]> {
  const findPerson = createPersonFinder<true>();
  for (const person of await listCardPeople(db, company)) findPerson(person, true);
  return employees.filter((employee) => findPerson(employee, true));
}

/** Throws INVALID_INPUT if there are any. */
export function refuseKnownPeople(known: readonly Employee[]): void {
  if (known.length === 0) return;
  const names = joinNames(known.map(formatPersonName));
  const have = known.length === 1 ? 'already has a card' : 'already have cards';
  const message = `${names} ${have} on this plan. Nothing was charged. Remove them from the list, or correct the name, phone, or email.`;
  throw new AppError('INVALID_INPUT', { field: 'list', message });
}
