/** The fields of the signed-in account that every request reads with the session. */
export interface SessionAccount {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  accountType: number;
}

/** An account, and its security version when its owner was identified or a link was made (D75). */
export interface SecuredAccount {
  id: string;
  securityVersion: number;
}

/**
 * A browser that has signed in before. It has its own limit for failed sign-ins, so that strangers can't lock
 * its accounts out (D57).
 */
export interface KnownBrowser {
  id: string;
  /** The accounts that have signed in, most recent first. */
  accountIds: string[];
}
