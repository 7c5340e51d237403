import type { Deps } from '../deps.ts';
import type { Purchase } from './purchase.schema.ts';

const YEAR_SECONDS = 366 * 86_400;
const COMPLETION_SECONDS = 3 * 86_400;

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
  if (purchase.accountId) return `${config.publicUrl}/user`;
  const key = await signer.sign('cancel-membership', purchase.id, { seconds: 10 * YEAR_SECONDS });
  // Behind '#': the key is not sent to any server, and so stands in no log.
  return `${config.publicUrl}/cancel#${new URLSearchParams({ key })}`;
}

/** The purchase again, priced as it was, in a browser that can answer the bank. */
export async function completionLink(
  { config, signer }: LinkDeps,
  purchase: Purchase,
  slug: string,
): Promise<string> {
  const complete = await signer.sign('complete-payment', purchase.id, { seconds: COMPLETION_SECONDS });
  return `${config.publicUrl}/pricing/${slug}?${new URLSearchParams({ complete })}`;
}
