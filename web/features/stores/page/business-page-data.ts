import type { RouterOutputs } from '#web/lib/trpc.ts';

export type BusinessPageData = RouterOutputs['savings']['business'];
