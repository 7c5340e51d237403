import { z } from 'zod';
import { ACCOUNT_TYPES, accountType } from '../../domains/accounts/account.schema.ts';

/** The form's choices, with the numbers of the account types as values. */
export const ACCOUNT_TYPE_OPTIONS = Object.entries(ACCOUNT_TYPES).map(([value, label]) => ({ value, label }));

export const setTypeInput = z.object({
  id: z.uuid(),
  type: z.string().min(1, 'Required Field').transform(Number).pipe(accountType),
});

export const typeName = (type: number): string =>
  ACCOUNT_TYPE_OPTIONS.find(({ value }) => value === String(type))?.label ?? String(type);
