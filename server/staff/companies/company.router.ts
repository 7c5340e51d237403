import { parseStaffList } from '../../domains/checkout/kinds/company-seats/staff-list.service.ts';
import { addSeatsByStaff } from '../../domains/checkout/kinds/company-seats/staff-seats.service.ts';
import { getCompanyView } from '../../domains/checkout/kinds/corporate/corporate.service.ts';
import { companyCards } from '../../domains/memberships/company/company.schema.ts';
import { listCompanyCards } from '../../domains/memberships/company/company-card.service.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
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
  previewSeats,
  replaceEmployeeByStaff,
  requireCompanyAccount,
  requireCompanyCard,
  resendInvitationByStaff,
  setPlanCanceled,
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
  addCards: createPreviewedAction({
    input: addCardsInput,
    preview: async ({ deps }, { id, list }) =>
      previewSeats(deps, (await requireCompanyAccount(deps, id)).id, parseStaffList(list)),
    perform: async ({ deps }, { id, list }, by) => {
      const account = await requireCompanyAccount(deps, id);
      const employees = parseStaffList(list);
      await addSeatsByStaff(deps, account.id, employees, by);
      return employees.length === 1 ? '1 card added.' : `${employees.length} cards added.`;
    },
  }),
  resendInvitation: createPreviewedAction({
    input: companyCardInput,
    preview: async ({ deps }, input) => {
      const { firstname, lastname, email, holderId } = await requireCompanyCard(deps, input);
      const effects = [
        `${firstname} ${lastname} gets an email at ${email ?? '–'} with a link to claim the card.`,
      ];
      return { effects, state: { email, holderId } };
    },
    perform: async ({ deps }, input, by) => {
      await resendInvitationByStaff(deps, input, by);
      return 'Invitation sent.';
    },
  }),
  replaceEmployee: createPreviewedAction({
    input: staffReplaceInput,
    preview: async ({ deps }, { employee, ...input }) => {
      const card = await requireCompanyCard(deps, input);
      const effects = [
        `The card ${formatMembershipNumber(card.number)} for ${card.firstname} ${card.lastname} ends right away.`,
        `${employee.firstname} ${employee.lastname} gets a ${card.planName} card with its own number.`,
        employee.email
          ? `An invitation goes to ${employee.email}.`
          : 'There’s no email address, so we won’t send an invitation.',
        'Nothing is charged.',
      ];
      return { effects, state: { holderId: card.holderId } };
    },
    perform: async ({ deps }, input, by) =>
      `The new card is ${await replaceEmployeeByStaff(deps, input, by)}.`,
  }),
  cancel: createPreviewedAction({
    input: companyId,
    preview: async ({ deps }, { id }) => {
      const { plan, company } = await getCompanyView(deps, (await requireCompanyAccount(deps, id)).id);
      const end = plan ? toBusinessDate(plan.periodEnd) : '–';
      const effects = [
        `The plan for ${company?.name ?? ''} won’t renew. Its cards work until ${end}.`,
        'If a payment is overdue, the plan and its cards end right away.',
        'The company gets an email about it.',
      ];
      return { effects, state: plan };
    },
    perform: async ({ deps }, { id }, by) => {
      await setPlanCanceled(deps, id, true, by);
      return 'Canceled.';
    },
  }),
  resume: createPreviewedAction({
    input: companyId,
    preview: async ({ deps }, { id }) => {
      const { plan, company } = await getCompanyView(deps, (await requireCompanyAccount(deps, id)).id);
      const effects = [
        `The plan for ${company?.name ?? ''} renews again on ${plan ? toBusinessDate(plan.periodEnd) : '–'}.`,
        'The company gets an email about it.',
      ];
      return { effects, state: plan };
    },
    perform: async ({ deps }, { id }, by) => {
      await setPlanCanceled(deps, id, false, by);
      return 'The plan renews again.';
    },
  }),
});
