import {
  cancelSourceRun,
  endSourceRun,
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
  takeSourceRuns,
  keepSourceRun,
  endSourceRun,
  leaveSourceRuns,
};
