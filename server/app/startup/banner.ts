import { paths } from '../../lib/pages.shared.ts';
import { REHEARSAL_NOTICE } from '../../lib/rehearsal.ts';
import type { Deps } from '../../platform/deps.ts';
import { listStandIns } from '../../platform/monitoring/stand-ins.ts';
import { DEMO_WEBINAR_CODES } from '../demo/webinar-codes.ts';

/**
 * Lists the server's address, the demo accounts and webinar codes, and the stand-ins. Printed when the server
 * is ready.
 */
export function formatStartBanner(
  deps: Deps,
  address: string,
  demo: readonly DemoLine[],
  seconds: number,
): string {
  const lines = deps.config.rehearsal ? [`*** ${REHEARSAL_NOTICE} ***`, ''] : [];
  lines.push(`Everything Card is ready at ${address} (started in ${seconds.toFixed(1)} s)`);
  if (demo.length > 0) {
    lines.push('', 'Demo accounts:');
    for (const { role, email, password } of demo)
      lines.push(`  ${role.padEnd(20)} ${email.padEnd(36)} ${password ?? 'no password in production'}`);
    const staff = demo.find(({ role }) => role === 'staff');
    if (staff) {
      lines.push(
        `Staff console: ${deps.config.publicUrl}${paths.staffLogin()}. Log in with a token from this command:`,
      );
      lines.push(`  npm run staff-token -- ${staff.email}`);
    }
    lines.push(`Webinar codes: ${DEMO_WEBINAR_CODES.join(', ')} (${address}${paths.webinar()})`);
  }
  const standInLines = listStandIns(deps);
  if (standInLines.length > 0) lines.push('', 'Stand-ins:', ...standInLines.map((line) => `  ${line}`));
  return lines.join('\n');
}

export interface DemoLine {
  role: string;
  email: string;
  /** Null in production, where demo accounts cannot log in. */
  password: string | null;
}
