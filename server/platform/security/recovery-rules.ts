/** Whether recovering an account ends a kind of token or session (D75). */
type RecoveryRule =
  | { recovery: 'ends'; uses: 'once' | 'until-recovery' }
  | { recovery: 'keeps'; reason: string };

const ENDS = { recovery: 'ends', uses: 'until-recovery' } as const;
const ENDS_AFTER_ONE_USE = { recovery: 'ends', uses: 'once' } as const;
const keeps = (reason: string) => ({ recovery: 'keeps', reason }) as const;

/** The purposes of signed tokens. A token works for one purpose only. */
export const TOKEN_RULES = {
  'id-token': ENDS_AFTER_ONE_USE,
  'password-reset': ENDS,
  'verify-email': ENDS,
  'keep-email': ENDS,
  'add-passkey': ENDS_AFTER_ONE_USE,
  'use-passkey': ENDS_AFTER_ONE_USE,
  receipt: keeps('A document of one purchase. It opens nothing else.'),
  'cancel-membership': keeps('A guest’s only way to manage a purchase. It belongs to no account.'),
  'claim-membership': keeps('The right to a membership that has no account yet.'),
  'request-card': keeps('The card of a membership that has no account yet.'),
  'complete-payment': keeps('Reopens one failed purchase. Accounts must be signed in to use it.'),
  bill: keeps('A duty: it pays one open bill and shows nothing of the account.'),
  newsletter: keeps('The right to unsubscribe must never end.'),
  'renewal-receipts': keeps('The right to turn off an email must never end.'),
  form: keeps('Proves when a form was opened. It belongs to no account.'),
} as const satisfies Record<string, RecoveryRule>;

/** The purposes of keys that are derived from the signing secrets. */
export const KEY_RULES = {
  'live-card': keeps(
    'Shows that a card on a screen isn’t a picture. The number alone is valid at checkout, and the owner’s own phone must keep working without a signal. Expires after 30 days.',
  ),
} as const satisfies Record<string, RecoveryRule>;

/** Everything else that proves who a caller is. */
export const CREDENTIAL_RULES = {
  'cookie-session': ENDS,
  /** Older clients and servers send the session id in a header. */
  'bearer-session': ENDS,
  'staff-token-session': ENDS,
  /** The one-time token that `npm run staff-token` prints. */
  'staff-token': ENDS_AFTER_ONE_USE,
  'buyer-cookie': keeps('Recognizes a guest’s browser. It belongs to no account.'),
  'browser-cookie': keeps('Only decides which limit counts failed sign-ins. A password is still required.'),
  'wallet-pass': keeps('Lets a phone that has the pass get its updates: what the card shows.'),
} as const satisfies Record<string, RecoveryRule>;

export type TokenPurpose = keyof typeof TOKEN_RULES;
export type KeyPurpose = keyof typeof KEY_RULES;
/** The purposes whose tokens could give access to an account. */
export type AccessPurpose = {
  [Purpose in TokenPurpose]: (typeof TOKEN_RULES)[Purpose]['recovery'] extends 'ends' ? Purpose : never;
}[TokenPurpose];
export type KeptPurpose = Exclude<TokenPurpose, AccessPurpose>;
