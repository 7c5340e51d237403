/** What a pass is signed with, PEM; the key is not encrypted any more. */
export interface PassCertificates {
  passTypeId: string;
  teamId: string;
  certificate: string;
  key: string;
  /** Apple's intermediate certificate, Worldwide Developer Relations. */
  wwdr: string;
}
