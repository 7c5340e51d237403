import type { RouterOutputs } from '#web/lib/trpc.ts';

/** The signed-in account's business, as it arrives. */
export type OwnBusinessData = NonNullable<RouterOutputs['businesses']['mine']>;
