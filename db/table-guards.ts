import type { Database } from './database.ts';
import type { RowGuard } from './guard-table.ts';

interface Reasoned {
  reason: string;
}

const final = (reason: string) => ({ changes: [], deletes: false, reason }) as const;
const keptRows = (reason: string) => ({ changes: 'any', deletes: false, reason }) as const;
const mutable = (reason: string) => ({ changes: 'any', deletes: true, reason }) as const;
const only = <const Columns extends readonly string[]>(reason: string, ...changes: Columns) =>
  ({ changes, deletes: false, reason }) as const;

const DERIVED = mutable('Triggers derive it from other tables.');
const SHORT_LIVED = mutable('It is deleted after a while.');
const OWNERS = mutable('Its owner may change and remove it.');

/**
 * What may happen to the rows of each table, in the product and in any other program that uses the database
 * (D52). Triggers refuse the rest; none of these tables can be truncated. A migration that changes a row here
 * calls `guardTable`.
 */
export const TABLE_GUARDS = {
  accounts: keptRows(
    'Money and agreements refer to accounts. A deleted account loses its personal data (D52).',
  ),
  sessions: SHORT_LIVED,
  staffTokens: SHORT_LIVED,
  passkeys: OWNERS,
  usedTokens: { changes: [], deletes: true, reason: 'A used token stays used until it expires.' },
  rateLimits: SHORT_LIVED,
  rateLimitShares: SHORT_LIVED,
  auditLog: final('It proves what staff did.'),

  memberships: only(
    'A number belongs to what was paid for. Its holder may change, and the card may end.',
    ...(['accountId', 'planId', 'firstname', 'lastname', 'latinName'] as const),
    ...(['spouseFirstname', 'spouseLastname', 'spouseLatinName'] as const),
    ...(['familyMembers', 'familyLatinNames', 'endedAt', 'claimedAt'] as const),
  ),
  importedMemberships: only(
    'The key prevents a second import of the same person. Another import updates the rest.',
    ...(['externalId', 'externalNumber', 'rowDigest', 'importedAt', 'invitedAt', 'startedOn'] as const),
  ),
  physicalCardRequests: OWNERS,
  cardPrintRuns: final('It records which cards were printed.'),
  walletPasses: mutable('It is the state of a pass on a phone.'),
  walletDevices: mutable('It is the state of a phone.'),
  walletRegistrations: mutable('It is the state of a pass on a phone.'),
  companies: keptRows('Its payments and cards refer to it.'),
  companyCards: only(
    'What a card cost, and who paid for it, is fixed. The employee’s address may be cleared.',
    ...(['email', 'phone', 'street1', 'street2', 'city', 'state', 'zip', 'country'] as const),
    ...(['invitedAt', 'returnedAt', 'endsAt'] as const),
  ),

  purchases: only(
    'What identifies a purchase is fixed. An attempt’s state changes, and a deleted account’s cart is redacted.',
    ...(['accountId', 'status', 'attempt', 'cart', 'quote', 'totalCents', 'email'] as const),
    ...(['providerCustomerId', 'providerSubscriptionId', 'providerPaymentId', 'paymentMethodId'] as const),
    ...(['cardBrand', 'cardLast4', 'cardFingerprint', 'failureCode', 'failureMessage'] as const),
    ...(['attemptStartedAt', 'heartbeatAt'] as const),
    ...(['isConfirmable', 'isOffSession', 'isCharging', 'sweptAt', 'settledAt'] as const),
  ),
  purchaseKeys: only('A key leads to one purchase, which may become an open one (D54).', 'purchaseId'),
  promoHolds: only('A use of a code is held, consumed, or released.', 'status', 'heldAt', 'cardFingerprint'),
  subscriptions: only(
    'Which purchase it is, here and at Stripe, is fixed. Stripe’s state and the plan change.',
    ...(['accountId', 'status', 'periodStart', 'periodEnd', 'grantedUntil', 'canceledAt'] as const),
    ...(['cancelReason', 'endedAt', 'version', 'pastDueSince', 'cardBrand', 'cardLast4'] as const),
    ...(['cardExpiresAt', 'owedCents', 'planQuote', 'nextPlanQuote', 'nextPlanFrom'] as const),
    ...(['planRevision', 'syncedPlanRevision'] as const),
  ),
  planUpgrades: only('A refund of the upgrade undoes it.', 'returnedAt'),
  billingNotices: final('A notice is sent once.'),
  payments: only(
    'Refunds, a repair after reconciliation, and the claim of a guest’s purchase change a payment.',
    ...(['accountId', 'providerPaymentId', 'amountCents', 'refundedCents', 'refundVersion'] as const),
    ...(['disputedCents', 'isDisputeLost', 'payerName', 'poNumber'] as const),
  ),
  stripeEvents: SHORT_LIVED,
  stripePolls: mutable('It is how far Stripe’s lists were read.'),
  disputes: only(
    'Stripe may change the amount and the deadline.',
    'amountCents',
    'evidenceDueAt',
    'closedAt',
  ),
  dailyFigures: DERIVED,
  reconciliations: final('It records what a comparison with Stripe found.'),
  ledgerEntries: final('It is the bookkeeping. An error is corrected by another entry.'),
  ledgerPostings: final('It is the bookkeeping. An error is corrected by another entry.'),
  agreements: final('It proves what was agreed, and when.'),

  businessPlans: only(
    'What was bought is fixed, except by an upgrade. A deleted account’s contact is redacted.',
    ...(['planId', 'programs', 'endedAt', 'listedUntil'] as const),
  ),
  businesses: OWNERS,
  stores: OWNERS,
  promotions: OWNERS,
  businessPhotos: OWNERS,
  favorites: OWNERS,
  storeFigures: SHORT_LIVED,
  places: mutable('A release may correct a place.'),
  cities: mutable('A release may correct a place.'),
  storeWords: DERIVED,
  searchWords: DERIVED,
  squareCounts: DERIVED,
  wordCounts: DERIVED,
  partCounts: DERIVED,
  duplicatePairs: DERIVED,
  imports: mutable('It is the state of an upload. The audit log has what staff did with it.'),
  importFaults: SHORT_LIVED,
  importMappings: only('A later mapping of the same first line replaces it.', 'mapping', 'savedAt'),

  affiliateSignups: only(
    'Whose sign-up it is stays. An incomplete one may be filled in again.',
    ...(['role', 'referrerId', 'purchaseId', 'form', 'donates', 'signature', 'signedAt', 'ip'] as const),
    'completedAt',
  ),
  referralVisits: OWNERS,
  referralLinks: OWNERS,
  referralLinkVisits: OWNERS,
  suspectedOwnPurchases: only('Staff decide once.', 'decidedAt', 'isOwn'),
  commissions: final('It is what an affiliate earned. A refund adds a negative line.'),
  unpaidCommissions: DERIVED,
  affiliateYears: DERIVED,
  payoutBatches: final('It is what was paid.'),
  payouts: final('It is what was paid.'),
  payoutLines: final('It is what was paid.'),
  payoutAccounts: {
    changes: ['encryptedNumber', 'supersededAt', 'returnedAt', 'returnReason'],
    deletes: true,
    reason: 'It is where money went. Keys are rotated, and deleting the account deletes it.',
  },
  bankFiles: only('It is what the bank was sent. Keys are rotated.', 'encryptedContent'),
  bankFilePayments: only('The bank may return a payment.', 'returnedAt', 'returnReason'),
  taxForms: only('It is what was signed. Keys are rotated.', 'encryptedNumbers', 'supersededAt'),
  webinarCodes: mutable('Staff delete codes that nobody used.'),
  webinarRewards: only(
    'What is owed is fixed. A deleted account’s address is cleared.',
    ...(['recipient', 'email', 'detail', 'sentAt'] as const),
  ),

  messages: OWNERS,
  newsletterSubscribers: OWNERS,
  mailSuppressions: OWNERS,
  sentMails: SHORT_LIVED,

  plans: keptRows('Purchases refer to plans.'),
  promoCodes: keptRows('Purchases refer to codes.'),
  promoCodePlans: mutable('Staff edit an unused code.'),
  contentRevision: DERIVED,
  installation: mutable('A single row, which a move of the files changes.'),
  contracts: final('Agreements refer to the version that was agreed to.'),
  policies: final('Agreements refer to the version that was agreed to.'),
  helpTexts: final('Every published version is kept.'),
  textDrafts: mutable('A draft changes until it is published.'),
  settings: mutable('Its former values are in setting_changes.'),
  settingChanges: final('It records the former values of settings.'),
} as const satisfies { [Table in keyof Database]: RowGuard<keyof Database[Table] & string> & Reasoned };
