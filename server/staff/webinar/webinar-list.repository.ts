import { sql } from 'kysely';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, findMatches, hasPart } from '../kit/search.repository.ts';
import { CODE_STATES, REWARD_KINDS, REWARD_STATES } from './webinar-list.shared.ts';

const CODE_ID = sortBy(sql.ref('webinarCodes.id'), 'uuid');

// The index `webinar_codes_state` has the same expression.
const CODE_STATE = sql<keyof typeof CODE_STATES>`(case when selection is not null then selection
  when finished_at is not null then 'watched' when started_at is not null then 'started' else 'new' end)`;

export const readCodes: ReadList = async (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('webinarCodes')
    .select([
      'code',
      CODE_STATE.as('state'),
      'createdAt as created',
      'startedAt as started',
      'finishedAt as finished',
      'selectedAt as selected',
    ]);
  if (filters.state) query = query.where(sql<boolean>`${CODE_STATE} = ${filters.state}`);
  if (search !== '') query = query.where('code', '=', search.toUpperCase().replace(/[\s-]+/g, ''));
  const created = sortBy(sql.ref('webinarCodes.createdAt'), 'timestamptz');
  const rows = await readPage(query, { created }, CODE_ID, request);
  return rows.map((row) => ({ ...row, state: CODE_STATES[row.state] }));
};

export const readRewards: ReadList = async (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('webinarRewards')
    .select([
      'webinarRewards.recipient',
      'webinarRewards.email',
      'webinarRewards.amount',
      'webinarRewards.kind',
      'webinarRewards.detail',
      sql<string>`(select code from webinar_codes where id = webinar_code_id)`.as('code'),
      'webinarRewards.owedAt as owed',
      'webinarRewards.sentAt as sent',
    ]);
  if (filters.state)
    query = query.where('webinarRewards.sentAt', filters.state === 'owed' ? 'is' : 'is not', null);
  if (filters.kind) query = query.where(sql<boolean>`webinar_rewards.kind = ${filters.kind}`);
  if (search !== '') {
    const text = sql<string>`lower(recipient || ' ' || email)`;
    query = query.where(
      await findMatches(db, 'webinarRewards.id', {
        queries: [sql`select id from webinar_rewards where ${containsPart(text, search)}`],
        test: hasPart(text, search),
      }),
    );
  }
  const owed = sortBy(sql.ref('webinarRewards.owedAt'), 'timestamptz');
  const rows = await readPage(query, { owed }, sortBy(sql.ref('webinarRewards.id'), 'uuid'), request);
  return rows.map((row) => ({
    ...row,
    kind: REWARD_KINDS[row.kind],
    state: REWARD_STATES[row.sent ? 'sent' : 'owed'],
  }));
};

const answer = (name: string) => sql<string | null>`survey ->> ${sql.lit(name)}`;

export const readSurveys: ReadList = async (db, request) => {
  const { search } = request;
  let query = db
    .selectFrom('webinarCodes')
    .select([
      answer('businessName').as('businessName'),
      answer('name').as('name'),
      answer('email').as('email'),
      answer('phone').as('phone'),
      answer('restaurant').as('restaurant'),
      'code',
      'selectedAt as answered',
    ])
    .where('survey', 'is not', null);
  if (search !== '') {
    // The index `webinar_codes_survey_parts` has the same expression.
    const text = sql<string>`lower((survey->>'businessName') || ' ' || (survey->>'name') || ' ' || (survey->>'email'))`;
    query = query.where(
      await findMatches(db, 'webinarCodes.id', {
        queries: [
          sql`select id from webinar_codes where survey is not null and ${containsPart(text, search)}`,
        ],
        test: hasPart(text, search),
      }),
    );
  }
  const answered = sortBy(sql.ref('webinarCodes.selectedAt'), 'timestamptz');
  return readPage(query, { answered }, CODE_ID, request);
};
