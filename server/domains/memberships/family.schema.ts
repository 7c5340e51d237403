import { z } from 'zod';
import { latinName, requireLatinName } from '../../lib/latin-name.schema.ts';
import { nameLine, optionalName } from '../../lib/text.ts';
import { numberInput } from './membership.schema.ts';

const familyMember = z.object({ name: nameLine('Required', 200), latinName: latinName() });

/** The names on a family card other than the holder's. All are optional. */
export const familyNames = z.object({
  spouseFirstName: optionalName(),
  spouseLastName: optionalName(),
  spouseLatinName: latinName(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});
export type FamilyNames = z.output<typeof familyNames>;

/** For forms, which request names in Latin letters. Older clients don't send them. */
export const familyForm = familyNames.check(({ value, issues }) => {
  const { spouseFirstName, spouseLastName, spouseLatinName, members } = value;
  const spouse = { firstname: spouseFirstName, lastname: spouseLastName, latinName: spouseLatinName };
  requireLatinName(issues, ['spouseLatinName'], spouse);
  for (const [index, { name, latinName }] of members.entries())
    requireLatinName(issues, ['members', index, 'latinName'], { firstname: name, latinName });
});

/** The names as a membership stores them. */
export function toFamilyColumns(family: FamilyNames | null) {
  const members = family?.members ?? [];
  return {
    spouseFirstname: family?.spouseFirstName ?? null,
    spouseLastname: family?.spouseLastName ?? null,
    spouseLatinName: family?.spouseLatinName ?? null,
    familyMembers: members.map(({ name }) => name),
    familyLatinNames: members.map(({ latinName }) => latinName ?? ''),
  };
}

export const editFamilyInput = numberInput.extend(familyNames.shape);
