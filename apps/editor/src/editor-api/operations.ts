import {autocomplete, databases} from './autocomplete.ts';
import {describe} from './describe.ts';
import {execute, executeAnywhere} from './execute.ts';
import {explain} from './explain.ts';
import {findTables} from './find-tables.ts';
import {formatStatements} from './format-statements.ts';
import {getConfig, postConfig} from './get-config.ts';
import {forgetHistory, getHistory} from './history.ts';
import {createNotebook} from './notebook.ts';
import {listPartitions} from './partitions.ts';
import {
  cancelStatement,
  checkStatus,
  closeStatement,
  fetchResultData,
  fetchResultMetadata,
  fetchResultSize,
  getLogs,
} from './running.ts';
import {sampleData} from './sample-data.ts';
import {closeSession, createSession} from './sessions.ts';
import {freshnessOperations} from './table-freshness.ts';
import {tablePageOperations} from './table-page.ts';

/** The calls of pages and scripts, in the shapes of the reference. */
export const callOperations = {
  formatStatements,
  createSession,
  closeSession,
  execute,
  executeAnywhere,
  checkStatus,
  fetchResultData,
  fetchResultMetadata,
  fetchResultSize,
  getLogs,
  cancelStatement,
  closeStatement,
  explain,
  sampleData,
  describe,
  listPartitions,
  getHistory,
  forgetHistory,
};

/** Those that answer their failures inside. */
export const completionOperations = {autocomplete, databases};

/** Also found beside completion. */
export const queryOperations = {createNotebook};

/** By the pages alone. */
export const nameOperations = {findTables, ...tablePageOperations, ...freshnessOperations};

export const configOperations = {getConfig, postConfig};
