import { type ComponentType, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { BareLayout } from './layouts/bare-layout.tsx';
import { Elsewhere } from './layouts/site-footer.tsx';
import { SiteLayout } from './layouts/site-layout.tsx';
import { laterPart } from './lib/later-part.ts';

/** A page by the name of its export. */
function page<Name extends string>(fetchModule: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Part = laterPart(async () => (await fetchModule())[name]);
  function Page() {
    // web/boot.js listens: from here on, what somebody does on the page is heard.
    useEffect(() => void document.dispatchEvent(new Event('pageready')), []);
    return <Part />;
  }
  return Object.assign(Page, { load: Part.load });
}

const HomePage = page(() => import('./pages/home-page.tsx'), 'HomePage');
const PricingPage = page(() => import('./pages/pricing-page.tsx'), 'PricingPage');
const IndividualPlanPage = page(() => import('./pages/plan-pages.tsx'), 'IndividualPlanPage');
const FamilyPlanPage = page(() => import('./pages/plan-pages.tsx'), 'FamilyPlanPage');
const CorporatePlanPage = page(() => import('./pages/plan-pages.tsx'), 'CorporatePlanPage');
const BusinessPlansPage = page(() => import('./pages/business-plans-page.tsx'), 'BusinessPlansPage');
const LoyaltyPage = page(() => import('./pages/loyalty-page.tsx'), 'LoyaltyPage');
const WebinarPage = page(() => import('./pages/webinar-page.tsx'), 'WebinarPage');
const BusinessSignupPage = page(() => import('./pages/business-signup-page.tsx'), 'BusinessSignupPage');
const EducatorsPage = page(() => import('./pages/educators-page.tsx'), 'EducatorsPage');
const EducatorsFriendPage = page(() => import('./pages/educators-friend-page.tsx'), 'EducatorsFriendPage');
const EducatorsRepresentativePage = page(
  () => import('./pages/educators-representative-page.tsx'),
  'EducatorsRepresentativePage',
);
const SavingsPage = page(() => import('./pages/savings-page.tsx'), 'SavingsPage');
const ContactPage = page(() => import('./pages/contact-page.tsx'), 'ContactPage');
const FaqPage = page(() => import('./pages/faq-page.tsx'), 'FaqPage');
const PrivacyPolicyPage = page(() => import('./pages/policy-pages.tsx'), 'PrivacyPolicyPage');
const CookiePolicyPage = page(() => import('./pages/policy-pages.tsx'), 'CookiePolicyPage');
const UserPage = page(() => import('./pages/user-page.tsx'), 'UserPage');
const BusinessPage = page(() => import('./pages/business-page.tsx'), 'BusinessPage');
const CompanyPage = page(() => import('./pages/company-page.tsx'), 'CompanyPage');
const AffiliatePage = page(() => import('./pages/affiliate-page.tsx'), 'AffiliatePage');
const VerifyCardPage = page(() => import('./pages/verify-card-page.tsx'), 'VerifyCardPage');
const RequestCardPage = page(() => import('./pages/request-card-page.tsx'), 'RequestCardPage');
const ResetPasswordPage = page(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage');
const SetPasswordPage = page(() => import('./pages/set-password-page.tsx'), 'SetPasswordPage');
const SecretLoginPage = page(() => import('./pages/secret-login-page.tsx'), 'SecretLoginPage');
const CancelPage = page(() => import('./pages/cancel-page.tsx'), 'CancelPage');
const ClaimPage = page(() => import('./pages/claim-page.tsx'), 'ClaimPage');
const NotFoundPage = page(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');

/** The pages that people arrive at: the public ones, and the check of a card. */
const OPEN_PAGES = [
  [paths.home(), HomePage],
  [paths.trial(), HomePage],
  [paths.businessPlans(), BusinessPlansPage],
  [paths.loyalty(), LoyaltyPage],
  [paths.webinar(), WebinarPage],
  [paths.businessSignup(), BusinessSignupPage],
  [paths.educators(), EducatorsPage],
  [paths.educatorsFriend(), EducatorsFriendPage],
  [paths.educatorsRepresentative(), EducatorsRepresentativePage],
  [paths.pricing(), PricingPage],
  [paths.pricingPlan('individual'), IndividualPlanPage],
  [paths.pricingPlan('family'), FamilyPlanPage],
  [paths.corporate(), CorporatePlanPage],
  [paths.savings(), SavingsPage],
  [paths.contact(), ContactPage],
  [paths.faq(), FaqPage],
  [paths.privacyPolicy(), PrivacyPolicyPage],
  [paths.cookiePolicy(), CookiePolicyPage],
] as const;

async function loadHome() {
  await HomePage.load();
  const { HomeEnd } = await import('./pages/home-page.tsx');
  await HomeEnd.load();
}

/**
 * Those, by path, with what else stands in their HTML: had before the first render, so that none begins as a skeleton
 * and each takes over what its document brought.
 */
export const arrivals: Partial<Record<string, () => Promise<unknown>>> = Object.fromEntries(
  [...OPEN_PAGES, [paths.verify(), VerifyCardPage] as const].map(([path, Shown]) => {
    const load = Shown === HomePage ? loadHome : Shown.load;
    return [path, () => Promise.all([load(), Elsewhere.load()])];
  }),
);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        {OPEN_PAGES.map(([path, Shown]) => (
          <Route key={path} path={path} element={<Shown />} />
        ))}
        <Route path={paths.legal()} element={<Navigate to={paths.privacyPolicy()} replace />} />
        <Route path={paths.account()} element={<UserPage />}>
          <Route path="card/:id" element={null} />
        </Route>
        <Route path={paths.business()} element={<BusinessPage />} />
        <Route path={paths.company()} element={<CompanyPage />} />
        <Route path={paths.affiliate()} element={<AffiliatePage />} />
        <Route path={`${paths.verify()}/:id?`} element={<VerifyCardPage />} />
        <Route path="/request/card/:id" element={<RequestCardPage />} />
        <Route path={`${paths.resetPassword()}/:id?`} element={<ResetPasswordPage />} />
        <Route path={paths.setPassword()} element={<SetPasswordPage />} />
        <Route path={paths.cancel()} element={<CancelPage />} />
        <Route path={paths.claim()} element={<ClaimPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<BareLayout />}>
        <Route path={paths.staffLogin()} element={<SecretLoginPage />} />
      </Route>
    </Routes>
  );
}
