import { z } from 'zod';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { findTextVersions } from './content.repository.ts';
import { contractType, policyType, publicSettings, publishedText, textVersions } from './content.schema.ts';
import { getContract, getPolicy, getPublicSettings } from './content.service.ts';
import { faq } from './faq.schema.ts';
import { getFaq } from './faq.service.ts';
import { formToken } from './messages/anti-spam.schema.ts';
import { issueFormToken } from './messages/anti-spam.service.ts';
import { sendMessageInput } from './messages/contact.schema.ts';
import { requestEducatorInfo, sendMessage, signUpForSeminar } from './messages/contact.service.ts';
import { requestEducatorInfoInput } from './messages/educator.schema.ts';
import { messageReceived } from './messages/message.schema.ts';
import {
  newsletterChange,
  newsletterLink,
  newsletterSubscription,
  subscribeInput,
} from './messages/newsletter.schema.ts';
import { subscribe } from './messages/newsletter.service.ts';
import { changeSubscription, getSubscription } from './messages/newsletter-subscription.service.ts';
import { signUpForSeminarInput } from './messages/seminar.schema.ts';

export const contentRouter = router({
  policy: publicProcedure
    .input(z.object({ type: policyType }))
    .output(publishedText)
    .query(({ ctx, input }) => getPolicy(ctx.deps.db, input.type)),
  contract: publicProcedure
    .input(z.object({ type: contractType }))
    .output(publishedText)
    .query(({ ctx, input }) => getContract(ctx.deps.db, input.type)),
  textVersions: publicProcedure.output(textVersions).query(({ ctx }) => findTextVersions(ctx.deps.db)),
  settings: publicProcedure.output(publicSettings).query(({ ctx }) => getPublicSettings(ctx.deps.db)),
  faq: publicProcedure.output(faq).query(async ({ ctx }) => getFaq(ctx.deps.db, await ctx.planPrices())),
  /**
   * Clients request a token when a form is shown or first used, and again after each message and after
   * FORM_SUSPECTED.
   */
  formToken: publicProcedure.output(formToken).query(({ ctx }) => issueFormToken(ctx.deps)),
  sendMessage: publicProcedure
    .meta({ limit: 'message' })
    .input(sendMessageInput)
    .output(messageReceived)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  requestEducatorInfo: publicProcedure
    .meta({ limit: 'message' })
    .input(requestEducatorInfoInput)
    .output(messageReceived)
    .mutation(({ ctx, input }) => requestEducatorInfo(ctx, input)),
  signUpForSeminar: publicProcedure
    .meta({ limit: 'message' })
    .input(signUpForSeminarInput)
    .output(messageReceived)
    .mutation(({ ctx, input }) => signUpForSeminar(ctx, input)),
  /** Returns false instead of throwing for a malformed address or a suspected bot. */
  subscribe: publicProcedure
    .meta({ limit: 'message' })
    .input(subscribeInput)
    .output(z.boolean())
    .mutation(({ ctx, input }) => subscribe(ctx, input)),
  /** Returns whether the address in a newsletter's link is subscribed. */
  newsletterSubscription: publicProcedure
    .input(newsletterLink)
    .output(newsletterSubscription)
    .query(({ ctx, input }) => getSubscription(ctx.deps, input.token)),
  changeNewsletterSubscription: publicProcedure
    .input(newsletterChange)
    .output(newsletterSubscription)
    .mutation(({ ctx, input }) => changeSubscription(ctx.deps, input)),
});
