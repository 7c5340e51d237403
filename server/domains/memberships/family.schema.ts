import { z } from 'zod';
import { optionalLine, requiredLine } from '../../lib/text.ts';
import { numberInput } from './membership.schema.ts';

const familyMember = z.object({ name: requiredLine('Required', 200) });

/** The names on a family card other than the holder's. All are optional. */
export const familyNames = z.object({
  spouseFirstName: optionalLine(),
  spouseLastName: optionalLine(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});
export type FamilyNames = z.output<typeof familyNames>;

export const editFamilyInput = numberInput.extend(familyNames.shape);
