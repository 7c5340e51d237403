import { z } from 'zod';
import {
  countCards,
  employeeForm,
  MAX_EMPLOYEES,
  MINIMUM_ERROR,
  meetsMinimum,
  repeatedPeopleError,
} from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { omitRepeatedPeople, type PersonDraft } from '#server/lib/same-person.ts';
import { type FieldErrors, hasErrors } from '#web/ui/form/validation.ts';
import type { EmployeeValues } from './employee-values.ts';

export const ROWS_PER_PAGE = 25;

/** How many employees with errors are expanded at once. */
const MAX_EXPANDED = 5;

const NO_EMPLOYEES = 'Please add at least one employee';

const errorCache = new WeakMap<EmployeeValues, FieldErrors>();

/**
 * Returns the employee's errors. They are cached, so that typing revalidates one employee instead of up to
 * 500.
 */
export function findEmployeeErrors(values: EmployeeValues): FieldErrors {
  const cachedErrors = errorCache.get(values);
  if (cachedErrors !== undefined) return cachedErrors;
  const result = employeeForm.safeParse(values);
  const errors = result.success ? {} : toFieldErrors(result.error);
  errorCache.set(values, errors);
  return errors;
}

export interface ListRules {
  minimumWaived: boolean;
  /** True if the buyer keeps people who look the same (D73). */
  keepsRepeated?: boolean;
  /** The people who already have cards on the plan. */
  cardPeople?: readonly PersonDraft[];
}

/** Returns why the number of cards is not allowed, or null. */
export function cardCountError(
  employees: readonly EmployeeValues[],
  { minimumWaived, keepsRepeated = false }: ListRules,
): string | null {
  if (employees.length > MAX_EMPLOYEES) return `Please add at most ${MAX_EMPLOYEES} employees at once`;
  if (minimumWaived) return employees.length === 0 ? NO_EMPLOYEES : null;
  const people = keepsRepeated ? employees : omitRepeatedPeople(employees);
  return meetsMinimum(countCards(people)) ? null : MINIMUM_ERROR;
}

/**
 * Returns the errors of the first invalid employees on one page of the list, and an error for the whole list:
 * about the number of cards or, if that is allowed, about invalid employees that aren't expanded.
 */
export function findEmployeeListErrors(employees: readonly EmployeeValues[], rules: ListRules): FieldErrors {
  const invalidEmployees = employees.flatMap((values, index) =>
    hasErrors(findEmployeeErrors(values)) ? [{ values, index }] : [],
  );
  const page = Math.floor((invalidEmployees[0]?.index ?? 0) / ROWS_PER_PAGE);
  const expandedEmployees = invalidEmployees
    .filter(({ index }) => Math.floor(index / ROWS_PER_PAGE) === page)
    .slice(0, MAX_EXPANDED);
  const fieldErrors = expandedEmployees.flatMap(({ values, index }) =>
    Object.entries(findEmployeeErrors(values)).map(([path, message]) => [
      `employees.${index}.${path}`,
      message,
    ]),
  );
  const listError =
    cardCountError(employees, rules) ??
    (rules.keepsRepeated ? null : repeatedPeopleError(employees, rules.cardPeople)) ??
    describeHiddenErrors(invalidEmployees.length - expandedEmployees.length);
  return { ...(listError === null ? {} : { employees: listError }), ...Object.fromEntries(fieldErrors) };
}

function describeHiddenErrors(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 more employee needs attention' : `${count} more employees need attention`;
}

export function employeesSchema(employees: readonly EmployeeValues[], rules: ListRules): z.ZodType {
  return z.unknown().superRefine((_, context) => {
    for (const [path, message] of Object.entries(findEmployeeListErrors(employees, rules))) {
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    }
  });
}
