import type { Db } from '#db/client.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import type { Deps } from '../../deps.ts';
import { cardRequestLink } from '../../memberships/physical-card/physical-card.service.ts';
import { type AffiliateCart, affiliateCart } from '../kinds/affiliate-signup/affiliate-signup.schema.ts';
import { replacementCart } from '../kinds/card-replacement/card-replacement.schema.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { aboutPurchase } from '../purchase/purchase-about.ts';

const YEAR_SECONDS = 366 * 86_400;
const COMPLETION_SECONDS = 3 * 86_400;

/** What opens each role's modal (SPEC section 2, direct links). */
const SIGNUP_TYPES = {
  friend: 'friend',
  influencer: 'influencer',
  educator: 'rep',
} as const satisfies Record<AffiliateCart['role'], string>;

type LinkDeps = Pick<Deps, 'config' | 'signer'>;

/** The receipt of a purchase: an account opens it signed in, a guest's link carries a key for it alone (D50). */
export async function receiptLink({ config, signer }: LinkDeps, purchase: Purchase): Promise<string> {
  const query = new URLSearchParams({ id: purchase.id });
  if (!purchase.accountId) {
    query.set('key', await signer.sign('receipt', purchase.id, { seconds: YEAR_SECONDS }));
  }
  return `${config.publicUrl}/api/receipt?${query}`;
}

/** Where the owner cancels: an account's own page, or a guest's signed link. */
export async function cancelLink({ config, signer }: LinkDeps, purchase: Purchase): Promise<string> {
  if (purchase.accountId) return `${config.publicUrl}${aboutPurchase(purchase).managePath}`;
  const key = await signer.sign('cancel-membership', purchase.id, { seconds: 10 * YEAR_SECONDS });
  // Behind '#': the key is not sent to any server, and so stands in no log.
  return `${config.publicUrl}/cancel#${new URLSearchParams({ key })}`;
}

/** The purchase again, priced as it was, in a browser that can answer the bank. */
export async function completionLink(
  { config, signer }: LinkDeps,
  db: Db,
  purchase: Purchase,
): Promise<string> {
  const complete = await signer.sign('complete-payment', purchase.id, { seconds: COMPLETION_SECONDS });
  if (purchase.kind === 'affiliate-signup') {
    const { role } = affiliateCart.parse(purchase.cart);
    return `${config.publicUrl}/educators?${new URLSearchParams({ type: SIGNUP_TYPES[role], complete })}`;
  }
  if (purchase.kind === 'card-replacement') {
    return cardRequestLink({ config, signer }, db, replacementCart.parse(purchase.cart).number);
  }
  const planId = purchase.quote.lines[0]?.planId;
  const plan = (await listPlans(db)).find(({ id, isCompanyPlan }) =>
    purchase.kind === 'corporate' ? isCompanyPlan : id === planId,
  );
  const slug = plan?.slug ?? '';
  return purchase.kind === 'business-plan'
    ? `${config.publicUrl}/affiliates?${new URLSearchParams({ plan: slug, complete })}`
    : `${config.publicUrl}/pricing/${slug}?${new URLSearchParams({ complete })}`;
}
