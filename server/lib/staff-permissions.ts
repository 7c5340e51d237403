/** True for admins and developers (D39). */
export function isStaff(accountType: number): boolean {
  return accountType === 10 || isDeveloper(accountType);
}

/** True for developers, who also see the console's System section. */
export function isDeveloper(accountType: number): boolean {
  return accountType === 42;
}

const PASSKEY_FRESH_MS = 10 * 60_000;

/** Whether a passkey was used recently enough for what a session alone mustn't do (D57, D74). */
export function isFresh(passkeyAt: Date | null, now: Date): boolean {
  return passkeyAt !== null && now.getTime() - passkeyAt.getTime() <= PASSKEY_FRESH_MS;
}
