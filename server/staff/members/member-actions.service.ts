import type { PersonName } from '../../domains/accounts/profile/profile.schema.ts';
import { correctAccountName, endAllSessions } from '../../domains/accounts/staff-account.service.ts';
import {
  grantMembership,
  planGrant,
} from '../../domains/checkout/kinds/granted-card/grant-membership.service.ts';
import type { GrantMembershipInput } from '../../domains/checkout/kinds/granted-card/granted-card.schema.ts';
import { formatDateInWords } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { maskEmail } from '../../lib/text.ts';
import type { Deps } from '../../platform/deps.ts';
import { resendMail } from '../../platform/jobs/mail-record.service.ts';
import { findSentMail } from '../../platform/mails/sent-mail.repository.ts';
import { findReasons } from '../../platform/mails/suppression.repository.ts';
import { unsuppressEmail } from '../../platform/mails/suppression.service.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { findActiveSessions } from '../../platform/security/session.repository.ts';
import { requireMember } from './member.service.ts';

type NameCorrection = PersonName & { id: string; previous: PersonName };

export async function previewName(deps: Deps, { id, firstname, lastname, previous }: NameCorrection) {
  const account = await requireMember(deps, id);
  if (account.firstname !== previous.firstname || account.lastname !== previous.lastname) {
    throw new AppError('CHANGED_SINCE');
  }
  return {
    effects: [
      `The account’s name changes from ${previous.firstname} ${previous.lastname} to ${firstname} ${lastname}.`,
      'The names on cards don’t change. Correct those on each membership.',
    ],
    state: previous,
  };
}

export async function correctName(
  deps: Deps,
  { id, previous, firstname, lastname }: NameCorrection,
  by: StaffAuthor,
): Promise<string> {
  await correctAccountName(deps, { id, previous, name: { firstname, lastname } }, by);
  return `The account’s name is now ${firstname} ${lastname}.`;
}

export async function previewGrant(deps: Deps, values: GrantMembershipInput) {
  const { plan, account, endsAt, earlierGrants } = await planGrant(deps, values);
  const holder = `${values.firstname} ${values.lastname}`;
  return {
    effects: [
      `${holder} gets a new ${plan.name} membership until ${formatDateInWords(endsAt)}. It ends on its own.`,
      'Nothing is charged, now or later.',
      account
        ? `It goes to the account of ${account.email}, who gets an email with its number.`
        : `${values.email} doesn’t have an account. It gets an email with the number and a link to claim the membership.`,
      ...(earlierGrants > 0 ? [`This address has been given ${earlierGrants} free memberships before.`] : []),
    ],
    state: { accountId: account?.id ?? null, earlierGrants },
  };
}

export async function grant(
  deps: Deps,
  values: GrantMembershipInput,
  by: StaffAuthor,
  { earlierGrants }: { earlierGrants: number },
): Promise<string> {
  const { number, endsAt } = await grantMembership(deps, values, { ...by, earlierGrants });
  return `The new membership is ${formatMembershipNumber(number)}. It ends on ${formatDateInWords(endsAt)}.`;
}

export async function previewSessions(deps: Deps, id: string) {
  await requireMember(deps, id);
  const sessions = await findActiveSessions(deps.db, id, deps.now());
  const count = sessions.length;
  return {
    effects: [
      count === 1
        ? 'The member is logged out of 1 browser.'
        : `The member is logged out of ${count} browsers.`,
      'The password stays the same.',
    ],
    state: sessions.map((session) => session.id),
  };
}

export async function endSessions(deps: Deps, id: string, by: StaffAuthor): Promise<string> {
  const count = await endAllSessions(deps, id, by);
  return count === 1 ? 'Ended 1 session.' : `Ended ${count} sessions.`;
}

export async function previewMail(deps: Deps, id: string) {
  const mail = await findSentMail(deps.db, id);
  const to = mail?.recipient ? maskEmail(mail.recipient) : 'the same address';
  return {
    effects: [
      `“${mail?.subject ?? mail?.mail ?? 'The email'}” goes to ${to} again.`,
      'It gets new links, which work as long as those in a new email.',
    ],
    state: { outcome: mail?.outcome ?? null },
  };
}

export async function resend(deps: Deps, id: string, by: StaffAuthor): Promise<string> {
  await resendMail(deps, id, by);
  return 'The email is on its way.';
}

export async function previewUnsuppression({ db }: Deps, email: string) {
  const reasons = await findReasons(db, email);
  return {
    effects: [
      `${email} gets emails again, except newsletters and notices that its owner turned off.`,
      'Emails that weren’t sent stay unsent. You can send them again from the list.',
    ],
    state: reasons,
  };
}

export async function unsuppress(deps: Deps, email: string, by: StaffAuthor): Promise<string> {
  const isChanged = await unsuppressEmail(deps, email, by);
  return isChanged
    ? 'The address gets emails again.'
    : 'Nothing has changed. Only the owner can turn on what they turned off.';
}
