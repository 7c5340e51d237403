import { z } from 'zod';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { viewer, viewerLinks } from './viewer.schema.ts';
import { getViewer } from './viewer.service.ts';

export const viewerRouter = router({
  /** Returns null for visitors and deleted accounts. */
  user: publicProcedure
    .input(z.void())
    .output(viewer.nullable())
    .query(({ ctx: { account, deps } }) => (account ? getViewer(deps.db, account.id, deps.now()) : null)),

  /** Public, because visitors also see the Back office button. */
  links: publicProcedure
    .input(z.void())
    .output(viewerLinks)
    .query(({ ctx }) => ({ backoffice: ctx.deps.config.backofficeUrl ?? null })),
});
