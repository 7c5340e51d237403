import { z } from 'zod';
import { emailLine, nameLine, optionalPhone, postalCodeLine } from '../../../lib/text.ts';
import { antiSpamFields } from './anti-spam.schema.ts';

const REQUIRED = 'Required Field';

export const DEPARTMENTS = ['Businesses', 'Influencers', 'Educators', 'Membership'] as const;
export const MISSING_DEPARTMENT_ERROR = 'Please select at least one department';

/** The 'Serve Your Community' form. */
export const educatorRequest = z.object({
  name: nameLine(REQUIRED),
  email: emailLine(REQUIRED),
  phone: optionalPhone(),
  zip: postalCodeLine(REQUIRED),
  department: z
    .array(z.enum(DEPARTMENTS, { error: MISSING_DEPARTMENT_ERROR }), { error: MISSING_DEPARTMENT_ERROR })
    .min(1, MISSING_DEPARTMENT_ERROR)
    .max(50, MISSING_DEPARTMENT_ERROR)
    .transform((selectedDepartments) =>
      DEPARTMENTS.filter((department) => selectedDepartments.includes(department)),
    ),
});
export type EducatorRequest = z.output<typeof educatorRequest>;

export const requestEducatorInfoInput = educatorRequest.extend(antiSpamFields.shape);
