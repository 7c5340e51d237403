import { getAccount } from '../../domains/accounts/account.service.ts';
import { AppError } from '../../lib/errors.ts';
import { isDeveloper, isStaff } from '../../lib/staff-permissions.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { setTypeInput, typeName } from './account-type.schema.ts';
import { changeAccountType } from './account-type.service.ts';

export const accessRouter = router({
  setType: createAction(setTypeInput, async ({ deps, account: actor }, { id, type }) => {
    const account = await getAccount(deps.db, id);
    if (!account || account.isHouse) throw new AppError('NOT_FOUND');
    const { email, accountType: from } = account;
    if ((isStaff(from) || isStaff(type)) && !isDeveloper(actor.accountType)) {
      throw new AppError('NOT_ALLOWED', { message: 'Only developers can add or remove staff.' });
    }
    return {
      effects: [
        `${email} changes from ${typeName(from)} to ${typeName(type)}.`,
        ...(isStaff(type) && !isStaff(from)
          ? ['They can open this console once they have a staff token and a passkey.']
          : []),
        ...(isStaff(from) && !isStaff(type) ? ['They can no longer open this console.'] : []),
      ],
      perform: (by) => changeAccountType(deps, id, { type, from, ...by }),
      done: `${email} is now ${typeName(type)}.`,
    };
  }),
});
