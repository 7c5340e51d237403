import { PgBoss } from 'pg-boss';
import { asOwner, type ServerLocation } from '#db/pool.ts';

/**
 * Creates or updates the queue's tables as the role that migrates. Without that role, `openJobQueue` does it.
 */
export async function migrateJobQueue(server: ServerLocation): Promise<void> {
  if (!server.ownerUrl) return;
  const boss = new PgBoss({
    connectionString: asOwner(server).databaseUrl,
    application_name: 'everything-card migrations',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
  }
}
