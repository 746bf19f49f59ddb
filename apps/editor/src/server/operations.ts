import {catalogOperations} from '../catalog/operations.ts';
import {dashboardOperations} from '../dashboard/operations.ts';
import {notebookOperations} from '../notebook/operations.ts';
import {documentOperations} from '../document/operations.ts';
import {readConfiguration} from '../editor-api/configuration.ts';
import {nameOperations} from '../editor-api/operations.ts';
import {historyOperations} from '../history/operations.ts';
import {loadOperations} from '../imports/load-operations.ts';
import {importOperations} from '../imports/operations.ts';
import {interfaceOperations} from '../jobs/operations.ts';
import {tokenOperations} from '../login/token-operations.ts';
import {migrationOperations} from '../migration/operations.ts';
import {peopleOperations} from '../people/operations.ts';
import {analysisOperations} from '../result/analysis-operations.ts';
import {resultOperations} from '../result/operations.ts';
import {scheduleOperations} from '../schedule/operations.ts';
import {sessionOperations} from '../sessions/operations.ts';
import {shareOperations} from '../share/operations.ts';
import {snapshotOperations} from '../snapshot/operations.ts';
import {storageOperations} from '../storage/operations.ts';
import {uploadOperations} from '../storage/uploads.ts';
import {tabOperations} from '../tab/operations.ts';

/** Our own, under `/api/v1`. */
export const operations = {
  ...tabOperations,
  ...documentOperations,
  ...historyOperations,
  ...resultOperations,
  ...analysisOperations,
  ...shareOperations,
  ...sessionOperations,
  ...storageOperations,
  ...uploadOperations,
  ...importOperations,
  ...loadOperations,
  ...nameOperations,
  ...peopleOperations,
  ...tokenOperations,
  ...interfaceOperations,
  ...catalogOperations,
  ...scheduleOperations,
  readConfiguration,
  ...dashboardOperations,
  ...notebookOperations,
  ...snapshotOperations,
  ...migrationOperations,
};
