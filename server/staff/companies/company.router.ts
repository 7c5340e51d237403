import { companyCards } from '../../domains/memberships/company/company.schema.ts';
import { listCompanyCards, replaceEmployee } from '../../domains/memberships/company/company-card.service.ts';
import { resendInvitation } from '../../domains/memberships/company/invitation.service.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  addCardsInput,
  companyCardInput,
  companyDetail,
  companyId,
  staffCompanyCardsInput,
  staffReplaceInput,
} from './company.schema.ts';
import {
  openCompany,
  planRenewal,
  planSeats,
  requireCompanyAccount,
  requireCompanyCard,
} from './company.service.ts';

export const companiesRouter = router({
  detail: staffProcedure
    .input(companyId)
    .output(companyDetail)
    .query(({ ctx, input }) => openCompany(ctx, input.id)),
  cards: staffProcedure
    .input(staffCompanyCardsInput)
    .output(companyCards)
    .query(async ({ ctx: { deps }, input }) =>
      listCompanyCards(deps, (await requireCompanyAccount(deps, input.id)).id, input),
    ),
  addCards: createAction(addCardsInput, planSeats),
  resendInvitation: createAction(companyCardInput, async ({ deps }, { id, membershipId }) => {
    const account = await requireCompanyAccount(deps, id);
    const { firstname, lastname, email, holderId } = await requireCompanyCard(deps, { id, membershipId });
    return {
      effects: [
        `${formatPersonName({ firstname, lastname })} gets an email at ${email ?? '–'} with a link to claim the card.`,
      ],
      state: holderId,
      perform: (by) => {
        const subject = `membership:${membershipId}`;
        return resendInvitation(deps, account.id, membershipId, (trx) =>
          recordAudit(trx, { ...by, action: 'membership.invite', subject, at: deps.now() }),
        );
      },
      done: 'Invitation sent.',
    };
  }),
  replaceEmployee: createAction(staffReplaceInput, async ({ deps }, { id, membershipId, employee }) => {
    const account = await requireCompanyAccount(deps, id);
    const card = await requireCompanyCard(deps, { id, membershipId });
    return {
      effects: [
        `The card ${formatMembershipNumber(card.number)} for ${formatPersonName(card)} ends right away.`,
        `${formatPersonName(employee)} gets a ${card.planName} card with its own number.`,
        employee.email
          ? `An invitation goes to ${employee.email}.`
          : 'There’s no email address, so we won’t send an invitation.',
        'Nothing is charged.',
      ],
      state: card.holderId,
      perform: (by) =>
        replaceEmployee(deps, account.id, { membershipId, employee }, (trx, newCard) =>
          recordAudit(trx, {
            ...by,
            action: 'company.replace-employee',
            subject: `company:${id}`,
            at: deps.now(),
            change: { before: `membership:${membershipId}`, after: `membership:${newCard.id}` },
          }),
        ),
      done: ({ number }) => `The new card is ${formatMembershipNumber(number)}.`,
    };
  }),
  cancel: createAction(companyId, (ctx, { id }) => planRenewal(ctx, id, false)),
  resume: createAction(companyId, (ctx, { id }) => planRenewal(ctx, id, true)),
});
