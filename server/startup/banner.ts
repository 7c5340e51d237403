import { DEMO_WEBINAR_CODES } from '../demo/webinar-codes.ts';
import type { Deps } from '../deps.ts';
import { REHEARSAL_NOTICE } from '../lib/rehearsal.ts';
import { paths } from '../site/pages.shared.ts';

function describeStandIns({ config, mailer, addresses, appleWallet, googleWallet }: Deps): string[] {
  return [
    ...(config.stripe ? [] : ['card payments: a sandbox on this machine, no real cards (npm run sandbox)']),
    // Production does not serve the mail page.
    ...(mailer.isStandIn
      ? [`mail: written to ${config.dataDir}/mail${config.production ? '' : ', listed on /dev/mail'}`]
      : []),
    ...(addresses.isStandIn ? ['addresses: checked offline, not by USPS'] : []),
    ...(appleWallet.isStandIn ? ['Apple Wallet: passes signed here, which a phone will not install'] : []),
    ...(googleWallet.isStandIn ? ['Google Wallet: passes signed here, which Google will not take'] : []),
    ...(config.databaseUrl ? [] : [`database: embedded, in ${config.dataDir}`]),
  ];
}

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
  lines.push(`Everything Card is ready on ${address} (started in ${seconds.toFixed(1)} s)`);
  if (demo.length > 0) {
    lines.push('', 'Demo accounts:');
    for (const { role, email, password } of demo)
      lines.push(`  ${role.padEnd(20)} ${email.padEnd(36)} ${password ?? 'no password in production'}`);
    lines.push(`Webinar codes: ${DEMO_WEBINAR_CODES.join(', ')} (${address}${paths.webinar()})`);
  }
  const standInLines = describeStandIns(deps);
  if (standInLines.length > 0) lines.push('', 'Stand-ins:', ...standInLines.map((line) => `  ${line}`));
  return lines.join('\n');
}

export interface DemoLine {
  role: string;
  email: string;
  /** Null in production, where demo accounts cannot log in. */
  password: string | null;
}
