import { paths } from '../../../lib/pages.shared.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getPurchaseKind } from '../kinds/index.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';

type LinkDeps = Pick<Deps, 'config' | 'signer'>;

/**
 * Opening an account's receipt requires its session. A guest's link contains a key for the receipts of this
 * purchase only.
 */
export async function createReceiptLink({ config, signer }: LinkDeps, purchase: Purchase): Promise<string> {
  const query = new URLSearchParams({ id: purchase.id });
  if (!purchase.accountId) {
    query.set('key', await signer.sign('receipt', purchase.id));
  }
  return `${config.publicUrl}/api/receipt?${query}`;
}

/** Accounts cancel on their own page. Guests get a signed link. */
export async function createCancelLink({ config, signer }: LinkDeps, purchase: Purchase): Promise<string> {
  if (purchase.accountId)
    return `${config.publicUrl}${getPurchaseKind(purchase).summarize(purchase).managePath}`;
  const key = await signer.sign('cancel-membership', purchase.id);
  // Browsers never send the part after '#', so no server logs the key.
  return `${config.publicUrl}${paths.cancel()}#${new URLSearchParams({ key })}`;
}
