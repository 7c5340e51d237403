import { router } from '../platform/trpc.ts';
import { accessRouter } from './access/access.router.ts';
import { staffAffiliatesRouter } from './affiliates/affiliate.router.ts';
import { staffBusinessesRouter } from './businesses/business.router.ts';
import { staffDuplicatesRouter } from './businesses/duplicate.router.ts';
import { cardsRouter } from './cards/card.router.ts';
import { companiesRouter } from './companies/company.router.ts';
import { staffContentRouter } from './content/content.router.ts';
import { importRouter } from './imports/import.router.ts';
import { listInput, listPage } from './kit/list.schema.ts';
import { staffProcedure } from './kit/procedure.ts';
import { membersRouter } from './members/member.router.ts';
import { staffMembershipsRouter } from './members/membership.router.ts';
import { messagesRouter } from './messages/message.router.ts';
import { overviewRouter } from './overview/overview.router.ts';
import { staffPromoCodesRouter } from './promo-codes/promo-code.router.ts';
import { purchasesRouter } from './purchases/purchase.router.ts';
import { staffSearchRouter } from './search/staff-search.router.ts';
import { readStaffList } from './staff-lists.service.ts';
import { systemRouter } from './system/system.router.ts';
import { staffWebinarRouter } from './webinar/webinar.router.ts';

const listRouter = router({
  read: staffProcedure
    .input(listInput)
    .output(listPage)
    .query(({ ctx, input }) => readStaffList(ctx, input)),
});

/** The procedures of the staff console: one router for each section. */
export const staffRouter = router({
  access: accessRouter,
  affiliates: staffAffiliatesRouter,
  businesses: staffBusinessesRouter,
  duplicates: staffDuplicatesRouter,
  imports: importRouter,
  content: staffContentRouter,
  lists: listRouter,
  promoCodes: staffPromoCodesRouter,
  members: membersRouter,
  memberships: staffMembershipsRouter,
  search: staffSearchRouter,
  companies: companiesRouter,
  cards: cardsRouter,
  webinar: staffWebinarRouter,
  messages: messagesRouter,
  overview: overviewRouter,
  purchases: purchasesRouter,
  system: systemRouter,
});
