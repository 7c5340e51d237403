import type { Locator, Page } from '@playwright/test';

/** The demo account with this name in its e-mail address, or a visitor without an account. */
export type Person =
  | 'visitor'
  | 'member'
  | 'family'
  | 'friend'
  | 'influencer'
  | 'educator'
  | 'loyalty'
  | 'business'
  | 'company'
  | 'staff'
  | 'developer';

/** A page in one of its states. States that take a purchase or a mail are checked in the tests that make one. */
export interface RouteState {
  as: Person;
  path: string;
  /** An element that is visible only in this state. */
  shows(page: Page): Locator;
  /** The actions on the page that lead to the state. */
  act?: ((page: Page) => Promise<void>) | undefined;
}

type Shows = RouteState['shows'];

const heading =
  (name: string | RegExp): Shows =>
  (page) =>
    page.getByRole('heading', { name }).first();
const dialog =
  (name: string): Shows =>
  (page) =>
    page.getByRole('dialog', { name });
const text =
  (words: string | RegExp): Shows =>
  (page) =>
    page.getByText(words).first();

const visitor = (path: string, shows: Shows, act?: RouteState['act']): RouteState => ({
  as: 'visitor',
  path,
  shows,
  act,
});
const known = (as: Person, path: string, shows: Shows, act?: RouteState['act']): RouteState => ({
  as,
  path,
  shows,
  act,
});

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).last().click();

