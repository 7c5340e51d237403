import { type SqlBool, sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import { DELETED_EMAIL } from '../../lib/text.ts';
import { CHOSEN_BY_OWNER } from '../../platform/mails/mail-purpose.ts';
import type { DataSubject } from './data-section.repository.ts';
import { redact } from './redact.ts';
import type { ChangedTable } from './table-policy.ts';

const FORMER_MEMBER = { firstname: 'Former', lastname: 'member', latinName: null };
const NO_FAMILY = {
  spouseFirstname: null,
  spouseLastname: null,
  spouseLatinName: null,
  familyMembers: [],
  familyLatinNames: [],
};
const NO_ADDRESS = { street1: null, street2: null, city: null, state: null, zip: null, country: null };

type Erase = (trx: Trx, subject: DataSubject & { now: Date }) => Promise<unknown>;

/** Runs in this order, because some entries find their rows through a table that a later entry changes. */
const ERASE: Record<ChangedTable, Erase> = {
  sessions: (trx, { id }) => trx.deleteFrom('sessions').where('accountId', '=', id).execute(),
  passkeys: (trx, { id }) => trx.deleteFrom('passkeys').where('accountId', '=', id).execute(),
  staffTokens: (trx, { id }) => trx.deleteFrom('staffTokens').where('accountId', '=', id).execute(),

  // Must run before a claimed employee card goes back to its company, which must not see the employee's
  // address.
  physicalCardRequests: (trx, { id }) =>
    trx
      .deleteFrom('physicalCardRequests')
      .where('membershipId', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
          .select('memberships.id')
          .where((or) =>
            or.or([or('memberships.accountId', '=', id), or('subscriptions.accountId', '=', id)]),
          ),
      )
      .execute(),
  memberships: async (trx, { id }) => {
    await returnEmployeeCards(trx, id);
    const paidByOwner = trx.selectFrom('subscriptions').select('id').where('accountId', '=', id);
    await trx
      .updateTable('memberships')
      .set({ ...FORMER_MEMBER, ...NO_FAMILY })
      .where((eb) =>
        eb.or([
          eb('accountId', '=', id),
          eb.and([eb('accountId', 'is', null), eb('subscriptionId', 'in', paidByOwner)]),
        ]),
      )
      .execute();
  },
  // The digest stays, so that another import doesn't create the person again.
  importedMemberships: (trx, { id }) =>
    trx
      .updateTable('importedMemberships')
      .set({ externalId: null, externalNumber: null, rowDigest: '' })
      .where('membershipId', 'in', (eb) =>
        eb.selectFrom('memberships').select('memberships.id').where('memberships.accountId', '=', id),
      )
      .execute(),
  companyCards: (trx, { id }) =>
    trx
      .updateTable('companyCards')
      .set({ ...NO_ADDRESS, email: null, phone: '' })
      .where('companyId', 'in', (eb) =>
        eb.selectFrom('companies').select('companies.id').where('companies.accountId', '=', id),
      )
      .execute(),
  companies: (trx, { id }) =>
    trx
      .updateTable('companies')
      .set({
        name: 'Deleted company',
        street1: '',
        street2: null,
        city: '',
        email: DELETED_EMAIL,
        phone: '',
        reference: null,
        code: null,
        poNumber: null,
      })
      .where('accountId', '=', id)
      .execute(),

  purchases: async (trx, { id }) => {
    const rows = await trx
      .selectFrom('purchases')
      .select(['id', 'cart'])
      .where((eb) =>
        eb.or([
          eb('accountId', '=', id),
          eb('id', 'in', (sub) =>
            sub.selectFrom('subscriptions').select('purchaseId').where('subscriptions.accountId', '=', id),
          ),
        ]),
      )
      .execute();
    for (const { id: purchaseId, cart } of rows) {
      const anonymousColumns = { cart: JSON.stringify(redact(cart)), email: DELETED_EMAIL };
      await trx.updateTable('purchases').set(anonymousColumns).where('id', '=', purchaseId).execute();
    }
  },

  stores: (trx, { id }) =>
    trx
      .deleteFrom('stores')
      .where('businessId', 'in', (eb) =>
        eb.selectFrom('businesses').select('businesses.id').where('accountId', '=', id),
      )
      .execute(),
  promotions: (trx, { id }) =>
    trx
      .deleteFrom('promotions')
      .where('businessId', 'in', (eb) =>
        eb.selectFrom('businesses').select('businesses.id').where('accountId', '=', id),
      )
      .execute(),
  businessPhotos: (trx, { id }) =>
    trx
      .deleteFrom('businessPhotos')
      .where('businessId', 'in', (eb) =>
        eb.selectFrom('businesses').select('businesses.id').where('accountId', '=', id),
      )
      .execute(),
  favorites: (trx, { id }) => trx.deleteFrom('favorites').where('accountId', '=', id).execute(),
  businesses: (trx, { id }) =>
    trx
      .updateTable('businesses')
      .set({
        isListed: false,
        name: 'Deleted business',
        nameKey: 'deleted',
        searchName: '',
        url: null,
        logo: null,
        description: null,
      })
      .where('accountId', '=', id)
      .execute(),
  businessPlans: async (trx, { id }) => {
    const rows = await trx
      .selectFrom('businessPlans')
      .select(['id', 'programs'])
      .where('accountId', '=', id)
      .execute();
    for (const { id: planId, programs } of rows) {
      const anonymousColumns = { programs: JSON.stringify(redact(programs)), listedUntil: null };
      await trx.updateTable('businessPlans').set(anonymousColumns).where('id', '=', planId).execute();
    }
  },

  affiliateSignups: async (trx, { id }) => {
    const rows = await trx
      .selectFrom('affiliateSignups')
      .select(['id', 'form'])
      .where('accountId', '=', id)
      .execute();
    for (const { id: signupId, form } of rows) {
      const anonymousColumns = { form: JSON.stringify(redact(form)) };
      await trx.updateTable('affiliateSignups').set(anonymousColumns).where('id', '=', signupId).execute();
    }
  },
  referralVisits: (trx, { id }) => trx.deleteFrom('referralVisits').where('affiliateId', '=', id).execute(),
  referralLinks: (trx, { id }) => trx.deleteFrom('referralLinks').where('accountId', '=', id).execute(),
  referralLinkVisits: (trx, { id }) =>
    trx.deleteFrom('referralLinkVisits').where('affiliateId', '=', id).execute(),
  payoutAccounts: (trx, { id }) => trx.deleteFrom('payoutAccounts').where('accountId', '=', id).execute(),
  webinarRewards: (trx, { id, verifiedEmail }) =>
    trx
      .updateTable('webinarRewards')
      .set({ recipient: 'Former member', email: DELETED_EMAIL, detail: null })
      .where((eb) =>
        eb.or([
          sql<SqlBool>`lower(email) = lower(${verifiedEmail})`,
          eb('webinarCodeId', 'in', (sub) =>
            sub.selectFrom('webinarCodes').select('webinarCodes.id').where('accountId', '=', id),
          ),
        ]),
      )
      .execute(),
  webinarCodes: (trx, { id, verifiedEmail }) =>
    trx
      .updateTable('webinarCodes')
      .set({ survey: null })
      .where(sql<SqlBool>`account_id = ${id} or lower(survey ->> 'email') = lower(${verifiedEmail})`)
      .execute(),

  messages: (trx, { verifiedEmail }) =>
    trx.deleteFrom('messages').where(sql<SqlBool>`lower(email) = lower(${verifiedEmail})`).execute(),
  newsletterSubscribers: (trx, { verifiedEmail }) =>
    trx.deleteFrom('newsletterSubscribers').where(sql<SqlBool>`email = lower(${verifiedEmail})`).execute(),
  // An address that bounced, or that staff suppressed, stays suppressed.
  mailSuppressions: (trx, { verifiedEmail }) =>
    trx
      .deleteFrom('mailSuppressions')
      .where(sql<SqlBool>`email = lower(${verifiedEmail})`)
      .where('reason', 'in', CHOSEN_BY_OWNER)
      .execute(),
  sentMails: (trx, { id, verifiedEmail }) =>
    trx
      .updateTable('sentMails')
      .set({ accountId: null, subject: null, recipient: null })
      .where((eb) => eb.or([eb('accountId', '=', id), sql<SqlBool>`recipient = lower(${verifiedEmail})`]))
      .execute(),

  accounts: (trx, { id, now }) =>
    trx
      .updateTable('accounts')
      .set({
        ...FORMER_MEMBER,
        email: `${id}.${DELETED_EMAIL}`,
        pendingEmail: null,
        emailVerifiedAt: null,
        zip: '',
        accountType: 0,
        isInfluencer: false,
        isFriend: false,
        referenceCode: null,
        passwordHash: '!',
        deletedAt: now,
      })
      .where('id', '=', id)
      .execute(),
};

/**
 * A claimed employee card belongs to the company that pays for it. It stays valid, and can be claimed again.
 */
async function returnEmployeeCards(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ accountId: null, claimedAt: null })
    .where('accountId', '=', accountId)
    .where('planId', 'in', (eb) =>
      eb.selectFrom('plans').select('plans.id').where('isEmployeeCard', '=', true),
    )
    .where('subscriptionId', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('subscriptions.id')
        .where('subscriptions.accountId', 'is distinct from', accountId),
    )
    .execute();
}

/** Erases or anonymizes the account's rows in every table whose policy requires it. */
export async function eraseAccountData(trx: Trx, subject: DataSubject & { now: Date }): Promise<void> {
  for (const erase of Object.values(ERASE)) await erase(trx, subject);
}
