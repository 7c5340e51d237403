import { createDb } from '#db/client.ts';
import { createFolderStore } from '#server/platform/integrations/files/folder-store.ts';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { buildTestApp } from '#tests/helpers/app.ts';

export interface DoomedImport {
  databaseUrl: string;
  /** The folder of uploaded files. */
  folder: string;
  importId: string;
}

// Imports until it is killed.
const { databaseUrl, folder, importId }: DoomedImport = JSON.parse(process.argv[2] ?? '{}');
const client = await createDb({ databaseUrl });
const { deps } = await buildTestApp(client.db, { files: createFolderStore({ folder }) });
process.send?.('ready');
await continueImport(deps, importId);
