import { appRouter } from '#server/router.ts';
import { createCallerFactory } from '#server/trpc.ts';

/** Calls procedures in this process, with the same limits, permissions, and checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
