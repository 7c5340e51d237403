/** `certificate`, `key`, and `wwdr` are in PEM format. The key is decrypted. */
export interface PassCertificates {
  passTypeId: string;
  teamId: string;
  certificate: string;
  key: string;
  /** Apple's Worldwide Developer Relations intermediate certificate. */
  wwdr: string;
}
