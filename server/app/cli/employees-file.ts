import { readFile } from 'node:fs/promises';
import { parseStaffList } from '../../domains/checkout/kinds/company-seats/staff-list.service.ts';
import type { Employee } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import { AppError } from '../../lib/errors.ts';
import { CommandError } from './command.ts';

/** Reads employees from a CSV file. If any row is invalid, throws one error that lists every invalid row. */
export async function readEmployees(file: string): Promise<Employee[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    return parseStaffList(bytes);
  } catch (error) {
    throw error instanceof AppError ? new CommandError(error.message) : error;
  }
}
