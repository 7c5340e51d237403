import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { importDetail, importFaults, importFaultsInput, importId } from './import.schema.ts';
import { cancelImport, formatCounts, getImport, listImportFaults, startImport } from './import.service.ts';
import { importMapInput, importMappingStep } from './mapping/mapping.schema.ts';
import { getMappingStep, mapImport } from './mapping/mapping.service.ts';

/** Files are uploaded to POST /api/staff/imports/<kind>, because tRPC accepts only JSON. */
export const importRouter = router({
  mapping: staffProcedure
    .input(importId)
    .output(importMappingStep)
    .query(({ ctx, input }) => getMappingStep(ctx.deps, input.id)),
  map: staffProcedure.input(importMapInput).mutation(({ ctx, input }) => mapImport(ctx, input)),
  find: staffProcedure
    .input(importId)
    .output(importDetail)
    .query(({ ctx, input }) => getImport(ctx.deps.db, input.id)),
  faults: staffProcedure
    .input(importFaultsInput)
    .output(importFaults)
    .query(({ ctx, input }) => listImportFaults(ctx.deps.db, input)),
  start: createAction(importId, async ({ deps }, { id }) => {
    const { state, counts, fileName } = await getImport(deps.db, id);
    return {
      effects: [
        `${fileName}: ${formatCounts(counts)}`,
        'New rows are added, changed rows replace what we have, and refused rows are skipped.',
      ],
      state,
      perform: (by) => startImport(deps, id, by),
      done: 'The import has started.',
    };
  }),
  cancel: createAction(importId, async ({ deps }, { id }) => {
    const { state, fileName } = await getImport(deps.db, id);
    return {
      effects: [
        `We’ll stop reading ${fileName}.`,
        state === 'running' ? 'Rows that were imported stay.' : 'Nothing is imported.',
      ],
      state,
      perform: (by) => cancelImport(deps, id, by),
      done: 'Canceled.',
    };
  }),
});
