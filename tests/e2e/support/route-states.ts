import type { Locator, Page } from '@playwright/test';
import { pickOffer, showOffers } from './offers.ts';

/** The demo account whose email address has this name, or a visitor without an account. */
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

/**
 * A page in one of its states. States that need a purchase or an email are checked in the tests that make
 * them.
 */
export interface RouteState {
  as: Person;
  path: string;
  /** Finds an element that is visible only in this state. */
  findMarker(page: Page): Locator;
  /** Performs the actions on the page that lead to the state. */
  enterState?: ((page: Page) => Promise<void>) | undefined;
}

type StateLocator = RouteState['findMarker'];

const heading =
  (name: string | RegExp): StateLocator =>
  (page) =>
    page.getByRole('heading', { name }).first();
const dialog =
  (name: string): StateLocator =>
  (page) =>
    page.getByRole('dialog', { name });
const text =
  (words: string | RegExp): StateLocator =>
  (page) =>
    page.getByText(words).first();

const visitorState = (
  path: string,
  findMarker: StateLocator,
  enterState?: RouteState['enterState'],
): RouteState => ({
  as: 'visitor',
  path,
  findMarker,
  enterState,
});
const signedInState = (
  as: Person,
  path: string,
  findMarker: StateLocator,
  enterState?: RouteState['enterState'],
): RouteState => ({
  as,
  path,
  findMarker,
  enterState,
});

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).last().click();
const follow = (name: string) => (page: Page) => page.getByRole('link', { name }).last().click();

