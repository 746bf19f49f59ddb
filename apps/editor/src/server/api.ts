import {named, type Address} from '@gazetteer/kernel';
import {openApi, type Failing, type OpenApi, routesOf} from '@gazetteer/kernel/http';
import {anything} from '@gazetteer/kernel/shape';
import {errorTable, type ErrorKind} from '@gazetteer/model';
import {documentFiles} from '../document/operations.ts';
import {
  callOperations,
  completionOperations,
  configOperations,
  queryOperations,
} from '../editor-api/operations.ts';
import {clusterFiles, fileOperations} from '../files/operations.ts';
import {hueCatalogOperations} from '../hue-api/catalog-operations.ts';
import {checkOperations, hueConfigOperations} from '../hue-api/configuration-operations.ts';
import {hueDocumentOperations, hueDocumentPages} from '../hue-api/document-operations.ts';
import {analysisOfTables, metastoreChanges} from '../hue-api/metastore-changes.ts';
import {metastoreOperations, metastorePages} from '../hue-api/metastore-operations.ts';
import {notebookChanges, notebookExports} from '../hue-api/notebook-changes.ts';
import {gistPages, gistRoutes, hueNotebookOperations} from '../hue-api/notebook-operations.ts';
import {
  contextOperations,
  desktopOperations,
  importerOperations,
  importerStreams,
  publicOperations,
} from '../hue-api/surroundings.ts';
import {notebookOptimizer, optimizerOperations} from '../hue-api/optimizer-operations.ts';
import {hueTransfer} from '../hue-api/transfer-routes.ts';
import {jobOperations, oldJobOperations, oldJobPages} from '../jobs/operations.ts';
import {failure} from './failure-shape.ts';
import {operations} from './operations.ts';
import {stream} from '../operation.ts';
import {analysisQuestions} from '../result/analysis-operations.ts';
import {oldDownloads, resultFiles} from '../result/operations.ts';
import {addressesOf, type Served} from './serve.ts';
import {storageFiles} from '../storage/operations.ts';
import {uploadStreams} from '../storage/uploads.ts';
import {loginTokens} from '../login/token-operations.ts';

for (const list of [
  operations,
  callOperations,
  completionOperations,
  configOperations,
  queryOperations,
  jobOperations,
  oldJobOperations,
  fileOperations,
  hueNotebookOperations,
  hueDocumentOperations,
  metastoreOperations,
  metastoreChanges,
  notebookChanges,
  notebookExports,
  contextOperations,
  desktopOperations,
  publicOperations,
  analysisOfTables,
  hueCatalogOperations,
  optimizerOperations,
  notebookOptimizer,
  importerOperations,
  hueConfigOperations,
  checkOperations,
])
  named(list);

const own = stream(
  'GET /openapi.json',
  {
    summary: 'This document, OpenAPI 3.1',
    description: 'Needs no login. /apidocs/ shows it as a page.',
    answer: anything,
    open: true,
  },
  (_input, _request, reply) =>
    reply.type('application/json; charset=utf-8').send((json ??= JSON.stringify(editorDocument()))),
);

const calls = ['/api/editor', '/api/v1/editor', '/notebook/api'] as const;
const streams = [
  ...documentFiles,
  ...resultFiles,
  ...analysisQuestions,
  ...storageFiles,
  ...uploadStreams,
];

/** What there is to ask: operations by folder, and where they are found. */
export const apiLists: readonly Served[] = [
  {prefixes: calls, failures: 'number', routes: routesOf(callOperations)},
  {
    prefixes: calls,
    failures: 'number',
    routes: routesOf({...hueNotebookOperations, ...notebookExports, ...notebookOptimizer}),
  },
  {
    prefixes: [...calls, '/api/query', '/api/v1/query'],
    failures: 'number',
    routes: routesOf(queryOperations),
  },
  {
    prefixes: [...calls, '/api/query', '/api/v1/query'],
    failures: 'inside',
    routes: routesOf(completionOperations),
  },
  {
    prefixes: ['/api/v1', '/desktop/api2'],
    failures: 'number',
    routes: [
      ...routesOf({...hueDocumentOperations, ...contextOperations}),
      ...hueTransfer,
      ...gistRoutes,
    ],
  },
  {prefixes: ['/api/v1', '/desktop/api2'], failures: 'status', routes: hueDocumentPages},
  {
    prefixes: ['/api/v1', '/desktop/api2'],
    failures: 'number',
    routes: routesOf(hueConfigOperations),
  },
  {
    prefixes: ['/api/v1', '/desktop/debug'],
    failures: 'number',
    routes: routesOf(checkOperations),
  },
  {
    prefixes: ['/metadata/api/catalog'],
    failures: 'number',
    routes: routesOf(hueCatalogOperations),
  },
  {
    prefixes: ['/api/v1/optimizer', '/metadata/api/optimizer'],
    failures: 'number',
    routes: routesOf(optimizerOperations),
  },
  {prefixes: ['/hue'], failures: 'status', routes: gistPages},
  {prefixes: ['/desktop/api'], failures: 'number', routes: routesOf(desktopOperations)},
  {
    prefixes: ['/api/v1', '/api'],
    failures: 'number',
    routes: routesOf({...publicOperations, ...analysisOfTables}),
  },
  {
    prefixes: ['/api/v1'],
    failures: 'status',
    routes: [...routesOf(importerOperations), ...importerStreams],
  },
  {
    prefixes: ['/api/v1/storage', '/api/storage', '/filebrowser'],
    failures: 'status',
    routes: [...routesOf(fileOperations), ...clusterFiles],
  },
  {
    prefixes: ['/metastore'],
    failures: 'number',
    routes: [...routesOf({...metastoreOperations, ...metastoreChanges}), ...metastorePages],
  },
  {
    prefixes: ['/api/v1', '/desktop/api2', '/api'],
    failures: 'number',
    routes: routesOf(configOperations),
  },
  {prefixes: ['/api/v1'], failures: 'status', routes: [...routesOf(operations), ...streams]},
  {prefixes: ['/notebook'], failures: 'status', routes: oldDownloads},
  {prefixes: ['/notebook'], failures: 'number', routes: routesOf(notebookChanges)},
  {prefixes: ['/api/v1/token', '/api/token'], failures: 'status', routes: loginTokens},
  {
    prefixes: ['/jobbrowser/api', '/api/v1/jobbrowser'],
    failures: 'number',
    routes: routesOf(jobOperations),
  },
  {
    prefixes: ['/jobbrowser'],
    failures: 'number',
    routes: [...routesOf(oldJobOperations), ...oldJobPages],
  },
  {prefixes: ['/api/editor'], failures: 'status', routes: [own]},
];

