import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { registerApplePass } from './apple-pass.ts';
import { registerCommissionDownload } from './commission-download.ts';
import { registerCompanyCards } from './company-cards.ts';
import { registerContract } from './contract.ts';
import { registerIdentity } from './identity.ts';
import { registerOwnData } from './own-data.ts';
import { registerReceipt, registerStatement } from './receipt.ts';
import { registerSearchDownload } from './search-download.ts';
import { registerSession } from './session.ts';
import { registerStaffListDownload, registerStaffPrintRun } from './staff-downloads.ts';
import { registerStaffImport } from './staff-import.ts';

/**
 * Registers the REST endpoints under /api. An error response is `{ error: <message> }`, except that a browser
 * gets a page during an outage. Responses are never cached.
 */
export async function registerRest(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      api.setNotFoundHandler(() => {
        throw new AppError('NOT_FOUND');
      });
      registerIdentity(api, deps);
      registerSession(api, deps);
      registerContract(api, deps);
      registerReceipt(api, deps);
      registerStatement(api, deps);
      registerSearchDownload(api, deps);
      registerCommissionDownload(api, deps);
      registerCompanyCards(api, deps);
      registerOwnData(api, deps);
      registerApplePass(api, deps);
      registerStaffListDownload(api, deps);
      await registerStaffImport(api, deps);
      registerStaffPrintRun(api, deps);
    },
    { prefix: '/api' },
  );
}
