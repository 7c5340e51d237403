import { type Db, inTransaction } from '#db/client.ts';
import { TRIAL_DAYS } from '../../lib/business-rules.ts';
import { addMonths } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { derivedId, newId } from '../../lib/ids.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import type { QueuedMail } from '../../platform/mails/mail-registry.ts';
import { getAccount, lockAccount } from '../accounts/account.service.ts';
import { isEmailVerified } from '../accounts/email-verification.service.ts';
import { listAccepted, recordAgreements } from '../content/content.service.ts';
import { listBusiness, requireLocatable, saveOwnedBusiness } from '../stores/owner/owned-business.service.ts';
import {
  endTrial,
  findRunningPurchaseIds,
  findTrial,
  findTrialListing,
  hasMailboxTrial,
  hasRunningPlan,
  hasTrial,
  insertBusinessPlan,
} from './business-plan.repository.ts';
import type { TrialInput } from './business-plan.schema.ts';

const TRIAL_MS = TRIAL_DAYS * 86_400_000;
const TRIAL_PLAN_ID = 8;
/** How many days after its start an owner is emailed about the end of the trial. */
const TRIAL_NOTICES = [
  { stage: 'ending', days: TRIAL_DAYS - 2 },
  { stage: 'ended', days: TRIAL_DAYS },
] as const;
const MAILBOX_TRIAL_USED = 'Your email address already had its free trial with another account.';

/**
 * Starts the free trial week, once per account and mailbox (D69) and without a payment card. The business is
 * listed for a year (D15), but only after the account's email address is verified (D58). Throws TRIAL_USED,
 * BUSINESS_PLAN_EXISTS, or PLACE_NOT_FOUND.
 */
export async function startTrial(
  { deps, account, ip }: AccountContext,
  input: TrialInput,
): Promise<{ businessId: string; isListed: boolean; endsAt: Date; listedUntil: Date }> {
  const now = deps.now();
  const endsAt = new Date(now.getTime() + TRIAL_MS);
  const listedUntil = addMonths(now, 12);
  const address = { street1: null, street2: null, city: null, state: null, zip: input.zip, country: 'US' };
  await requireLocatable(deps.db, address);
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, account.id);
    if (await hasTrial(trx, account.id)) throw new AppError('TRIAL_USED');
    if (await hasRunningPlan(trx, account.id, now)) throw new AppError('BUSINESS_PLAN_EXISTS');
    const isVerified = await isEmailVerified(trx, account.id);
    // Only the mailbox's owner may learn that it has another account, so others wait for the verification.
    if (isVerified && (await hasMailboxTrial(trx, account.id)))
      throw new AppError('TRIAL_USED', { message: MAILBOX_TRIAL_USED });
    const { businessId, isListed } = await saveOwnedBusiness(trx, {
      accountId: account.id,
      businessname: input.businessname,
      type: input.type,
      url: null,
      phone: null,
      address,
      isListedLater: !isVerified,
      now,
    });
    await insertBusinessPlan(trx, {
      id: newId(),
      accountId: account.id,
      kind: 'trial',
      planId: TRIAL_PLAN_ID,
      purchaseId: null,
      subscriptionId: null,
      businessId,
      programs: { loyalty: false, socialMedia: null, presentation: null },
      startedAt: now,
      endedAt: endsAt,
      listedUntil,
    });
    // The form has no checkbox, so an error names no field.
    const texts = listAccepted({ terms: 'BUSINESSTERMS', privacy: 'BUSINESSPRIVACY' }, input.acceptedTexts);
    await recordAgreements(
      trx,
      texts.map(({ field: _, ...text }) => text),
      {
        accountId: account.id,
        purchaseId: null,
        ip,
        agreedAt: now,
      },
    );
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'trial-started',
      to: account.email,
      props: {
        firstname: account.firstname,
        businessname: input.businessname,
        isListed,
        endsAt: endsAt.toISOString(),
        listedUntil: listedUntil.toISOString(),
      },
    });
    for (const { stage, days } of TRIAL_NOTICES) {
      const startAfterSeconds = days * 86_400;
      await deps.jobs.enqueue(trx, 'trial-notice', { accountId: account.id, stage }, { startAfterSeconds });
    }
    return { businessId, isListed, endsAt, listedUntil };
  });
}

/**
 * Emails an owner that the trial ends soon or has ended (D67). No-op if a plan was bought, or if the listing
 * is over too.
 */
export async function notifyOfTrialEnd(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { accountId, stage }: { accountId: string; stage: 'ending' | 'ended' },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const trial = await findTrial(trx, accountId);
    const account = await getAccount(trx, accountId);
    if (!account || !trial?.endedAt || !trial.listedUntil || trial.listedUntil <= now()) return;
    if ((await findRunningPurchaseIds(trx, accountId, now())).length > 0) return;
    const mail: QueuedMail = {
      mail: 'trial-ending',
      to: account.email,
      props: {
        firstname: account.firstname,
        businessname: trial.businessname,
        isListed: await isEmailVerified(trx, accountId),
        endsAt: trial.endedAt.toISOString(),
        listedUntil: trial.listedUntil.toISOString(),
        isOver: stage === 'ended',
      },
    };
    await jobs.enqueue(trx, 'mail', mail, { id: derivedId(`trial-${stage}`, accountId) });
  });
}

/**
 * Lists the business of a trial that started before the account's email address was verified (D58). If the
 * mailbox already had a trial with another account, ends this one instead (D69).
 */
export async function listTrial(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  accountId: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId);
    const businessId = await findTrialListing(trx, accountId, now());
    if (!businessId) return;
    if (!(await hasMailboxTrial(trx, accountId))) return listBusiness(trx, businessId);
    const account = await getAccount(trx, accountId);
    if (!account || !(await endTrial(trx, accountId, now()))) return;
    const props = { firstname: account.firstname };
    await jobs.enqueue(trx, 'mail', { mail: 'trial-repeated', to: account.email, props });
  });
}

/** True if the account has had a trial and has no running paid plan. */
export async function hasOnlyTrial(db: Db, accountId: string, now: Date): Promise<boolean> {
  return (await hasTrial(db, accountId)) && (await findRunningPurchaseIds(db, accountId, now)).length === 0;
}