/** What a parameter of a path means, wherever it stands. */
const pathParameters: Readonly<Record<string, string>> = {
  action: 'Always kill',
  cell: 'Id of the cell',
  columns: 'Name of a column',
  comment: 'Id of the comment',
  database: 'Name of the database',
  dialect: 'Name of the engine or its dialect',
  engine: 'Name of the engine',
  face: 'jobs, livy-sessions or livy-batches',
  id: 'Id of the job',
  link: 'Id of the link',
  name: 'Name of the preference',
  run: 'Id of the run',
  document: 'Id of the saved query',
  names: 'Names of a database, a table and so on, each encoded, with slashes between',
  number: 'What addresses of another server name a document by',
  table: 'Name of the table',
  uuid: 'Id of what the path names',
  version: 'Number of the version',
};

function documentOf(lists: readonly Served[]): OpenApi {
  const withNumbers = new Set(
    lists
      .filter(({failures}) => failures !== 'status')
      .flatMap(list => addressesOf([list]).map(nameOf)),
  );
  return openApi(
    {
      title: 'Gazetteer editor',
      version: 'v1',
      description:
        'Bodies are forms whose complex fields hold JSON texts, or one JSON object with the same fields. What is under `/api/editor` is ' +
        'under `/api/v1/editor` and `/notebook/api` as well, `/api/v1/token` under `/api/token`, `/jobbrowser/api` under ' +
        '`/api/v1/jobbrowser`, and `/api/v1/get_config` under `/desktop/api2`. Times are milliseconds since 1970.',
      servers: ['/'],
      pathParameters,
      tagOf,
      failuresOf: address => failuresOf(address, withNumbers.has(nameOf(address))),
    },
    addressesOf(lists),
    () => undefined,
  );
}

function nameOf({method, path}: Address): string {
  return `${method} ${path}`;
}

/** `editor`, `documents` and so on. */
function tagOf({path}: Address): string {
  const [first = '', second = '', third = ''] = path.slice(1).split('/');
  const tag = first === 'api' ? (second === 'v1' ? third : second) : first;
  return (
    {
      token: 'tokens',
      notebook: 'results',
      preferences: 'tabs',
      queries: 'sessions',
      get_config: 'editor',
    }[tag] ?? tag
  );
}

/** @param hasNumber whether what fails is told in an answer of status 200 */
function failuresOf({errors = []}: Address, hasNumber: boolean): readonly Failing[] {
  const kinds: readonly ErrorKind[] = [
    ...(hasNumber ? [] : (['BAD_REQUEST', ...errors] as const)),
    'PAYLOAD_TOO_LARGE',
    'TOO_MANY_REQUESTS',
    'TOO_MUCH_IN_WORK',
    'SERVER_OVERLOADED',
    'SERVER_STOPPING',
  ];
  const byStatus = Map.groupBy(kinds, kind => String(errorTable[kind][1]));
  const ours = [...byStatus.keys()].map(status => ({
    status,
    description: meanings[status] ?? '',
    shape: failure,
  }));
  return hasNumber
    ? [...ours, {status: '500', description: 'No server of the engine runs', shape: failure}]
    : ours;
}

const meanings: Readonly<Record<string, string>> = {
  '400': 'The request makes no sense',
  '403': 'The caller may not do that',
  '404': 'There is no such thing, or it is not for the caller',
  '409': 'It is not as the request takes it to be',
  '410': 'It is gone',
  '413': 'The body is too large',
  '429': 'The caller has too many requests in work already',
  '503': 'The server is stopping, or has too many requests in work already',
};

let document: OpenApi | undefined;
let json: string | undefined;

/** Made when somebody first asks for it: most starts have nobody who does. */
export function editorDocument(): OpenApi {
  return (document ??= documentOf(apiLists));
}
