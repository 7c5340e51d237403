import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { PassCertificates } from './pass-certificates.ts';

const STAND_IN_PASS_TYPE = 'pass.example.everything-card';
const STAND_IN_TEAM = 'STANDIN000';
const VALIDITY_YEARS = 10;

const newKeyPair = promisify(generateKeyPair);

/**
 * Creates a certificate authority and a pass certificate. They look like Apple's, but phones don't trust
 * them.
 */
export async function createStandInCertificates(now: Date): Promise<PassCertificates> {
  const [authority, signer] = await Promise.all([makeKeys(), makeKeys()]);
  const authorityName = createDistinguishedName('Everything Card stand-in for Apple WWDR', 'Stand-in');
  const wwdr = issueCertificate(
    now,
    '01',
    authority.public,
    authorityName,
    authorityName,
    authority.private,
    [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      { name: 'subjectKeyIdentifier' },
    ],
  );
  const subject = [
    { name: 'commonName', value: `Pass Type ID: ${STAND_IN_PASS_TYPE}` },
    { type: '0.9.2342.19200300.100.1.1', value: STAND_IN_PASS_TYPE },
    { name: 'organizationalUnitName', value: STAND_IN_TEAM },
    { name: 'organizationName', value: 'Everything Card' },
  ];
  const certificate = issueCertificate(now, '02', signer.public, subject, authorityName, authority.private, [
    { name: 'keyUsage', digitalSignature: true, critical: true },
    // OpenSSL requires the email protection usage. Apple's certificates have it too.
    { name: 'extKeyUsage', emailProtection: true, clientAuth: true },
  ]);
  return {
    passTypeId: STAND_IN_PASS_TYPE,
    teamId: STAND_IN_TEAM,
    certificate,
    key: signer.pem,
    wwdr,
  };
}

async function makeKeys() {
  const { privateKey } = await newKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  return { pem: privateKey, private: key, public: forge.pki.setRsaPublicKey(key.n, key.e) };
}

const createDistinguishedName = (commonName: string, unit: string) => [
  { name: 'commonName', value: commonName },
  { name: 'organizationalUnitName', value: unit },
  { name: 'organizationName', value: 'Everything Card' },
];

function issueCertificate(
  now: Date,
  serialNumber: string,
  publicKey: forge.pki.rsa.PublicKey,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  signingKey: forge.pki.rsa.PrivateKey,
  extensions: object[],
): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = serialNumber;
  certificate.validity.notBefore = new Date(now.getTime() - 86_400_000);
  certificate.validity.notAfter = new Date(now.getTime() + VALIDITY_YEARS * 365 * 86_400_000);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions(extensions);
  certificate.sign(signingKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
