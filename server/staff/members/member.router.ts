import { correctAccountName, endAllSessions } from '../../domains/accounts/staff-account.service.ts';
import {
  grantMembership,
  planGrant,
} from '../../domains/checkout/kinds/granted-card/grant-membership.service.ts';
import { grantMembershipInput } from '../../domains/checkout/kinds/granted-card/granted-card.schema.ts';
import { formatDateInWords } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import { maskEmail } from '../../lib/text.ts';
import { resendMail } from '../../platform/jobs/mail-record.service.ts';
import { findSentMail } from '../../platform/mails/sent-mail.repository.ts';
import { findReasons } from '../../platform/mails/suppression.repository.ts';
import { unsuppressEmail } from '../../platform/mails/suppression.service.ts';
import { findActiveSessions } from '../../platform/security/session.repository.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { addressInput, correctNameInput, mailInput, memberDetail, memberInput } from './member.schema.ts';
import { getMember, requireMember } from './member.service.ts';

export const membersRouter = router({
  get: staffProcedure
    .input(memberInput)
    .output(memberDetail)
    .query(({ ctx, input }) => getMember(ctx, input.id)),

  correctName: createAction(correctNameInput, async ({ deps }, { id, previous, ...name }) => {
    const account = await requireMember(deps, id);
    if (account.firstname !== previous.firstname || account.lastname !== previous.lastname) {
      throw new AppError('CHANGED_SINCE');
    }
    return {
      effects: [
        `The account’s name changes from ${formatPersonName(previous)} to ${formatPersonName(name)}.`,
        'The names on cards don’t change. Correct those on each membership.',
      ],
      perform: (by) => correctAccountName(deps, { id, previous, name }, by),
      done: `The account’s name is now ${formatPersonName(name)}.`,
    };
  }),

  grant: createAction(grantMembershipInput, async ({ deps }, values) => {
    const { plan, account, endsAt, earlierGrants } = await planGrant(deps, values);
    return {
      effects: [
        `${formatPersonName(values)} gets a new ${plan.name} membership until ${formatDateInWords(endsAt)}. It ends on its own.`,
        'Nothing is charged, now or later.',
        account
          ? `It goes to the account of ${account.email}, who gets an email with its number.`
          : `${values.email} doesn’t have an account. It gets an email with the number and a link to claim the membership.`,
        ...(earlierGrants > 0
          ? [`This address has been given ${earlierGrants} free memberships before.`]
          : []),
      ],
      perform: (by) => grantMembership(deps, values, { ...by, earlierGrants }),
      done: (granted) =>
        `The new membership is ${formatMembershipNumber(granted.number)}. It ends on ${formatDateInWords(granted.endsAt)}.`,
    };
  }),

  endSessions: createAction(memberInput, async ({ deps }, { id }) => {
    await requireMember(deps, id);
    const sessions = await findActiveSessions(deps.db, id, deps.now());
    const count = sessions.length;
    return {
      effects: [
        `The member is logged out of ${count === 1 ? '1 browser' : `${count} browsers`}.`,
        'The password stays the same.',
      ],
      state: sessions.map((session) => session.id),
      perform: (by) => endAllSessions(deps, id, by),
      done: (ended) => (ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.`),
    };
  }),

  resendMail: createAction(mailInput, async ({ deps }, { id }) => {
    const mail = await findSentMail(deps.db, id);
    const to = mail?.recipient ? maskEmail(mail.recipient) : 'the same address';
    return {
      effects: [
        `“${mail?.subject ?? mail?.mail ?? 'The email'}” goes to ${to} again.`,
        'It gets new links, which work as long as those in a new email.',
      ],
      state: mail?.outcome,
      perform: (by) => resendMail(deps, id, by),
      done: 'The email is on its way.',
    };
  }),

  unsuppress: createAction(addressInput, async ({ deps }, { email }) => ({
    effects: [
      `${email} gets emails again, except newsletters and notices that its owner turned off.`,
      'Emails that weren’t sent stay unsent. You can send them again from the list.',
    ],
    state: await findReasons(deps.db, email),
    perform: (by) => unsuppressEmail(deps, email, by),
    done: (isChanged) =>
      isChanged
        ? 'The address gets emails again.'
        : 'Nothing has changed. Only the owner can turn on what they turned off.',
  })),
});
