import type { Database } from '#db/database.ts';

interface TablePolicy {
  /** The section of the account's download that contains the rows, or why they are omitted. */
  download: { section: string } | { omitted: string };
  /**
   * What happens to the rows when the account is deleted: they are deleted, their personal data is replaced,
   * or they are kept for the given reason.
   */
  deletion: 'erased' | 'anonymized' | { kept: string };
}

const section = <Name extends string>(name: Name) => ({ download: { section: name } });
const omitted = (reason: string) => ({ download: { omitted: reason } });
const kept = (reason: string) => ({ deletion: { kept: reason } });
const ERASED = { deletion: 'erased' } as const;
const ANONYMIZED = { deletion: 'anonymized' } as const;

const NO_PERSONAL_DATA = {
  ...omitted('It has no data about a person.'),
  ...kept('It has no data about a person.'),
};
const SEARCH_INDEX = {
  ...omitted('It is derived from the listing.'),
  ...kept('Triggers remove a listing that is gone.'),
};
const WORD_COUNT = {
  ...omitted('It is derived from the listing.'),
  ...kept('Single words, and how many listings have them.'),
};
const PART_OF_DOWNLOAD = 'It is derived from commissions and payouts that are in the download.';
const TAX_RECORD = 'The tax office may ask us for it for years.';

/**
 * For each table, what an account's owner can download of it, and what happens to the rows when the account
 * is deleted.
 */
