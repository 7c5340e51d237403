/** The PEM certificates and decrypted key that sign a pass. */
export interface PassCertificates {
  passTypeId: string;
  teamId: string;
  certificate: string;
  key: string;
  /** Apple's Worldwide Developer Relations intermediate certificate. */
  wwdr: string;
}
