import type { AppleWallet, PassFacts } from './apple-wallet.ts';
import type { PassCertificates } from './pass-certificates.ts';
import type { PassPush } from './pass-push.ts';
import { createPassThread } from './pass-thread.ts';

interface PassIssuer {
  passTypeId: string;
  teamId: string;
}

const PRODUCT_NAME = 'Everything Card';
/** Matches the colors of the card on our site. */
const COLORS = {
  backgroundColor: 'rgb(8, 58, 48)',
  foregroundColor: 'rgb(255, 255, 255)',
  labelColor: 'rgb(207, 230, 220)',
};

/** Builds a pass.json with the number on the front and contact details on the back. */
export function buildPassContent(facts: PassFacts, { passTypeId, teamId }: PassIssuer) {
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: facts.serialNumber,
    organizationName: PRODUCT_NAME,
    description: `${PRODUCT_NAME} membership`,
    logoText: PRODUCT_NAME,
    ...COLORS,
    authenticationToken: facts.authenticationToken,
    webServiceURL: facts.webServiceUrl,
    sharingProhibited: true,
    voided: facts.voided,
    expirationDate: facts.expiresAt.toISOString(),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: facts.verificationUrl,
        messageEncoding: 'iso-8859-1',
        altText: facts.membershipNumber,
      },
    ],
    storeCard: {
      headerFields: [field('plan', 'PLAN', facts.planName)],
      primaryFields: [field('number', 'ID', facts.membershipNumber)],
      secondaryFields: [field('holder', 'MEMBER', facts.holder)],
      auxiliaryFields: [
        field('expires', 'EXPIRES', facts.expires, 'Your membership now expires %@.'),
        field('status', 'STATUS', facts.status, 'Membership status: %@.'),
      ],
      backFields: backFields(facts),
    },
  };
}

/** `changeMessage` is shown on the lock screen when the value changes. */
function field(key: string, label: string, value: string, changeMessage?: string) {
  return { key, label, value, ...(changeMessage ? { changeMessage } : {}) };
}

function backFields(facts: PassFacts) {
  const names = [facts.holder, ...facts.otherNames].join('\n');
  return [
    field('names', 'Names on Card', names),
    field('verify', 'Check this card', facts.verificationUrl),
    field('manage', 'Your memberships', facts.manageUrl),
    ...(facts.supportPhone ? [field('phone', 'Phone', facts.supportPhone)] : []),
    ...(facts.supportEmail ? [field('email', 'Email', facts.supportEmail)] : []),
  ];
}

/** A pass takes about 100 kB of memory. */
const MAX_PASSES = 100;

/** Caches the most recently used passes. Concurrent requests for the same pass share one promise. */
function createPassCache<T>(maxPasses = MAX_PASSES) {
  const passes = new Map<string, Promise<T>>();
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const pass = passes.get(key) ?? make();
      passes.delete(key);
      passes.set(key, pass);
      // Don't cache failures.
      pass.catch(() => {
        if (passes.get(key) === pass) passes.delete(key);
      });
      const [oldest] = passes.keys();
      if (passes.size > maxPasses && oldest !== undefined) passes.delete(oldest);
      return pass;
    },
  };
}

export function createAppleWallet(options: {
  certificates: PassCertificates;
  isStandIn: boolean;
  push: PassPush;
}): AppleWallet {
  const { certificates, isStandIn, push } = options;
  const thread = createPassThread(certificates);
  const cache = createPassCache<Buffer>();
  return {
    isStandIn,
    passTypeId: certificates.passTypeId,
    makePass: (facts, version) =>
      cache.get(`${facts.serialNumber} ${version}`, () =>
        thread.make(JSON.stringify(buildPassContent(facts, certificates))),
      ),
    push,
    close: () => thread.close(),
  };
}
