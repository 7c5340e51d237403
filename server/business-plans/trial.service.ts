import { inTransaction } from '#db/client.ts';
import { lockAccount } from '../accounts/account.service.ts';
import { recordAgreement } from '../content/content.service.ts';
import type { AccountContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { TRIAL_DAYS } from '../lib/business-rules.ts';
import { addMonths } from '../lib/dates.ts';
import { newId } from '../lib/ids.ts';
import { requireLocatable, saveOwnedBusiness } from '../stores/owner/owned-business.service.ts';
import { hasRunningPlan, hasTrial, insertBusinessPlan } from './business-plan.repository.ts';
import type { TrialInput } from './business-plan.schema.ts';

const TRIAL_MS = TRIAL_DAYS * 86_400_000;
const TRIAL_PLAN_ID = 8;

/**
 * Starts the free week, once per account and without a payment card. The business stays listed for a year (D15).
 * Throws TRIAL_USED, BUSINESS_PLAN_EXISTS, or PLACE_NOT_FOUND.
 */
export async function startTrial(
  { deps, account, ip }: AccountContext,
  input: TrialInput,
): Promise<{ businessId: string; endsAt: Date; listedUntil: Date }> {
  const now = deps.now();
  const endsAt = new Date(now.getTime() + TRIAL_MS);
  const listedUntil = addMonths(now, 12);
  const address = { street1: null, street2: null, city: null, state: null, zip: input.zip, country: 'US' };
  await requireLocatable(deps.db, address);
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, account.id);
    if (await hasTrial(trx, account.id)) throw new AppError('TRIAL_USED');
    if (await hasRunningPlan(trx, account.id, now)) throw new AppError('BUSINESS_PLAN_EXISTS');
    const { businessId } = await saveOwnedBusiness(trx, {
      accountId: account.id,
      businessname: input.businessname,
      categories: [input.type],
      url: null,
      phone: null,
      address,
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
    for (const contractType of ['BUSINESSTERMS', 'BUSINESSPRIVACY'] as const) {
      await recordAgreement(trx, {
        contractType,
        accountId: account.id,
        purchaseId: null,
        ip,
        agreedAt: now,
      });
    }
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'trial-started',
      to: account.email,
      props: {
        firstname: account.firstname,
        businessname: input.businessname,
        endsAt: endsAt.toISOString(),
        listedUntil: listedUntil.toISOString(),
      },
    });
    return { businessId, endsAt, listedUntil };
  });
}
