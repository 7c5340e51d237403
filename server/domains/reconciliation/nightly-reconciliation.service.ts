import { inTransaction } from '#db/client.ts';
import { derivedId } from '../../lib/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { getSellerContact } from '../content/content.service.ts';
import { hasRecordedPayments } from '../payments/payment.service.ts';
import { FINDING_TEXTS, type Finding } from './finding.schema.ts';
import { insertReconciliation, selectLastReconciliation } from './nightly-reconciliation.repository.ts';
import { reconcile } from './reconcile.service.ts';

const DAY_MS = 86_400_000;
/** Compare each day on several nights, so that a Stripe outage during one night leaves no gap. */
const PERIOD_DAYS = 3;
const MAX_MAILED_FINDINGS = 50;
/** An arbitrary constant. Each night's job id is derived from it. */
const JOB_NAMESPACE = '4a2c1d0e-6f0b-4b7e-9a53-2f6f1f0c8d11';

/** Enqueues tonight's job. Safe to call repeatedly and from every process. */
export async function enqueueReconciliation({
  db,
  jobs,
  now,
}: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  // Without payments, there is nothing to compare.
  if (!(await hasRecordedPayments(db))) return;
  const night = now().toISOString().slice(0, 10);
  const id = derivedId(`reconcile ${night}`, JOB_NAMESPACE);
  await inTransaction(db, (trx) => jobs.enqueue(trx, 'reconcile', { night }, { id }));
}

/** Enqueues a comparison of the most recent days, for staff who don't want to wait for the night. */
export async function requestReconciliation(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { actorId, reason }: { actorId: string; reason: string },
): Promise<void> {
  const at = now();
  const night = at.toISOString();
  await inTransaction(db, async (trx) => {
    await recordAudit(trx, { actorId, reason, action: 'reconciliation.run', subject: `night:${night}`, at });
    await jobs.enqueue(trx, 'reconcile', { night });
  });
}

/**
 * Compares the days before a night, or before the instant of a request by staff, with Stripe. Logs the
 * findings and records them for the metrics. Also emails them if the comparison is for a night.
 */
export async function reconcileNight(deps: Deps, night: string): Promise<void> {
  const isRequested = night.includes('T');
  const to = new Date(isRequested ? night : `${night}T00:00:00Z`);
  const from = new Date(to.getTime() - PERIOD_DAYS * DAY_MS);
  const findings = await reconcile(deps, { from, to });
  for (const finding of findings) deps.log.error({ ...finding }, FINDING_TEXTS[finding.kind]);
  await inTransaction(deps.db, async (trx) => {
    const isNew = await insertReconciliation(trx, { night, from, to, findings, finishedAt: deps.now() });
    const { email } = await getSellerContact(trx);
    if (!isNew || isRequested || findings.length === 0 || !email) return;
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'reconciliation',
      to: email,
      props: {
        night,
        count: findings.length,
        findings: findings.slice(0, MAX_MAILED_FINDINGS).map(describeForMail),
      },
    });
  });
  deps.log.info({ night, findings: findings.length }, 'reconciled with Stripe');
}

function describeForMail({ kind, id, stripeCents, ourCents }: Finding) {
  return { id, description: FINDING_TEXTS[kind], stripeCents, ourCents };
}

export function findLastReconciliation(db: Deps['db']) {
  return selectLastReconciliation(db);
}
