import { publicProcedure, router } from '../../platform/trpc.ts';
import { webinarChange, webinarCode, webinarCodeInput, webinarSurveyInput } from './webinar.schema.ts';
import { changeWebinarCode, findWebinarCode, submitSurvey } from './webinar.service.ts';

export const webinarRouter = router({
  /** Returns null for an unknown code. */
  check: publicProcedure
    .meta({ limit: 'webinarCode' })
    .input(webinarCodeInput)
    .output(webinarCode.nullable())
    .query(({ ctx, input }) => findWebinarCode(ctx.deps.db, input.code)),
  /** Records when the video started and ended. Later calls don't change these times. */
  change: publicProcedure
    .meta({ limit: 'webinarCode' })
    .input(webinarChange)
    .output(webinarCode)
    .mutation(({ ctx, input }) => changeWebinarCode(ctx.deps, input)),
  submitSurvey: publicProcedure
    .meta({ limit: 'webinarCode' })
    .input(webinarSurveyInput)
    .output(webinarCode)
    .mutation(({ ctx, input }) => submitSurvey(ctx.deps, input)),
});
