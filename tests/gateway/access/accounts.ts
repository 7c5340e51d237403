import { newId } from '#server/lib/ids.ts';
import { type Row, row } from './row.ts';
import type { Rows, World } from './world.ts';

const emptyCall = () => ({});
export const registration = (world: World) => ({
  firstname: 'New',
  lastname: 'Person',
  email: world.newEmail(),
  zip: '80202',
  password: world.password,
});
export const wholeEmail = (answer: string, { account }: Rows) => answer.includes(account.email);

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const ACCOUNT_ROWS: readonly Row[] = [
  row('mutation accounts.register', '+ + + + + + + .', (_, world) => ({ input: registration(world) })),
  row('mutation accounts.login', '+ + + + + + + .', (_, { actors, password }) => ({
    input: { email: actors.visitor.rows.account.email, password },
  })),
  row('mutation accounts.staffLogin', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.staffToken() },
  })),
  row('mutation accounts.logout', '+ + + + + + + .', emptyCall),
  row(
    'query accounts.emailFromId',
    'm + + + + + + m',
    ({ rows }) => ({ input: { id: rows.account.id } }),
    wholeEmail,
  ),
  row('mutation accounts.passwordReset.request', '+ + + + + + + .', ({ rows }) => ({
    input: { id: rows.account.id },
  })),
  row('mutation accounts.passwordReset.complete', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.resetToken(), password: world.password, confirm: world.password },
  })),
  row('mutation accounts.emailVerification.complete', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.verificationToken() },
  })),
  row('mutation accounts.emailVerification.keepEmail', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.keepEmailToken() },
  })),
  row('mutation accounts.emailVerification.resend', 'L + + + + + + .', emptyCall),
  row('query accounts.profile.get', 'L + + + + + + .', emptyCall),
  row('mutation accounts.profile.changeName', 'L + + + + + + .', () => ({
    input: { firstname: 'Ann', lastname: 'Park' },
  })),
  row('mutation accounts.profile.changePassword', 'L + + + + + + .', (_, { password }) => ({
    input: { currentPassword: password, password, confirm: password },
  })),
  row('mutation accounts.profile.changeEmail', 'L + + + + + + .', ({ rows }, { password }) => ({
    input: { email: `new.${rows.account.email}`, currentPassword: password },
  })),
  row('mutation accounts.profile.withdrawEmailChange', 'L + + + + + + .', emptyCall),
  row('query accounts.profile.mailPreferences', 'L + + + + + + .', emptyCall),
  row('mutation accounts.profile.saveMailPreferences', 'L + + + + + + .', () => ({
    input: { newsletter: true, shippingNotices: true, renewalReceipts: true, receiptPdf: false },
  })),
  row('query checkout.rememberedContact', 'L + + + + + + .', emptyCall),
  row('query personalData.deletionStanding', 'L + + + + + + .', emptyCall),
  row('mutation personalData.deleteAccount', 'L U U U U U U .', async (_, { password }) => ({
    input: { currentPassword: password },
  })),
  row('GET /api/account/data.json', 'L + + + + + + .', () => ({ url: '/api/account/data.json' })),
  row('query accounts.profile.sessions', 'L + + + + + + .', emptyCall),
  row('mutation accounts.profile.endSession', 'L + + + + + + .', () => ({ input: { id: newId() } })),
  row('mutation accounts.profile.endOtherSessions', 'L + + + + + + .', emptyCall),
];
