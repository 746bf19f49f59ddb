import {addDataset} from './add-dataset.ts';
import {findDatasetAssets} from './find-assets.ts';
import {readColumnLineage} from './read-column-graph.ts';
import {readProducerLineage} from './read-graph.ts';
import * as names from './read-names.ts';
import {readLineageRuns} from './read-runs.ts';
import * as sources from './read-sources.ts';
import {receiveChecks} from './receive-checks.ts';
import {receiveLineageEvent, receiveLineageEvents} from './receive-events.ts';

export const openLineageOperations = {
  receiveLineageEvent,
  receiveLineageEvents,
  readLineageRuns,
  findDatasetAssets,
  addDataset,
  receiveChecks,
  ...names,
  readProducerLineage,
  readColumnLineage,
  ...sources,
};
