import type {
  AccountsTable,
  AuditLogTable,
  PasskeysTable,
  RateLimitSharesTable,
  RateLimitsTable,
  SessionsTable,
  StaffTokensTable,
  UsedTokensTable,
} from './tables/accounts.ts';
import type {
  AffiliateSignupsTable,
  AffiliateYearsTable,
  BankFilePaymentsTable,
  BankFilesTable,
  CommissionsTable,
  PayoutAccountsTable,
  PayoutBatchesTable,
  PayoutLinesTable,
  PayoutsTable,
  ReferralLinksTable,
  ReferralLinkVisitsTable,
  ReferralVisitsTable,
  SuspectedOwnPurchasesTable,
  TaxFormsTable,
  UnpaidCommissionsTable,
} from './tables/affiliates.ts';
import type { PlansTable, PromoCodePlansTable, PromoCodesTable } from './tables/catalog.ts';
import type {
  BusinessPlansTable,
  PromoHoldsTable,
  PurchaseKeysTable,
  PurchasesTable,
} from './tables/checkout.ts';
import type {
  AgreementsTable,
  ContentRevisionTable,
  ContractsTable,
  HelpTextsTable,
  InstallationTable,
  MailSuppressionsTable,
  MessagesTable,
  NewsletterSubscribersTable,
  PoliciesTable,
  SentMailsTable,
  SettingChangesTable,
  SettingsTable,
  TextDraftsTable,
} from './tables/content.ts';
import type { LedgerEntriesTable, LedgerPostingsTable } from './tables/ledger.ts';
import type {
  CardPrintRunsTable,
  CompaniesTable,
  CompanyCardsTable,
  ImportedMembershipsTable,
  MembershipsTable,
  PhysicalCardRequestsTable,
  WalletDevicesTable,
  WalletPassesTable,
  WalletRegistrationsTable,
} from './tables/memberships.ts';
import type {
  BillingNoticesTable,
  DisputesTable,
  PaymentsTable,
  PlanUpgradesTable,
  StripeEventsTable,
  StripePollsTable,
  SubscriptionsTable,
} from './tables/payments.ts';
import type { DailyFiguresTable, ReconciliationsTable } from './tables/reconciliation.ts';
import type { ImportFaultsTable, ImportMappingsTable, ImportsTable } from './tables/staff.ts';
import type {
  BusinessesTable,
  BusinessPhotosTable,
  CitiesTable,
  DuplicatePairsTable,
  FavoritesTable,
  PartCountsTable,
  PlacesTable,
  PromotionsTable,
  SearchWordsTable,
  SquareCountsTable,
  StoreFiguresTable,
  StoresTable,
  StoreWordsTable,
  WordCountsTable,
} from './tables/stores.ts';
import type { WebinarCodesTable, WebinarRewardsTable } from './tables/webinar.ts';

/** Tables by their name in queries. `CasingCompiler` converts camelCase names to snake_case in SQL. */
export interface Database {
  accounts: AccountsTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  usedTokens: UsedTokensTable;
  sentMails: SentMailsTable;
  staffTokens: StaffTokensTable;
  rateLimits: RateLimitsTable;
  rateLimitShares: RateLimitSharesTable;
  auditLog: AuditLogTable;
  taxForms: TaxFormsTable;
  affiliateSignups: AffiliateSignupsTable;
  affiliateYears: AffiliateYearsTable;
  referralVisits: ReferralVisitsTable;
  referralLinks: ReferralLinksTable;
  referralLinkVisits: ReferralLinkVisitsTable;
  commissions: CommissionsTable;
  ledgerEntries: LedgerEntriesTable;
  ledgerPostings: LedgerPostingsTable;
  unpaidCommissions: UnpaidCommissionsTable;
  suspectedOwnPurchases: SuspectedOwnPurchasesTable;
  payoutBatches: PayoutBatchesTable;
  payouts: PayoutsTable;
  payoutLines: PayoutLinesTable;
  payoutAccounts: PayoutAccountsTable;
  bankFiles: BankFilesTable;
  bankFilePayments: BankFilePaymentsTable;
  webinarCodes: WebinarCodesTable;
  webinarRewards: WebinarRewardsTable;
  plans: PlansTable;
  promoCodes: PromoCodesTable;
  promoCodePlans: PromoCodePlansTable;
  contentRevision: ContentRevisionTable;
  installation: InstallationTable;
  contracts: ContractsTable;
  policies: PoliciesTable;
  helpTexts: HelpTextsTable;
  textDrafts: TextDraftsTable;
  settings: SettingsTable;
  settingChanges: SettingChangesTable;
  agreements: AgreementsTable;
  messages: MessagesTable;
  newsletterSubscribers: NewsletterSubscribersTable;
  mailSuppressions: MailSuppressionsTable;
  purchases: PurchasesTable;
  purchaseKeys: PurchaseKeysTable;
  promoHolds: PromoHoldsTable;
  businessPlans: BusinessPlansTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  planUpgrades: PlanUpgradesTable;
  stripeEvents: StripeEventsTable;
  billingNotices: BillingNoticesTable;
  stripePolls: StripePollsTable;
  disputes: DisputesTable;
  reconciliations: ReconciliationsTable;
  dailyFigures: DailyFiguresTable;
  memberships: MembershipsTable;
  importedMemberships: ImportedMembershipsTable;
  companies: CompaniesTable;
  companyCards: CompanyCardsTable;
  physicalCardRequests: PhysicalCardRequestsTable;
  cardPrintRuns: CardPrintRunsTable;
  walletPasses: WalletPassesTable;
  walletDevices: WalletDevicesTable;
  walletRegistrations: WalletRegistrationsTable;
  places: PlacesTable;
  cities: CitiesTable;
  businesses: BusinessesTable;
  businessPhotos: BusinessPhotosTable;
  favorites: FavoritesTable;
  promotions: PromotionsTable;
  stores: StoresTable;
  storeFigures: StoreFiguresTable;
  storeWords: StoreWordsTable;
  searchWords: SearchWordsTable;
  squareCounts: SquareCountsTable;
  wordCounts: WordCountsTable;
  partCounts: PartCountsTable;
  duplicatePairs: DuplicatePairsTable;
  imports: ImportsTable;
  importFaults: ImportFaultsTable;
  importMappings: ImportMappingsTable;
}
