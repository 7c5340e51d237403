import { z } from 'zod';
import type {
  webinarChange,
  webinarCodeInput,
  webinarSurveyInput,
} from '#server/domains/webinar/webinar.schema.ts';
import { inputOf, operation, withoutBlanks } from '../define-operation.ts';

/** Replaces a missing form with an empty one, so that validation reports each missing field. */
const surveyArgs = z.preprocess(
  (args) => ({ form: {}, ...withoutBlanks(args) }),
  inputOf<typeof webinarSurveyInput>(),
);

export const webinarOperations = [
  operation({
    name: 'CheckWebinarCode',
    kind: 'query',
    args: z.preprocess(withoutBlanks, inputOf<typeof webinarCodeInput>()),
    call: (caller, { code }) => caller.webinar.check({ code }),
    present: (webinarCode) =>
      webinarCode && {
        id: webinarCode.id,
        completedForm: webinarCode.completedForm,
        dateFinishedWatching: webinarCode.dateFinishedWatching?.toISOString(),
      },
  }),
  operation({
    name: 'ModifyWebinarCode',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof webinarChange>()),
    call: (caller, change) => caller.webinar.change(change),
    present: ({ id }) => ({ id }),
  }),
  operation({
    name: 'SetWebinarSurvey',
    kind: 'mutation',
    args: surveyArgs,
    call: (caller, survey) => caller.webinar.submitSurvey(survey),
    present: ({ id, completedForm }) => ({ id, completedForm }),
  }),
];
