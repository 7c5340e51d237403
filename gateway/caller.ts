import { appRouter } from '#server/app/router.ts';
import { createCallerFactory } from '#server/platform/trpc.ts';

/** Calls procedures in this process, with the same limits, permissions, and checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
