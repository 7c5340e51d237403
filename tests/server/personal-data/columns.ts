import type { Database } from '#db/database.ts';
import type { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';

type Policies = typeof TABLE_POLICIES;
export type AnonymizedTable = {
  [Table in keyof Policies]: Policies[Table]['deletion'] extends 'anonymized' ? Table : never;
}[keyof Policies];

const ID = 'It names no one once the account is anonymous.';
const RECORD = 'The record of what was sold and paid.';

/** Columns that deleting an account leaves unchanged, with the reason. */
export const KEPT_COLUMNS: Record<AnonymizedTable, Readonly<Record<string, string>>> = {
  accounts: {
    'id isHouse createdAt securityVersion receiptPdf payoutHeldMonth': ID,
    'providerCustomerId referredBy': RECORD,
  },
  memberships: { 'id number accountId': ID, 'subscriptionId planId createdAt claimedAt endedAt': RECORD },
  importedMemberships: {
    'membershipId importedAt invitedAt startedOn': ID,
    key: 'Another import must not create the person again.',
  },
  companies: {
    'id accountId createdAt version seatsRevision syncedSeatsRevision': ID,
    'state zip country': 'An area, not an address.',
  },
  companyCards: {
    'membershipId companyId': ID,
    'yearlyCents purchaseId invitedAt endsAt returnedAt': RECORD,
  },
  purchases: {
    'id accountId buyerKey idempotencyKey fingerprint cardFingerprint referrerId referralLink': ID,
    'kind status quote totalCents promoCode cardBrand cardLast4 createdAt settledAt': RECORD,
    'providerCustomerId providerSubscriptionId providerPaymentId paymentMethodId': RECORD,
    'attempt attemptStartedAt heartbeatAt sweptAt isCharging isConfirmable isOffSession': RECORD,
    'failureCode failureMessage': 'What Stripe answered.',
  },
  businessPlans: {
    'id accountId businessId': ID,
    'kind planId purchaseId subscriptionId startedAt endedAt': RECORD,
  },
  businesses: {
    'id accountId importKey createdAt promotionsChangedAt': ID,
    'categories isPremier isNational isMembersOnly planKind staffListing': 'It describes no one.',
  },
  affiliateSignups: {
    'id accountId role referrerId purchaseId donates completedAt': RECORD,
    'signature signedAt ip': 'They prove what was agreed.',
  },
  webinarCodes: {
    'id code accountId': ID,
    'selection selectedAt startedAt finishedAt createdAt': 'It describes no one.',
  },
  webinarRewards: { 'id webinarCodeId': ID, 'kind amount owedAt sentAt': RECORD },
  sentMails: { 'jobId sentAt mail outcome': ID },
};

/** Columns of tables in an account's download that the download leaves out. */
export const OMITTED_COLUMNS: Partial<Record<keyof Database, string>> = {
  // Ids, and columns whose value the download has in another form, such as a plan's name.
  auditLog: 'id actorId',
  memberships: 'id accountId planId',
  companyCards: 'membershipId companyId purchaseId',
  planUpgrades: 'previousPlanId previousQuote',
  agreements: 'id accountId',
  businessPlans: 'id accountId subscriptionId businessId',
  favorites: 'accountId',
  affiliateSignups: 'id accountId',
  referralVisits: 'affiliateId',
  referralLinks: 'accountId',
  referralLinkVisits: 'affiliateId',
  commissions: 'affiliateId paymentId hasOwnMail',
  payouts: 'batchId affiliateId',
  bankFilePayments: 'bankFileId payoutAccountId',
  webinarCodes: 'id accountId createdAt',
  webinarRewards: 'id webinarCodeId',
  physicalCardRequests: 'id printRunId returnedAt',
  sentMails: 'jobId accountId recipient mail outcome',
  // Secrets.
  accounts: 'isHouse passwordHash deletedAt securityVersion payoutHeldMonth',
  sessions: 'idHash accountId endsAt passkeyAt isFromStaffToken securityVersion',
  passkeys: 'id accountId credentialId publicKey counter',
  payoutAccounts: 'accountId encryptedNumber',
  taxForms: 'id accountId encryptedNumbers',
  walletRegistrations: 'deviceId tag',
  // Internal state, search keys, and Stripe's ids.
  importedMemberships: 'key rowDigest',
  walletPasses: 'revision seenRevision version dueAt',
  companies: 'accountId seatsRevision syncedSeatsRevision version',
  purchases:
    'accountId buyerKey idempotencyKey fingerprint attempt providerCustomerId providerSubscriptionId paymentMethodId attemptStartedAt heartbeatAt referrerId providerPaymentId isConfirmable isOffSession isCharging sweptAt failureCode referralLink cardFingerprint',
  promoHolds: 'buyerKey cardFingerprint',
  subscriptions: 'accountId providerId version expiresAt planRevision syncedPlanRevision',
  payments: 'providerInvoiceId refundVersion providerPaymentId accountId planQuote',
  businesses: 'accountId importKey nameKey searchName isPremier isMembersOnly staffListing planKind',
  stores:
    'id importKey nameKey searchName categories isNational isListed cell block ux uy uz type categoryMask',
  promotions: 'id position',
  businessPhotos: 'id width height',
  messages: 'id digest suspicion answeredAt answeredBy',
  newsletterSubscribers: 'suspicion',
};
