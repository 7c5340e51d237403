export type PlanSlug = 'individual' | 'family';
export type BusinessPlanSlug =
  | 'basic-networking'
  | 'basic-business'
  | 'exclusive-business'
  | 'premium-business';

/** Who signs up on /educators, as its direct links name them (SPEC section 2). */
export type SignupType = 'rep' | 'friend' | 'influencer';

/** Every address of the web app; nothing else spells one. */
export const paths = {
  home: () => '/',
  pricing: () => '/pricing',
  pricingPlan: (plan: PlanSlug) => `/pricing/${plan}`,
  /** The pricing page with a plan's buy modal open. */
  buy: (plan: PlanSlug) => `/pricing?plan=${plan}`,
  corporate: () => '/pricing/corporate',
  /** The pricing page with the corporate purchase open. */
  buyCorporate: () => '/pricing?plan=corporate',
  businessPlans: () => '/affiliates',
  /** The business plans with a plan's purchase modal open. */
  buyBusinessPlan: (plan: BusinessPlanSlug) => `/affiliates?plan=${plan}`,
  loyalty: () => '/affiliates/loyalty',
  /** The program's page with its signup modal open. */
  joinLoyalty: () => '/affiliates/loyalty?signup=loyalty',
  educators: () => '/educators',
  /** The cards of the service opportunities with a role's signup modal open. */
  educatorSignup: (type: SignupType) => `/educators?type=${type}`,
  educatorsFriend: () => '/educators/friend',
  /** The page about influencers with their signup modal open. */
  becomeInfluencer: () => '/educators/friend?signup=influencer',
  educatorsRepresentative: () => '/educators/representative',
  /** The page about educators with their signup modal open. */
  becomeEducator: () => '/educators/representative?signup=educator',
  webinar: () => '/webinar',
  /** The loyalty sign-up that redeems a webinar code. */
  joinLoyaltyWith: (code: string) => `/affiliates/loyalty?signup=loyalty&code=${encodeURIComponent(code)}`,
  businessSignup: () => '/business/signup',
  /** Home with 'Serve Your Community' open. */
  requestInformation: () => '/?request=information',
  /** Home with the trial's modal open. */
  trial: () => '/trial',
  /** The savings search, as `writeAddress` (web/features/stores) words what is searched for. */
  savings: (query = '') => (query === '' ? '/savings' : `/savings?${query}`),
  contact: () => '/contact',
  faq: () => '/faq',
  /** The FAQ at one answer. */
  faqAnswer: (id: string) => `/faq#${encodeURIComponent(id)}`,
  legal: () => '/legal',
  privacyPolicy: () => '/legal/privacy-policy',
  cookiePolicy: () => '/legal/cookie-policy',
  account: () => '/user',
  /** The owner's own page: plan, listing, promotions. */
  business: () => '/user/business',
  /** The affiliate's own page: link, figures, commissions. */
  affiliate: () => '/user/affiliate',
  commissions: (page: number) => (page === 1 ? '/user/affiliate' : `/user/affiliate?page=${page}`),
  /** The company's own page: its employees' cards, its plan. */
  company: (page = 1) => (page === 1 ? '/user/company' : `/user/company?page=${page}`),
  membershipCard: (membershipNumber: string) => `/user/card/${encodeURIComponent(membershipNumber)}`,
  verify: () => '/verify/card',
  verifyCard: (membershipNumber: string) => `/verify/card/${encodeURIComponent(membershipNumber)}`,
  /** The short answer to a scan, whose code may be empty. */
  scannedCard: (membershipNumber: string, code: string) =>
    `/verify/card/${encodeURIComponent(membershipNumber)}?scan=${encodeURIComponent(code)}`,
  /** A membership's printed card: asked for, or ordered anew. */
  requestCard: (membershipNumber: string) => `/request/card/${encodeURIComponent(membershipNumber)}`,
  resetPassword: (id?: string) =>
    id === undefined ? '/resetpassword' : `/resetpassword/${encodeURIComponent(id)}`,
  /** Behind a mail's link, whose token stands behind '#'. */
  setPassword: () => '/setpassword',
  staffLogin: () => '/secretloginpage',
  /** Behind the link of a guest's receipt, whose key stands behind '#'. */
  cancel: () => '/cancel',
  /** Behind the link of a guest's receipt or an employee's invitation, whose token stands behind '#'. */
  claim: () => '/claim',
  /** Served by the server, not by the router. */
  searchDownload: () => '/api/search/download',
  commissionsFile: () => '/api/affiliate/commissions.csv',
  companyCardsFile: (which: 'without-email' | 'all' = 'without-email') =>
    which === 'all' ? '/api/company/cards.pdf?all=1' : '/api/company/cards.pdf',
  companyCardsList: () => '/api/company/cards.csv',
  businessLogo: () => '/api/business/logo',
  /** The card as a file for Apple Wallet. */
  applePass: (membershipNumber: string) => `/api/users/applepass?id=${encodeURIComponent(membershipNumber)}`,
  receipt: (purchaseId: string) => `/api/receipt?id=${encodeURIComponent(purchaseId)}`,
} as const;
