import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const deploy = join(import.meta.dirname, '../../../server/deploy');
const read = (path: string) => readFile(join(deploy, path), 'utf8');

const UNITS = ['web', 'worker'].map((role) => `systemd/everything-card-${role}@.service`);

const DIRECTIVES = [
  'UMask=0077',
  'StateDirectoryMode=0700',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'LockPersonality=yes',
  'PrivateDevices=yes',
  'PrivateMounts=yes',
  'PrivateTmp=yes',
  'PrivateUsers=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHome=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'ProtectSystem=strict',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallErrorNumber=EPERM',
  'SystemCallFilter=@system-service',
];

test.each(UNITS)('%s confines its process', async (unit) => {
  const lines = (await read(unit)).split('\n');
  expect(lines).toEqual(expect.arrayContaining(DIRECTIVES));
  // Without memory that is both writable and executable, V8 can't run.
  expect(lines.join('\n')).not.toMatch(/^MemoryDenyWriteExecute/m);
});

describe('compose.yaml', async () => {
  const text = await read('compose.yaml');
  const blockOf = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const product = blockOf(/^x-product: &product\n((?: .*\n)+)/m);
  const services = blockOf(/^services:\n((?:(?: .*)?\n)+)/m)
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((block) => ({ name: block.slice(0, block.indexOf(':')), block }));

  test('hardens a service with these settings', () => {
    expect(blockOf(/^x-hardened: &hardened\n((?: .*\n)+)/m).match(/(?<=^ {2})\S.*/gm)).toEqual([
      'restart: always',
      'read_only: true',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
      'pids_limit: 200',
      'mem_limit: 1g',
    ]);
  });

  test.each(services)('hardens $name, runs it without root, and pins its image', ({ block }) => {
    const whole = block.includes('*product') ? block + product : block;
    expect(whole).toMatch(/^ {4}<<: (?:\*hardened|\[\*hardened, \*product\])$/m);
    expect(whole).toMatch(/^ {2,4}user: (?:postgres|haproxy|'10001:10001')$/m);
    const images = whole
      .match(/(?<=(?:FROM |BASE: |image: )).+/g)
      ?.filter((image) => image !== 'everything-card');
    expect(images?.length).toBeGreaterThan(0);
    for (const image of images ?? []) expect(image).toMatch(/^[\w:.-]+@\$\{\w+_DIGEST:\?/);
  });

  test('gives the owner’s password only to what migrates and to the database', () => {
    const names = services.filter(({ block }) => block.includes('OWNER_PASSWORD')).map(({ name }) => name);
    expect(names).toEqual(['migrate', 'postgres']);
    expect(services.map(({ name }) => name)).toContain('web');
  });
});

describe('https.cfg', () => {
  test('deletes what clients claim about themselves, and limits protocols, connections, and bodies', async () => {
    const frontend = (await read('haproxy/https.cfg')).split('frontend site')[1] ?? '';
    for (const rule of [
      'ssl-min-ver TLSv1.2',
      'http-request del-header forwarded\n',
      'http-request del-header x-forwarded- -m beg\n',
      'http-request set-header x-forwarded-proto https\n',
      'option forwardfor\n',
      'option http-buffer-request\n',
      'tcp-request connection reject if { sc0_conn_cur gt 1000 }\n',
    ])
      expect(frontend).toContain(rule);
    expect(await read('haproxy/defaults.cfg')).toContain('timeout http-request 10s\n');
  });
});
