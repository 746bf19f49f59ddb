import {also} from '@gazetteer/kernel';
import {isAdmin} from '@gazetteer/server';
import packageJson from '../../package.json' with {type: 'json'};
import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {maxEditedBytes, uploadPartBytes} from '../files/limits.ts';
import {status} from '../http/envelope.ts';
import {query} from '../operation.ts';
import {resultFormats} from '../result/formats/formats.ts';
import {config} from './config-shapes.ts';

/** The engines that can be chosen, in the shape in which clients of the reference look for them. */
export const getConfig = query('GET /get_config', {
  summary: 'The engines that the caller may use, and what else the editor has to offer',
  description: 'In the order of the configuration.',
  answer: config,
  run: async (e, _input, {actor}) => {
    const {engines, notebook, sharing, jobs, mayDownload} = e;
    const interpreters = inOrder(e).map(interpreterOf);
    const isOffered = engines.has(notebook.default_interpreter ?? '');
    const chosen =
      (isOffered ? notebook.default_interpreter : undefined) ?? interpreters[0]?.type ?? '';
    const editor = editorOf(e, interpreters, chosen);
    return {
      status: status.ok,
      app_config: {editor, ...appsOf(e, interpreters)},
      default_sql_interpreter: chosen,
      main_button_action: interpreters.find(({type}) => type === chosen) ?? null,
      button_actions: [editor],
      cluster_type: 'direct',
      has_computes: false,
      clusters: [{id: 'default', name: 'default', type: 'direct'}],
      hue_version: packageJson.version,
      hue_config: {
        enable_sharing: sharing.isOn,
        enable_link_sharing: sharing.byLink,
        is_admin: isAdmin(actor),
        is_yarn_enabled: jobs.sources.has('jobs'),
        enable_download: mayDownload,
      },
      storage_browser: {
        enable_chunked_file_upload: true,
        enable_file_download_button: mayDownload,
        file_upload_chunk_size: uploadPartBytes,
        max_file_editor_size: maxEditedBytes,
      },
      importer: {is_enabled: false},
      documents: {types: ['directory', 'gist', ...interpreters.map(({type}) => `query-${type}`)]},
    };
  },
});

export const postConfig = also('POST /get_config', getConfig, {
  summary: 'The same for clients that only post',
  description: 'As with GET.',
  answer: config,
});

type Interpreter = ReturnType<typeof interpreterOf>;

function inOrder({engines, notebook: {interpreters_shown_on_wheel: first}}: Editor): SqlEngine[] {
  const places = new Map(first.map((type, place) => [type, place]));
  const placeOf = ({id}: {readonly id: string}): number => places.get(id) ?? first.length;
  return [...engines.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

function interpreterOf({id, displayName, dialect, features, sql}: SqlEngine) {
  const changes = sql.tableStatements?.(dialect) ?? {};
  return {
    name: displayName,
    type: id,
    id,
    displayName,
    buttonName: 'Query',
    tooltip: `${displayName} Query`,
    page: `/editor/?type=${id}`,
    is_sql: true,
    is_batchable: false,
    dialect,
    dialect_properties: {},
    features: {
      ...features,
      importFormats: [...(sql.stagedImport?.(dialect)?.formats ?? [])],
      tableStatements: Object.keys(changes),
    },
  };
}

function editorOf(
  {notebook: {default_limit}}: Editor,
  interpreters: readonly Interpreter[],
  chosen: string,
): object {
  return {
    name: 'editor',
    displayName: 'Editor',
    buttonName: 'Query',
    interpreters,
    interpreter_names: interpreters.map(({type}) => type),
    page: `/editor/?type=${chosen}`,
    default_sql_interpreter: chosen,
    default_limit,
    download_formats: Object.entries(resultFormats).map(([format, one]) => ({
      format,
      label: one.label,
      ...('note' in one && {note: one.note}),
    })),
  };
}

/** Other applications that clients of the reference look for; null is what there is none of. */
function appsOf({files, jobs}: Editor, interpreters: readonly Interpreter[]): object {
  const browsers = [
    {type: 'tables', displayName: 'Tables', page: '/metastore/tables'},
    ...(files.hdfs === undefined
      ? []
      : [{type: 'hdfs', displayName: 'Files', page: '/filebrowser/view=/'}]),
    ...(files.s3 === undefined
      ? []
      : [{type: 's3', displayName: 'S3', page: '/filebrowser/view=s3a%3A%2F%2F'}]),
    ...(jobs.sources.size === 0 ? [] : [{type: 'yarn', displayName: 'Jobs', page: '/jobbrowser/'}]),
  ].map(one => ({...one, buttonName: 'Browse', tooltip: one.displayName}));
  return {
    catalogs: interpreters.map(({type, displayName, dialect}) => ({
      name: displayName,
      displayName,
      type,
      id: type,
      dialect,
      is_sql: true,
      is_catalog: true,
    })),
    browser: {
      name: 'browser',
      displayName: 'Browsers',
      buttonName: 'Browse',
      interpreters: browsers,
      interpreter_names: browsers.map(({type}) => type),
    },
    home: {
      name: 'home',
      displayName: 'Home',
      buttonName: 'Saved Queries',
      interpreters: [],
      page: '/home',
    },
    dashboard: null,
    scheduler: null,
    sdkapps: null,
  };
}
