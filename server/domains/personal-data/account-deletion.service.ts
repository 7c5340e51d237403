import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import { requireLiveSession } from '../../platform/security/end-access.service.ts';
import { canMailKey, getEmailKey } from '../accounts/account.service.ts';
import { requirePassword } from '../accounts/profile/profile.service.ts';
import { enqueueAnonymization } from '../payments/customer.service.ts';
import { deleteUnusedLogo, getOwnLogo } from '../stores/owner/logo.service.ts';
import { deletePhotoFiles, listOwnPhotos } from '../stores/owner/photo.service.ts';
import {
  findDataSubject,
  findOwedCents,
  findRunningPlans,
  hasOpenPurchase,
  isRewardOwed,
  lockAccountForDeletion,
} from './account-deletion.repository.ts';
import { eraseAccountData } from './erasure.repository.ts';
import type { DeletionStanding } from './personal-data.schema.ts';

/**
 * Returns what prevents deleting the account. All plans and purchases must have ended, and we must owe the
 * owner nothing, because we couldn't pay afterward.
 */
export async function getDeletionStanding(db: Db, accountId: string, now: Date): Promise<DeletionStanding> {
  const subject = await findDataSubject(db, accountId);
  const standing = {
    plans: await findRunningPlans(db, accountId, now),
    hasOpenPurchase: await hasOpenPurchase(db, accountId),
    owedCents: await findOwedCents(db, accountId),
    isRewardOwed: await isRewardOwed(db, subject),
  };
  const { plans, owedCents } = standing;
  const isBlocked = plans.length > 0 || owedCents > 0 || standing.hasOpenPurchase || standing.isRewardOwed;
  return { ...standing, canDelete: !isBlocked };
}

/**
 * Deletes all data about the account that we don't have to keep, ends its sessions, and sends its owner a
 * last email. Can't be undone. Throws CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, or ACCOUNT_IN_USE.
 */
export async function deleteAccount(
  ctx: AccountContext,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  const { deps, account } = ctx;
  const now = deps.now();
  await requirePassword(ctx, currentPassword);
  const logo = await getOwnLogo(deps, account.id);
  const photos = await listOwnPhotos(deps.db, account.id);
  const canMail = await canMailKey(deps, 'repeatedNotice', getEmailKey(account.email));
  await inTransaction(deps.db, async (trx) => {
    await lockAccountForDeletion(trx, account.id);
    await requireLiveSession(trx, ctx);
    const { canDelete } = await getDeletionStanding(trx, account.id, now);
    if (!canDelete) throw new AppError('ACCOUNT_IN_USE');
    await eraseAccountData(trx, { ...(await findDataSubject(trx, account.id)), now });
    await enqueueAnonymization(deps, trx, account.id);
    const entry = { actorId: account.id, subject: `account:${account.id}`, at: now };
    await recordAudit(trx, { ...entry, action: 'account.delete' });
    const props = { firstname: account.firstname };
    if (canMail) await deps.jobs.enqueue(trx, 'mail', { mail: 'account-deleted', to: account.email, props });
    await deps.jobs.eraseAddress(trx, account.email);
  });
  recordSecurityEvent(deps.log, 'account-deleted', { accountId: account.id });
  await ctx.signOut();
  await deleteUnusedLogo(deps, logo);
  await deletePhotoFiles(
    deps,
    photos.map(({ file }) => file),
  );
}
