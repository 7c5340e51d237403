import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import forge from 'node-forge';

export interface ReceivedPush {
  token: string;
  topic: string;
  body: string;
  /** The common name of the caller's certificate. */
  caller: string | undefined;
}

export interface PushService {
  url: string;
  /** The CA certificate for `url`. */
  ca: string;
  received: ReceivedPush[];
  close(): Promise<void>;
}

/**
 * A fake of Apple's push service: HTTP/2 with client certificates. `answer` decides the response for each
 * token.
 */
export async function startPushService(
  answer: (token: string) => { status: number; reason?: string } | 'nothing',
): Promise<PushService> {
  const { key, certificate } = selfSigned();
  const received: ReceivedPush[] = [];
  const server = createSecureServer({ key, cert: certificate, requestCert: true, rejectUnauthorized: false });
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers: IncomingHttpHeaders) => {
    const token = decodeURIComponent(String(headers[':path']).replace('/3/device/', ''));
    const socket = stream.session?.socket;
    const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject : undefined;
    let body = '';
    stream.on('error', () => {});
    stream.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    stream.on('end', () => {
      const caller = subject?.CN;
      received.push({
        token,
        topic: String(headers['apns-topic']),
        body,
        caller: Array.isArray(caller) ? caller.join() : caller,
      });
      const reply = answer(token);
      if (reply === 'nothing') return stream.session?.destroy();
      stream.respond({ ':status': reply.status });
      stream.end(reply.reason ? JSON.stringify({ reason: reply.reason }) : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `https://localhost:${getPort(server)}`,
    ca: certificate,
    received,
    close: () => closed(server),
  };
}

function getPort(server: Http2SecureServer): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The push service has no port');
  return address.port;
}

const closed = (server: Http2SecureServer) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
  });

function selfSigned(): { key: string; certificate: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  return {
    key: forge.pki.privateKeyToPem(keys.privateKey),
    certificate: forge.pki.certificateToPem(certificate),
  };
}
