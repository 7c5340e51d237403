import { sql } from 'kysely';
import { describeReasons } from '../../domains/stores/duplicates/duplicate.shared.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';

const FOUND = sortBy(sql.ref('duplicatePairs.foundAt'), 'timestamptz');
const ID = sortBy(sql.ref('duplicatePairs.id'), 'uuid');

/**
 * Lists the dismissed pairs, or the open ones. A pair is no longer open if one of the businesses isn't
 * listed.
 */
export const readDuplicates: ReadList = async (db, request) => {
  let query = db
    .selectFrom('duplicatePairs')
    .innerJoin('businesses as one', 'one.id', 'duplicatePairs.businessId')
    .innerJoin('businesses as other', 'other.id', 'duplicatePairs.otherId')
    .select(['one.name', 'other.name as other', 'duplicatePairs.reasons', 'duplicatePairs.foundAt as found']);
  query =
    request.filters.state === 'dismissed'
      ? query.where('duplicatePairs.dismissedAt', 'is not', null)
      : query
          .where('duplicatePairs.dismissedAt', 'is', null)
          .where('one.isListed', '=', true)
          .where('other.isListed', '=', true);
  const rows = await readPage(query, { found: FOUND }, ID, request);
  return rows.map((row) => ({ ...row, reasons: describeReasons(row.reasons) }));
};
