import { z } from 'zod';
import {
  dismissPair,
  getPair,
  requestDuplicateSearch,
} from '../../domains/stores/duplicates/find-duplicates.service.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { businessId, duplicatePair } from './business.schema.ts';
import { openPair } from './business.service.ts';

/** Likely duplicates, which a daily job finds. To hide one, staff use `hide` of the businesses' router. */
export const staffDuplicatesRouter = router({
  find: staffProcedure
    .input(businessId)
    .output(duplicatePair)
    .query(({ ctx, input }) => openPair(ctx, input.id)),
  dismiss: createAction(businessId, async ({ deps }, { id }) => ({
    effects: ['Both stay listed, and we won’t suggest this pair again.'],
    state: (await getPair(deps.db, id)).dismissedAt,
    perform: (by) => dismissPair(deps, id, by),
    done: 'Marked as not a duplicate.',
  })),
  search: createAction(z.object({}), async ({ deps }) => ({
    effects: ['We compare all listed businesses in the background. This also happens once a day.'],
    perform: (by) => requestDuplicateSearch(deps, by),
    done: 'The search has started. Reload this page in a moment.',
  })),
});
