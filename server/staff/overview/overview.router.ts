import { z } from 'zod';
import { router } from '../../platform/trpc.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { figures, period, waitingItem } from './figure.schema.ts';
import { countFigures, readFigures } from './figure.service.ts';
import { listWaiting } from './waiting.service.ts';

export const overviewRouter = router({
  figures: staffProcedure
    .input(period)
    .output(figures)
    .query(({ ctx, input }) => readFigures(ctx.deps.db, input)),
  waiting: staffProcedure.output(z.array(waitingItem)).query(({ ctx }) => listWaiting(ctx)),
  /** Counts the figures now instead of with the next run of the timer. */
  count: staffProcedure.mutation(({ ctx }) => countFigures(ctx.deps)),
});
