import { publicProcedure, router } from '../trpc.ts';
import { addressCheck, postalAddress } from './address.schema.ts';
import { validateAddress } from './address.service.ts';

export const addressRouter = router({
  validate: publicProcedure
    .meta({ limit: 'address' })
    .input(postalAddress)
    .output(addressCheck)
    .query(({ ctx, input }) => validateAddress(ctx.deps.addresses, input)),
});