/** Every route of web/routes.tsx with the states that axe checks. */
export const ROUTE_STATES: Record<string, readonly RouteState[]> = {
  '/': [
    visitor('/', heading('One card for all of main street')),
    visitor('/?login=1', dialog('Login')),
    visitor('/?request=information', dialog('Serve Your Community')),
    known('family', '/', (page) => page.getByRole('button', { name: 'Logout' }), press('Welcome')),
    known('business', '/', heading('One card for all of main street')),
  ],
  '/trial': [
    visitor('/trial', (page) => page.getByRole('dialog').getByText('$99.90/Month')),
    known('family', '/trial', (page) => page.getByRole('button', { name: 'Start my trial' })),
    known('business', '/trial', heading('You already have a business plan')),
  ],
  '/affiliates': [
    visitor('/affiliates', heading('Community Educator Membership')),
    visitor('/affiliates?plan=basic-networking', heading('Login to continue')),
    known('business', '/affiliates?plan=basic-networking', heading('Manage your Business Plan')),
  ],
  '/affiliates/loyalty': [
    visitor('/affiliates/loyalty', heading('Deluxe Membership')),
    visitor('/affiliates/loyalty?signup=loyalty', heading('Login to continue')),
    known(
      'loyalty',
      '/affiliates/loyalty?signup=loyalty',
      heading('You already are part of the Business Loyalty Program!'),
    ),
  ],
  '/webinar': [
    visitor('/webinar', heading('Do you have a code?')),
    visitor('/webinar', text('Required Field'), press('Enter code')),
    visitor('/webinar?code=NOSUCH', (page) => page.getByRole('main').getByRole('alert').first()),
  ],
  '/business/signup': [visitor('/business/signup', heading('Community Educator Membership'))],
  '/educators': [
    visitor('/educators', heading('Service Member')),
    visitor('/educators?type=friend', heading('Login to continue')),
    known('friend', '/educators?type=friend', heading("You're all set!")),
    known('influencer', '/educators?type=influencer', heading("You're all set!")),
    known('educator', '/educators?type=rep', heading('You already signed up to be an Educator!')),
    known('staff', '/educators?type=rep', heading(/^Your account is set to be an admin/)),
    known('developer', '/educators?type=rep', heading(/^Your account is set to be a developer/)),
  ],
  '/educators/friend': [
    visitor('/educators/friend', heading('Influencer')),
    visitor('/educators/friend?signup=influencer', heading('Login to continue')),
  ],
  '/educators/representative': [
    visitor('/educators/representative', heading('Educators')),
    visitor('/educators/representative?signup=educator', heading('Login to continue')),
  ],
  '/pricing': [
    visitor('/pricing', heading('Individual plan')),
    visitor('/pricing?plan=corporate', heading('Before you can continue...')),
    known('family', '/pricing?plan=individual', dialog('Individual plan')),
    known('company', '/pricing?plan=corporate', heading('Your company has its cards')),
  ],
  '/pricing/individual': [visitor('/pricing/individual', heading('Individual plan'))],
  '/pricing/family': [visitor('/pricing/family', heading('Family/Educator plan'))],
  '/pricing/corporate': [visitor('/pricing/corporate', heading('Corporate plan'))],
  '/savings': [
    visitor('/savings', heading(/businesses$/)),
    visitor('/savings?zip=10001&sort=distance&national=true', heading(/businesses$/)),
    visitor('/savings?name=qqqqqqqq&zip=10001&distance=20', heading('No Results')),
    visitor('/savings?page=999999', heading(/^There is no page/)),
    visitor('/savings?zip=00001&city=Nowhere', heading('Find Businesses')),
    visitor('/savings?state=NY', heading('Find Businesses')),
    known('family', '/savings?zip=10001', heading(/businesses$/)),
  ],
  '/contact': [visitor('/contact', heading('Contact us'))],
  '/faq': [visitor('/faq', heading('What is the Everything Card?'))],
  '/legal': [visitor('/legal', heading('Privacy Policy'))],
  '/legal/privacy-policy': [visitor('/legal/privacy-policy', text(/^Last changed/))],
  '/legal/cookie-policy': [visitor('/legal/cookie-policy', text(/^Last changed/))],
  '/user': [
    visitor('/user', heading('Login to continue')),
    known('member', '/user', heading('Individual membership')),
    known('company', '/user', heading('Corporate Group membership')),
    known('staff', '/user', heading('You have no membership yet')),
  ],
  '/user/card/:id': [
    visitor('/user/card/0000-0000-0000', heading('Login to continue')),
    known('family', '/user/card/0000-0000-0000', dialog('Membership Card')),
  ],
  '/user/business': [
    visitor('/user/business', heading('Login to continue')),
    known('family', '/user/business', heading('You have no business plan')),
    known('business', '/user/business', heading('Your listing')),
  ],
  '/user/company': [
    visitor('/user/company', heading('Login to continue')),
    known('family', '/user/company', heading('Your company has no cards yet')),
    known('company', '/user/company', heading('Ava Brooks')),
    known('company', '/user/company?find=zzzz', heading('Nobody found')),
    known(
      'company',
      '/user/company',
      (page) => page.getByRole('dialog', { name: 'Cancel Plan' }),
      press('Cancel Plan with all its cards'),
    ),
  ],
  '/user/affiliate': [
    visitor('/user/affiliate', heading('Login to continue')),
    known('family', '/user/affiliate', heading('You recommend nobody yet')),
    known('friend', '/user/affiliate', heading('Your link')),
    known('influencer', '/user/affiliate', heading('Your link')),
    known('educator', '/user/affiliate', heading('Your downline')),
    known('loyalty', '/user/affiliate', text('Your program pays no commission on sales')),
  ],
  '/verify/card/:id?': [
    visitor('/verify/card', heading('Verify a card')),
    visitor('/verify/card/0000-0000-0000', heading('No Membership Found')),
  ],
  '/request/card/:id': [
    visitor('/request/card/0000-0000-0000', heading('Login to continue')),
    visitor('/request/card/0000-0000-0000#key=a.b.c', text('No Membership Found')),
    known('family', '/request/card/0000-0000-0000', text('No Membership Found')),
  ],
  '/resetpassword/:id?': [
    visitor('/resetpassword', text('Invalid ID')),
    visitor('/resetpassword/0193a000-0000-7000-8000-000000000001', text('Invalid ID')),
  ],
  '/setpassword': [
    visitor('/setpassword', text(/^This link is not valid any more/)),
    visitor('/setpassword#token=abc', heading('Choose a new password')),
    visitor('/setpassword#token=abc', text('Required Field'), press('Change password')),
  ],
  '/cancel': [
    visitor('/cancel', text('No Membership Found')),
    visitor('/cancel#key=a.b.c', text('No Membership Found')),
  ],
  '/claim': [
    visitor('/claim', text('Open this page by the link in your mail')),
    visitor('/claim#token=abc', (page) => page.getByRole('main').getByRole('alert').first()),
  ],
  '/secretloginpage': [
    visitor('/secretloginpage', (page) => page.getByLabel('Token', { exact: true })),
    visitor('/secretloginpage', text('Something went wrong'), async (page) => {
      await page.getByLabel('Token', { exact: true }).fill('no-such-token');
      await press('Login')(page);
    }),
    known('staff', '/secretloginpage', (page) => page.getByRole('button', { name: 'Logout' })),
  ],
  '*': [visitor('/nothing/here', heading('Page not found'))],
};

/** The states for one person, in the order of the routes. */
export function statesOf(person: Person): RouteState[] {
  return Object.values(ROUTE_STATES)
    .flat()
    .filter(({ as }) => as === person);
}

/** Every person with an account in the table. */
export const PEOPLE = [
  ...new Set(
    Object.values(ROUTE_STATES)
      .flat()
      .map(({ as }) => as),
  ),
].filter((person) => person !== 'visitor');
