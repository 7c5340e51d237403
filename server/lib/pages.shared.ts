/** A page of the web app. */
export interface Page {
  /** `:id` is a parameter, `:id?` an optional one, and a final `/*` everything below the path. */
  path: string;
  /** The document's title, without the site's name. */
  title: string;
  /**
   * Rendered on the server and open to search engines. Listed in the sitemap, unless it is a dialog over
   * another page, whose URL is then the canonical one. Pages without this flag or `isIndexed` are `noindex`.
   */
  isPublic?: true;
  /**
   * Rendered for each request with the caller's data: for anyone, or only for a signed-in account. A public
   * page is rendered this way only if the URL has a query with more than tracking parameters. Otherwise, it
   * is rendered once for all visitors.
   */
  renderedFor?: 'anyone' | 'account';
  /**
   * Set for a page that isn't public but is open to search engines, because its path names something public.
   * Its head and its entries in the sitemap depend on what the path names.
   */
  isIndexed?: true;
  /** The page that this page is a dialog over. Search engines list it instead. */
  dialogOver?: string;
  /** The page that this path redirects to. The path then has no component. */
  redirectsTo?: string;
  /** Shown without header and footer, or with a header and landmarks of its own. */
  layout?: 'bare' | 'own';
}

export const SITE_NAME = 'Everything Card';
export const NOT_FOUND_TITLE = 'Page not found';

const ACCOUNT_TITLE = 'Account Settings and Managment';

/**
 * All pages, in the order of the sitemap. The router, build, renderer, head, sitemap, and `noindex` are
 * derived from this table. The name `businessPlans` stands for the component `BusinessPlansPage` in
 * web/pages/business-plans-page.tsx. A public page also needs a row in page-metadata.ts.
 */
