import { z } from 'zod';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../lib/text.ts';
import { formProof } from './form-proof.schema.ts';

const REQUIRED = 'Required Field';

export const DEPARTMENTS = ['Businesses', 'Influencers', 'Educators', 'Membership'] as const;
export const NO_DEPARTMENT = 'Please select at least one department';

/** The 'Serve Your Community' form. */
export const educatorRequest = z.object({
  name: requiredLine(REQUIRED),
  email: emailLine(REQUIRED),
  phone: optionalLine(40).pipe(phoneLine('').nullable()),
  zip: requiredLine(REQUIRED, 20),
  department: z
    .array(z.enum(DEPARTMENTS, { error: NO_DEPARTMENT }), { error: NO_DEPARTMENT })
    .min(1, NO_DEPARTMENT)
    .max(50, NO_DEPARTMENT)
    .transform((chosen) => DEPARTMENTS.filter((department) => chosen.includes(department))),
});
export type EducatorRequest = z.output<typeof educatorRequest>;

export const requestEducatorInfoInput = educatorRequest.extend(formProof.shape);
