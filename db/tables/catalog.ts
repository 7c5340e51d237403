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
  business: NullableJson;
}

export interface PromoCodesTable {
  code: string;
  amountOff: Cents | null;
  /** `numeric` is read as text to keep full precision. */
  percentOff: ColumnType<string | null, number | string | null, number | string | null>;
  isFree: Defaulted<boolean>;
  isActive: Defaulted<boolean>;
  validFrom: NullableInstant;
  validUntil: NullableInstant;
  /** Null means unlimited, which only codes created before D42 can be. */
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  periods: number | null;
  createdAt: NullableInstant;
  /** Incremented by every change. */
  revision: Defaulted<number>;
}

export interface PromoCodePlansTable {
  code: string;
  planId: number;
  recurringPriceCents: Cents | null;
}
