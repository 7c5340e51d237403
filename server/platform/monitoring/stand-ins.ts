import type { Deps } from '../deps.ts';

/** Describes each stand-in for an outside service, and where its results are. */
export function listStandIns({ config, mailer, addresses, appleWallet, googleWallet }: Deps): string[] {
  return [
    ...(config.stripe ? [] : ['card payments: a sandbox on this machine, no real cards (npm run sandbox)']),
    // Production does not serve the mail page.
    ...(mailer.isStandIn
      ? [`mail: written to ${config.dataDir}/mail${config.production ? '' : ', listed on /dev/mail'}`]
      : []),
    ...(addresses.isStandIn ? ['addresses: checked offline, not by USPS'] : []),
    ...(appleWallet.isStandIn ? ['Apple Wallet: passes signed here, which a phone won’t install'] : []),
    ...(googleWallet.isStandIn ? ['Google Wallet: passes signed here, which Google won’t accept'] : []),
    ...(config.ach?.isStandIn ? ['bank file: made with bank details that no bank has (ACH_*)'] : []),
    ...(config.databaseUrl ? [] : [`database: embedded, in ${config.dataDir}`]),
  ];
}
