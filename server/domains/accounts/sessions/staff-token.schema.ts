import { z } from 'zod';
import { requiredLine } from '../../../lib/text.ts';

/** The form on /secretloginpage. */
export const staffTokenInput = z.object({ token: requiredLine('Required Field', 200) });
