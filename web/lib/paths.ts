export type PlanSlug = 'individual' | 'family';

/** Every address of the web app; nothing else spells one. */
export const paths = {
  home: () => '/',
  pricing: () => '/pricing',
  pricingPlan: (plan: PlanSlug) => `/pricing/${plan}`,
  /** The pricing page with a plan's buy modal open. */
  buy: (plan: PlanSlug) => `/pricing?plan=${plan}`,
  /** The savings search, as `writeAddress` (web/features/stores) words what is searched for. */
  savings: (query = '') => (query === '' ? '/savings' : `/savings?${query}`),
  legal: () => '/legal',
  privacyPolicy: () => '/legal/privacy-policy',
  cookiePolicy: () => '/legal/cookie-policy',
  account: () => '/user',
  membershipCard: (membershipNumber: string) => `/user/card/${encodeURIComponent(membershipNumber)}`,
  verify: () => '/verify/card',
  verifyCard: (membershipNumber: string) => `/verify/card/${encodeURIComponent(membershipNumber)}`,
  resetPassword: (id?: string) =>
    id === undefined ? '/resetpassword' : `/resetpassword/${encodeURIComponent(id)}`,
  /** Behind a mail's link, whose token stands behind '#'. */
  setPassword: () => '/setpassword',
  staffLogin: () => '/secretloginpage',
  /** Behind the link of a guest's receipt, whose key stands behind '#'. */
  cancel: () => '/cancel',
  /** Served by the server, not by the router. */
  searchDownload: () => '/api/search/download',
  receipt: (purchaseId: string) => `/api/receipt?id=${encodeURIComponent(purchaseId)}`,
} as const;
