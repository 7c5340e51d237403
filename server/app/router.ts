import { accountsRouter } from '../domains/accounts/account.router.ts';
import { addressRouter } from '../domains/addresses/address.router.ts';
import { affiliatesRouter } from '../domains/affiliates/affiliate.router.ts';
import { billingRouter } from '../domains/billing/billing.router.ts';
import { businessPlansRouter } from '../domains/business-plans/business-plan.router.ts';
import { catalogRouter } from '../domains/catalog/catalog.router.ts';
import { checkoutRouter } from '../domains/checkout/checkout.router.ts';
import { claimsRouter } from '../domains/checkout/claim.router.ts';
import { affiliateSignupRouter } from '../domains/checkout/kinds/affiliate-signup/affiliate-signup.router.ts';
import { businessPlanPurchaseRouter } from '../domains/checkout/kinds/business-plan/business-plan-purchase.router.ts';
import { companySeatsRouter } from '../domains/checkout/kinds/company-seats/company-seats.router.ts';
import { corporateRouter } from '../domains/checkout/kinds/corporate/corporate.router.ts';
import { physicalCardsRouter } from '../domains/checkout/physical-card/physical-card.router.ts';
import {
  businessPlanChangesRouter,
  planChangesRouter,
} from '../domains/checkout/plan-change/plan-change.router.ts';
import { contentRouter } from '../domains/content/content.router.ts';
import { membershipsRouter } from '../domains/memberships/membership.router.ts';
import { verificationRouter } from '../domains/memberships/verification.router.ts';
import { personalDataRouter } from '../domains/personal-data/personal-data.router.ts';
import { favoritesRouter } from '../domains/stores/favorites/favorite.router.ts';
import { actionCountRouter, ownFiguresRouter } from '../domains/stores/figures/figure.router.ts';
import { businessesRouter } from '../domains/stores/owner/own-business.router.ts';
import { businessPageRouter } from '../domains/stores/page/business-page.router.ts';
import { savingsRouter } from '../domains/stores/search/savings-search.router.ts';
import { viewerRouter } from '../domains/viewer/viewer.router.ts';
import { webinarRouter } from '../domains/webinar/webinar.router.ts';
import { mergeRouters, router } from '../platform/trpc.ts';
import { staffRouter } from '../staff/staff.router.ts';

export const appRouter = router({
  accounts: accountsRouter,
  addresses: addressRouter,
  affiliates: affiliatesRouter,
  affiliateSignup: affiliateSignupRouter,
  billing: billingRouter,
  businesses: mergeRouters(businessesRouter, ownFiguresRouter),
  businessPlanChanges: businessPlanChangesRouter,
  businessPlans: mergeRouters(businessPlansRouter, businessPlanPurchaseRouter),
  catalog: catalogRouter,
  checkout: checkoutRouter,
  claims: claimsRouter,
  content: contentRouter,
  corporate: mergeRouters(corporateRouter, companySeatsRouter),
  favorites: favoritesRouter,
  memberships: membershipsRouter,
  personalData: personalDataRouter,
  physicalCards: physicalCardsRouter,
  planChanges: planChangesRouter,
  savings: mergeRouters(savingsRouter, businessPageRouter, actionCountRouter),
  staff: staffRouter,
  verification: verificationRouter,
  viewer: viewerRouter,
  webinar: webinarRouter,
});

export type AppRouter = typeof appRouter;
