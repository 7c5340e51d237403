import { z } from 'zod';

const pem = z.string().startsWith('-----BEGIN ');

/** The key is decrypted. */
export const passCertificates = z.object({
  passTypeId: z.string(),
  teamId: z.string(),
  certificate: pem,
  key: pem,
  /** Apple's Worldwide Developer Relations intermediate certificate. */
  wwdr: pem,
});
export type PassCertificates = z.infer<typeof passCertificates>;
