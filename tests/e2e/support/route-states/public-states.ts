import type { Page } from '@playwright/test';
import { pickOffer, showOffers } from '../offers.ts';
import { dialog, heading, press, type RouteState, signedInState, text, visitorState } from './route-state.ts';

const DEMO_BAKERY = '/savings?name=Walker+Street+Bakery';
/** Finds a demo business that shows its offers only to members. */
const DEMO_OUTFITTERS = '/savings?name=Alvarez+%26+Family+Outfitters';

const openStore = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();

/** Pages for everyone. */
export const PUBLIC_STATES: Record<string, readonly RouteState[]> = {
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
    signedInState('company', '/pricing?plan=corporate', heading('Your company already has cards')),
  ],
  '/pricing/individual': [visitorState('/pricing/individual', heading('Individual plan'))],
  '/pricing/family': [visitorState('/pricing/family', heading('Family/Educator plan'))],
  '/pricing/corporate': [visitorState('/pricing/corporate', heading('Corporate plan'))],
  '/savings': [
    visitorState('/savings', heading(/businesses$/)),
    visitorState('/savings?zip=10001&sort=distance&national=true', heading(/businesses$/)),
    visitorState('/savings?name=qqqqqqqq&zip=10001&distance=20', heading('No Results')),
    visitorState('/savings?page=999999', heading(/^There’s no page/)),
    visitorState('/savings?zip=00001&city=Nowhere', heading('Find Businesses')),
    visitorState('/savings?state=NY', heading('Find Businesses')),
    signedInState('family', '/savings?zip=10001', heading(/businesses$/)),
    // The slugs of demo businesses differ on each machine, so their pages are opened from the search.
    visitorState(DEMO_BAKERY, text('A neighborhood bakery'), openStore('Walker Street Bakery')),
    visitorState(
      DEMO_OUTFITTERS,
      text('Members see these 2 offers.'),
      openStore('Alvarez & Family Outfitters'),
    ),
    signedInState(
      'member',
      DEMO_BAKERY,
      (page) => page.getByRole('button', { name: 'Favorite' }),
      openStore('Walker Street Bakery'),
    ),
    signedInState('business', DEMO_BAKERY, text('A neighborhood bakery'), openStore('Walker Street Bakery')),
  ],
  '/savings/:id': [visitorState('/savings/unknown', heading('This business isn’t listed'))],
  '/contact': [visitorState('/contact', heading('Contact us'))],
  '/faq': [visitorState('/faq', heading('What is the Everything Card?'))],
  '/legal': [visitorState('/legal', heading('Privacy Policy'))],
  '/legal/privacy-policy': [visitorState('/legal/privacy-policy', text(/^Last updated/))],
  '/legal/cookie-policy': [visitorState('/legal/cookie-policy', text(/^Last updated/))],
};
