/** Every expected error: its HTTP status and the message that users read. */
const ERRORS = {
  INVALID_INPUT: [400, 'Please check the marked fields.'],
  NOT_SIGNED_IN: [401, 'Login to continue'],
  NOT_ALLOWED: [403, 'You are not allowed to do this.'],
  NOT_FOUND: [404, 'Not Found'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please wait a moment and try again.'],
  CSRF: [403, 'Your session could not be confirmed. Please reload the page and try again.'],
  UNEXPECTED: [500, 'Please contact customer support'],
  // A service such as the database or Stripe is unreachable, and nothing was charged (D62).
  UNAVAILABLE: [503, 'We are having trouble right now. Please try again in a moment.'],

  EMAIL_TAKEN: [409, 'Could not create an account with this e-mail. Try to log in or reset your password.'],
  // Staff confirmed an action after its subject had changed.
  CHANGED_SINCE: [409, 'Someone else changed this in the meantime. Check the new state and try again.'],
  CURRENT_PASSWORD_WRONG: [400, 'This is not your current password.'],
  ACCOUNT_IN_USE: [409, 'Your account can’t be deleted yet. Please reload the page to see why.'],
  SAME_EMAIL: [400, 'This is your e-mail address already.'],
  EMAIL_IN_USE: [409, 'Another account has this e-mail address.'],
  PASSWORD_TOO_COMMON: [400, 'Please choose a password that is harder to guess.'],
  BAD_CREDENTIALS: [
    401,
    'Please check your username and password. If you need help, contact customer support.',
  ],
  BAD_ID_TOKEN: [401, 'This sign-in has expired. Please log in again.'],
  BAD_STAFF_TOKEN: [401, 'This token is not valid, was used already, or has expired.'],
  BAD_RESET_LINK: [400, 'This link is not valid any more. Please ask for a new e-mail.'],
  BAD_VERIFICATION_LINK: [400, 'This link is not valid any more. Please ask for a new e-mail.'],
  INVALID_ID: [404, 'Invalid ID'],

  // The session used no passkey, or used it too long ago for money, tax data, and account types (D57).
  PASSKEY_REQUIRED: [403, 'Please use your passkey to continue.'],
  PASSKEY_REFUSED: [403, 'This passkey could not be confirmed. Please try again.'],
  STAFF_TOKEN_REQUIRED: [403, 'Your account has no passkey yet. Ask a developer for a staff token.'],
  LAST_PASSKEY: [409, 'This is your only passkey. Add another one before you remove it.'],
  TOO_MANY_PASSKEYS: [409, 'You have too many passkeys. Remove one first.'],

  WRONG_PROMO_CODE: [400, 'Wrong Promo Code'],
  PROMO_CODE_EXISTS: [409, 'There is a promo code with this name already.'],
  PROMO_CODE_USED: [409, 'This code was used already, so it can only be limited or stopped.'],
  PRICE_CHANGED: [409, 'The price has changed'],
  TEXT_CHANGED: [409, 'This text has changed. Please read the new version and accept it again.'],
  KEY_REUSED: [422, 'This purchase was already sent with other details. Please start again.'],
  CARD_INVALID: [402, 'The debit/credit card that was used is invalid.'],
  CARD_DECLINED: [402, 'Your card was declined.'],
  // An attempt ended before anything was charged, for example because a server died, or because the payment
  // was not confirmed in time (D53).
  PURCHASE_INTERRUPTED: [402, 'Your purchase did not go through. Nothing was charged.'],
  CARD_CHECK_NEEDED: [
    402,
    'Your bank asks for a further check. We sent you an e-mail with a link to complete the purchase.',
  ],
  TOO_MANY_DECLINES: [429, 'Too many cards were declined. Please try again in an hour.'],
  PAYMENT_UNCONFIRMED: [
    503,
    'We could not confirm your payment yet. You will not be charged twice: please try again in a minute.',
  ],
  BILL_NOT_FOUND: [404, 'This link does not work, or its bill has closed.'],
  BILL_CLOSED: [409, 'This bill can no longer be paid.'],
  NOTHING_BILLED: [409, 'You have no membership or plan that renews.'],
  ACCOUNT_MISMATCH: [403, 'This account is not yours.'],
  PLAN_NOT_FOUND: [400, 'Please choose a plan'],
  MEMBERSHIP_NOT_FOUND: [404, 'No Membership Found'],
  CLAIM_LINK_INVALID: [
    404,
    'This link does not work, or has expired. If you need help, please contact our customer support.',
  ],
  POSTAL_ADDRESS_MISSING: [409, 'Please set postalAddress first: every newsletter must have it.'],
  UNSUBSCRIBE_LINK_INVALID: [
    404,
    'This link does not work. To leave the newsletter, please contact our customer support.',
  ],
  CLAIMED_BY_YOU: [409, 'This membership is in your account already.'],
  CLAIMED_ALREADY: [
    409,
    'This membership was claimed with another account. Each membership can be claimed once.',
  ],
  CLAIM_ENDED: [409, 'This membership has ended or was replaced. It cannot be claimed any more.'],
  CARD_REQUESTED: [409, 'You have already requested a physical card'],
  CARD_NOT_SENT: [409, 'A replacement can be ordered once your card was sent.'],
  MEMBERSHIP_INVALID: [409, 'The membership is invalid. For more info, please contact us.'],
  PASS_VOID: [403, 'The membership is invalid. For more info, please contact us.'],
  // Thrown if a phone's request names an unknown Apple pass or has a wrong token.
  PASS_UNKNOWN: [401, 'This pass is not known here.'],
  CANCEL_UNCONFIRMED: [503, 'We could not confirm the cancellation yet. Please try again in a minute.'],
  RESUME_UNCONFIRMED: [503, 'We could not confirm that it continues yet. Please try again in a minute.'],
  PURCHASE_NOT_FOUND: [404, 'Receipt not found'],
  PURCHASE_UNDER_WAY: [
    409,
    'Another purchase for your account is under way. Please finish it, or try again in a few minutes.',
  ],
  COMPANY_NOT_FOUND: [404, 'Please fill in your company’s information first.'],
  CORPORATE_MINIMUM: [400, 'For a valid Corporate Plan, you must purchase at least 5 everything cards.'],
  CORPORATE_PLAN_EXISTS: [
    409,
    'You already have a corporate membership. To add additional members, please contact us.',
  ],
  CORPORATE_PLAN_INACTIVE: [
    409,
    'Your corporate plan is not active. If you need help, please contact our customer support.',
  ],
  CARD_KIND_FIXED: [409, 'The new card is of the same kind as the one that it replaces.'],
  INVITED_JUST_NOW: [429, 'The invitation was sent just now. Please wait a minute.'],
  // The caller replaces this message with one that names the membership (D54).
  PLAN_ALREADY_HELD: [409, 'You already have this membership. Buy another one?'],
  // Usually replaced with a message that says why.
  PLAN_UNCHANGEABLE: [409, 'The plan of this membership can’t be changed now.'],
  BUSINESS_PLAN_EXISTS: [409, 'You already have a business plan.'],
  BUSINESS_PLAN_NOT_FOUND: [404, 'You do not have a business plan.'],
  TRIAL_USED: [409, 'Your account has had its free trial already.'],
  BUSINESS_NOT_FOUND: [404, 'There is no business on your account.'],
  PROMOTIONS_LOCKED: [409, 'Promotions can be changed every 30 days.'],
  // Usually replaced with a message that names the account's type.
  ALREADY_SIGNED_UP: [409, 'You already signed up.'],
  REFERENCE_NOT_FOUND: [400, 'Please choose a reference from the list'],
  SELF_REFERENCE: [400, 'Please name somebody else: nobody refers themselves'],
  // The caller replaces this message with one that names the month.
  MONTH_NOT_OVER: [409, 'This month is not over yet.'],
  MONTH_PAID: [409, 'This month was paid already.'],
  NOTHING_PAYABLE: [409, 'Nothing is payable at the end of this month.'],
  // Replaced with a message that names the missing settings.
  BANK_FILE_UNAVAILABLE: [409, 'The file for the bank can’t be made yet.'],
  BANK_DATA_UNREADABLE: [409, 'This bank account can’t be decrypted.'],
  NOTHING_TO_SEND: [409, 'No payout of this month can be sent to the bank now.'],
  TOO_MANY_LINKS: [409, 'You have too many links. Remove one first.'],
  LINK_EXISTS: [409, 'You have a link with this name already.'],
  TAX_FORM_ON_FILE: [409, 'Your tax form is on file already. To replace it, please contact us.'],
  // The key of a tax form is missing, or the form was changed. The caller adds which of them.
  TAX_FORM_UNREADABLE: [409, 'This tax form can’t be decrypted.'],
  WEBINAR_CODE_NOT_FOUND: [404, 'There was an issue.'],
  WEBINAR_REDEEMED: [409, 'There was an issue.'],
  WEBINAR_UNFINISHED: [409, 'There was an issue.'],
  TOO_MANY_PHOTOS: [409, 'You have as many photos as a page can show. Remove one first.'],
  TOO_MANY_LOCATIONS: [409, 'You have as many locations as you can list. Remove one first.'],
  LAST_LOCATION: [409, 'This is your only location. Add another one before you remove it.'],
  MEMBERS_ONLY: [403, 'Favorites are for members. Choose a plan to save this business.'],
  TOO_MANY_FAVORITES: [409, 'You have as many favorites as you can save. Remove one first.'],
  LOGO_INVALID: [400, 'Please choose a picture: PNG, JPEG or WebP'],
  LOGO_TOO_LARGE: [400, 'Please choose a picture of at most 5 MB'],
  FORM_SUSPECTED: [
    409,
    'We could not take this just now. Please wait a few seconds and send it again. If that does not help, please contact our customer support.',
  ],
  IMPORT_TOO_LARGE: [400, 'Please choose a file of at most 50 MB. Split a larger one into several files.'],
  // Replaced with a message that says why.
  REPAIR_REFUSED: [409, 'This can’t be done with this purchase.'],
  MAIL_GONE: [409, 'This mail is too old to be sent again. Mails can be sent again for 7 days.'],
  MAIL_WAITING: [409, 'This mail has not been sent yet. It will be sent soon.'],
  CARD_WAITING: [409, 'A card for this membership is waiting to be shipped already.'],
  ALREADY_CLAIMED: [409, 'This membership belongs to an account already, so there is nothing to claim.'],
  PLACE_NOT_FOUND: [404, 'We do not know this ZIP code'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

/** Roughly how long a database failover takes, and short enough for users to wait. */
const UNAVAILABLE_RETRY_SECONDS = 5;

export type ErrorCode = keyof typeof ERRORS;

export function getErrorStatus(code: ErrorCode): number {
  return ERRORS[code][0];
}

export function errorSentence(code: ErrorCode): string {
  return ERRORS[code][1];
}

interface AppErrorDetails {
  /** Path of the input field that the message belongs to, such as 'email' or 'members.0.name'. */
  field?: string;
  /** Replaces the code's message, for example with Stripe's own. */
  message?: string | undefined;
  /** Messages by field path. */
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected error with a message for the caller. Any other thrown error is a bug or an outage. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fieldErrors: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? errorSentence(code), { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = getErrorStatus(code);
    this.fieldErrors = details.fieldErrors ?? (details.field ? { [details.field]: this.message } : undefined);
    this.retryAfterSeconds =
      details.retryAfterSeconds ?? (code === 'UNAVAILABLE' ? UNAVAILABLE_RETRY_SECONDS : undefined);
  }
}
