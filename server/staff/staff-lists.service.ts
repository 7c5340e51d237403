import { AppError } from '../lib/errors.ts';
import type { AccountContext } from '../platform/context.ts';
import { readAffiliates, readNecTotals } from './affiliates/affiliate-list.repository.ts';
import {
  affiliateList,
  commissionList,
  necList,
  ownPurchaseList,
  payoutList,
  payoutRunList,
} from './affiliates/affiliate-lists.shared.ts';
import { readCommissions } from './affiliates/commission-list.service.ts';
import { readOwnPurchases } from './affiliates/own-purchase-list.repository.ts';
import { readPayoutRuns, readPayouts } from './affiliates/payout-list.repository.ts';
import { readAuditLog } from './audit/audit-list.repository.ts';
import { auditList } from './audit/audit-list.shared.ts';
import { readBusinesses } from './businesses/business-list.repository.ts';
import { businessList } from './businesses/business-list.shared.ts';
import { readDuplicates } from './businesses/duplicate-list.repository.ts';
import { duplicateList } from './businesses/duplicate-list.shared.ts';
import { readCards, readPrintRuns } from './cards/card-list.repository.ts';
import { cardList, printRunList } from './cards/card-list.shared.ts';
import { readCompanies } from './companies/company-list.repository.ts';
import { companyList } from './companies/company-list.shared.ts';
import { readImports } from './imports/import-list.repository.ts';
import { importList } from './imports/import-list.shared.ts';
import type { ListInput, ListPage } from './kit/list.schema.ts';
import { readListPage, type StaffList, streamListCsv } from './kit/list.service.ts';
import { readListAddress } from './kit/list.shared.ts';
import { readMembers } from './members/member-list.repository.ts';
import { memberList } from './members/member-list.shared.ts';
import { readMemberships } from './members/membership-list.repository.ts';
import { membershipList } from './members/membership-list.shared.ts';
import { readMessages, readSubscribers } from './messages/message-list.repository.ts';
import { messageList, subscriberList } from './messages/message-list.shared.ts';
import {
  readCancellations,
  readCountedMembers,
  readImportedMembers,
  readMoney,
  readPastDue,
  readRecurring,
} from './overview/figure-lists.repository.ts';
import {
  cancellationList,
  countedMemberList,
  importedMemberList,
  moneyList,
  pastDueList,
  recurringList,
} from './overview/figure-lists.shared.ts';
import { readPromoCodes, readPromoUses } from './promo-codes/promo-code-list.repository.ts';
import { promoCodeList, promoUseList } from './promo-codes/promo-code-lists.shared.ts';
import { readDisputes, readPurchases } from './purchases/purchase-list.repository.ts';
import { disputeList, purchaseList } from './purchases/purchase-list.shared.ts';
import { failedJobList } from './system/failed-job-list.shared.ts';
import { readFailedJobs } from './system/system.service.ts';
import { readWebhooks } from './system/system-list.repository.ts';
import { webhookList } from './system/webhook-list.shared.ts';
import { readCodes, readRewards, readSurveys } from './webinar/webinar-list.repository.ts';
import { codeList, rewardList, surveyList } from './webinar/webinar-list.shared.ts';

/** Every list of the console, by name. */
export const staffLists: Readonly<Record<string, StaffList>> = {
  affiliates: { definition: affiliateList, read: readAffiliates },
  commissions: { definition: commissionList, read: readCommissions },
  ownPurchases: { definition: ownPurchaseList, read: readOwnPurchases },
  payouts: { definition: payoutList, read: readPayouts },
  payoutRuns: { definition: payoutRunList, read: readPayoutRuns },
  nec: { definition: necList, read: readNecTotals },
  promoCodes: { definition: promoCodeList, read: readPromoCodes },
  promoUses: { definition: promoUseList, read: readPromoUses },
  businesses: { definition: businessList, read: readBusinesses },
  duplicates: { definition: duplicateList, read: readDuplicates },
  imports: { definition: importList, read: readImports },
  audit: { definition: auditList, read: readAuditLog },
  'failed-jobs': { definition: failedJobList, read: readFailedJobs },
  webhooks: { definition: webhookList, read: readWebhooks },
  members: { definition: memberList, read: readMembers },
  memberships: { definition: membershipList, read: readMemberships },
  cards: { definition: cardList, read: readCards },
  companies: { definition: companyList, read: readCompanies },
  messages: { definition: messageList, read: readMessages },
  newsletter: { definition: subscriberList, read: readSubscribers },
  'print-runs': { definition: printRunList, read: readPrintRuns },
  'webinar-codes': { definition: codeList, read: readCodes },
  'webinar-rewards': { definition: rewardList, read: readRewards },
  'webinar-surveys': { definition: surveyList, read: readSurveys },
  countedMembers: { definition: countedMemberList, read: readCountedMembers },
  importedMembers: { definition: importedMemberList, read: readImportedMembers },
  cancellations: { definition: cancellationList, read: readCancellations },
  recurring: { definition: recurringList, read: readRecurring },
  pastDue: { definition: pastDueList, read: readPastDue },
  money: { definition: moneyList, read: readMoney },
  purchases: { definition: purchaseList, read: readPurchases },
  disputes: { definition: disputeList, read: readDisputes },
};

type StaffContext = Pick<AccountContext, 'deps' | 'account'>;

/** Throws NOT_FOUND if there is no list with that name. */
export async function readStaffList(ctx: StaffContext, input: ListInput): Promise<ListPage> {
  return readListPage(ctx, findList(input.list), input);
}

/**
 * Streams a list as CSV. `params` is the query of the list's page, so the file has what the page shows.
 * Throws NOT_FOUND if there is no list with that name.
 */
export function streamStaffList(
  ctx: StaffContext,
  name: string,
  params: URLSearchParams,
): AsyncGenerator<string> {
  const list = findList(name);
  return streamListCsv(ctx, list, { list: name, ...readListAddress(list.definition, params) });
}

function findList(name: string): StaffList {
  const list = Object.hasOwn(staffLists, name) ? staffLists[name] : undefined;
  if (!list) throw new AppError('NOT_FOUND');
  return list;
}
