import { z } from 'zod';
import {
  dismissPair,
  getPair,
  requestDuplicateSearch,
} from '../../domains/stores/duplicates/find-duplicates.service.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { businessId, duplicatePair } from './business.schema.ts';
import { openPair } from './business.service.ts';

/** Likely duplicates, which a daily job finds. To hide one, staff use `hide` of the businesses' router. */
export const staffDuplicatesRouter = router({
  find: staffProcedure
    .input(businessId)
    .output(duplicatePair)
    .query(({ ctx, input }) => openPair(ctx, input.id)),
  dismiss: createPreviewedAction({
    input: businessId,
    preview: async ({ deps }, { id }) => {
      const { dismissedAt } = await getPair(deps.db, id);
      return { effects: ['Both stay listed, and we won’t suggest this pair again.'], state: dismissedAt };
    },
    perform: async ({ deps }, { id }, by) => {
      await dismissPair(deps, id, by);
      return 'Marked as not a duplicate.';
    },
  }),
  search: createPreviewedAction({
    input: z.object({}),
    preview: async () => ({
      effects: ['We compare all listed businesses in the background. This also happens once a day.'],
      state: null,
    }),
    perform: async ({ deps }, _values, by) => {
      await requestDuplicateSearch(deps, by);
      return 'The search has started. Reload this page in a moment.';
    },
  }),
});
