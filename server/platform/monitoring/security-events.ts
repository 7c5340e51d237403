import { Counter } from 'prom-client';
import type { Logger } from '../deps.ts';
import { processMetrics } from './metrics.ts';
import { getLogFields } from './request-scope.ts';

export type SecurityEvent =
  | 'registered'
  | 'signed-in'
  | 'sign-in-failed'
  | 'passkey-used'
  | 'password-reset-requested'
  | 'password-reset'
  | 'password-changed'
  | 'email-change-requested'
  | 'email-change-withdrawn'
  | 'email-changed'
  | 'account-deleted'
  | 'sessions-ended'
  | 'payout-account-changed'
  | 'membership-claimed'
  /** Counted as a metric but not logged: the audit log has the details. */
  | 'staff-action'
  /** A response with status 403 or 429. */
  | 'refused';

interface SecurityEventDetails {
  /** The account that acted, or that the request was about. */
  accountId?: string | null | undefined;
  /** The error code, or the staff action. */
  reason?: string;
  path?: string | undefined;
  /** Needed only if the event occurs before the request's scope begins. */
  requestId?: string;
}

const counter = new Counter({
  name: 'security_events_total',
  help: 'Sign-ins, refusals, password resets, claims, and staff actions',
  labelNames: ['event', 'reason'],
  registers: [processMetrics],
});

export function countSecurityEvent(event: SecurityEvent, reason = ''): void {
  counter.inc({ event, reason });
}

/** Counts and logs the event. `details` must not contain secrets or email addresses. */
export function recordSecurityEvent(
  log: Pick<Logger, 'info'>,
  event: SecurityEvent,
  details: SecurityEventDetails = {},
): void {
  countSecurityEvent(event, details.reason);
  log.info({ event, ...getLogFields(), ...details }, 'security event');
}
