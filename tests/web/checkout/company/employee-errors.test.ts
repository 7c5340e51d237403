import { describe, expect, test, vi } from 'vitest';
import { employeeForm } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import {
  cardCountError,
  employeesSchema,
  findEmployeeErrors,
  findEmployeeListErrors,
  ROWS_PER_PAGE,
} from '#web/features/checkout/company/employees/employee-errors.ts';
import { validate } from '#web/ui/form/validation.ts';
import { filledEmployees } from './company-web.tsx';

const MINIMUM_MESSAGE = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';

describe('[S5 corporate] the minimum number of cards', () => {
  test.each([
    [4, 0, MINIMUM_MESSAGE],
    [5, 0, null],
    [2, 1, MINIMUM_MESSAGE],
    [3, 1, null],
    [0, 2, MINIMUM_MESSAGE],
    [0, 3, null],
    [0, 0, MINIMUM_MESSAGE],
  ])('is met by %i personal and %i family', (personal, family, fault) => {
    const employees = [
      ...filledEmployees(personal),
      ...filledEmployees(family, { familyPlan: true, lastname: 'Jones' }),
    ];
    expect(cardCountError(employees, { minimumWaived: false })).toBe(fault);
  });

  test('[S6 business owner] is one employee for owners of a business plan, and the maximum is 500', () => {
    expect(cardCountError(filledEmployees(1), { minimumWaived: true })).toBeNull();
    expect(cardCountError([], { minimumWaived: true })).toBe('Please add at least one employee');
    expect(cardCountError(filledEmployees(501), { minimumWaived: true })).toBe(
      'Please add at most 500 employees at once',
    );
    expect(cardCountError(filledEmployees(500), { minimumWaived: false })).toBeNull();
  });
});

describe("[S5 corporate] the employees' errors", () => {
  test('appear at their fields, and include address and family only if these are shown', () => {
    const employees = filledEmployees(5);
    Object.assign(employees[1] ?? {}, { phone: '', email: 'nobody' });
    Object.assign(employees[3] ?? {}, { ownAddress: true, familyPlan: true, family: [{ name: ' ' }] });
    expect(findEmployeeListErrors(employees, { minimumWaived: false })).toEqual({
      'employees.1.phone': 'Required Field',
      'employees.1.email': 'Invalid Email',
      'employees.3.street1': 'Required Field',
      'employees.3.city': 'Required Field',
      'employees.3.state': 'Required Field',
      'employees.3.zip': 'Required Field',
      'employees.3.family.0.name': 'Required Field',
    });
    expect(validate(employeesSchema(employees, { minimumWaived: false }), {})).toEqual(
      findEmployeeListErrors(employees, { minimumWaived: false }),
    );
  });

  test('are listed for five employees of a page, and the others are counted', () => {
    const employees = filledEmployees(100, { phone: '' }).map((values, index) =>
      index < ROWS_PER_PAGE ? { ...values, phone: '5550100142' } : values,
    );
    const faults = findEmployeeListErrors(employees, { minimumWaived: false });
    expect(Object.keys(faults)).toEqual([
      'employees',
      ...[25, 26, 27, 28, 29].map((index) => `employees.${index}.phone`),
    ]);
    expect(faults.employees).toBe('70 more employees need attention');
  });

  test('[D68] request a name that printed cards lack the letters for, in Latin letters', () => {
    const [filled] = filledEmployees(1);
    const values = { ...(filled ?? fail()), firstname: '小明', lastname: '王', familyPlan: true };
    const family = [{ name: 'Ann Lee' }, { name: '李雪' }];
    expect(Object.keys(findEmployeeErrors({ ...values, spouseFirstName: 'Анна', family }))).toEqual([
      'latinName',
      'family.1.latinName',
    ]);
    expect(findEmployeeErrors({ ...values, latinName: 'Wang Xiaoming' })).toEqual({});
  });

  test('are revalidated only for the employee that changed', () => {
    const employees = filledEmployees(500);
    findEmployeeListErrors(employees, { minimumWaived: false });
    const safeParse = vi.spyOn(employeeForm, 'safeParse');
    const changedEmployees = employees.map((values, index) =>
      index === 321 ? { ...values, lastname: '' } : values,
    );
    expect(Object.keys(findEmployeeListErrors(changedEmployees, { minimumWaived: false }))).toEqual([
      'employees.321.lastname',
    ]);
    expect(safeParse).toHaveBeenCalledOnce();
    safeParse.mockRestore();
    expect(findEmployeeErrors(filledEmployees(1)[0] ?? fail())).toEqual({});
  });
});

function fail(): never {
  throw new Error('There is no employee');
}
