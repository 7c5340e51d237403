import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext, STAFF_REASON } from './mail-content.ts';
import { instant } from './mail-props.ts';

const OWNER_REASON = 'You’re getting this email because you have a business plan with Everything Card.';

export const planCancelledMailProps = z.object({
  planName: z.string(),
  listedUntil: instant,
});

/** Sent when an owner cancels a plan. */
export function planCancelledMail(
  props: z.infer<typeof planCancelledMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const until = formatDateInWords(props.listedUntil);
  return {
    subject: 'Your business plan is canceled',
    preview: `Your business stays listed until ${until}.`,
    heading: 'Your business plan is canceled',
    paragraphs: [
      'Hi,',
      `We canceled your plan. Your business stays in the savings search until ${until}, and you won’t be charged again.`,
    ],
    rows: [
      { label: 'Plan', value: props.planName },
      { label: 'Listed until', value: until },
    ],
    button: { label: 'See your business', url: `${publicUrl}${paths.business()}` },
    remarks: [{ text: 'Didn’t cancel it? Please contact customer support.' }],
    reason: OWNER_REASON,
  };
}

export const businessPlanChangeMailProps = z.object({
  change: z.enum(['scheduled', 'withdrawn']),
  businessname: z.string(),
  /** The plan that applies from the next renewal. */
  planName: z.string(),
  from: instant,
  /** The price of the next renewal. */
  amountCents: z.int(),
});

/** Sent when an owner schedules the change to a smaller plan, or undoes it. */
export function businessPlanChangeMail(
  { change, businessname, planName, from, amountCents }: z.infer<typeof businessPlanChangeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const renewal = `${formatCents(amountCents)} on ${formatDateInWords(from)}`;
  const subject =
    change === 'scheduled' ? `Your business plan changes to ${planName}` : `You’re staying on ${planName}`;
  return {
    subject,
    preview: `Your next bill is ${renewal}.`,
    heading: subject,
    paragraphs: [
      'Hi,',
      change === 'scheduled'
        ? `${businessname} changes to ${planName} on ${formatDateInWords(from)}. Until then, you keep everything in your current plan. Your business stays listed.`
        : `${businessname} stays on ${planName}, as you asked.`,
      `Your next bill is ${renewal}. You can change your mind any time before then.`,
    ],
    rows: [
      { label: 'Business', value: businessname },
      { label: 'Next bill', value: renewal },
    ],
    button: { label: 'See your business', url: `${publicUrl}${paths.business()}` },
    remarks: [{ text: 'Wasn’t you? Please contact customer support.' }],
    reason: OWNER_REASON,
  };
}

export const trialStartedMailProps = z.object({
  firstname: z.string(),
  businessname: z.string(),
  endsAt: instant,
  listedUntil: instant,
  /** False if the account's email address isn't verified yet (D58). */
  isListed: z.boolean().default(true),
});

/** Sent at the start of the free trial (D15). */
export function trialStartedMail(
  props: z.infer<typeof trialStartedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const endDate = formatDateInWords(props.endsAt);
  const listedUntil = formatDateInWords(props.listedUntil);
  return {
    subject: 'Your 7 Day Business Trial has started',
    preview: props.isListed
      ? `${props.businessname} is in the savings search now.`
      : 'Verify your email address so that members can find you.',
    heading: 'Your 7 Day Business Trial has started',
    paragraphs: [
      formatGreeting(props.firstname),
      props.isListed
        ? `${props.businessname} is in the savings search now, so members can find you.`
        : `Members can find ${props.businessname} as soon as you verify your email address. Use the link in our email “Verify your email address.”`,
      `Your trial ends on its own on ${endDate}. There’s nothing to cancel and nothing to pay. Your free listing stays until ${listedUntil}.`,
    ],
    rows: [
      { label: 'Trial ends', value: endDate },
      { label: 'Listed until', value: listedUntil },
    ],
    button: { label: 'Complete your listing', url: `${publicUrl}${paths.business()}` },
    remarks: [
      {
        text: 'You can choose a plan any time.',
        link: { label: 'See the plans', url: `${publicUrl}${paths.businessPlans()}` },
      },
    ],
    reason: 'You’re getting this email because you started a business trial.',
  };
}

export const trialRepeatedMailProps = z.object({ firstname: z.string() });

/** Sent when an address is verified whose mailbox already had a trial with another account (D69). */
export function trialRepeatedMail(
  props: z.infer<typeof trialRepeatedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your 7 Day Business Trial has ended',
    preview: 'Your email address already had its free trial with another account.',
    heading: 'Your 7 Day Business Trial has ended',
    paragraphs: [
      formatGreeting(props.firstname),
      'Thanks for verifying your email address. It already had its free trial with another account, so this trial has ended. Without a plan, members won’t find its listing in the savings search.',
      'Log in with your other account to see the listing of your first trial, or choose a plan for this one. Your listing is saved.',
    ],
    button: { label: 'See the plans', url: `${publicUrl}${paths.businessPlans()}` },
    reason: 'You’re getting this email because you started a business trial.',
  };
}

export const trialEndingMailProps = trialStartedMailProps.extend({ isOver: z.boolean() });

/** Sent two days before a trial ends, and when it has ended (D67). */
export function trialEndingMail(
  props: z.infer<typeof trialEndingMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const endDate = formatDateInWords(props.endsAt);
  const listedUntil = formatDateInWords(props.listedUntil);
  const title = props.isOver
    ? 'Your 7 Day Business Trial has ended'
    : `Your 7 Day Business Trial ends on ${endDate}`;
  return {
    subject: title,
    preview: 'There’s nothing to cancel and nothing to pay.',
    heading: title,
    paragraphs: [
      formatGreeting(props.firstname),
      `Your trial ${props.isOver ? 'ended' : 'ends on its own'} on ${endDate}. There’s nothing to cancel and nothing to pay.`,
      props.isListed
        ? `Members can still find ${props.businessname}: its free listing stays until ${listedUntil}.`
        : `Verify your email address, and members can find ${props.businessname} until ${listedUntil}. Use the link in our email “Verify your email address.”`,
    ],
    button: { label: 'See the plans', url: `${publicUrl}${paths.businessPlans()}` },
    remarks: [
      {
        text: 'With a plan, your listing stays for as long as the plan.',
        link: { label: 'Open your business page', url: `${publicUrl}${paths.business()}` },
      },
    ],
    reason: 'You’re getting this email because you started a business trial.',
  };
}

export const programSetupMailProps = z.object({
  businessname: z.string(),
  planName: z.string(),
  ownerEmail: z.string(),
  /** What the owner entered about each program. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** Sent to staff, who set up a plan's programs by hand. */
export function programSetupMail(
  props: z.infer<typeof programSetupMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: `New business plan: ${props.businessname}`,
    preview: `${props.planName}, with programs to set up.`,
    heading: `${props.businessname} bought ${props.planName}`,
    paragraphs: ['Please contact the owner and set up the programs below.'],
    rows: [{ label: 'Owner', value: props.ownerEmail }, ...props.facts],
    button: {
      label: 'See the listing',
      url: `${publicUrl}${paths.savings(`${new URLSearchParams({ name: props.businessname })}`)}`,
    },
    reason: STAFF_REASON,
  };
}
