import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJsonBodies } from '#server/app/http/bodies.ts';
import {
  changedSince,
  deviceAddress,
  deviceLog,
  passAddress,
  registrationAddress,
  registrationBody,
} from '#server/domains/memberships/wallet/wallet-device.schema.ts';
import {
  fetchPass,
  listChangedPasses,
  logDeviceErrors,
  registerDevice,
  unregisterDevice,
} from '#server/domains/memberships/wallet/wallet-device.service.ts';
import { PASS_CONTENT_TYPE } from '#server/domains/memberships/wallet/wallet-pass.schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginCall, beginCountedCall, readBody, WITHOUT_CSRF } from './call.ts';

/** Reads the token that is embedded in the pass. Only a phone that has the pass knows it. */
function readPassToken({ headers }: FastifyRequest): string {
  return /^ApplePass (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function readModifiedSince({ headers }: FastifyRequest): Date | null {
  const instant = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isNaN(instant) ? null : new Date(instant);
}

/** Phones send a JSON content type even for requests without a body, such as DELETE. */
function acceptEmptyBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  parseJsonBodies(scope, (request, body, done) => {
    if (body === '') done(null);
    else void parseJson(request, body, done);
  });
}

/** Apple's PassKit web service: phones register for updates, list changed passes, and download them. */
export async function registerPassKit(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (scope) => {
      acceptEmptyBodies(scope);
      scope.addHook('preHandler', async (request, reply) => {
        await beginCountedCall(deps, request, reply);
      });
      registerDevices(scope, deps);
      registerPasses(scope, deps);
    },
    { prefix: '/api/passkit/v1' },
  );
}

const REGISTRATIONS = '/devices/:deviceId/registrations/:passTypeId';

function registerDevices(scope: FastifyInstance, deps: Deps): void {
  scope.post(`${REGISTRATIONS}/:serialNumber`, WITHOUT_CSRF, async (request, reply) => {
    const address = registrationAddress.parse(request.params);
    const { pushToken } = readBody(registrationBody, request);
    const isNew = await registerDevice(deps, address, { token: readPassToken(request), pushToken });
    return reply.status(isNew ? 201 : 200).send({});
  });

  scope.get(REGISTRATIONS, WITHOUT_CSRF, async (request, reply) => {
    const { passesUpdatedSince: since } = changedSince.parse(request.query);
    const changedPasses = await listChangedPasses(deps, { ...deviceAddress.parse(request.params), since });
    reply.header('cache-control', 'no-store');
    return changedPasses ?? reply.status(204).send();
  });

  scope.delete(`${REGISTRATIONS}/:serialNumber`, WITHOUT_CSRF, async (request) => {
    await unregisterDevice(deps, registrationAddress.parse(request.params), readPassToken(request));
    return {};
  });
}

function registerPasses(scope: FastifyInstance, deps: Deps): void {
  scope.get('/passes/:passTypeId/:serialNumber', WITHOUT_CSRF, async (request, reply) => {
    const proof = { token: readPassToken(request), since: readModifiedSince(request) };
    const pass = await fetchPass(deps, passAddress.parse(request.params), proof);
    // Passes are personal: shared caches must not store them.
    reply.header('cache-control', 'private, no-cache');
    return pass ? sendPass(reply, pass) : reply.status(304).send();
  });

  scope.post('/log', WITHOUT_CSRF, async (request, reply) => {
    const { ctx } = await beginCall(deps, request, reply);
    await deps.limits.take('deviceLog', ctx);
    logDeviceErrors(deps, readBody(deviceLog, request).logs);
    return {};
  });
}

function sendPass(reply: FastifyReply, { bytes, changedAt }: { bytes: Buffer; changedAt: Date }) {
  return reply.type(PASS_CONTENT_TYPE).header('last-modified', changedAt.toUTCString()).send(bytes);
}
