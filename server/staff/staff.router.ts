import { router } from '../trpc.ts';
import { importRouter } from './imports/import.router.ts';
import { listRouter } from './list.router.ts';

/** The procedures of the staff console: one router for each section. */
export const staffRouter = router({
  imports: importRouter,
  lists: listRouter,
});
