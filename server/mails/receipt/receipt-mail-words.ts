import { formatLongDate } from '../../lib/dates.ts';
import { paths } from '../../site/pages.shared.ts';
import type { MailRemark } from '../mail-content.ts';
import type { ReceiptMailProps, ReceiptSubject } from './receipt-mail-props.ts';

/** The texts that depend on what was bought. */
interface ReceiptMailTexts {
  thanks: (props: ReceiptMailProps) => string;
  /** Inboxes show this before 'paid on …' if there is no membership number. */
  preview: string;
  nextSteps: (props: ReceiptMailProps, publicUrl: string) => MailRemark[];
}

const TEXTS_BY_SUBJECT: Record<ReceiptSubject, ReceiptMailTexts> = {
  membership: {
    thanks: () =>
      'Thanks for buying the Everything Card. Your membership is active now: give your membership ID at checkout and save.',
    preview: 'Your membership',
    nextSteps: verificationRemark,
  },
  'business plan': {
    thanks: ({ lines }) =>
      `Thanks for buying the ${lines[0]?.description ?? 'business'} plan. Your business is listed now: members find it in the savings search.`,
    preview: 'Your business plan',
    nextSteps: (_props, publicUrl) => [
      { text: 'Add your logo and your promotions here:', url: `${publicUrl}${paths.business()}` },
    ],
  },
  'new business plan': {
    thanks: () =>
      'Your business plan has changed, and what it includes is yours from today. If it adds programs, we will get in touch with you to set them up.',
    preview: 'Your new business plan',
    nextSteps: (_props, publicUrl) => [
      { text: 'See your plan here:', url: `${publicUrl}${paths.business()}` },
    ],
  },
  'corporate plan': {
    thanks: () =>
      'Thanks for buying Everything Cards for your employees. The cards are active now, and employees with an e-mail address get an invitation to claim theirs.',
    preview: 'Your corporate plan',
    nextSteps: (_props, publicUrl) => [
      {
        text: 'See the cards, and print those of employees without e-mail:',
        url: `${publicUrl}${paths.company()}`,
      },
    ],
  },
  'physical card': {
    thanks: () =>
      'Thanks for ordering a new card. It has the number of your membership, so you can keep using the card on your phone in the meantime.',
    preview: 'Your new card',
    nextSteps: verificationRemark,
  },
  'family membership': {
    thanks: () =>
      'Your membership now covers your family. Its number and its card stay the same, and the card names your family when it is checked.',
    preview: 'Your family membership',
    nextSteps: verificationRemark,
  },
};

function verificationRemark({ membershipNumber }: ReceiptMailProps, publicUrl: string): MailRemark[] {
  if (!membershipNumber) return [];
  return [
    { text: 'Anyone can check your card here:', url: `${publicUrl}${paths.verifyCard(membershipNumber)}` },
  ];
}

export function buildPreview({ subject, membershipNumber, paidAt }: ReceiptMailProps): string {
  const subjectText = membershipNumber
    ? `Membership ID ${membershipNumber}`
    : TEXTS_BY_SUBJECT[subject].preview;
  return `${subjectText}, paid on ${formatLongDate(paidAt)}.`;
}

export function buildThanks(props: ReceiptMailProps): string {
  return TEXTS_BY_SUBJECT[props.subject].thanks(props);
}

export function listNextSteps(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  return TEXTS_BY_SUBJECT[props.subject].nextSteps(props, publicUrl);
}

export function listPrintedCardRemarks({ printedCard }: ReceiptMailProps): MailRemark[] {
  if (!printedCard) return [];
  const text = printedCard.isOrdered
    ? 'Did your printed card get lost? Ask for another one here:'
    : 'Would you like a printed card, too? Ask for it here:';
  return [{ text, url: printedCard.url }];
}
