import { heading, press, type RouteState, signedInState, text, visitorState } from './route-state.ts';

const CANCEL_FROM_RECEIPT = '/cancel?receipt=0193a000-0000-7000-8000-000000000001';

/** Pages that most people open with a number or a link from an email. */
export const LINK_STATES: Record<string, readonly RouteState[]> = {
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
    visitorState('/setpassword', text(/^This link no longer works/)),
    visitorState('/setpassword#token=abc', heading('Choose a new password')),
    visitorState('/setpassword#token=abc', text('Required Field'), press('Change password')),
  ],
  '/keepemail': [
    visitorState('/keepemail', text(/^This link no longer works/)),
    visitorState('/keepemail#token=abc', text('Keep my email address')),
    visitorState('/keepemail#token=abc', text(/^This link no longer works/), press('Keep my email address')),
  ],
  '/verifyemail': [
    visitorState('/verifyemail', text(/^This link no longer works/)),
    visitorState('/verifyemail#token=abc', text('Verify my email')),
    visitorState('/verifyemail#token=abc', text(/^This link no longer works/), press('Verify my email')),
  ],
  '/cancel': [
    visitorState('/cancel', text('No Membership Found')),
    visitorState('/cancel#key=a.b.c', text('No Membership Found')),
    visitorState('/cancel#key=a.b.c', text('Check your email'), press('Email me a new link')),
    visitorState(CANCEL_FROM_RECEIPT, (page) =>
      page.getByRole('button', { name: 'Email me a link to cancel' }),
    ),
    visitorState(CANCEL_FROM_RECEIPT, text('Check your email'), press('Email me a link to cancel')),
  ],
  '/bill': [
    visitorState('/bill', text('Bill not found')),
    visitorState('/bill#token=abc', text(/^This link doesn’t work/)),
  ],
  '/claim': [
    visitorState('/claim', text('Open this page from the link in your email')),
    visitorState('/claim#token=abc', (page) => page.getByRole('main').getByRole('alert').first()),
  ],
  '/unsubscribe': [
    visitorState('/unsubscribe', text('Please open this page from the link in our email.')),
    visitorState('/unsubscribe#token=abc', text('This link doesn’t work.')),
  ],
  '/secretloginpage': [
    visitorState('/secretloginpage', (page) => page.getByLabel('Token', { exact: true })),
    visitorState('/secretloginpage', text('Something went wrong'), async (page) => {
      await page.getByLabel('Token', { exact: true }).fill('no-such-token');
      await press('Login')(page);
    }),
    signedInState('staff', '/secretloginpage', (page) => page.getByRole('button', { name: 'Logout' })),
  ],
};
