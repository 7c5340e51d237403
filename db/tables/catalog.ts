import type { ColumnType } from 'kysely';
import type { Cents, Defaulted, Json, NullableInstant, NullableJson } from '../columns.ts';

export interface PlansTable {
  id: number;
  kind: 'consumer' | 'corporate' | 'business' | 'addon';
  name: string;
  orderSummaryName: string;
  slug: string | null;
  priceCents: Cents;
  billingInterval: 'month' | 'year' | 'once';
  isFamily: boolean;
  isEmployeeCard: Defaulted<boolean>;
  isCompanyPlan: Defaulted<boolean>;
  copy: Json;
  /** Null for every other kind of plan. */
  business: NullableJson;
}

export interface PromoCodesTable {
  code: string;
  amountOff: Cents | null;
  /** numeric comes out as text, so that no digit is lost. */
  percentOff: ColumnType<string | null, number | string | null, number | string | null>;
  isFree: Defaulted<boolean>;
  isActive: Defaulted<boolean>;
  validFrom: NullableInstant;
  validUntil: NullableInstant;
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  periods: number | null;
}

export interface PromoCodePlansTable {
  code: string;
  planId: number;
  recurringPriceCents: Cents | null;
}
