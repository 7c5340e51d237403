import type { Db } from '#db/client.ts';
import { getAccount } from '../accounts/account.service.ts';
import { hasValidMembership } from '../memberships/membership.service.ts';
import type { Viewer } from './viewer.schema.ts';

/** What the signed-in person is and has; null where the account is gone. Business plans and tax forms are not kept. */
export async function getViewer(db: Db, accountId: string, now: Date): Promise<Viewer | null> {
  const account = await getAccount(db, accountId);
  if (!account) return null;
  return {
    id: account.id,
    firstname: account.firstname,
    lastname: account.lastname,
    email: account.email,
    accountType: account.accountType,
    businessSearchList: false,
    hasBusinessPlan: false,
    hasValidMembership: await hasValidMembership(db, account.id, now),
    influencer: account.isInfluencer,
    friend: account.isFriend,
    hasW9: false,
    hasW8: false,
    w9: null,
  };
}
