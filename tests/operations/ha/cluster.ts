import { randomBytes } from 'node:crypto';
import { chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { serverUser } from '#tests/helpers/database/postgres-server.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import {
  address,
  createNumberedSettings,
  DEPLOY,
  etcdSettings,
  HOST,
  type Passwords,
  patroniConfig,
  pgbouncerConfig,
} from './cluster-config.ts';
import { killPostgres, Program } from './program.ts';

const MEMBERS = 3;
const HEALTHY_SECONDS = 120;

const clusterSchema = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});
const etcdStatus = z.object({ leader: z.string(), header: z.object({ member_id: z.string() }) });

interface Member {
  name: string;
  patroni: Program;
  dataDir: string;
  apiPort: number;
  port: number;
}

interface EtcdMember {
  name: string;
  program: Program;
  clientPort: number;
}

async function findUniquePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Runs etcd, Patroni, HAProxy, and pgbouncer on loopback, with the configuration in `server/deploy`. */
export class Cluster {
  readonly members: Member[] = [];
  readonly pgbouncers: Program[] = [];
  /** The port of the site on HAProxy, and the ports of the web processes behind it. */
  sitePort = 0;
  webPorts: number[] = [];
  readonly #etcd: EtcdMember[] = [];
  readonly #folder: string;
  readonly #logs: string;
  readonly #passwords: Passwords;
  #haproxy: Program | undefined;
  #ports = { writer: 0, reader: 0, pooler: 0 };

