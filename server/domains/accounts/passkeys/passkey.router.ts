import { z } from 'zod';
import { createStaffProcedure, router } from '../../../platform/trpc.ts';
import {
  addOptions,
  addPasskeyInput,
  consoleAccess,
  ownPasskey,
  passkeyId,
  useOptions,
  usePasskeyInput,
} from './passkey.schema.ts';
import {
  addPasskey,
  getConsoleStep,
  listOwnPasskeys,
  prepareAdding,
  prepareUse,
  removePasskey,
  usePasskey,
} from './passkey.service.ts';

const staffProcedure = createStaffProcedure();

/** Open to staff before they use a passkey. */
const staffSessionProcedure = createStaffProcedure({ passkey: 'none' });

export const passkeysRouter = router({
  access: staffSessionProcedure
    .input(z.void())
    .output(consoleAccess)
    .query(async ({ ctx }) => ({ step: await getConsoleStep(ctx) })),

  prepareAdding: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(z.object({}).optional())
    .output(addOptions)
    .mutation(({ ctx }) => prepareAdding(ctx)),

  add: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(addPasskeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  prepareUse: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(z.object({}).optional())
    .output(useOptions)
    .mutation(({ ctx }) => prepareUse(ctx)),

  use: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(usePasskeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => usePasskey(ctx, input)),

  mine: staffProcedure
    .input(z.void())
    .output(z.array(ownPasskey))
    .query(({ ctx }) => listOwnPasskeys(ctx)),

  remove: staffProcedure
    .input(passkeyId)
    .output(z.void())
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),

  /** Throws PASSKEY_REQUIRED before a download, which is a link and can't ask for the passkey. */
  confirm: staffProcedure
    .input(z.object({}).optional())
    .output(z.void())
    .mutation(() => {}),
});
