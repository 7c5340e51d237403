import { appRouter } from '#server/router.ts';
import { createCallerFactory } from '#server/trpc.ts';

/** Calls the procedures in this process, under the same limits, permissions and checks as from outside. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
