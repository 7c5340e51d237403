import type { Db } from '#db/client.ts';
import { getAccount } from '../accounts/account.service.ts';
import { findTaxForms } from '../affiliates/tax-forms/tax-form.service.ts';
import { hasBusinessPlan } from '../business-plans/business-plan.service.ts';
import { hasValidMembership } from '../memberships/membership.service.ts';
import { isBusinessListed } from '../stores/owner/owned-business.service.ts';
import type { Viewer } from './viewer.schema.ts';

/** Returns null if the account was deleted. */
export async function getViewer(db: Db, accountId: string, now: Date): Promise<Viewer | null> {
  const account = await getAccount(db, accountId);
  if (!account) return null;
  // Query in parallel, because every page waits for the result.
  const [{ w9, w8ben }, businessSearchList, hasPlan, isMember] = await Promise.all([
    findTaxForms(db, account.id),
    isBusinessListed(db, account.id),
    hasBusinessPlan(db, account.id, now),
    hasValidMembership(db, account.id, now),
  ]);
  return {
    id: account.id,
    firstname: account.firstname,
    lastname: account.lastname,
    email: account.email,
    accountType: account.accountType,
    businessSearchList,
    hasBusinessPlan: hasPlan,
    hasValidMembership: isMember,
    influencer: account.isInfluencer,
    friend: account.isFriend,
    hasW9: w9 !== null,
    hasW8: w8ben !== null,
    w9: w9 && { termsDate: w9.acceptedAt.toISOString(), idNumber: w9.masked },
  };
}
