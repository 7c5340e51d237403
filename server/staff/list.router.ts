import { router } from '../platform/trpc.ts';
import { listInput, listPage } from './kit/list.schema.ts';
import { staffProcedure } from './kit/procedure.ts';
import { readStaffList } from './staff-lists.service.ts';

export const listRouter = router({
  read: staffProcedure
    .input(listInput)
    .output(listPage)
    .query(({ ctx, input }) => readStaffList(ctx, input)),
});
