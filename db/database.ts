import type {
  AccountsTable,
  RateLimitsTable,
  SessionsTable,
  StaffTokensTable,
  UsedTokensTable,
} from './tables/accounts.ts';
import type { PlansTable, PromoCodePlansTable, PromoCodesTable } from './tables/catalog.ts';
import type { PromoHoldsTable, PurchasesTable } from './tables/checkout.ts';
import type { AgreementsTable, ContractsTable, PoliciesTable, SettingsTable } from './tables/content.ts';
import type { MembershipsTable, PhysicalCardRequestsTable } from './tables/memberships.ts';
import type { PaymentsTable, StripeEventsTable, SubscriptionsTable } from './tables/payments.ts';
import type {
  BusinessesTable,
  PlacesTable,
  PromotionsTable,
  SearchWordsTable,
  SquareCountsTable,
  StoresTable,
  StoreWordsTable,
  WordCountsTable,
} from './tables/stores.ts';

/** Every table, by the name that queries use (camelCase here, snake_case in SQL). */
export interface Database {
  accounts: AccountsTable;
  sessions: SessionsTable;
  usedTokens: UsedTokensTable;
  staffTokens: StaffTokensTable;
  rateLimits: RateLimitsTable;
  plans: PlansTable;
  promoCodes: PromoCodesTable;
  promoCodePlans: PromoCodePlansTable;
  contracts: ContractsTable;
  policies: PoliciesTable;
  settings: SettingsTable;
  agreements: AgreementsTable;
  purchases: PurchasesTable;
  promoHolds: PromoHoldsTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  stripeEvents: StripeEventsTable;
  memberships: MembershipsTable;
  physicalCardRequests: PhysicalCardRequestsTable;
  places: PlacesTable;
  businesses: BusinessesTable;
  promotions: PromotionsTable;
  stores: StoresTable;
  storeWords: StoreWordsTable;
  searchWords: SearchWordsTable;
  squareCounts: SquareCountsTable;
  wordCounts: WordCountsTable;
}
