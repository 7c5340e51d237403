import { sql } from 'kysely';
import { personNameOf } from '#db/tables/accounts.ts';
import { SUPPRESSED_BY } from '../../platform/mails/mail-purpose.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, findMatches, hasPart } from '../kit/search.repository.ts';
import { MESSAGE_KINDS, MESSAGE_STATES } from './message-list.shared.ts';

// The index `messages_state` has the same expression.
const STATE = sql<keyof typeof MESSAGE_STATES>`(case when suspicion is not null then 'suspected'
  when answered_at is not null then 'answered' else 'open' end)`;
const RECEIVED = sortBy(sql.ref('messages.receivedAt'), 'timestamptz');
const ID = sortBy(sql.ref('messages.id'), 'uuid');

export const readMessages: ReadList = async (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('messages')
    .select([
      'messages.name',
      'messages.email',
      'messages.kind',
      sql<string | null>`left(messages.fields -> 0 ->> 'value', 120)`.as('about'),
      STATE.as('state'),
      'messages.receivedAt as received',
      'messages.answeredAt as answered',
      sql<
        string | null
      >`(select ${personNameOf('accounts')} from accounts where id = messages.answered_by)`.as('answeredBy'),
    ]);
  if (filters.state) query = query.where(sql<boolean>`${STATE} = ${filters.state}`);
  if (filters.kind) query = query.where(sql<boolean>`messages.kind = ${filters.kind}`);
  if (search !== '') {
    const text = sql<string>`lower(name || ' ' || email)`;
    query = query.where(
      await findMatches(db, 'messages.id', {
        queries: [sql`select id from messages where ${containsPart(text, search)}`],
        test: hasPart(text, search),
      }),
    );
  }
  const rows = await readPage(query, { received: RECEIVED }, ID, request);
  return rows.map((row) => ({ ...row, kind: MESSAGE_KINDS[row.kind], state: MESSAGE_STATES[row.state] }));
};

const SINCE = sortBy(sql.ref('newsletterSubscribers.subscribedAt'), 'timestamptz');
const EMAIL = sortBy(sql.ref('newsletterSubscribers.email'), 'text');

/** Lists the addresses that the next newsletter goes to. */
export const readSubscribers: ReadList = (db, request) =>
  readPage(
    db
      .selectFrom('newsletterSubscribers')
      .select(['email', 'subscribedAt as since'])
      .where('suspicion', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mailSuppressions')
              .select('mailSuppressions.email')
              .whereRef('mailSuppressions.email', '=', 'newsletterSubscribers.email')
              .where('mailSuppressions.reason', 'in', SUPPRESSED_BY.marketing),
          ),
        ),
      ),
    { since: SINCE },
    EMAIL,
    request,
  );