export const pages = {
  home: { path: '/', title: SITE_NAME, isPublic: true },
  trial: { path: '/trial', title: '7 Day Business Trial', isPublic: true, dialogOver: 'home' },
  businessPlans: { path: '/affiliates', title: 'Business plans', isPublic: true },
  loyalty: { path: '/affiliates/loyalty', title: 'Business Program', isPublic: true },
  businessSignup: { path: '/business/signup', title: 'Business Networking Program', isPublic: true },
  educators: { path: '/educators', title: 'Service Opportunities', isPublic: true },
  educatorsFriend: { path: '/educators/friend', title: 'Influencer', isPublic: true },
  educatorsRepresentative: { path: '/educators/representative', title: 'Educators', isPublic: true },
  pricing: { path: '/pricing', title: 'Member Sign-Up', isPublic: true },
  individualPlan: { path: '/pricing/individual', title: 'Individual plan', isPublic: true },
  familyPlan: { path: '/pricing/family', title: 'Family/Educator plan', isPublic: true },
  corporatePlan: { path: '/pricing/corporate', title: 'Corporate plan', isPublic: true },
  savings: { path: '/savings', title: 'Find Businesses', isPublic: true, renderedFor: 'anyone' },
  store: { path: '/savings/:id', title: 'Business', renderedFor: 'anyone', isIndexed: true },
  contact: { path: '/contact', title: 'Contact', isPublic: true },
  faq: { path: '/faq', title: 'FAQ', isPublic: true },
  privacyPolicy: { path: '/legal/privacy-policy', title: 'Privacy Policy', isPublic: true },
  cookiePolicy: { path: '/legal/cookie-policy', title: 'Cookie Policy', isPublic: true },
  webinar: { path: '/webinar', title: 'Webinar', isPublic: true },
  legal: { path: '/legal', title: 'Privacy Policy', redirectsTo: 'privacyPolicy' },
  verifyCard: { path: '/verify/card/:id?', title: 'Verify a card', renderedFor: 'anyone' },
  user: { path: '/user', title: ACCOUNT_TITLE, renderedFor: 'account' },
  card: { path: '/user/card/:id', title: ACCOUNT_TITLE, dialogOver: 'user', renderedFor: 'account' },
  business: { path: '/user/business', title: 'Your business', renderedFor: 'account' },
  company: { path: '/user/company', title: 'Your company', renderedFor: 'account' },
  affiliate: { path: '/user/affiliate', title: 'Your referrals', renderedFor: 'account' },
  billing: { path: '/user/billing', title: 'Your billing', renderedFor: 'account' },
  profile: { path: '/user/profile', title: 'Your profile', renderedFor: 'account' },
  requestCard: { path: '/request/card/:id', title: 'Request Physical Card' },
  resetPassword: { path: '/resetpassword/:id?', title: 'Reset password' },
  setPassword: { path: '/setpassword', title: 'Choose a new password' },
  verifyEmail: { path: '/verifyemail', title: 'Verify your email' },
  keepEmail: { path: '/keepemail', title: 'Keep your email address' },
  cancel: { path: '/cancel', title: 'Cancel Membership' },
  bill: { path: '/bill', title: 'Your bill' },
  claim: { path: '/claim', title: 'Claim your membership' },
  unsubscribe: { path: '/unsubscribe', title: 'Email settings' },
  staff: { path: '/staff/*', title: 'Staff', layout: 'own' },
  secretLogin: { path: '/secretloginpage', title: 'Staff login', layout: 'bare' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export type PublicPageName = {
  [Name in PageName]: (typeof pages)[Name] extends { isPublic: true } ? Name : never;
}[PageName];

const isPageName = (name: string): name is PageName => Object.hasOwn(pages, name);

export const pageNames = Object.keys(pages).filter(isPageName);

export function isPublic(name: PageName): name is PublicPageName {
  return 'isPublic' in pages[name];
}

/** False for pages that are `noindex`. */
export function isIndexed(name: PageName): boolean {
  return isPublic(name) || 'isIndexed' in pages[name];
}

/** Returns the page under a dialog that has its own path. Returns any other page unchanged. */
export function pageUnder(name: PageName): PageName {
  const page = pages[name];
  return 'dialogOver' in page ? page.dialogOver : name;
}

export const pathWithoutId = ({ path }: Pick<Page, 'path'>) => path.replace(/\/:.*/, '');

/** The pages that the server renders. Their scripts are loaded before the first render. */
export const renderedPageNames = pageNames.filter((name) => isPublic(name) || 'renderedFor' in pages[name]);

/** The file under web/ that exports the page's component. */
export function pageModule(name: string): string {
  return `pages/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

export const documentTitle = (title: string) => (title === SITE_NAME ? SITE_NAME : `${title} | ${SITE_NAME}`);

export type PlanSlug = 'individual' | 'family';
export type BusinessPlanSlug =
  | 'basic-networking'
  | 'basic-business'
  | 'exclusive-business'
  | 'premium-business';

/** The values of `type` in direct links to the educators page. */
export type SignupType = 'rep' | 'friend' | 'influencer';

const withId = (page: { path: `${string}/:id` | `${string}/:id?` }, id: string) =>
  `${pathWithoutId(page)}/${encodeURIComponent(id)}`;

/** The query parameter with the location that a business's page shows first. */
export const LOCATION_PARAMETER = 'location';

/** Paths for links, redirects, and emails. No other code may hard-code a page's path. */
export const paths = {
  home: () => pages.home.path,
  pricing: () => pages.pricing.path,
  pricingPlan: (plan: PlanSlug) => (plan === 'individual' ? pages.individualPlan : pages.familyPlan).path,
  /** Opens the plan's buy modal on the pricing page. */
  buy: (plan: PlanSlug) => `${pages.pricing.path}?plan=${plan}`,
  corporate: () => pages.corporatePlan.path,
  /** Opens the corporate purchase on the pricing page. */
  buyCorporate: () => `${pages.pricing.path}?plan=corporate`,
  businessPlans: () => pages.businessPlans.path,
  /** Opens the plan's purchase modal on the page of business plans. */
  buyBusinessPlan: (plan: BusinessPlanSlug) => `${pages.businessPlans.path}?plan=${plan}`,
  loyalty: () => pages.loyalty.path,
  /** Opens the signup modal on the program's page. */
  joinLoyalty: () => `${pages.loyalty.path}?signup=loyalty`,
  educators: () => pages.educators.path,
  /** Opens a role's signup modal on the service opportunities page. */
  educatorSignup: (type: SignupType) => `${pages.educators.path}?type=${type}`,
  educatorsFriend: () => pages.educatorsFriend.path,
  becomeInfluencer: () => `${pages.educatorsFriend.path}?signup=influencer`,
  educatorsRepresentative: () => pages.educatorsRepresentative.path,
  becomeEducator: () => `${pages.educatorsRepresentative.path}?signup=educator`,
  webinar: () => pages.webinar.path,
  webinarWith: (code: string) => `${pages.webinar.path}?code=${encodeURIComponent(code)}`,
  /** Opens the loyalty signup that redeems a webinar code. */
  joinLoyaltyWith: (code: string) => `${pages.loyalty.path}?signup=loyalty&code=${encodeURIComponent(code)}`,
  businessSignup: () => pages.businessSignup.path,
  /** Opens 'Serve Your Community' on the home page. */
  requestInformation: () => `${pages.home.path}?request=information`,
  trial: () => pages.trial.path,
  /** `query` comes from `writeAddress` (web/features/stores). */
  savings: (query = '') => (query === '' ? pages.savings.path : `${pages.savings.path}?${query}`),
  /** `locationId` is the location to show first. */
  store: (slug: string, locationId?: string) =>
    locationId === undefined
      ? withId(pages.store, slug)
      : `${withId(pages.store, slug)}?${LOCATION_PARAMETER}=${locationId}`,
  contact: () => pages.contact.path,
  faq: () => pages.faq.path,
  faqAnswer: (id: string) => `${pages.faq.path}#${encodeURIComponent(id)}`,
  legal: () => pages.legal.path,
  privacyPolicy: () => pages.privacyPolicy.path,
  cookiePolicy: () => pages.cookiePolicy.path,
  account: () => pages.user.path,
  business: () => pages.business.path,
  /** Opens the dialog that changes a business's plan: all plans, or the one with this id. */
  changeBusinessPlan: (plan?: number) => `${pages.business.path}?change=${plan ?? 'plan'}`,
  affiliate: () => pages.affiliate.path,
  billing: () => pages.billing.path,
  /** Opens the form that replaces the card and pays open bills. */
  updateCard: () => `${pages.billing.path}?card=update`,
  profile: () => pages.profile.path,
  commissions: (page: number) => (page === 1 ? pages.affiliate.path : `${pages.affiliate.path}?page=${page}`),
  company: (page = 1) => (page === 1 ? pages.company.path : `${pages.company.path}?page=${page}`),
  membershipCard: (membershipNumber: string) => withId(pages.card, membershipNumber),
  verify: () => pathWithoutId(pages.verifyCard),
  verifyCard: (membershipNumber: string) => withId(pages.verifyCard, membershipNumber),
  /** Shows the short result of a scan; `code` may be empty. */
  scannedCard: (membershipNumber: string, code: string) =>
    `${withId(pages.verifyCard, membershipNumber)}?scan=${encodeURIComponent(code)}`,
  requestCard: (membershipNumber: string) => withId(pages.requestCard, membershipNumber),
  resetPassword: (id?: string) =>
    id === undefined ? pathWithoutId(pages.resetPassword) : withId(pages.resetPassword, id),
  /** The link in an email adds the token after '#'. */
  setPassword: () => pages.setPassword.path,
  /** The link in an email adds the token after '#'. */
  verifyEmail: () => pages.verifyEmail.path,
  /** The link in an email adds the token after '#'. */
  keepEmail: () => pages.keepEmail.path,
  staffLogin: () => pages.secretLogin.path,
  /** The link in an email to a guest adds the key after '#'. */
  cancel: () => pages.cancel.path,
  /** The link in a guest's receipt has no key, because receipts are forwarded. */
  requestCancelLink: (receipt: string) => `${pages.cancel.path}?receipt=${encodeURIComponent(receipt)}`,
  /** The link in an email about an open bill adds the token after '#'. */
  bill: () => pages.bill.path,
  /** A claim link adds the token after '#'. */
  claim: () => pages.claim.path,
  /** The link in a newsletter adds the token after '#'. */
  unsubscribe: () => pages.unsubscribe.path,
  // Files and data: routes of the server, not pages.
  searchDownload: () => '/api/search/download',
  commissionsFile: () => '/api/affiliate/commissions.csv',
  companyCardsFile: (which: 'without-email' | 'all' = 'without-email') =>
    which === 'all' ? '/api/company/cards.pdf?all=1' : '/api/company/cards.pdf',
  companyCardsList: () => '/api/company/cards.csv',
  businessLogo: () => '/api/business/logo',
  businessPhotos: () => '/api/business/photos',
  applePass: (membershipNumber: string) => `/api/users/applepass?id=${encodeURIComponent(membershipNumber)}`,
  /** `id` identifies a purchase, a payment, a refund, or a dispute. */
  receipt: (id: string) => `/api/receipt?id=${encodeURIComponent(id)}`,
  receiptPdf: (id: string) => `/api/receipt?id=${encodeURIComponent(id)}&format=pdf`,
  statement: (year: number, format: 'pdf' | 'csv') => `/api/statement?year=${year}&format=${format}`,
} as const;
