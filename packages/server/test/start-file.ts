import {join} from 'node:path';

/**
 * What a test starts a server with: in a run of `npm test` the bundle that the run has made of the
 * sources (`scripts/test-servers.ts`).
 */
export const startFile =
  process.env['TEST_START_FILE'] ?? join(import.meta.dirname, '..', '..', '..', 'start.mjs');
