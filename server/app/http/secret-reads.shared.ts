/**
 * The queries whose input gives access to something, such as the key in an emailed link. Clients send them as
 * POST with the input in the body, because URLs end up in logs and in the browser's history (D76). They remain
 * reads, so they need no CSRF token (D47).
 */
const SECRET_READS: ReadonlySet<string> = new Set([
  'affiliateSignup.reopen',
  'billing.linked',
  'businessPlans.reopen',
  'checkout.guestMembership',
  'checkout.reopen',
  'claims.find',
  'content.newsletterSubscription',
  'corporate.reopen',
  'physicalCards.find',
]);

export const isSecretRead = (path: string): boolean => SECRET_READS.has(path);
