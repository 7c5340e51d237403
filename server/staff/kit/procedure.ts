import { isDeveloper } from '../../lib/staff-permissions.ts';
import { createStaffProcedure } from '../../platform/trpc.ts';
import { isPasskeyExempt } from './passkey-exemptions.shared.ts';

/** Requires staff whose session used a passkey: in the last ten minutes for mutations, with exemptions (D74). */
export const staffProcedure = createStaffProcedure({ isExempt: isPasskeyExempt });

/** Like `staffProcedure`, but only for developers. */
export const systemProcedure = createStaffProcedure({ isExempt: isPasskeyExempt, isAllowed: isDeveloper });
