import type { ListedEmployee } from '#server/checkout/kinds/corporate/employee-columns.schema.ts';
import { newId } from '#server/lib/ids.ts';

/** An employee as the fields hold one (SPEC section 3). */
export interface EmployeeValues extends ListedEmployee {
  /** Tells the rows apart while they come and go; the server never sees it. */
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
  };
}

/** Whether nothing was typed yet, so that a list may take its place. */
export function isUntouched({ firstname, lastname, phone, email }: EmployeeValues): boolean {
  return [firstname, lastname, phone, email].every((line) => line.trim() === '');
}

/** 'Ann Smith', or 'Employee 3' while there is no name. */
export function nameOf({ firstname, lastname }: EmployeeValues, place: number): string {
  return `${firstname} ${lastname}`.trim() || `Employee ${place + 1}`;
}
