const CORRECTS_ONE_PERSON = 'Corrects one person’s name. Nothing is given, ended, or sent';
const CORRECTS_ONE_LISTING = 'Corrects one business’s public listing, as its owner can';
const MAILS_ONE_PERSON = 'Repeats one email to the address that it was for';
const MOVES_CARDS_IN_QUEUE = 'Records where a card is. Nothing is sent';
const CHANGES_A_DRAFT = 'Nobody sees a draft until it is published, which isn’t exempt';

/**
 * Every mutation, action, and file of the console requires a passkey used in the last ten minutes, except
 * these, which accept one used earlier in the session (D74). An action's name stands for its preview too.
 */
export const PASSKEY_EXEMPTIONS: Readonly<Record<string, string>> = {
  'staff.businesses.edit': CORRECTS_ONE_LISTING,
  'staff.businesses.saveLocation': CORRECTS_ONE_LISTING,
  'staff.businesses.removeLocation': CORRECTS_ONE_LISTING,
  'staff.businesses.savePromotion': CORRECTS_ONE_LISTING,
  'staff.businesses.removePromotion': CORRECTS_ONE_LISTING,
  'staff.duplicates.dismiss': 'Hides one suggestion from staff',
  'staff.duplicates.search': 'Starts the daily search for duplicates early',
  'staff.cards.print': `${MOVES_CARDS_IN_QUEUE}, and the sheet itself isn’t exempt`,
  'staff.cards.unprint': MOVES_CARDS_IN_QUEUE,
  'staff.cards.unsend': MOVES_CARDS_IN_QUEUE,
  'staff.cards.markReturned': MOVES_CARDS_IN_QUEUE,
  'staff.companies.resendInvitation': MAILS_ONE_PERSON,
  'staff.content.texts.saveDraft': CHANGES_A_DRAFT,
  'staff.content.texts.discardDraft': CHANGES_A_DRAFT,
  'staff.content.texts.restore': CHANGES_A_DRAFT,
  'staff.imports.map': 'Only checks the file again. `staff.imports.start` isn’t exempt',
  'staff.imports.cancel': 'Stops reading a file. Rows that were imported stay',
  'staff.members.correctName': CORRECTS_ONE_PERSON,
  'staff.members.resendMail': MAILS_ONE_PERSON,
  'staff.members.unsuppress': 'Lets one address get email again',
  'staff.memberships.correctName': CORRECTS_ONE_PERSON,
  'staff.memberships.sendClaim': MAILS_ONE_PERSON,
  'staff.messages.answer': 'Marks one message as answered',
  'staff.messages.reopen': 'Marks one message as open',
  'staff.messages.release': 'Sends one message to our own support address',
  'staff.overview.count': 'Counts the figures early',
  'staff.purchases.reconcile': 'Starts the nightly comparison with Stripe early. It only reads',
  'staff.system.check': 'Checks the settings and services. It only reads',
  'POST /api/staff/imports/:kind': 'Only checks the file. `staff.imports.start` isn’t exempt',
};

/** Whether a call is exempt: the path of a procedure, or the method and path of a plain-HTTP route. */
export function isPasskeyExempt(call: string): boolean {
  return Object.hasOwn(PASSKEY_EXEMPTIONS, call.replace(/\.(?:preview|perform)$/, ''));
}
