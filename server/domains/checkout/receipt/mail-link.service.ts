import type { Deps } from '../../../platform/deps.ts';
import { type MailLink, signLinks } from '../../../platform/mails/mail-props.ts';
import type { UnparsedMail } from '../../../platform/mails/mail-registry.ts';
import { createKeepEmailLink } from '../../accounts/email-verification.service.ts';
import { createFirstPasswordLink } from '../../accounts/password-reset.service.ts';
import {
  createOneClickLink,
  createUnsubscribeLink,
} from '../../content/messages/newsletter-subscription.service.ts';
import { claimLink } from '../../memberships/claim.service.ts';
import { cardRequestLink } from '../../memberships/physical-card/physical-card.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { findReceiptSource } from './receipt.service.ts';
import { createCancelLink, createReceiptLink } from './receipt-links.ts';

/** Returns null if the email is obsolete and must not be sent. */
type LinkBuilder = (deps: Deps, id: string) => Promise<string | null>;

const buildFromPurchase =
  (build: (deps: Deps, purchase: Purchase) => Promise<string>): LinkBuilder =>
  async (deps, id) => {
    const purchase = await findPurchase(deps.db, id);
    if (!purchase) throw new Error(`A mail links to purchase ${id}, which does not exist`);
    return build(deps, purchase);
  };

/** Link builders from modules that depend on checkout, so that checkout can't import them. */
export type LaterLinks = Record<'bill' | 'replace-card', LinkBuilder>;

const BUILDERS: Record<Exclude<MailLink['kind'], keyof LaterLinks>, LinkBuilder> = {
  receipt: async (deps, id) => {
    const { purchaseId } = await findReceiptSource(deps.db, id);
    return buildFromPurchase((_, purchase) => createReceiptLink(deps, purchase, id))(deps, purchaseId);
  },
  // Staff don't have the buyer's session, so they get the same kind of link as guests.
  'staff-receipt': buildFromPurchase((deps, purchase) =>
    createReceiptLink(deps, { ...purchase, accountId: null }),
  ),
  cancel: buildFromPurchase(createCancelLink),
  // The buyer has no account, even if the purchase was claimed by one.
  'guest-cancel': buildFromPurchase((deps, purchase) =>
    createCancelLink(deps, { ...purchase, accountId: null }),
  ),
  'complete-purchase': buildFromPurchase((deps, purchase) =>
    deps.kinds[purchase.kind].completionUrl(deps, purchase),
  ),
  claim: claimLink,
  'choose-password': createFirstPasswordLink,
  'keep-email': createKeepEmailLink,
  unsubscribe: (deps, email) => createUnsubscribeLink(deps, 'newsletter', email),
  'unsubscribe-one-click': (deps, email) => createOneClickLink(deps, 'newsletter', email),
  'stop-renewal-receipts': (deps, email) => createUnsubscribeLink(deps, 'renewal-receipts', email),
  'stop-renewal-receipts-one-click': (deps, email) => createOneClickLink(deps, 'renewal-receipts', email),
  'request-card': (deps, number) => cardRequestLink(deps, deps.db, number),
};

/** Signs the links of an email that is about to be sent. Returns null if the email is obsolete. */
export async function signMail(
  deps: Deps,
  mail: UnparsedMail,
  later: LaterLinks,
): Promise<UnparsedMail | null> {
  const builders = { ...BUILDERS, ...later };
  let isObsolete = false;
  const props = await signLinks(mail.props, async ({ kind, id }) => {
    const url = await builders[kind](deps, id);
    isObsolete ||= url === null;
    return url ?? '';
  });
  return isObsolete ? null : { ...mail, props };
}
