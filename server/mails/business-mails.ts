import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import { paths } from '../site/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant } from './mail-props.ts';

const OWNER_REASON = 'You get this mail because you have a business plan with Everything Card.';

export const planCancelledMailProps = z.object({
  planName: z.string(),
  listedUntil: instant,
});

/** Sent when an owner cancels a plan. */
export function planCancelledMail(
  props: z.infer<typeof planCancelledMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const until = formatLongDate(props.listedUntil);
  return {
    subject: 'Your business plan is canceled',
    preview: `Your business stays listed until ${until}.`,
    heading: 'Your business plan is canceled',
    paragraphs: [
      'Hello,',
      `Your business stays in the savings search until ${until}. Nothing more will be charged.`,
    ],
    rows: [
      { label: 'Plan', value: props.planName },
      { label: 'Listed until', value: until },
    ],
    button: { label: 'See your business', url: `${publicUrl}${paths.business()}` },
    remarks: [{ text: 'If you did not cancel it, please contact our customer support.' }],
    reason: OWNER_REASON,
  };
}

export const businessPlanChangeMailProps = z.object({
  change: z.enum(['scheduled', 'withdrawn']),
  businessname: z.string(),
  /** The plan from the next renewal. */
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
  const renewal = `${formatCents(amountCents)} on ${formatLongDate(from)}`;
  const subject =
    change === 'scheduled'
      ? `Your business plan changes to ${planName}`
      : `Your business plan stays ${planName}`;
  return {
    subject,
    preview: `Your next bill is ${renewal}.`,
    heading: subject,
    paragraphs: [
      'Hello,',
      change === 'scheduled'
        ? `The plan of ${businessname} changes to ${planName} on ${formatLongDate(from)}. Until then, you keep everything that your current plan includes. Your business stays listed.`
        : `The plan of ${businessname} stays ${planName}, as you asked.`,
      `Your next bill is ${renewal}. You can change this any time before.`,
    ],
    rows: [
      { label: 'Business', value: businessname },
      { label: 'Next bill', value: renewal },
    ],
    button: { label: 'See your business', url: `${publicUrl}${paths.business()}` },
    remarks: [{ text: 'If this wasn’t you, please contact our customer support.' }],
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
  const endDate = formatLongDate(props.endsAt);
  const listedUntil = formatLongDate(props.listedUntil);
  return {
    subject: 'Your 7 Day Business Trial has begun',
    preview: props.isListed
      ? `${props.businessname} is in the savings search now.`
      : `Verify your e-mail address to be found.`,
    heading: 'Your 7 Day Business Trial has begun',
    paragraphs: [
      formatGreeting(props.firstname),
      props.isListed
        ? `${props.businessname} is in the savings search now, and members find it.`
        : `Members find ${props.businessname} as soon as your e-mail address is verified: follow the link in our mail ‘Verify your e-mail address’.`,
      `The trial ends by itself on ${endDate}: there is nothing to cancel and nothing to pay. The free listing stays until ${listedUntil}.`,
    ],
    rows: [
      { label: 'Trial ends', value: endDate },
      { label: 'Listed until', value: listedUntil },
    ],
    button: { label: 'Complete your listing', url: `${publicUrl}${paths.business()}` },
    remarks: [{ text: 'Choose a plan any time:', url: `${publicUrl}${paths.businessPlans()}` }],
    reason: 'You get this mail because a business trial was started with your account.',
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
    heading: `${props.businessname} has bought ${props.planName}`,
    paragraphs: ['These programs come with the plan. Please get in touch with the owner and set them up.'],
    rows: [{ label: 'Owner', value: props.ownerEmail }, ...props.facts],
    button: {
      label: 'See the listing',
      url: `${publicUrl}${paths.savings(`${new URLSearchParams({ name: props.businessname })}`)}`,
    },
    reason: 'You get this mail because yours is the support address in the settings.',
  };
}
