import { z } from 'zod';
import { optionalLine, requiredLine } from '../lib/text.ts';
import { numberInput } from './membership.schema.ts';

const familyMember = z.object({ name: requiredLine('Required', 200) });

/** The people besides the holder whom a family card names. Each may be left out. */
export const familyNames = z.object({
  spouseFirstName: optionalLine(),
  spouseLastName: optionalLine(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});
export type FamilyNames = z.output<typeof familyNames>;

export const editFamilyInput = numberInput.extend(familyNames.shape);
