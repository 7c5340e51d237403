import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** Runs a script in its own process, with our logger as `log`, and returns its output. */
async function runScript(script: string[], production = true): Promise<string> {
  const lines = [
    "import { openLog } from '#server/app/startup/logger.ts';",
    `const { log } = openLog({ production: ${production}, rehearsal: false, logLevel: 'info' });`,
    ...script,
  ];
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lines.join('\n')], {
    cwd: root,
  });
  return stdout;
}

const SECRETS = [
  ...['password', 'confirm', 'token', 'idToken', 'idNumber', 'key', 'clientSecret', 'csrfToken', 'csrf'],
  ...['authorization', 'cookie', 'set-cookie', 'x-csrf-token', 'stripe-signature', 'session', 'sessionId'],
  ...['secret', 'secretKey', 'identitySecret', 'webhookSecret', 'passwordHash', 'client_secret'],
  ...['USTaxPayerID', 'ForeignTaxID', 'Authorization', 'Cookie', 'Set-Cookie'],
];

describe('the logger', () => {
  test('hides secrets at any depth', async () => {
    const places = SECRETS.flatMap((name) => {
      const nestedSecret = `{ ${JSON.stringify(name)}: 'hunter2' }`;
      return [
        `log.info(${nestedSecret});`,
        `log.info({ input: ${nestedSecret} });`,
        `log.info({ request: { headers: ${nestedSecret} } });`,
        `log.info({ a: { b: { c: ${nestedSecret} } } });`,
        `log.info({ a: { b: { c: { d: { e: ${nestedSecret} } } } } });`,
        `log.info({ members: [${nestedSecret}, { list: [${nestedSecret}] }] });`,
        `log.error({ err: Object.assign(new Error('failed'), ${nestedSecret}) });`,
        `log.error({ err: Object.assign(new Error('failed'), { raw: { headers: ${nestedSecret} } }) });`,
        `log.error({ err: new Error('outer', { cause: Object.assign(new Error('inner'), ${nestedSecret}) }) });`,
        `log.error({ err: new AggregateError([Object.assign(new Error('inner'), ${nestedSecret})], 'several') });`,
        `log.error({ err: Object.assign(new Error('failed'), { of: Object.assign(new Error('inner'), ${nestedSecret}) }) });`,
        `log.child({ reqId: 1 }).info({ input: ${nestedSecret} }, 'of a child');`,
        `log.info({ at: Object.assign(new (class Request {})(), { headers: ${nestedSecret} }) });`,
      ];
    });
    const lines = (await runScript(places)).trimEnd().split('\n');
    expect(lines).toHaveLength(places.length);
    expect(lines.filter((line) => line.includes('hunter2'))).toEqual([]);
  });

  test('logs everything else unchanged and does not modify its input', async () => {
    const text = await runScript([
      "const given = { password: 'hunter2', count: 3, none: null, at: new Date(0), list: [1, 'two'] };",
      "log.info(given, 'a line');",
      "log.error({ err: Object.assign(new TypeError('broken', { cause: new Error('why') }), { code: 'E1' }) }, 'so');",
      "log.info({ intact: given.password === 'hunter2' });",
      "log.error({ err: new AggregateError([new Error('one'), new Error('two')], 'several') });",
      'const circle = {}; circle.self = circle;',
      "log.info({ circle }, 'round');",
    ]);
    const [line, fault, afterFault, several, round] = text
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      level: 30,
      msg: 'a line',
      password: '[hidden]',
      count: 3,
      none: null,
      at: '1970-01-01T00:00:00.000Z',
      list: [1, 'two'],
    });
    expect(fault).toMatchObject({ level: 50, msg: 'so', err: { type: 'TypeError', code: 'E1' } });
    expect(fault.err.message).toContain('broken');
    expect(fault.err.stack).toContain('TypeError: broken');
    expect(fault.err.stack).toContain('why');
    expect(afterFault).toMatchObject({ intact: true });
    expect(several.err.aggregateErrors).toMatchObject([{ message: 'one' }, { message: 'two' }]);
    expect(round).toMatchObject({ msg: 'round' });
  });

  test('hides secrets in development too', async () => {
    const text = await runScript(["log.info({ user: { password: 'hunter2' } }, 'readable');"], false);
    expect(text).toContain('readable');
    expect(text).toContain('[hidden]');
    expect(text).not.toContain('hunter2');
  });
});
