import type { Deps } from '../../../platform/deps.ts';
import type { PurchaseKinds } from '../purchase/kind.ts';
import { adoptedCardKind } from './adopted-card/adopted-card.kind.ts';
import { affiliateSignupKind } from './affiliate-signup/affiliate-signup.kind.ts';
import { businessPlanKind } from './business-plan/business-plan.kind.ts';
import { businessPlanUpgradeKind } from './business-plan-upgrade/business-plan-upgrade.kind.ts';
import { cardKind } from './card/card.kind.ts';
import { cardReplacementKind } from './card-replacement/card-replacement.kind.ts';
import { companySeatsKind } from './company-seats/company-seats.kind.ts';
import { corporateKind } from './corporate/corporate.kind.ts';
import { familyUpgradeKind } from './family-upgrade/family-upgrade.kind.ts';
import { grantedCardKind } from './granted-card/granted-card.kind.ts';

/** Every kind of purchase. The app hands this table to the engine as `deps.kinds`. */
export const PURCHASE_KINDS: PurchaseKinds<Deps> = {
  card: cardKind,
  'business-plan': businessPlanKind,
  'affiliate-signup': affiliateSignupKind,
  corporate: corporateKind,
  'company-seats': companySeatsKind,
  'card-replacement': cardReplacementKind,
  'adopted-card': adoptedCardKind,
  'granted-card': grantedCardKind,
  'family-upgrade': familyUpgradeKind,
  'business-plan-upgrade': businessPlanUpgradeKind,
};
