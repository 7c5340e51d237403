import {
  dialog,
  follow,
  heading,
  press,
  type RouteState,
  signedInState,
  text,
  visitorState,
} from './route-state.ts';

/** Pages of an account. */
export const ACCOUNT_STATES: Record<string, readonly RouteState[]> = {
  '/user': [
    visitorState('/user', heading('Login to continue')),
    signedInState('member', '/user', heading('Individual membership')),
    signedInState('company', '/user', heading('Corporate Group membership')),
    signedInState('staff', '/user', heading('You don’t have a membership yet')),
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
      (page) => dialog('Change to Individual')(page).getByText('You won’t get a refund.'),
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
    signedInState('family', '/user/business', heading('You don’t have a business plan')),
    signedInState('business', '/user/business', heading('Your listing')),
    signedInState('business', '/user/business?change=plan', heading('Deluxe Membership')),
    signedInState('business', '/user/business?change=7', text('Charged now')),
    signedInState('business', '/user/business?change=8', text(/^Your plan changes to /)),
  ],
  '/user/company': [
    visitorState('/user/company', heading('Login to continue')),
    signedInState('family', '/user/company', heading('Your company has no cards yet')),
    signedInState('company', '/user/company', heading('Ava Brooks')),
    signedInState('company', '/user/company?find=zzzz', heading('No matches')),
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
      (page) => page.getByRole('button', { name: 'Delete my account permanently' }),
      press('Delete my account…'),
    ),
    signedInState('staff', '/user/profile', text(/^We sent a link to/), async (page) => {
      const form = page.getByRole('region', { name: 'Your email address' });
      await form.getByLabel('New email').fill('staff.new@example.com');
      await form.getByLabel('Current password', { exact: true }).fill('everything-demo');
      await press('Change email')(page);
    }),
  ],
  '/user/affiliate': [
    visitorState('/user/affiliate', heading('Login to continue')),
    signedInState('family', '/user/affiliate', heading('You’re not an affiliate yet')),
    signedInState('friend', '/user/affiliate', heading('Your link')),
    signedInState('educator', '/user/affiliate', heading('Your downline')),
    signedInState('loyalty', '/user/affiliate', text('Your program doesn’t pay commissions on sales')),
    signedInState('friend', '/user/affiliate', text('Required Field'), press('Save bank account')),
    signedInState('friend', '/user/affiliate', text('File my W-9'), press('I live in the United States')),
    signedInState(
      'friend',
      '/user/affiliate',
      text('File my W-8BEN'),
      press('I live outside the United States'),
    ),
    signedInState('educator', '/user/affiliate', heading('Commissions by week'), press('by week')),
  ],
};
