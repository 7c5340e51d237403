import type { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { getPublicSettings } from '../content/content.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import {
  findCode,
  insertReward,
  lockCode,
  setSelection,
  setWatched,
  type WebinarCodeRow,
} from './webinar.repository.ts';
import {
  type WebinarCode,
  type webinarChange,
  webinarCodeInput,
  type webinarSurveyInput,
} from './webinar.schema.ts';
import { readWebinarSettings, type WebinarSettings } from './webinar-settings.shared.ts';

function present({ id, code, selection, startedAt, finishedAt }: WebinarCodeRow): WebinarCode {
  return {
    id,
    code,
    completedForm: selection !== null,
    selection,
    dateStartedWatching: startedAt,
    dateFinishedWatching: finishedAt,
  };
}

/** A code as its holder finds it; null for one that staff never handed out. */
export async function findWebinarCode(db: Db, code: string): Promise<WebinarCode | null> {
  const found = await findCode(db, code);
  return found ? present(found) : null;
}

async function lockedCode(trx: Trx, code: string): Promise<WebinarCodeRow> {
  const found = await lockCode(trx, code);
  if (!found) throw new AppError('WEBINAR_CODE_NOT_FOUND', { field: 'code' });
  return found;
}

/** An instant that a caller names, or now where it cannot be true. */
function credible(named: Date, earliest: Date, now: Date): Date {
  return named >= earliest && named <= now ? named : now;
}

/**
 * Records when the video began and ended; the first of each counts, and what lies in the future, before the code was
 * made or before the start is taken as now. A selection is not recorded here, but by what redeems it, the survey or
 * the sign-up (DESIGN D35): naming it before that, or again, changes nothing; naming the other one is
 * WEBINAR_REDEEMED. WEBINAR_CODE_NOT_FOUND for a code that staff never handed out.
 */
export async function changeWebinarCode(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  change: z.output<typeof webinarChange>,
): Promise<WebinarCode> {
  return inTransaction(db, async (trx) => {
    const row = await lockedCode(trx, change.code);
    const { formSelection, dateStartedWatching, dateFinishedWatching } = change;
    if (formSelection && row.selection && formSelection !== row.selection) {
      throw new AppError('WEBINAR_REDEEMED');
    }
    const now = clock();
    let { startedAt, finishedAt } = row;
    if (dateStartedWatching) startedAt ??= credible(dateStartedWatching, row.createdAt, now);
    if (dateFinishedWatching) {
      finishedAt ??= credible(dateFinishedWatching, startedAt ?? row.createdAt, now);
      // Who enters the code when the video is over already has watched it.
      startedAt ??= finishedAt;
    }
    if (startedAt !== row.startedAt || finishedAt !== row.finishedAt) {
      await setWatched(trx, row.id, { startedAt, finishedAt });
    }
    return present({ ...row, startedAt, finishedAt });
  });
}

/** The offer comes after the video; where none is set, there is nothing to be watched. */
function mayRedeem(row: WebinarCodeRow, { video }: WebinarSettings): boolean {
  return row.finishedAt !== null || video === null;
}

/** The video and what the offers give, as the settings stand (DESIGN D34). */
export async function getWebinarSettings(db: Db): Promise<WebinarSettings> {
  return readWebinarSettings(await getPublicSettings(db));
}

/**
 * Takes the survey, for which a lunch is then owed. One option only, and only once: WEBINAR_REDEEMED. Needs the
 * video watched to its end: WEBINAR_UNFINISHED (SPEC section 2, Webinar).
 */
export async function submitSurvey(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  { code, form }: z.output<typeof webinarSurveyInput>,
): Promise<WebinarCode> {
  return inTransaction(db, async (trx) => {
    const row = await lockedCode(trx, code);
    const settings = await getWebinarSettings(trx);
    const now = clock();
    if (!row.selection && !mayRedeem(row, settings)) throw new AppError('WEBINAR_UNFINISHED');
    const selection = 'SELECTED_SURVEY';
    const isFirst = await setSelection(trx, row.id, { selection, selectedAt: now, survey: form });
    if (!isFirst) throw new AppError('WEBINAR_REDEEMED');
    await insertReward(trx, {
      id: newId(),
      webinarCodeId: row.id,
      kind: 'lunch',
      amount: settings.surveyReward,
      recipient: form.name,
      email: form.email,
      detail: form.restaurant,
      owedAt: now,
    });
    return present({ ...row, selection });
  });
}

interface SignUp {
  /** As it came with the sign-up; null where none did. */
  code: string | null;
  account: { id: string; email: string; firstname: string; lastname: string };
  now: Date;
}

/**
 * Redeems the webinar code that a loyalty sign-up came from: a gift card is owed (SPEC section 9). To be called in the
 * transaction in which the sign-up succeeds (DESIGN D35). It never stands in the sign-up's way: a code that nobody
 * handed out, that was redeemed already or whose video was not watched changes nothing. True where it was redeemed.
 */
export async function redeemBySignUp(
  { log }: Pick<Deps, 'log'>,
  trx: Trx,
  { code: typed, account, now }: SignUp,
): Promise<boolean> {
  const read = webinarCodeInput.safeParse({ code: typed });
  if (!read.success) return false;
  const row = await lockCode(trx, read.data.code);
  const settings = await getWebinarSettings(trx);
  const redeemed =
    row !== undefined &&
    mayRedeem(row, settings) &&
    (await setSelection(trx, row.id, {
      selection: 'SELECTED_SIGN_UP',
      selectedAt: now,
      accountId: account.id,
    }));
  if (!redeemed) {
    log.info({ accountId: account.id, known: row !== undefined }, 'webinar code not redeemed');
    return false;
  }
  await insertReward(trx, {
    id: newId(),
    webinarCodeId: row.id,
    kind: 'gift-card',
    amount: settings.signUpReward,
    recipient: `${account.firstname} ${account.lastname}`,
    email: account.email,
    detail: null,
    owedAt: now,
  });
  return true;
}
