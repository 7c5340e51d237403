import type { Cluster } from './cluster.ts';
import { killPostgres } from './program.ts';

export interface HaEvent {
  name: string;
  /** Breaks something. Returns a function that restarts what was killed. */
  run: (cluster: Cluster) => Promise<() => void>;
}

const nothingToStart = () => {};

async function killMember(cluster: Cluster, role: 'leader' | 'sync_standby'): Promise<() => void> {
  const { patroni, dataDir } = await cluster.memberWithRole(role);
  await Promise.all([patroni.end('SIGKILL'), killPostgres(dataDir)]);
  return () => patroni.start();
}

export const EVENTS: HaEvent[] = [
  { name: 'primary and its Patroni killed', run: (cluster) => killMember(cluster, 'leader') },
  {
    name: 'PostgreSQL of the primary killed',
    run: async (cluster) => {
      await killPostgres((await cluster.memberWithRole('leader')).dataDir);
      return nothingToStart;
    },
  },
  {
    name: 'switchover',
    run: async (cluster) => {
      await cluster.switchOver();
      return nothingToStart;
    },
  },
  {
    name: 'synchronous replica and its Patroni killed',
    run: (cluster) => killMember(cluster, 'sync_standby'),
  },
  {
    name: 'a pgbouncer killed',
    run: async ({ pgbouncers: [pgbouncer] }) => {
      await pgbouncer?.end('SIGKILL');
      return () => pgbouncer?.start();
    },
  },
  {
    name: 'the leading etcd killed',
    run: async (cluster) => {
      const program = await cluster.etcdLeader();
      await program.end('SIGKILL');
      return () => program.start();
    },
  },
];
