import { paths } from '../../../lib/pages.shared.ts';
import { formatShortUrl } from '../../../lib/short-url.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isGuestPurchase } from '../purchase/buyer.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';

type LinkDeps = Pick<Deps, 'config' | 'kinds' | 'signer'>;
type PageDeps = Pick<Deps, 'config' | 'kinds'>;

/**
 * Opening an account's receipt requires its session. A guest's link contains a key for the receipts of this
 * purchase only. `receiptId` is the id of a renewal, refund, or dispute.
 */
export async function createReceiptLink(
  { config, signer }: LinkDeps,
  purchase: Purchase,
  receiptId: string = purchase.id,
): Promise<string> {
  const query = new URLSearchParams({ id: receiptId });
  if (!purchase.accountId) {
    query.set('key', await signer.sign('receipt', purchase.id));
  }
  return `${config.publicUrl}/api/receipt?${query}`;
}

const manageUrl = ({ config, kinds }: PageDeps, purchase: Purchase) =>
  `${config.publicUrl}${kinds[purchase.kind].summarize(purchase).managePath}`;

/** For emails to the buyer. Accounts cancel on their own page. Guests get a signed link. */
export async function createCancelLink(deps: LinkDeps, purchase: Purchase): Promise<string> {
  const { config, signer } = deps;
  if (purchase.accountId) return manageUrl(deps, purchase);
  const key = await signer.sign('cancel-membership', purchase.id);
  // Browsers never send the part after '#', so no server logs the key.
  return `${config.publicUrl}${paths.cancel()}#${new URLSearchParams({ key })}`;
}

/**
 * For receipts, which people forward: it contains no key. The page emails a guest's link to the buyer.
 * `readerId` is the account that reads the receipt.
 */
export function getCancelPage(
  deps: PageDeps,
  purchase: Purchase,
  readerId: string | undefined,
): { label: string; url: string } {
  if (isGuestPurchase(purchase) && purchase.accountId !== readerId) {
    const url = `${deps.config.publicUrl}${paths.requestCancelLink(purchase.id)}`;
    return { label: 'Email me a link to cancel', url };
  }
  const url = manageUrl(deps, purchase);
  return { label: formatShortUrl(url), url };
}
