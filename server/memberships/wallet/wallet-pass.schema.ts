import { z } from 'zod';

/** Whether a telephone takes our passes: not where this installation signs them with keys of its own making. */
export const walletSetup = z.object({ appleInstallable: z.boolean(), googleInstallable: z.boolean() });
export type WalletSetup = z.infer<typeof walletSetup>;

/** A pass for Google Wallet: the signed token that its button takes, and the same as a link. */
export const googlePass = z.object({
  token: z.string().max(1_800),
  saveUrl: z.url(),
  installable: z.boolean(),
});
export type GooglePass = z.infer<typeof googlePass>;

export const PASS_CONTENT_TYPE = 'application/vnd.apple.pkpass';
