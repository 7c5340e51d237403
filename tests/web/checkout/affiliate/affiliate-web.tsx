import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll } from 'vitest';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { SeededTestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { SIGNATURE } from '#tests/helpers/purchases/affiliate.ts';
import {
  type AffiliateValues,
  draftId,
  SECRET_FIELDS,
} from '#web/features/checkout/affiliate/affiliate-values.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { checkoutWeb, press } from '../checkout-web.tsx';
import { filledAffiliate } from './samples.ts';

/** Fakes the canvas, because jsdom can't draw: it accepts every stroke and exports a fixed signature. */
function fakeCanvas(): void {
  const context = new Proxy({}, { get: () => () => ({ width: 100 }), set: () => true });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context, toDataURL: () => SIGNATURE });
}

const addresses: Record<AffiliateRole, string> = {
  friend: paths.educatorSignup('friend'),
  influencer: paths.educatorSignup('influencer'),
  educator: paths.educatorSignup('rep'),
  loyalty: paths.joinLoyalty(),
};

/** Preloads lazy modules, whose first import can take longer than a test's timeout. */
async function loadParts(): Promise<void> {
  await import('#web/pages/educators-page.tsx');
  await import('#web/pages/loyalty-page.tsx');
  await import('#web/features/checkout/affiliate/affiliate-signup.tsx');
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
}

/** Sets up tests of the sign-ups. `openAt` creates an account unless one is given. */
export function affiliateWeb(database: SeededTestDatabaseHandle) {
  const { checkout, open } = checkoutWeb(database);
  beforeAll(async () => {
    fakeCanvas();
    await ensureHouseAccount(database.db);
    await loadParts();
  }, 120_000);

  const newAccount = () => makeAccount(database.db, { firstname: 'Olivia', lastname: 'Park' });
  const houseId = async () =>
    (
      await database.db
        .selectFrom('accounts')
        .select('id')
        .where('isHouse', '=', true)
        .executeTakeFirstOrThrow()
    ).id;

  return {
    checkout,
    open,
    newAccount,
    openSignup: (role: AffiliateRole, account: TestAccount | null = null) => open(addresses[role], account),
    /** Opens a step with a completed draft. Commissions are donated, so no tax form is needed. */
    async openAt(
      role: AffiliateRole,
      step: string,
      changes: Partial<AffiliateValues> = {},
      existingAccount?: TestAccount,
    ) {
      const account = existingAccount ?? (await newAccount());
      const values = { ...filledAffiliate, reference: await houseId(), donate: true, ...changes };
      writeDraft(sessionStorage, draftId(role), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
      return { ...(await open(`${addresses[role]}&step=${step}`, account)), account };
    },
    signupsOf: (accountId: string) =>
      database.db.selectFrom('affiliateSignups').selectAll().where('accountId', '=', accountId).execute(),
  };
}

export const findPage = (name: string) => screen.findByRole('heading', { name, level: 3 });
export const allSet = () => findPage("You're all set!");
export const summaryLine = (name: string) => screen.findByRole('button', { name });

/** Types a name as the signature. */
export async function sign(user: UserEvent, name = 'Olivia Park'): Promise<void> {
  await press(user, 'Type it instead');
  await user.keyboard(name);
}
