import {
  cancelSourceRun,
  endSourceRun,
  hasSourcesToRead,
  keepSourceRun,
  leaveSourceRuns,
  listSourceRuns,
  readSourceRun,
  runSource,
  takeSourceRuns,
} from './source-runs.ts';
import {deleteSource, listSources, readSource, saveSource, secretsOfSource} from './sources.ts';

export const sourceOperations = {
  listSources,
  readSource,
  saveSource,
  deleteSource,
  secretsOfSource,
  runSource,
  listSourceRuns,
  readSourceRun,
  cancelSourceRun,
  hasSourcesToRead,
  takeSourceRuns,
  keepSourceRun,
  endSourceRun,
  leaveSourceRuns,
};
