import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const ACCOUNT_MAIL_SAMPLES = {
  welcome: { mail: 'welcome', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'password-reset': {
    mail: 'password-reset',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', resetUrl: 'https://card.example/newpassword?token=a.b.c&x=1' },
  },
  'verify-email': {
    mail: 'verify-email',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', verifyUrl: 'https://card.example/verifyemail#token=a.b.c', days: 7 },
  },
  'change-email': {
    mail: 'change-email',
    to: 'zoe.new@example.com',
    props: { firstname: 'Zoë', verifyUrl: 'https://card.example/verifyemail#token=a.b.c', days: 7 },
  },
  'email-change-requested': {
    mail: 'email-change-requested',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      newEmail: 'n•••@example.com',
      keepUrl: { kind: 'keep-email', id: '00000000-0000-4000-8000-000000000000:0' },
      days: 7,
    },
  },
  'email-changed': {
    mail: 'email-changed',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', newEmail: 'z•••@example.com' },
  },
  'account-deleted': { mail: 'account-deleted', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'password-changed': { mail: 'password-changed', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'email-taken': { mail: 'email-taken', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