  private constructor(folder: string, logs: string) {
    this.#folder = folder;
    this.#logs = logs;
    const password = () => randomBytes(16).toString('hex');
    this.#passwords = {
      postgres: password(),
      replicator: password(),
      rewinder: password(),
      product: password(),
    };
  }

  static async create(folder: string, logs: string): Promise<Cluster> {
    await mkdir(folder);
    const { uid, gid } = await serverUser();
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    return new Cluster(folder, logs);
  }

  /** Returns the URL of a database on the primary, through HAProxy's writer port. */
  url(database = 'everything_card', user: 'postgres' | 'product' = 'product'): string {
    return `postgres://${user}:${this.#passwords[user]}@${HOST}:${this.#ports.writer}/${database}`;
  }

  /** Returns the URL of the primary or a replica, through pgbouncer. */
  pooledUrl(database: 'everything_card' | 'everything_card_read'): string {
    return `postgres://product:${this.#passwords.product}@${HOST}:${this.#ports.pooler}/${database}`;
  }

  async start(): Promise<void> {
    await this.#startEtcd();
    await this.#startPatroni();
    await this.#startProxies();
    await this.whenHealthy();
    const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') });
    await client.connect();
    try {
      await client.query(`create role product login password '${this.#passwords.product}'`);
      await client.query('create database everything_card owner product');
      await client.query('create database probe owner product');
    } finally {
      await client.end();
    }
  }

  /** Stops Patroni before etcd, because Patroni stops PostgreSQL when it ends. */
  async stop(): Promise<void> {
    const proxies = [...this.pgbouncers, ...(this.#haproxy ? [this.#haproxy] : [])];
    await Promise.all(
      [...proxies, ...this.members.map(({ patroni }) => patroni)].map((p) => p.end('SIGTERM')),
    );
    for (const { dataDir } of this.members) await killPostgres(dataDir).catch(() => {});
    await Promise.all(this.#etcd.map(({ program }) => program.end('SIGTERM')));
  }

  /** Waits until there is a primary and all other members have caught up with it. */
  async whenHealthy(): Promise<void> {
    let members: z.infer<typeof clusterSchema>['members'] = [];
    for (let second = 0; second < HEALTHY_SECONDS; second += 1) {
      members = await this.#readMembers().catch(() => []);
      const roles = members.map(({ role }) => role);
      const isCurrent = members.every(
        ({ role, state, lag }) =>
          ['running', 'streaming'].includes(state) && (role === 'leader' || lag === 0),
      );
      if (isCurrent && roles.length === MEMBERS && roles.includes('leader') && roles.includes('sync_standby'))
        return;
      await sleep(1_000);
    }
    throw new Error(`The cluster is not healthy after ${HEALTHY_SECONDS} s: ${JSON.stringify(members)}`);
  }

  async memberWithRole(role: 'leader' | 'sync_standby'): Promise<Member> {
    const name = (await this.#readMembers()).find((member) => member.role === role)?.name;
    const match = this.members.find((member) => member.name === name);
    if (!match) throw new Error(`No member is the ${role}`);
    return match;
  }

  async etcdLeader(): Promise<Program> {
    for (const { clientPort, program } of this.#etcd) {
      const url = `http://${address(clientPort)}/v3/maintenance/status`;
      const response = await fetch(url, { method: 'POST', body: '{}' });
      const { leader, header } = etcdStatus.parse(await response.json());
      if (leader === header.member_id) return program;
    }
    throw new Error('etcd has no leader');
  }

  async switchOver(): Promise<void> {
    const [leader, candidate] = [
      await this.memberWithRole('leader'),
      await this.memberWithRole('sync_standby'),
    ];
    const response = await fetch(`http://${address(leader.apiPort)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (!response.ok) throw new Error(`Switchover: ${response.status} ${await response.text()}`);
  }

  #readMembers() {
    const answers = this.members.map(async ({ apiPort }) => {
      const signal = AbortSignal.timeout(2_000);
      const response = await fetch(`http://${address(apiPort)}/cluster`, { signal });
      return clusterSchema.parse(await response.json()).members;
    });
    return Promise.any(answers);
  }

  async #startEtcd(): Promise<void> {
    const ports = await findUniquePorts(MEMBERS * 2);
    const members = Array.from({ length: MEMBERS }, (_, n) => ({
      name: `etcd${n + 1}`,
      clientPort: ports[n] ?? 0,
      peerPort: ports[MEMBERS + n] ?? 0,
    }));
    const shared = z
      .record(z.string(), z.string())
      .parse(parseEnv(await readFile(`${DEPLOY}/ha/etcd.env`, 'utf8')));
    for (const member of members) {
      const settings = { ...shared, ...etcdSettings(this.#folder, member, members) };
      const program = this.#run(member.name, 'etcd', [], settings);
      this.#etcd.push({ ...member, program });
    }
  }

  async #startPatroni(): Promise<void> {
    const ports = await findUniquePorts(MEMBERS * 2);
    const etcdPorts = this.#etcd.map(({ clientPort }) => clientPort);
    for (let n = 0; n < MEMBERS; n += 1) {
      const member = { name: `db${n + 1}`, port: ports[n] ?? 0, apiPort: ports[MEMBERS + n] ?? 0 };
      const config = join(this.#folder, `${member.name}-config`);
      await mkdir(config);
      await copyFile(`${DEPLOY}/ha/patroni.yml`, join(config, '10-shared.yml'));
      const local = patroniConfig({
        ...member,
        folder: this.#folder,
        etcdPorts,
        passwords: this.#passwords,
      });
      await writeFile(join(config, '20-local.yml'), local);
      const patroni = this.#run(member.name, 'patroni', [config]);
      this.members.push({ ...member, patroni, dataDir: join(this.#folder, member.name) });
    }
  }

  async #startProxies(): Promise<void> {
    const [site = 0, writer = 0, reader = 0, pooler = 0, bouncer1 = 0, bouncer2 = 0, ...web] =
      await findUniquePorts(6 + 3);
    this.sitePort = site;
    this.webPorts = web;
    this.#ports = { writer, reader, pooler };
    const userList = join(this.#folder, 'userlist.txt');
    await writeFile(userList, `"product" "${this.#passwords.product}"\n`);
    for (const [n, port] of [bouncer1, bouncer2].entries()) {
      const file = join(this.#folder, `pgbouncer${n + 1}.ini`);
      await writeFile(file, pgbouncerConfig(port, userList, this.#ports));
      this.pgbouncers.push(this.#run(`pgbouncer${n + 1}`, 'pgbouncer', [file]));
    }
    const names = ['defaults', 'http', 'site', 'database'];
    const files = names.flatMap((name) => ['-f', `${DEPLOY}/haproxy/${name}.cfg`]);
    this.#haproxy = this.#run('haproxy', 'haproxy', ['-db', ...files], {
      SITE_ADDRESS: address(site),
      WRITER_ADDRESS: address(writer),
      READER_ADDRESS: address(reader),
      POOLER_ADDRESS: address(pooler),
      ...createNumberedSettings((n) => `WEB${n}_ADDRESS`, web.map(address)),
      ...createNumberedSettings((n) => `PGBOUNCER${n}_ADDRESS`, [bouncer1, bouncer2].map(address)),
      ...createNumberedSettings(
        (n) => `DB${n}_ADDRESS`,
        this.members.map(({ port }) => address(port)),
      ),
      ...createNumberedSettings(
        (n) => `PATRONI${n}_PORT`,
        this.members.map(({ apiPort }) => String(apiPort)),
      ),
    });
  }

  #run(name: string, command: string, args: readonly string[], env: Record<string, string> = {}): Program {
    const program = new Program({
      name,
      command,
      args,
      env,
      cwd: this.#folder,
      logs: this.#logs,
      asPostgres: true,
    });
    program.start();
    return program;
  }
}
