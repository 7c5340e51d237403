import type { FastifyInstance } from 'fastify';
import { addRehearsalNotice } from '../../lib/rehearsal.ts';
import type { Config } from '../../platform/config/config.ts';

/**
 * In a rehearsal, marks every page and keeps search engines away (D45). The web app's pages are already
 * compressed here, so `page-documents.ts` marks them.
 */
export function registerRehearsal(app: FastifyInstance, { rehearsal }: Config): void {
  if (!rehearsal) return;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-robots-tag', 'noindex');
    done();
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage =
      typeof payload === 'string' && String(reply.getHeader('content-type')).includes('text/html');
    return isPage ? addRehearsalNotice(payload, 'page') : payload;
  });
}
