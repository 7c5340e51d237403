import { accountsRouter } from './accounts/account.router.ts';
import { addressRouter } from './addresses/address.router.ts';
import { affiliatesRouter } from './affiliates/affiliate.router.ts';
import { billingRouter } from './billing/billing.router.ts';
import { businessPlansRouter } from './business-plans/business-plan.router.ts';
import { catalogRouter } from './catalog/catalog.router.ts';
import { checkoutRouter } from './checkout/checkout.router.ts';
import { claimsRouter } from './checkout/claim.router.ts';
import { affiliateSignupRouter } from './checkout/kinds/affiliate-signup/affiliate-signup.router.ts';
import { businessPlanPurchaseRouter } from './checkout/kinds/business-plan/business-plan-purchase.router.ts';
import { companySeatsRouter } from './checkout/kinds/company-seats/company-seats.router.ts';
import { corporateRouter } from './checkout/kinds/corporate/corporate.router.ts';
import { physicalCardsRouter } from './checkout/physical-card/physical-card.router.ts';
import { businessPlanChangesRouter, planChangesRouter } from './checkout/plan-change/plan-change.router.ts';
import { contentRouter } from './content/content.router.ts';
import { membershipsRouter } from './memberships/membership.router.ts';
import { verificationRouter } from './memberships/verification.router.ts';
import { personalDataRouter } from './personal-data/personal-data.router.ts';
import { staffRouter } from './staff/staff.router.ts';
import { favoritesRouter } from './stores/favorites/favorite.router.ts';
import { actionCountRouter, ownFiguresRouter } from './stores/figures/figure.router.ts';
import { businessesRouter } from './stores/owner/own-business.router.ts';
import { businessPageRouter } from './stores/page/business-page.router.ts';
import { savingsRouter } from './stores/search/savings-search.router.ts';
import { mergeRouters, router } from './trpc.ts';
import { viewerRouter } from './viewer/viewer.router.ts';
import { webinarRouter } from './webinar/webinar.router.ts';

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
