import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

const address = {
  street1: '1600 Broadway',
  street2: 'Apt 4',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};
const card = { firstname: 'Zoë', recipient: 'Zoë Miller', number: '7K2M-9QXP-4ETH' };

export const PHYSICAL_CARD_MAIL_SAMPLES = {
  'card-requested': {
    mail: 'card-requested',
    to: 'zoe@example.com',
    props: { ...card, address, sentWithin: '5-7 business days' },
  },
  'card-sent': {
    mail: 'card-sent',
    to: 'zoe@example.com',
    props: { ...card, address: { ...address, street2: null } },
  },
  'card-came-back': { mail: 'card-came-back', to: 'zoe@example.com', props: { ...card, address } },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
