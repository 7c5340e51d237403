import {
  type EmployeeList,
  readEmployeeList,
} from '#server/checkout/kinds/corporate/employee-list.schema.ts';
import { type EmployeeValues, emptyEmployee } from './employee-values.ts';
import { ListFault } from './list-fault.ts';

export interface ReadList extends Omit<EmployeeList, 'employees'> {
  employees: EmployeeValues[];
}

export function readList(text: string, room: number): ReadList {
  const read = readEmployeeList(text, room);
  if ('fault' in read) throw new ListFault(read.fault);
  return { ...read, employees: read.employees.map((listed) => ({ ...emptyEmployee(), ...listed })) };
}
