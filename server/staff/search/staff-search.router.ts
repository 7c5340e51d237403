import { z } from 'zod';
import { router } from '../../platform/trpc.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { searchHit, searchInput } from './staff-search.schema.ts';
import { findAnything } from './staff-search.service.ts';

export const staffSearchRouter = router({
  find: staffProcedure
    .input(searchInput)
    .output(z.array(searchHit))
    .query(({ ctx, input }) => findAnything(ctx.deps, input.text)),
});
