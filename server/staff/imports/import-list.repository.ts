import { sql } from 'kysely';
import { personNameOf } from '#db/tables/accounts.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { IMPORT_STATES } from './import-list.shared.ts';

const AT = sortBy(sql.ref('imports.createdAt'), 'timestamptz');
const ID = sortBy(sql.ref('imports.id'), 'uuid');

export const readImports: ReadList = async (db, request) => {
  let query = db
    .selectFrom('imports')
    .innerJoin('accounts', 'accounts.id', 'imports.uploadedBy')
    .select([
      'imports.fileName',
      'imports.createdAt as at',
      personNameOf('accounts').as('by'),
      'imports.state',
      'imports.newRows as new',
      'imports.changedRows as changed',
      'imports.unchangedRows as unchanged',
      'imports.refusedRows as refused',
      'imports.skippedRows as skipped',
    ]);
  if (request.filters.kind) query = query.where('imports.kind', '=', request.filters.kind);
  const rows = await readPage(query, { at: AT }, ID, request);
  return rows.map((row) => ({ ...row, state: IMPORT_STATES[row.state] }));
};
