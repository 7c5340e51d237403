import type { ListedEmployee } from '#server/domains/checkout/kinds/corporate/employee-columns.schema.ts';
import { newId } from '#server/lib/ids.ts';
import { formatPersonName } from '#server/lib/same-person.ts';

export interface EmployeeValues extends ListedEmployee {
  /** The React key. Never sent to the server. */
  key: string;
}

export function emptyEmployee(): EmployeeValues {
  return {
    key: newId(),
    firstname: '',
    lastname: '',
    phone: '',
    email: '',
    ownAddress: false,
    street1: '',
    street2: '',
    city: '',
    state: '',
    zip: '',
    country: 'US',
    familyPlan: false,
    spouseFirstName: '',
    spouseLastName: '',
    family: [],
    latinName: '',
  };
}

/** True if the row is blank. Adding a list of employees drops such rows. */
export function isUntouched({ firstname, lastname, phone, email }: EmployeeValues): boolean {
  return [firstname, lastname, phone, email].every((text) => text.trim() === '');
}

/** Returns the employee's name, or a substitute such as 'Employee 3' if it is empty. */
export function employeeName({ firstname, lastname }: EmployeeValues, index: number): string {
  return formatPersonName({ firstname, lastname }) || `Employee ${index + 1}`;
}
