import { paths } from '#server/lib/pages.shared.ts';

export interface SiteLink {
  label: string;
  to: string;
}

export const navbarLinks: readonly SiteLink[] = [
  { label: 'Home', to: paths.home() },
  { label: 'Find Businesses', to: paths.savings() },
  { label: 'Service Opportunities', to: paths.educators() },
  { label: 'Plan Sign Up', to: paths.businessPlans() },
  { label: 'Member Sign-Up', to: paths.pricing() },
  { label: 'FAQ', to: paths.faq() },
];

export const footerLinks: readonly SiteLink[] = [
  ...navbarLinks,
  { label: 'Individual plan', to: paths.pricingPlan('individual') },
  { label: 'Family/Educator plan', to: paths.pricingPlan('family') },
  { label: 'Corporate plan', to: paths.corporate() },
  { label: 'Business Networking Program', to: paths.businessSignup() },
  { label: 'Business Program', to: paths.loyalty() },
  { label: '7 Day Business Trial', to: paths.trial() },
  { label: 'Influencers and friends', to: paths.educatorsFriend() },
  { label: 'Educators', to: paths.educatorsRepresentative() },
  { label: 'Manage Account', to: paths.account() },
  { label: 'Verify a card', to: paths.verify() },
  { label: 'Contact', to: paths.contact() },
];

export const legalLinks: readonly SiteLink[] = [
  { label: 'Privacy policy', to: paths.privacyPolicy() },
  { label: 'Cookie policy', to: paths.cookiePolicy() },
];
