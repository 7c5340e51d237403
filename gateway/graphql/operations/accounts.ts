import { z } from 'zod';
import { operation, text } from '../define-operation.ts';

export const accountOperations = [
  operation({
    name: 'registerBasicAccount',
    kind: 'mutation',
    args: z.object({ firstname: text, lastname: text, email: text, zip: text, password: text }),
    call: (caller, person) => caller.accounts.register(person),
    present: (account) => account,
  }),
  operation({
    name: 'getEmailFromID',
    kind: 'query',
    args: z.object({ id: z.string() }),
    call: (caller, { id }) => caller.accounts.emailFromId({ id }),
    present: (email) => email,
  }),
];
