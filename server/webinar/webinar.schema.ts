import { z } from 'zod';
import { emailLine, phoneLine, requiredLine } from '../lib/text.ts';

const REQUIRED = 'Required Field';
/** What every failure of code and survey says (SPEC section 8). */
export const WEBINAR_ISSUE = 'There was an issue.';

/** Where the survey's lunch may be had (SPEC section 3). */
export const RESTAURANTS = [
  'Dairy Queen',
  'Subway',
  'Burger King',
  'IHOP',
  'Papa Johns',
  'Cracker Barrel',
] as const;

export const webinarCodeInput = z.object({
  /** As staff hand it out, in any case, with or without the dashes and spaces that make it readable. */
  code: requiredLine(REQUIRED, 40).transform((value) => value.toUpperCase().replace(/[\s-]+/g, '')),
});

export const webinarSelection = z.enum(['SELECTED_SURVEY', 'SELECTED_SIGN_UP'], { error: WEBINAR_ISSUE });

/** A code as its holder finds it (contract: WebinarCode). */
export const webinarCode = z.object({
  id: z.uuid(),
  code: z.string(),
  /** Whether one of both offers was redeemed. */
  completedForm: z.boolean(),
  selection: webinarSelection.nullable(),
  dateStartedWatching: z.date().nullable(),
  dateFinishedWatching: z.date().nullable(),
});
export type WebinarCode = z.infer<typeof webinarCode>;

const instant = z.coerce.date({ error: WEBINAR_ISSUE }).nullish();

/** What the video's start and end record; the first of each counts. */
export const webinarChange = webinarCodeInput.extend({
  dateStartedWatching: instant,
  dateFinishedWatching: instant,
  formSelection: webinarSelection.nullish(),
});

/** The survey that a lunch is given for (SPEC section 5). */
export const webinarSurvey = z.object({
  businessName: requiredLine(REQUIRED),
  name: requiredLine(REQUIRED),
  email: emailLine(REQUIRED),
  phone: phoneLine(REQUIRED),
  restaurant: z.enum(RESTAURANTS, { error: REQUIRED }),
});
export type WebinarSurvey = z.infer<typeof webinarSurvey>;

export const webinarSurveyInput = webinarCodeInput.extend({ form: webinarSurvey });
