import { getCardShipment } from '../../domains/memberships/physical-card/card-shipment.service.ts';
import {
  drawPrintRun,
  exportRunAddresses,
  getPrintRun,
} from '../../domains/memberships/physical-card/print-run.service.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import type { AuditAction } from '../../platform/monitoring/audit-actions.shared.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import type { CardDetail, PrintRunDetail } from './card.schema.ts';

/** Returns a card, its address, and its history. The audit log records who opened it. Throws NOT_FOUND. */
export async function openCard(ctx: AccountContext, id: string): Promise<CardDetail> {
  const card = await getCardShipment(ctx.deps, id);
  const subject = `physical-card:${id}`;
  await recordOpened(ctx, subject);
  return { ...card, timeline: await readAuditTimeline(ctx.deps.db, [subject]) };
}

export async function openPrintRun(ctx: AccountContext, id: string): Promise<PrintRunDetail> {
  const { printedAt, cards } = await getPrintRun(ctx.deps, id);
  const subject = `print-run:${id}`;
  await recordOpened(ctx, subject);
  return { id, printedAt, cards, timeline: await readAuditTimeline(ctx.deps.db, [subject]) };
}

/** Streams the run's cards as PDF. The audit log records it, because printing twice makes two cards. */
export async function downloadSheet(
  ctx: Pick<AccountContext, 'deps' | 'account'>,
  id: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const sheet = await drawPrintRun(ctx.deps, id);
  await recordDownload(ctx, id, 'print-run.sheet');
  return sheet;
}

/** Returns the run's addresses as CSV. The audit log records it. */
export async function downloadAddresses(
  ctx: Pick<AccountContext, 'deps' | 'account'>,
  id: string,
): Promise<string> {
  const csv = await exportRunAddresses(ctx.deps, id);
  await recordDownload(ctx, id, 'print-run.addresses');
  return csv;
}

async function recordDownload(
  { deps, account }: Pick<AccountContext, 'deps' | 'account'>,
  id: string,
  action: AuditAction,
): Promise<void> {
  await recordAudit(deps.db, {
    actorId: account.id,
    action,
    subject: `print-run:${id}`,
    at: deps.now(),
  });
}
