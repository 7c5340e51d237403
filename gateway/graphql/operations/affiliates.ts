import { z } from 'zod';
import type { RequestedRole } from '#server/domains/affiliates/affiliate.schema.ts';
import type {
  AffiliateSignupInput,
  affiliateSignupInput,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '../../caller.ts';
import { inputOf, operation, withoutBlanks } from '../define-operation.ts';

const ROLES_BY_TYPE = new Map<unknown, RequestedRole>([
  [0, 'basic'],
  [1, 'influencer'],
  [2, 'loyalty'],
  [3, 'educator'],
]);

/**
 * Flattens `info`, in which older clients may nest the membership fields under `membership`. Ignores `hasW9`
 * and `hasW8`: the server looks up which forms are on file.
 */
function createSignupArgs(toRole: (type: unknown) => RequestedRole | undefined) {
  return z.preprocess((args) => {
    const { info } = z.record(z.string(), z.unknown()).parse(args);
    const { type, membership, hasW9: _, hasW8: __, ...fields } = withoutBlanks(info ?? {});
    return { ...withoutBlanks(membership ?? {}), ...fields, role: toRole(type) };
  }, inputOf<typeof affiliateSignupInput>());
}

async function signUp(caller: Caller, signup: AffiliateSignupInput, { account }: Context): Promise<string> {
  const { signupId } = await caller.affiliateSignup.join(signup);
  return account?.id ?? signupId;
}

export const affiliateOperations = [
  operation({
    name: 'searchForReference',
    kind: 'query',
    args: z.object({ value: z.string() }),
    call: (caller, { value }) => caller.affiliates.searchReferences({ value }),
    present: (referrers) => referrers,
  }),
  operation({
    name: 'becomeAffiliate',
    kind: 'mutation',
    args: createSignupArgs((type) => ROLES_BY_TYPE.get(type)),
    call: (caller, signup) => caller.affiliateSignup.join(signup),
    present: ({ signupId }) => ({ id: signupId }),
  }),
  // The next two mutations ignore the argument `type` (D23).
  operation({
    name: 'BecomeInfluencer',
    kind: 'mutation',
    args: createSignupArgs(() => 'influencer'),
    call: signUp,
    present: (id) => ({ id, influencer: true }),
  }),
  operation({
    name: 'BecomeFriend',
    kind: 'mutation',
    args: createSignupArgs(() => 'friend'),
    call: signUp,
    present: (id) => ({ id, friend: true }),
  }),
];
