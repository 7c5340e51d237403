import { z } from 'zod';
import { plainLine } from '../../lib/readers/plain-text.ts';
import { emailLine, nameLine, phoneLine, requiredLine } from '../../lib/text.ts';
import { RESTAURANTS, WEBINAR_ISSUE } from './webinar-rules.shared.ts';

const REQUIRED = 'Required Field';

export const webinarCodeInput = z.object({
  /** Letter case, dashes, and spaces don't matter. */
  code: requiredLine(REQUIRED, 40).transform((value) =>
    plainLine(value)
      .toUpperCase()
      .replace(/[\s-]+/g, ''),
  ),
});

export const webinarSelection = z.enum(['SELECTED_SURVEY', 'SELECTED_SIGN_UP'], { error: WEBINAR_ISSUE });

export const webinarCode = z.object({
  id: z.uuid(),
  code: z.string(),
  /** Whether one of the two offers was redeemed. */
  completedForm: z.boolean(),
  selection: webinarSelection.nullable(),
  dateStartedWatching: z.date().nullable(),
  dateFinishedWatching: z.date().nullable(),
});
export type WebinarCode = z.infer<typeof webinarCode>;

const instant = z.coerce.date({ error: WEBINAR_ISSUE }).nullish();

export const webinarChange = webinarCodeInput.extend({
  dateStartedWatching: instant,
  dateFinishedWatching: instant,
  formSelection: webinarSelection.nullish(),
});

export const webinarSurvey = z.object({
  businessName: requiredLine(REQUIRED),
  name: nameLine(REQUIRED),
  email: emailLine(REQUIRED),
  phone: phoneLine(REQUIRED),
  restaurant: z.enum(RESTAURANTS, { error: REQUIRED }),
});
export type WebinarSurvey = z.infer<typeof webinarSurvey>;

export const webinarSurveyInput = webinarCodeInput.extend({ form: webinarSurvey });