export const TABLE_POLICIES = {
  accounts: { ...section('account'), ...ANONYMIZED },
  sessions: { ...section('sessions'), ...ERASED },
  staffTokens: { ...omitted('The hash of a token that works for ten minutes.'), ...ERASED },
  passkeys: { ...section('passkeys'), ...ERASED },
  usedTokens: NO_PERSONAL_DATA,
  rateLimits: { ...omitted('Counts that last for minutes.'), ...kept('They are deleted within a day.') },
  rateLimitShares: {
    ...omitted('Counts that last for minutes.'),
    ...kept('They are deleted within a day.'),
  },
  auditLog: {
    ...section('staffActions'),
    ...kept('It proves what staff did. It has ids, and no names or addresses.'),
  },

  memberships: { ...section('memberships'), ...ANONYMIZED },
  importedMemberships: { ...section('importedMemberships'), ...ANONYMIZED },
  physicalCardRequests: { ...section('physicalCards'), ...ERASED },
  cardPrintRuns: NO_PERSONAL_DATA,
  walletPasses: {
    ...section('walletPasses'),
    ...kept('Phones fetch it once more, without a name, and learn that the pass is void.'),
  },
  walletDevices: {
    ...omitted('The address at which a phone is notified; the passes on it are in the download.'),
    ...kept('The phone has to learn that its pass is void. It signs off when the pass is removed.'),
  },
  walletRegistrations: {
    ...section('walletDevices'),
    ...kept('The phone has to learn that its pass is void. It signs off when the pass is removed.'),
  },
  companies: { ...section('company'), ...ANONYMIZED },
  companyCards: { ...section('companyCards'), ...ANONYMIZED },

  purchases: { ...section('purchases'), ...ANONYMIZED },
  purchaseKeys: {
    ...omitted('Random keys that prevent a second charge.'),
    ...kept('It has no data about a person.'),
  },
  promoHolds: { ...section('promoCodes'), ...kept('A code may be used a limited number of times.') },
  subscriptions: { ...section('subscriptions'), ...kept(TAX_RECORD) },
  planUpgrades: { ...section('planUpgrades'), ...kept(TAX_RECORD) },
  billingNotices: {
    ...omitted('The mails that it counts are in the download.'),
    ...kept('It has no data about a person.'),
  },
  payments: { ...section('payments'), ...kept(TAX_RECORD) },
  stripeEvents: NO_PERSONAL_DATA,
  stripePolls: NO_PERSONAL_DATA,
  disputes: {
    ...omitted(
      "Stripe's record of a cardholder's claim. The payment in the download says what was returned.",
    ),
    ...kept(TAX_RECORD),
  },
  dailyFigures: NO_PERSONAL_DATA,
  reconciliations: {
    ...omitted('Ids of purchases and charges whose amounts differ.'),
    ...kept('It has no data about a person.'),
  },
  ledgerEntries: {
    ...omitted('The bookkeeping of the payments and commissions in the download.'),
    ...kept(TAX_RECORD),
  },
  ledgerPostings: {
    ...omitted('The bookkeeping of the payments and commissions in the download.'),
    ...kept(TAX_RECORD),
  },
  agreements: { ...section('agreements'), ...kept('It proves what was agreed, and when.') },

  businessPlans: { ...section('businessPlans'), ...ANONYMIZED },
  businesses: { ...section('business'), ...ANONYMIZED },
  stores: { ...section('locations'), ...ERASED },
  promotions: { ...section('promotions'), ...ERASED },
  businessPhotos: { ...section('businessPhotos'), ...ERASED },
  favorites: { ...section('favorites'), ...ERASED },
  storeFigures: NO_PERSONAL_DATA,
  places: NO_PERSONAL_DATA,
  cities: NO_PERSONAL_DATA,
  storeWords: SEARCH_INDEX,
  searchWords: WORD_COUNT,
  squareCounts: SEARCH_INDEX,
  wordCounts: WORD_COUNT,
  partCounts: SEARCH_INDEX,

  duplicatePairs: SEARCH_INDEX,
  imports: {
    ...omitted('What staff uploaded; the audit log has it.'),
    ...kept('It proves what staff did. It has ids, and no names or addresses.'),
  },
  importFaults: {
    ...omitted('Lines of a file that staff uploaded.'),
    ...kept('They name lines and columns, and quote nothing.'),
  },
  importMappings: {
    ...omitted('How staff read files of other systems.'),
    ...kept('It has names of columns, plans, and states, and no people.'),
  },

  affiliateSignups: { ...section('affiliateSignups'), ...ANONYMIZED },
  referralVisits: { ...section('referralVisits'), ...ERASED },
  referralLinks: { ...section('referralLinks'), ...ERASED },
  referralLinkVisits: { ...section('referralLinkVisits'), ...ERASED },
  commissions: { ...section('commissions'), ...kept(TAX_RECORD) },
  unpaidCommissions: { ...omitted(PART_OF_DOWNLOAD), ...kept(TAX_RECORD) },
  affiliateYears: { ...omitted(PART_OF_DOWNLOAD), ...kept(TAX_RECORD) },
  suspectedOwnPurchases: {
    ...omitted('What staff decided about a commission; the commissions in the download say so.'),
    ...kept('It has ids, and no names or addresses.'),
  },
  payouts: { ...section('payouts'), ...kept(TAX_RECORD) },
  payoutLines: {
    ...omitted('It joins commissions and payouts; each commission in the download names its payout.'),
    ...kept(TAX_RECORD),
  },
  payoutBatches: NO_PERSONAL_DATA,
  payoutAccounts: { ...section('payoutAccounts'), ...ERASED },
  bankFiles: {
    ...omitted('A file for the bank with the payouts of many affiliates, encrypted.'),
    ...kept(TAX_RECORD),
  },
  bankFilePayments: { ...section('bankTransfers'), ...kept(TAX_RECORD) },
  taxForms: { ...section('taxForms'), ...kept(TAX_RECORD) },
  webinarCodes: { ...section('webinarCodes'), ...ANONYMIZED },
  webinarRewards: { ...section('webinarRewards'), ...ANONYMIZED },

  messages: { ...section('messages'), ...ERASED },
  newsletterSubscribers: { ...section('newsletter'), ...ERASED },
  mailSuppressions: { ...section('mailSettings'), ...ERASED },
  sentMails: { ...section('sentMails'), ...ANONYMIZED },

  plans: NO_PERSONAL_DATA,
  promoCodes: NO_PERSONAL_DATA,
  promoCodePlans: NO_PERSONAL_DATA,
  contentRevision: NO_PERSONAL_DATA,
  installation: NO_PERSONAL_DATA,
  contracts: NO_PERSONAL_DATA,
  policies: NO_PERSONAL_DATA,
  helpTexts: NO_PERSONAL_DATA,
  textDrafts: {
    ...omitted('A text of ours that isn’t published yet.'),
    ...kept('It has the id of the staff account that saved it.'),
  },
  settings: NO_PERSONAL_DATA,
  settingChanges: NO_PERSONAL_DATA,
} as const satisfies Record<keyof Database, TablePolicy>;

type Policies = typeof TABLE_POLICIES;

export type SectionName = Extract<Policies[keyof Policies]['download'], { section: string }>['section'];

/** The tables whose rows are changed or deleted when an account is deleted. */
export type ChangedTable = {
  [Table in keyof Policies]: Policies[Table]['deletion'] extends 'erased' | 'anonymized' ? Table : never;
}[keyof Policies];
