import { z } from 'zod';
import { getStripeEvent } from '../../domains/payments/events/event-outcome.service.ts';
import { replayStripeEvent } from '../../domains/payments/events/stripe-event.service.ts';
import { settleDeadLetters } from '../../platform/jobs/dead-letter.service.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { systemProcedure } from '../kit/procedure.ts';
import {
  checkResult,
  failedJob,
  jobId,
  jobIds,
  openJobInput,
  systemState,
  webhook,
  webhookId,
} from './system.schema.ts';
import { describeSystem, getFailedJob, openFailedJob, planJobs, runChecks } from './system.service.ts';

const countJobs = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);

export const systemRouter = router({
  state: systemProcedure
    .input(z.void())
    .output(systemState)
    .query(({ ctx }) => describeSystem(ctx.deps)),

  check: systemProcedure
    .input(z.object({}).optional())
    .output(z.array(checkResult))
    .mutation(({ ctx }) => runChecks(ctx.deps)),

  job: systemProcedure
    .input(jobId)
    .output(failedJob)
    .query(({ ctx, input }) => getFailedJob(ctx.deps, input.id)),

  openJob: systemProcedure
    .input(openJobInput)
    .output(failedJob)
    .mutation(({ ctx, input: { id, reason } }) =>
      openFailedJob(ctx.deps, id, { actorId: ctx.account.id, reason }),
    ),

  retry: createAction(
    jobIds,
    async ({ deps }, { ids }) => ({
      ...(await planJobs(deps, ids, (queue) => `Runs a job from ${queue} again`)),
      perform: (by) => settleDeadLetters(deps, { ids }, by, 'retry'),
      done: (jobs) => `${countJobs(jobs.length)} will run again.`,
    }),
    systemProcedure,
  ),

  drop: createAction(
    jobIds,
    async ({ deps }, { ids }) => ({
      ...(await planJobs(deps, ids, (queue) => `Permanently deletes a job from ${queue}`)),
      perform: (by) => settleDeadLetters(deps, { ids }, by, 'drop'),
      done: (jobs) => `${countJobs(jobs.length)} dropped.`,
    }),
    systemProcedure,
  ),

  webhook: systemProcedure
    .input(webhookId)
    .output(webhook)
    .query(async ({ ctx, input }) => {
      const { outcome, ...event } = await getStripeEvent(ctx.deps.db, input.id);
      return { ...event, outcome: outcome ?? 'unknown' };
    }),

  replay: createAction(
    webhookId,
    async ({ deps }, { id }) => {
      const { type, objectId, jobId: job, outcome } = await getStripeEvent(deps.db, id);
      return {
        effects: [`Reads ${type} from Stripe again, and applies the current state of ${objectId}.`],
        state: { job, outcome },
        perform: (by) => replayStripeEvent(deps, id, by),
        done: (event) =>
          event.outcome === 'ignored' ? `It was ignored: ${event.reason}.` : 'It will be handled again.',
      };
    },
    systemProcedure,
  ),
});
