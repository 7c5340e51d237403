import { formatLongDate } from '../lib/dates.ts';
import { paths } from '../site/pages.shared.ts';
import type { MailRemark } from './mail-content.ts';
import type { ReceiptMailProps, ReceiptSubject } from './receipt-mail-props.ts';

/** The texts that depend on what was bought. */
interface SubjectWords {
  thanks: (props: ReceiptMailProps) => string;
  /** Shown in the inbox, before 'paid on …'. */
  preview: string;
  /** Next steps. */
  next: (props: ReceiptMailProps, publicUrl: string) => MailRemark[];
}

const WORDS: Record<ReceiptSubject, SubjectWords> = {
  membership: {
    thanks: () =>
      'Thanks for buying the Everything Card. Your membership is active now: give your membership ID at the till and save.',
    preview: 'Your membership',
    next: verificationRemark,
  },
  'business plan': {
    thanks: ({ lines }) =>
      `Thanks for buying the ${lines[0]?.description ?? 'business'} plan. Your business is listed now: members find it in the savings search.`,
    preview: 'Your business plan',
    next: (_props, publicUrl) => [
      { text: 'Add your logo and your promotions here:', url: `${publicUrl}${paths.business()}` },
    ],
  },
  'corporate plan': {
    thanks: () =>
      'Thanks for buying Everything Cards for your employees. The cards are active now, and employees with an e-mail address get an invitation to claim theirs.',
    preview: 'Your corporate plan',
    next: (_props, publicUrl) => [
      {
        text: 'See the cards, and print those of employees without e-mail:',
        url: `${publicUrl}${paths.company()}`,
      },
    ],
  },
  'physical card': {
    thanks: () =>
      'Thanks for ordering a new card. It has the number of your membership, so you can go on using your card on your phone meanwhile.',
    preview: 'Your new card',
    next: verificationRemark,
  },
};

function verificationRemark({ membershipNumber }: ReceiptMailProps, publicUrl: string): MailRemark[] {
  if (!membershipNumber) return [];
  return [
    { text: 'Anybody can check your card here:', url: `${publicUrl}${paths.verifyCard(membershipNumber)}` },
  ];
}

export function previewOf({ subject, membershipNumber, paidAt }: ReceiptMailProps): string {
  const about = membershipNumber ? `Membership ID ${membershipNumber}` : WORDS[subject].preview;
  return `${about}, paid on ${formatLongDate(paidAt)}.`;
}

export function thanksFor(props: ReceiptMailProps): string {
  return WORDS[props.subject].thanks(props);
}

export function nextSteps(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  return WORDS[props.subject].next(props, publicUrl);
}

export function printedCardRemarks({ printedCard }: ReceiptMailProps): MailRemark[] {
  if (!printedCard) return [];
  const text = printedCard.isOrdered
    ? 'Did your printed card get lost? Ask for another one here:'
    : 'Would you like a printed card, too? Ask for it here:';
  return [{ text, url: printedCard.url }];
}
