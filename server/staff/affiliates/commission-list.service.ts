import { z } from 'zod';
import { listCommissionsAfter } from '../../domains/affiliates/commissions/commission.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { ListRequest, ReadList } from '../kit/list.repository.ts';
import { findAccountId } from './affiliate.repository.ts';

const cursor = z.object({ key: z.iso.datetime().transform((text) => new Date(text)), id: z.uuid() });

/** Lists one affiliate's commissions, newest first. Without an affiliate, it lists none. */
export const readCommissions: ReadList = async (db, { search, after, limit, now }) => {
  const accountId = search === '' ? undefined : await findAccountId(db, search);
  if (accountId === undefined) return [];
  const lines = await listCommissionsAfter(db, accountId, { now, limit, ...readAfter(after) });
  return lines.map(({ id, baseCents: base, amountCents: amount, ...line }) => ({
    ...line,
    id,
    base,
    amount,
    sortKey: line.at.toISOString(),
  }));
};

function readAfter(after: ListRequest['after']) {
  if (!after) return {};
  const parsed = cursor.safeParse(after);
  if (!parsed.success) throw new AppError('INVALID_INPUT');
  return { after: { createdAt: parsed.data.key, id: parsed.data.id } };
}
