/** Every expected error: its HTTP status and the message that users read. */
const ERRORS = {
  INVALID_INPUT: [400, 'Please check the marked fields.'],
  NOT_SIGNED_IN: [401, 'Login to continue'],
  NOT_ALLOWED: [403, 'You don’t have permission to do this.'],
  NOT_FOUND: [404, 'Not Found'],
  METHOD_NOT_ALLOWED: [405, 'This address doesn’t support that kind of request.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please wait a moment and try again.'],
  CSRF: [403, 'We couldn’t confirm your session. Please reload the page and try again.'],
  UNEXPECTED: [500, 'Please contact customer support'],
  // A service such as the database or Stripe is unreachable, and nothing was charged (D62).
  UNAVAILABLE: [503, 'We are having trouble right now. Please try again in a moment.'],

  EMAIL_TAKEN: [409, 'Could not create an account with this e-mail. Try to log in or reset your password.'],
  // Staff confirmed an action after its subject had changed.
  CHANGED_SINCE: [409, 'Someone else changed this in the meantime. Check the latest version and try again.'],
  CURRENT_PASSWORD_WRONG: [400, 'That isn’t your current password.'],
  ACCOUNT_IN_USE: [409, 'Your account can’t be deleted yet. Please reload the page to see why.'],
  SAME_EMAIL: [400, 'That’s already your email address.'],
  EMAIL_NOT_VERIFIED: [403, 'Please verify your email first. Use the link in the email that we sent you.'],
  EMAIL_IN_USE: [409, 'Another account has this email address.'],
  PASSWORD_TOO_COMMON: [400, 'Please choose a password that is harder to guess.'],
  BAD_CREDENTIALS: [
    401,
    'Please check your username and password. If you need help, contact customer support.',
  ],
  BAD_ID_TOKEN: [401, 'Your login has expired. Please log in again.'],
  BAD_STAFF_TOKEN: [401, 'This token isn’t valid, was already used, or has expired.'],
  BAD_RESET_LINK: [400, 'This link no longer works. Please request a new email.'],
  BAD_VERIFICATION_LINK: [400, 'This link no longer works. Please request a new email.'],
  BAD_KEEP_EMAIL_LINK: [400, 'This link no longer works.'],
  INVALID_ID: [404, 'Invalid ID'],

  // The session used no passkey, or used it too long ago for money, tax data, and account types (D57).
  PASSKEY_REQUIRED: [403, 'Please use your passkey to continue.'],
  PASSKEY_REFUSED: [403, 'We couldn’t confirm this passkey. Please try again.'],
  STAFF_TOKEN_REQUIRED: [403, 'Your account has no passkey yet. Ask a developer for a staff token.'],
  LAST_PASSKEY: [409, 'This is your only passkey. Add another one before you remove it.'],
  TOO_MANY_PASSKEYS: [409, 'You have too many passkeys. Remove one first.'],

  WRONG_PROMO_CODE: [400, 'Wrong Promo Code'],
  PROMO_CODE_EXISTS: [409, 'There’s already a promo code with this name.'],
  PROMO_CODE_USED: [409, 'This code has already been used, so you can only limit or stop it.'],
  PRICE_CHANGED: [409, 'The price has changed'],
  // The caller replaces this message with one that says what happened.
  CHARGE_RETURNED: [409, 'What you were buying has changed, so we returned your payment.'],
  TEXT_CHANGED: [409, 'This text has changed. Please read the new version and accept it again.'],
  KEY_REUSED: [422, 'This purchase was already sent with other details. Please start again.'],
  CARD_INVALID: [402, 'The debit/credit card that was used is invalid.'],
  CARD_DECLINED: [402, 'Your card was declined.'],
  // An attempt ended before anything was charged, for example because a server died, or because the payment
  // was not confirmed in time (D53).
  PURCHASE_INTERRUPTED: [402, 'Your purchase did not go through. Nothing was charged.'],
  CARD_CHECK_NEEDED: [
    402,
    'Your bank needs you to confirm this purchase. We sent you an email with a link to complete it.',
  ],
  TOO_MANY_DECLINES: [429, 'Too many cards were declined. Please try again in an hour.'],
  PAYMENT_UNCONFIRMED: [
    503,
    'We couldn’t confirm your payment yet. Please try again in a minute. You won’t be charged twice.',
  ],
  BILL_NOT_FOUND: [404, 'This link doesn’t work, or its bill is closed.'],
  BILL_CLOSED: [409, 'This bill can no longer be paid.'],
  NOTHING_BILLED: [409, 'You don’t have a membership or plan that renews.'],
  ACCOUNT_MISMATCH: [403, 'This isn’t your account.'],
  PLAN_NOT_FOUND: [400, 'Please choose a plan'],
  MEMBERSHIP_NOT_FOUND: [404, 'No Membership Found'],
  CLAIM_LINK_INVALID: [
    404,
    'This link doesn’t work or has expired. If you need help, please contact customer support.',
  ],
  POSTAL_ADDRESS_MISSING: [409, 'Please set postalAddress first: every newsletter must have it.'],
  UNSUBSCRIBE_LINK_INVALID: [404, 'This link doesn’t work. To unsubscribe, please contact customer support.'],
  CLAIMED_BY_YOU: [409, 'This membership is already in your account.'],
  CLAIMED_ALREADY: [
    409,
    'This membership was claimed with another account. Each membership can be claimed once.',
  ],
  CLAIM_ENDED: [409, 'This membership ended or was replaced, so you can’t claim it anymore.'],
  CARD_REQUESTED: [409, 'You have already requested a physical card'],
  CARD_NOT_SENT: [409, 'You can order a replacement once we’ve sent your card.'],
  MEMBERSHIP_INVALID: [409, 'The membership is invalid. For more info, please contact us.'],
  PASS_VOID: [403, 'The membership is invalid. For more info, please contact us.'],
  // Thrown if a phone's request names an unknown Apple pass or has a wrong token.
  PASS_UNKNOWN: [401, 'We don’t recognize this pass.'],
  CANCEL_UNCONFIRMED: [503, 'We couldn’t confirm the cancellation yet. Please try again in a minute.'],
  RESUME_UNCONFIRMED: [503, 'We couldn’t confirm the change yet. Please try again in a minute.'],
  PURCHASE_NOT_FOUND: [404, 'Receipt not found'],
  PURCHASE_UNDER_WAY: [
    409,
    'Another purchase for your account is in progress. Please finish it, or try again in a few minutes.',
  ],
  COMPANY_NOT_FOUND: [404, 'Please fill in your company’s information first.'],
  CORPORATE_MINIMUM: [400, 'For a valid Corporate Plan, you must purchase at least 5 everything cards.'],
  CORPORATE_PLAN_EXISTS: [
    409,
    'You already have a corporate membership. To add additional members, please contact us.',
  ],
  CORPORATE_PLAN_INACTIVE: [
    409,
    'Your corporate plan isn’t active. If you need help, please contact customer support.',
  ],
  CARD_KIND_FIXED: [409, 'The new card must be the same kind as the one it replaces.'],
  INVITED_JUST_NOW: [429, 'We just sent the invitation. Please wait a minute before you resend it.'],
  // The caller replaces this message with one that names the membership (D54, D71).
  PLAN_ALREADY_HELD: [409, 'You already have this membership.'],
  // The caller usually replaces this message with one that says why.
  PLAN_UNCHANGEABLE: [409, 'This membership’s plan can’t be changed right now.'],
  BUSINESS_PLAN_EXISTS: [409, 'You already have a business plan.'],
  BUSINESS_PLAN_NOT_FOUND: [404, 'You don’t have a business plan.'],
  TRIAL_USED: [409, 'Your account already had its free trial.'],
  BUSINESS_NOT_FOUND: [404, 'Your account doesn’t have a business.'],
  PROMOTIONS_LOCKED: [409, 'You can change promotions every 30 days.'],
  // The caller usually replaces this message with one that names the account's type.
  ALREADY_SIGNED_UP: [409, 'You already signed up.'],
  REFERENCE_NOT_FOUND: [400, 'Please choose a reference from the list'],
  SELF_REFERENCE: [400, 'Please choose someone else. You can’t refer yourself'],
  // The caller replaces this message with one that names the month.
  MONTH_NOT_OVER: [409, 'This month isn’t over yet.'],
  MONTH_PAID: [409, 'This month was already paid.'],
  NOTHING_PAYABLE: [409, 'Nothing is payable at the end of this month.'],
  // The caller replaces this message with one that names the missing settings.
  BANK_FILE_UNAVAILABLE: [409, 'The bank file can’t be created yet.'],
  BANK_DATA_UNREADABLE: [409, 'This bank account can’t be decrypted.'],
  NOTHING_TO_SEND: [409, 'None of this month’s payouts can be sent to the bank now.'],
  TOO_MANY_LINKS: [409, 'You have too many links. Remove one first.'],
  LINK_EXISTS: [409, 'You already have a link with this name.'],
  TAX_FORM_ON_FILE: [409, 'We already have your tax form on file. To replace it, please contact us.'],
  // The tax form's key is missing, or the form was changed. The caller's message says which.
  TAX_FORM_UNREADABLE: [409, 'This tax form can’t be decrypted.'],
  WEBINAR_CODE_NOT_FOUND: [404, 'There was an issue.'],
  WEBINAR_REDEEMED: [409, 'There was an issue.'],
  WEBINAR_UNFINISHED: [409, 'There was an issue.'],
  TOO_MANY_PHOTOS: [409, 'You already have the most photos a page can show. Remove one first.'],
  TOO_MANY_LOCATIONS: [409, 'You already have the most locations you can list. Remove one first.'],
  LAST_LOCATION: [409, 'This is your only location. Add another one before you remove it.'],
  MEMBERS_ONLY: [403, 'Favorites are for members. Choose a plan to save this business.'],
  TOO_MANY_FAVORITES: [409, 'You already have the most favorites you can save. Remove one first.'],
  LOGO_INVALID: [400, 'Please choose a picture: PNG, JPEG, or WebP'],
  LOGO_TOO_LARGE: [400, 'Please choose a picture of at most 5 MB'],
  FORM_SUSPECTED: [
    409,
    'We couldn’t accept this just now. Please wait a few seconds and send it again. If that doesn’t help, please contact customer support.',
  ],
  IMPORT_TOO_LARGE: [400, 'Please choose a file of at most 50 MB. Split a larger one into several files.'],
  // The caller replaces this message with one that says why.
  REPAIR_REFUSED: [409, 'This can’t be done with this purchase.'],
  MAIL_GONE: [409, 'This email is too old to send again. You can resend emails for 7 days.'],
  MAIL_WAITING: [409, 'This email hasn’t been sent yet. It will be sent soon.'],
  CARD_WAITING: [409, 'A card for this membership is already waiting to ship.'],
  ALREADY_CLAIMED: [409, 'This membership already belongs to an account, so there’s nothing to claim.'],
  PLACE_NOT_FOUND: [404, 'We don’t recognize this ZIP code'],
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
