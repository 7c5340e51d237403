import { formatDateInWords } from '../../../lib/dates.ts';
import { paths } from '../../../lib/pages.shared.ts';
import type { MailRemark } from '../mail-content.ts';
import type { ReceiptMailProps } from './receipt-mail-props.ts';
import type { ReceiptSubject } from './receipt-subject.shared.ts';
import { describeDelivery } from './receipt-words.ts';

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
      'Thanks for buying the Everything Card. Your membership is active: give your membership ID at checkout, and save.',
    preview: 'Your membership',
    nextSteps: listVerificationRemarks,
  },
  'business plan': {
    thanks: ({ lines }) =>
      `Thanks for choosing ${lines[0]?.description ?? 'a business plan'}. Your business is listed, and members can find it in the savings search.`,
    preview: 'Your business plan',
    nextSteps: (_props, publicUrl) => [
      {
        heading: 'Complete your listing',
        text: 'A logo and promotions help members notice you.',
        link: { label: 'Edit your listing', url: `${publicUrl}${paths.business()}` },
      },
    ],
  },
  'new business plan': {
    thanks: () =>
      'Your new business plan starts today. If it adds programs, we’ll contact you to set them up.',
    preview: 'Your new business plan',
    nextSteps: (_props, publicUrl) => [
      {
        text: 'Your plan and your listing are in your account.',
        link: { label: 'See your plan', url: `${publicUrl}${paths.business()}` },
      },
    ],
  },
  'corporate plan': {
    thanks: () =>
      'Thanks for buying Everything Cards for your employees. The cards are active, and every employee with an email address gets an invitation to claim theirs.',
    preview: 'Your corporate plan',
    nextSteps: (_props, publicUrl) => [
      {
        heading: 'Your employees’ cards',
        text: 'See all cards, and print those of employees without an email address.',
        link: { label: 'See the cards', url: `${publicUrl}${paths.company()}` },
      },
    ],
  },
  'physical card': {
    thanks: () =>
      'Thanks for ordering a new card. It has the same membership ID, so you can keep using the card on your phone in the meantime.',
    preview: 'Your new card',
    nextSteps: listVerificationRemarks,
  },
  'family membership': {
    thanks: () =>
      'Your membership now covers your family. Your membership ID and your card stay the same, and your family shows up when a business checks the card.',
    preview: 'Your family membership',
    nextSteps: listVerificationRemarks,
  },
};

function listVerificationRemarks({ membershipNumber }: ReceiptMailProps, publicUrl: string): MailRemark[] {
  if (!membershipNumber) return [];
  return [
    {
      heading: 'At checkout',
      text: 'Give your membership ID, or show your card. Businesses can check it online.',
      link: { label: 'Check your card', url: `${publicUrl}${paths.verifyCard(membershipNumber)}` },
    },
  ];
}

export function buildPreview({ subject, membershipNumber, paidAt }: ReceiptMailProps): string {
  const subjectText = membershipNumber
    ? `Membership ID ${membershipNumber}`
    : TEXTS_BY_SUBJECT[subject].preview;
  return `${subjectText}, paid on ${formatDateInWords(paidAt)}.`;
}

export function buildThanks(props: ReceiptMailProps): string {
  return TEXTS_BY_SUBJECT[props.subject].thanks(props);
}

export function listNextSteps(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  return TEXTS_BY_SUBJECT[props.subject].nextSteps(props, publicUrl);
}

export function listPrintedCardRemarks({ printedCard, delivery }: ReceiptMailProps): MailRemark[] {
  const heading = 'Physical card';
  const remarks = delivery ? [{ heading, text: describeDelivery(delivery) }] : [];
  if (!printedCard) return remarks;
  const { url, isOrdered } = printedCard;
  return isOrdered
    ? [
        ...remarks,
        {
          ...(delivery ? {} : { heading }),
          text: `${delivery ? '' : 'It’s on its way. '}If it ever gets lost, you can replace it.`,
          link: { label: 'Order another one', url },
        },
      ]
    : [{ heading, text: 'Want a card for your wallet, too?', link: { label: 'Request your card', url } }];
}
