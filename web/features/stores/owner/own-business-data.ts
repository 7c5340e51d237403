import type { RouterOutputs } from '#web/lib/trpc.ts';

export type OwnBusinessData = NonNullable<RouterOutputs['businesses']['mine']>;
