import { z } from 'zod';
import { nameLine, optionalName } from '../../lib/text.ts';
import { numberInput } from './membership.schema.ts';

const familyMember = z.object({ name: nameLine('Required', 200) });

/** The names on a family card other than the holder's. All are optional. */
export const familyNames = z.object({
  spouseFirstName: optionalName(),
  spouseLastName: optionalName(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});
export type FamilyNames = z.output<typeof familyNames>;

export const editFamilyInput = numberInput.extend(familyNames.shape);
