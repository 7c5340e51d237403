import { sql } from 'kysely';
import { personNameOf } from '#db/tables/accounts.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { describeAuditAction } from '../../platform/monitoring/audit-actions.shared.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';

const AT = sortBy(sql.ref('auditLog.at'), 'timestamptz');
const ID = sortBy(sql.ref('auditLog.id'), 'uuid');

export const readAuditLog: ReadList = async (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('auditLog')
    .leftJoin('accounts', 'accounts.id', 'auditLog.actorId')
    .select([
      'auditLog.at',
      'auditLog.action',
      'auditLog.subject',
      'auditLog.reason',
      sql<string | null>`nullif(${personNameOf('accounts')}, '')`.as('by'),
      sql<string | null>`audit_log.change ->> 'before'`.as('before'),
      sql<string | null>`audit_log.change ->> 'after'`.as('after'),
    ]);
  for (const word of search.split(/\s+/).filter(Boolean)) {
    if (word.includes('@')) {
      query = query.where('auditLog.actorId', '=', (eb) =>
        eb
          .selectFrom('accounts as actors')
          .select('actors.id')
          .where(sql`lower(actors.email)`, '=', word.toLowerCase()),
      );
    } else query = query.where('auditLog.subject', '=', word);
  }
  if (filters.action) query = query.where('auditLog.action', '=', filters.action);
  if (filters.from) query = query.where('auditLog.at', '>=', startOfBusinessDate(filters.from));
  if (filters.to) query = query.where('auditLog.at', '<', endOfBusinessDate(filters.to));
  const rows = await readPage(query, { at: AT }, ID, request);
  return rows.map((row) => ({ ...row, action: describeAuditAction(row.action) }));
};
