import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { Deps } from '../deps.ts';
import type { Gauge } from './gauges.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 5_000;

type CertificateConfig = Pick<Deps['config'], 'applePass' | 'publicUrl'>;

/**
 * Returns a function that reports when our certificates expire. It connects to the site to read the site's
 * certificate, because a proxy has it. It doesn't wait for the connection, so the first scrape lacks that
 * certificate.
 */
export function createCertificateReader({ applePass, publicUrl }: CertificateConfig): () => Gauge[] {
  const endDates = new Map<string, Date>();
  if (applePass) {
    endDates.set('apple-pass', new X509Certificate(applePass.certificate).validToDate);
    endDates.set('apple-wwdr', new X509Certificate(applePass.wwdr).validToDate);
  }
  const site = new URL(publicUrl);
  let readAt = Number.NEGATIVE_INFINITY;
  const refreshSite = async () => {
    readAt = performance.now();
    const endDate = await readSiteCertificate(site);
    if (endDate) endDates.set('site', endDate);
  };
  return () => {
    if (site.protocol === 'https:' && performance.now() - readAt > HOUR_MS) void refreshSite();
    return [
      {
        name: 'certificate_expiry_timestamp_seconds',
        help: 'When a certificate ends',
        samples: [...endDates].map(([certificate, endDate]) => ({
          labels: { certificate },
          value: endDate.getTime() / 1000,
        })),
      },
    ];
  };
}

/** Returns null if the site can't be reached. */
function readSiteCertificate({ hostname, port }: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      // Also read a certificate that browsers refuse. Nothing is sent over this connection.
      rejectUnauthorized: false,
    });
    const finish = (endDate: Date | null) => {
      socket.destroy();
      resolve(endDate);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(null));
    socket.once('error', () => finish(null));
    socket.once('secureConnect', () => finish(socket.getPeerX509Certificate()?.validToDate ?? null));
  });
}
