import { vacuumStores } from '../../../domains/stores/business.service.ts';
import type { ImportKind } from '../import-kind.ts';
import { readBusinessBatches } from './business-import.service.ts';

export const businessesImport: ImportKind = {
  async *readBatches(chunks) {
    for await (const { lastLine, faults, prepare } of readBusinessBatches(chunks)) {
      yield { lastLine, faults, prepare: ({ db }) => prepare(db) };
    }
  },
  afterRun: ({ db }) => vacuumStores(db),
};
