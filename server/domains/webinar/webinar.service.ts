import type { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { Deps } from '../../platform/deps.ts';
import { getPublicSettings } from '../content/content.service.ts';
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

function toWebinarCode({ id, code, selection, startedAt, finishedAt }: WebinarCodeRow): WebinarCode {
  return {
    id,
    code,
    completedForm: selection !== null,
    selection,
    dateStartedWatching: startedAt,
    dateFinishedWatching: finishedAt,
  };
}

export async function findWebinarCode(db: Db, code: string): Promise<WebinarCode | null> {
  const row = await findCode(db, code);
  return row ? toWebinarCode(row) : null;
}

async function requireCode(trx: Trx, code: string): Promise<WebinarCodeRow> {
  const row = await lockCode(trx, code);
  if (!row) throw new AppError('WEBINAR_CODE_NOT_FOUND', { field: 'code' });
  return row;
}

/** Returns the client's time if it is plausible, otherwise the current time. */
function toPlausibleInstant(claimed: Date, earliest: Date, now: Date): Date {
  return claimed >= earliest && claimed <= now ? claimed : now;
}

/**
 * Records when the video started and ended. The first reported time is kept, and an implausible one is
 * replaced with the current time. Only the survey or the sign-up records a selection (D35): sending one here
 * has no effect, but after the other offer was redeemed, it throws WEBINAR_REDEEMED.
 */
export async function changeWebinarCode(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  change: z.output<typeof webinarChange>,
): Promise<WebinarCode> {
  return inTransaction(db, async (trx) => {
    const row = await requireCode(trx, change.code);
    const { formSelection, dateStartedWatching, dateFinishedWatching } = change;
    if (formSelection && row.selection && formSelection !== row.selection) {
      throw new AppError('WEBINAR_REDEEMED');
    }
    const now = clock();
    let { startedAt, finishedAt } = row;
    if (dateStartedWatching) startedAt ??= toPlausibleInstant(dateStartedWatching, row.createdAt, now);
    if (dateFinishedWatching) {
      finishedAt ??= toPlausibleInstant(dateFinishedWatching, startedAt ?? row.createdAt, now);
      // If the viewer enters the code after the video has ended, its start was never reported.
      startedAt ??= finishedAt;
    }
    if (startedAt !== row.startedAt || finishedAt !== row.finishedAt) {
      await setWatched(trx, row.id, { startedAt, finishedAt });
    }
    return toWebinarCode({ ...row, startedAt, finishedAt });
  });
}

/** The viewer must have watched the whole video, if there is one. */
function canRedeem(row: WebinarCodeRow, { video }: WebinarSettings): boolean {
  return row.finishedAt !== null || video === null;
}

export async function getWebinarSettings(db: Db): Promise<WebinarSettings> {
  return readWebinarSettings(await getPublicSettings(db));
}

/**
 * Stores the survey, which earns a lunch. Throws WEBINAR_CODE_NOT_FOUND, WEBINAR_REDEEMED if the code was
 * already redeemed, or WEBINAR_UNFINISHED if there is a video and it wasn't watched to the end.
 */
export async function submitSurvey(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  { code, form }: z.output<typeof webinarSurveyInput>,
): Promise<WebinarCode> {
  return inTransaction(db, async (trx) => {
    const row = await requireCode(trx, code);
    const settings = await getWebinarSettings(trx);
    const now = clock();
    if (!row.selection && !canRedeem(row, settings)) throw new AppError('WEBINAR_UNFINISHED');
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
    return toWebinarCode({ ...row, selection });
  });
}

interface SignUp {
  /** As entered by the user; null if left empty. */
  code: string | null;
  account: { id: string; email: string; firstname: string; lastname: string };
  now: Date;
}

/**
 * Redeems the webinar code of a loyalty sign-up for a gift card. Call it in the sign-up's transaction (D35).
 * Returns false instead of throwing, because an invalid code must not block the sign-up.
 */
export async function redeemBySignUp(
  { log }: Pick<Deps, 'log'>,
  trx: Trx,
  { code, account, now }: SignUp,
): Promise<boolean> {
  const parsed = webinarCodeInput.safeParse({ code });
  if (!parsed.success) return false;
  const row = await lockCode(trx, parsed.data.code);
  const settings = await getWebinarSettings(trx);
  const isRedeemed =
    row !== undefined &&
    canRedeem(row, settings) &&
    (await setSelection(trx, row.id, {
      selection: 'SELECTED_SIGN_UP',
      selectedAt: now,
      accountId: account.id,
    }));
  if (!isRedeemed) {
    log.info({ accountId: account.id, known: row !== undefined }, 'webinar code not redeemed');
    return false;
  }
  await insertReward(trx, {
    id: newId(),
    webinarCodeId: row.id,
    kind: 'gift-card',
    amount: settings.signUpReward,
    recipient: formatPersonName(account),
    email: account.email,
    detail: null,
    owedAt: now,
  });
  return true;
}
