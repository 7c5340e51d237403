import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { ensureHouseAccount } from '../../../domains/accounts/provided-account.service.ts';
import { getServerLocation } from '../../../platform/config/database-settings.ts';
import type { Command } from '../command.ts';

export const migrateCommand: Command = {
  usage: `Usage:
  npm run db:migrate

Applies the pending migrations, to PostgreSQL as the role in DATABASE_OWNER_URL if it is set.`,
  worksOnOlderSchema: true,
  run: async ({ db, config }) => {
    const server = getServerLocation(config);
    const appliedNames = await migrateToLatest({ db, server });
    if (server) {
      // Import lazily, because the job queue takes long to load.
      const { migrateJobQueue } = await import('../../../platform/jobs/queue-schema.ts');
      await migrateJobQueue(server);
    }
    return appliedNames.length > 0 ? `Applied:\n  ${appliedNames.join('\n  ')}` : 'Nothing to apply.';
  },
};

export const seedCommand: Command = {
  usage: `Usage:
  npm run db:seed

Adds the catalog, the settings, the legal texts, and the house account if they are missing.`,
  run: async ({ db }) => {
    await seed(db);
    await ensureHouseAccount(db);
    return 'The catalog, the settings, the legal texts, and the house account are in place.';
  },
};