/** Every route of web/routes.tsx with the states that axe checks. */
export const ROUTE_STATES: Record<string, readonly RouteState[]> = {
  '/': [
    visitorState('/', heading('One card for all of main street')),
    visitorState('/', text('Offers near Denver, CO 80202'), showOffers),
    visitorState('/?login=1', dialog('Login')),
    visitorState('/?request=information', dialog('Serve Your Community')),
    signedInState('family', '/', (page) => page.getByRole('button', { name: 'Logout' }), press('Welcome')),
    signedInState('business', '/', heading('One card for all of main street')),
  ],
  '/trial': [
    visitorState('/trial', (page) => page.getByRole('dialog').getByText('$99.90/Month')),
    signedInState('family', '/trial', (page) => page.getByRole('button', { name: 'Start my trial' })),
    signedInState('business', '/trial', heading('You already have a business plan')),
  ],
  '/affiliates': [
    visitorState('/affiliates', heading('Community Educator Membership')),
    visitorState('/affiliates?plan=basic-networking', heading('Login to continue')),
    signedInState('business', '/affiliates?plan=basic-networking', heading('Manage your Business Plan')),
  ],
  '/affiliates/loyalty': [
    visitorState('/affiliates/loyalty', heading('Deluxe Membership')),
    visitorState('/affiliates/loyalty?signup=loyalty', heading('Login to continue')),
    signedInState(
      'loyalty',
      '/affiliates/loyalty?signup=loyalty',
      heading('You already are part of the Business Loyalty Program!'),
    ),
  ],
  '/webinar': [
    visitorState('/webinar', heading('Do you have a code?')),
    visitorState('/webinar', text('Required Field'), press('Enter code')),
    visitorState('/webinar?code=NOSUCH', (page) => page.getByRole('main').getByRole('alert').first()),
  ],
  '/business/signup': [visitorState('/business/signup', heading('Community Educator Membership'))],
  '/educators': [
    visitorState('/educators', heading('Service Member')),
    visitorState('/educators?type=friend', heading('Login to continue')),
    signedInState('friend', '/educators?type=friend', heading("You're all set!")),
    signedInState('influencer', '/educators?type=influencer', heading("You're all set!")),
    signedInState('educator', '/educators?type=rep', heading('You already signed up to be an Educator!')),
    signedInState('staff', '/educators?type=rep', heading(/^Your account is set to be an admin/)),
    signedInState('developer', '/educators?type=rep', heading(/^Your account is set to be a developer/)),
  ],
  '/educators/friend': [
    visitorState('/educators/friend', heading('Influencer')),
    visitorState('/educators/friend?signup=influencer', heading('Login to continue')),
  ],
  '/educators/representative': [
    visitorState('/educators/representative', heading('Educators')),
    visitorState('/educators/representative?signup=educator', heading('Login to continue')),
  ],
  '/pricing': [
    visitorState('/pricing', heading('Individual plan')),
    visitorState('/pricing', text(/^You’d save /), pickOffer),
    visitorState('/pricing?plan=corporate', heading('Before you can continue...')),
    signedInState('family', '/pricing?plan=individual', dialog('Individual plan')),
    signedInState('company', '/pricing?plan=corporate', heading('Your company has its cards')),
  ],
  '/pricing/individual': [visitorState('/pricing/individual', heading('Individual plan'))],
  '/pricing/family': [visitorState('/pricing/family', heading('Family/Educator plan'))],
  '/pricing/corporate': [visitorState('/pricing/corporate', heading('Corporate plan'))],
  '/savings': [
    visitorState('/savings', heading(/businesses$/)),
    visitorState('/savings?zip=10001&sort=distance&national=true', heading(/businesses$/)),
    visitorState('/savings?name=qqqqqqqq&zip=10001&distance=20', heading('No Results')),
    visitorState('/savings?page=999999', heading(/^There is no page/)),
    visitorState('/savings?zip=00001&city=Nowhere', heading('Find Businesses')),
    visitorState('/savings?state=NY', heading('Find Businesses')),
    signedInState('family', '/savings?zip=10001', heading(/businesses$/)),
  ],
  '/savings/:id': [visitorState('/savings/unknown', heading('This business is not listed'))],
  '/contact': [visitorState('/contact', heading('Contact us'))],
  '/faq': [visitorState('/faq', heading('What is the Everything Card?'))],
  '/legal': [visitorState('/legal', heading('Privacy Policy'))],
  '/legal/privacy-policy': [visitorState('/legal/privacy-policy', text(/^Last changed/))],
  '/legal/cookie-policy': [visitorState('/legal/cookie-policy', text(/^Last changed/))],
  '/user': [
    visitorState('/user', heading('Login to continue')),
    signedInState('member', '/user', heading('Individual membership')),
    signedInState('company', '/user', heading('Corporate Group membership')),
    signedInState('staff', '/user', heading('You have no membership yet')),
    signedInState(
      'member',
      '/user',
      (page) => dialog('Change to Family')(page).getByText('Charged now'),
      follow('Change to Family'),
    ),
    signedInState('member', '/user', dialog('Cancel Membership'), press('Cancel Membership')),
    signedInState(
      'family',
      '/user',
      (page) => dialog('Change to Individual')(page).getByText('Nothing is refunded.'),
      press('Change to Individual'),
    ),
    signedInState('family', '/user', dialog('Edit family members'), follow('Edit Family Members')),
  ],
  '/user/card/:id': [
    visitorState('/user/card/0000-0000-0000', heading('Login to continue')),
    signedInState('family', '/user/card/0000-0000-0000', dialog('Membership Card')),
  ],
  '/user/business': [
    visitorState('/user/business', heading('Login to continue')),
    signedInState('family', '/user/business', heading('You have no business plan')),
    signedInState('business', '/user/business', heading('Your listing')),
    signedInState('business', '/user/business?change=plan', heading('Deluxe Membership')),
    signedInState('business', '/user/business?change=7', text('Charged now')),
    signedInState('business', '/user/business?change=8', text(/^Your plan changes to /)),
  ],
  '/user/company': [
    visitorState('/user/company', heading('Login to continue')),
    signedInState('family', '/user/company', heading('Your company has no cards yet')),
    signedInState('company', '/user/company', heading('Ava Brooks')),
    signedInState('company', '/user/company?find=zzzz', heading('Nobody found')),
    signedInState('company', '/user/company?edit=company', dialog('Edit company details')),
    signedInState('company', '/user/company', dialog('Remove card'), press('Remove card of Ava Brooks')),
    signedInState(
      'company',
      '/user/company',
      (page) => page.getByRole('dialog', { name: 'Cancel Plan' }),
      press('Cancel Plan with all its cards'),
    ),
  ],
  '/user/billing': [
    visitorState('/user/billing', heading('Login to continue')),
    signedInState('member', '/user/billing', heading('Payment method')),
    signedInState('member', '/user/billing?card=update', dialog('Update card')),
    signedInState('staff', '/user/billing', heading('Nothing renews')),
  ],
  '/user/profile': [
    visitorState('/user/profile', heading('Login to continue')),
    signedInState('member', '/user/profile', text('You can’t delete your account yet:')),
    signedInState(
      'staff',
      '/user/profile',
      (page) => page.getByRole('button', { name: 'Delete my account for good' }),
      press('Delete my account…'),
    ),
    signedInState('staff', '/user/profile', text(/^We sent a link to/), async (page) => {
      const form = page.getByRole('region', { name: 'Your e-mail address' });
      await form.getByLabel('New e-mail').fill('staff.new@example.com');
      await form.getByLabel('Current password', { exact: true }).fill('everything-demo');
      await press('Change e-mail')(page);
    }),
  ],
  '/user/affiliate': [
    visitorState('/user/affiliate', heading('Login to continue')),
    signedInState('family', '/user/affiliate', heading('You recommend nobody yet')),
    signedInState('friend', '/user/affiliate', heading('Your link')),
    signedInState('educator', '/user/affiliate', heading('Your downline')),
    signedInState('loyalty', '/user/affiliate', text('Your program pays no commission on sales')),
    signedInState('friend', '/user/affiliate', text('Required Field'), press('Save the bank account')),
    signedInState('friend', '/user/affiliate', text('File my W-9'), press('I live in the United States')),
    signedInState('friend', '/user/affiliate', text('File my W-8BEN'), press('I live elsewhere')),
    signedInState('educator', '/user/affiliate', heading('Commissions by week'), press('by week')),
  ],
  '/verify/card/:id?': [
    visitorState('/verify/card', heading('Verify a card')),
    visitorState('/verify/card/0000-0000-0000', heading('No Membership Found')),
  ],
  '/request/card/:id': [
    visitorState('/request/card/0000-0000-0000', heading('Login to continue')),
    visitorState('/request/card/0000-0000-0000#key=a.b.c', text('No Membership Found')),
    signedInState('family', '/request/card/0000-0000-0000', text('No Membership Found')),
  ],
  '/resetpassword/:id?': [
    visitorState('/resetpassword', text('Invalid ID')),
    visitorState('/resetpassword/0193a000-0000-7000-8000-000000000001', text('Invalid ID')),
  ],
  '/setpassword': [
    visitorState('/setpassword', text(/^This link is not valid any more/)),
    visitorState('/setpassword#token=abc', heading('Choose a new password')),
    visitorState('/setpassword#token=abc', text('Required Field'), press('Change password')),
  ],
  '/verifyemail': [
    visitorState('/verifyemail', text(/^This link is not valid any more/)),
    visitorState('/verifyemail#token=abc', text('Verify my e-mail')),
    visitorState(
      '/verifyemail#token=abc',
      text(/^This link is not valid any more/),
      press('Verify my e-mail'),
    ),
  ],
  '/cancel': [
    visitorState('/cancel', text('No Membership Found')),
    visitorState('/cancel#key=a.b.c', text('No Membership Found')),
  ],
  '/bill': [
    visitorState('/bill', text('Bill not found')),
    visitorState('/bill#token=abc', text(/^This link does not work/)),
  ],
  '/claim': [
    visitorState('/claim', text('Open this page by the link in your mail')),
    visitorState('/claim#token=abc', (page) => page.getByRole('main').getByRole('alert').first()),
  ],
  '/unsubscribe': [
    visitorState('/unsubscribe', text('Please open this page by the link in our newsletter.')),
    visitorState('/unsubscribe#token=abc', text('This link does not work.')),
  ],
  '/secretloginpage': [
    visitorState('/secretloginpage', (page) => page.getByLabel('Token', { exact: true })),
    visitorState('/secretloginpage', text('Something went wrong'), async (page) => {
      await page.getByLabel('Token', { exact: true }).fill('no-such-token');
      await press('Login')(page);
    }),
    signedInState('staff', '/secretloginpage', (page) => page.getByRole('button', { name: 'Logout' })),
  ],
  '/staff/*': [
    visitorState('/staff', heading('Login to continue')),
    signedInState('member', '/staff', heading('Page not found')),
    signedInState('staff', '/staff', heading('Overview')),
  ],
  '*': [visitorState('/nothing/here', heading('Page not found'))],
};

/** Lists the states for one person, in the order of the routes. */
export function listStates(person: Person): RouteState[] {
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
