import { statfs } from 'node:fs/promises';
import { readPools } from '#db/pool.ts';
import type { Deps } from '../deps.ts';
import type { Gauge } from './gauges.ts';

/** Reads the gauges of this process and its machine. */
export async function readProcessGauges({ dataDir }: Pick<Deps['config'], 'dataDir'>): Promise<Gauge[]> {
  const pools = readPools();
  // Processes that share a database and a bucket may have no data folder.
  const disk = await statfs(dataDir).catch(() => null);
  return [
    {
      name: 'clock_timestamp_seconds',
      help: "This process's clock",
      samples: [{ value: Date.now() / 1000 }],
    },
    {
      name: 'database_pool_connections',
      help: 'Connections of this process',
      samples: pools.flatMap(({ name, idle, total }) => [
        { labels: { pool: name, state: 'idle' }, value: idle },
        { labels: { pool: name, state: 'busy' }, value: total - idle },
      ]),
    },
    {
      name: 'database_pool_size',
      help: 'The most connections that the pool opens',
      samples: pools.map(({ name, max }) => ({ labels: { pool: name }, value: max })),
    },
    {
      name: 'database_pool_waiting',
      help: 'Statements that wait for a connection',
      samples: pools.map(({ name, waiting }) => ({ labels: { pool: name }, value: waiting })),
    },
    {
      name: 'data_disk_free_ratio',
      help: 'The free part of the disk with DATA_DIR',
      samples: disk && disk.blocks > 0 ? [{ value: disk.bavail / disk.blocks }] : [],
    },
  ];
}
