import type { AppleWallet } from './apple-wallet.ts';
import { createPassCache } from './pass-cache.ts';
import type { PassCertificates } from './pass-certificates.ts';
import { buildPassContent } from './pass-content.ts';
import type { PassPush } from './pass-push.ts';
import { createPassThread } from './pass-thread.ts';

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
