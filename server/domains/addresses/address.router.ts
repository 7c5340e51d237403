import { addressCheck, postalAddress } from '../../lib/address.schema.ts';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { validateAddress } from './address.service.ts';

export const addressRouter = router({
  validate: publicProcedure
    .meta({ limit: 'address' })
    .input(postalAddress)
    .output(addressCheck)
    .query(({ ctx, input }) => validateAddress(ctx.deps.addresses, input)),
});
