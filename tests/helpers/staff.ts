import type { Db } from '#db/client.ts';
import { listInput } from '#server/staff/kit/list.schema.ts';
import type { TestCaller } from './app.ts';
import { makeAccount, type TestAccount } from './factories/account.ts';

interface Action<Values> {
  preview(input: { values: Values }): Promise<{ effects: string[]; version: string }>;
  perform(input: { values: Values; reason: string; version: string }): Promise<{ message: string }>;
}

export const REASON = 'They asked for it';

/** Previews an action and confirms it, as staff do in a dialog. */
export async function act<Values>(action: Action<Values>, values: Values) {
  const { effects, version } = await action.preview({ values });
  const { message } = await action.perform({ values, reason: REASON, version });
  return { effects, message };
}

/** Previews an action twice, then confirms both. Returns the error that the second one gets. */
export async function actTwice<Values>(action: Action<Values>, values: Values): Promise<unknown> {
  const [first, second] = await Promise.all([action.preview({ values }), action.preview({ values })]);
  await action.perform({ values, reason: REASON, version: first.version });
  return action.perform({ values, reason: REASON, version: second.version }).catch((error: unknown) => error);
}

export function makeStaff(db: Db): Promise<TestAccount> {
  return makeAccount(db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
}

/** Returns the first page of a list's matching rows. */
export async function listRows(
  caller: TestCaller,
  list: string,
  input: { search?: string; filters?: Record<string, string> } = {},
) {
  return (await caller.staff.lists.read(listInput.parse({ list, ...input }))).rows;
}

/** Lists the audit log's entries about a subject, oldest first, except for 'open'. */
export async function listAudit(db: Db, subject: string) {
  return db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason', 'change'])
    .where('subject', '=', subject)
    .where('action', '!=', 'open')
    .orderBy('id')
    .execute();
}
