import { z } from 'zod';
import {
  countsOf,
  employee,
  MAX_EMPLOYEES,
  MINIMUM_ERROR,
  meetsMinimum,
} from '#server/checkout/kinds/corporate/corporate.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { type FieldErrors, hasErrors } from '#web/ui/form/validation.ts';
import type { EmployeeValues } from './employee-values.ts';

export const ROWS_A_PAGE = 25;

/** How many employees with errors to expand at once. */
const MAX_EXPANDED = 5;

const NOBODY = 'Please add at least one employee';

const errorCache = new WeakMap<EmployeeValues, FieldErrors>();

/** The field errors of one employee. Cached, so that typing revalidates only one of 500. */
export function employeeErrors(values: EmployeeValues): FieldErrors {
  const cached = errorCache.get(values);
  if (cached !== undefined) return cached;
  const result = employee.safeParse(values);
  const faults = result.success ? {} : toFieldErrors(result.error);
  errorCache.set(values, faults);
  return faults;
}

/** The error about the number of cards, or null. */
export function cardCountError(employees: readonly EmployeeValues[], minimumWaived: boolean): string | null {
  if (employees.length > MAX_EMPLOYEES) return `Please add at most ${MAX_EMPLOYEES} employees at once`;
  if (minimumWaived) return employees.length === 0 ? NOBODY : null;
  return meetsMinimum(countsOf(employees)) ? null : MINIMUM_ERROR;
}

/** The card count's error and the first employees' errors, limited to one page of the list. */
export function employeeListErrors(
  employees: readonly EmployeeValues[],
  minimumWaived: boolean,
): FieldErrors {
  const invalid = employees.flatMap((values, place) =>
    hasErrors(employeeErrors(values)) ? [{ values, place }] : [],
  );
  const page = Math.floor((invalid[0]?.place ?? 0) / ROWS_A_PAGE);
  const shown = invalid
    .filter(({ place }) => Math.floor(place / ROWS_A_PAGE) === page)
    .slice(0, MAX_EXPANDED);
  const atFields = shown.flatMap(({ values, place }) =>
    Object.entries(employeeErrors(values)).map(([path, message]) => [`employees.${place}.${path}`, message]),
  );
  const listError =
    cardCountError(employees, minimumWaived) ?? moreErrorsMessage(invalid.length - shown.length);
  return { ...(listError === null ? {} : { employees: listError }), ...Object.fromEntries(atFields) };
}

function moreErrorsMessage(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 more employee needs a look' : `${count} more employees need a look`;
}

export function employeesSchema(employees: readonly EmployeeValues[], minimumWaived: boolean): z.ZodType {
  return z.unknown().superRefine((_, context) => {
    for (const [path, message] of Object.entries(employeeListErrors(employees, minimumWaived))) {
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    }
  });
}
