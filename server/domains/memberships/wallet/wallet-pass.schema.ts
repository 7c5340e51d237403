import { z } from 'zod';

/** True if phones accept our passes. They don't if this installation signs with self-made keys. */
export const walletSetup = z.object({ appleInstallable: z.boolean(), googleInstallable: z.boolean() });
export type WalletSetup = z.infer<typeof walletSetup>;

/** A signed Google Wallet pass. Google's button uses `token`, and `saveUrl` is a link with the same token. */
export const googlePass = z.object({
  token: z.string().max(1_800),
  saveUrl: z.url(),
  installable: z.boolean(),
});
export type GooglePass = z.infer<typeof googlePass>;

export const PASS_CONTENT_TYPE = 'application/vnd.apple.pkpass';
