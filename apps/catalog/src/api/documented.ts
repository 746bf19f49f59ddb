import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Address} from '@gazetteer/kernel';
import {anything} from '@gazetteer/kernel/shape';
import {openApi, streams, type OpenApi, type Route} from '@gazetteer/kernel/http';
import {apiPrefixes} from '@gazetteer/server';
import {codeSamples, type Example} from './code-samples.ts';
import {failuresOf} from './failures.ts';

/** What a parameter of a path means, wherever it stands. */
const pathParameters: Readonly<Record<string, string>> = {
  auditGuid: 'Guid of an entry of the audit log',
  dataset: 'Name of the data set, as its producer has it',
  collectionTime: 'When it was counted, in milliseconds since 1970',
  job: 'Name of the job, as its producer has it',
  source: 'Namespace of data sets of a producer',
  namespace: 'Of a producer, such as `postgres://db.example:5432`',
  runId: 'Id of the run, as its producer has it',
  filename: 'Name of the file, as in the list of files',
  guid: 'Guid of what the path names',
  taskGuid: 'Guid of the bulk change',
  changeId: 'Id of the change, as in the list of changes',
  runGuid: 'Guid of the run',
  inputGuid: 'Guid of the data set upstream',
  id: 'Id of the search, as in the list of searches',
  importId: 'Id of the import',
  name: 'Name of what the path names',
  serverName: 'Name of the other catalog',
  tableName: 'Qualified name of the table',
  topicName: 'Name of the topic, such as ATLAS_HOOK',
  traitName: 'Name of the classification',
  typeName: 'Name of the type',
  uuid: 'Id of the access token, as in the list of tokens',
};

/**
 * `routes` and the one that serves their document, which is made when somebody first asks for it.
 */
export function documented<Door>(routes: readonly Route<Door>[]): {
  routes: readonly Route<Door>[];
  document: () => OpenApi;
} {
  let text: string | undefined;
  let made: OpenApi | undefined;
  const document = () => (made ??= documentOf(all));
  const own = streams<Door>()(
    'GET /openapi.json',
    {
      summary: 'This document, OpenAPI 3.1',
      description: 'Needs no login. /apidocs/ shows it as a page.',
      answer: anything,
      open: true,
    },
    (): string => (text ??= JSON.stringify(document())),
  );
  const all = [...routes, own];
  return {routes: all, document};
}

function documentOf(routes: readonly Address[]): OpenApi {
  const file = join(import.meta.dirname, 'examples.json');
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Example>>;
  return openApi(
    {
      title: 'Gazetteer catalog',
      version: 'v2',
      description:
        'The Atlas v2 API. `/api/atlas` answers field for field as its clients expect; under `/api/meta` system types begin ' +
        'with `__Meta` and errors name every issue. Null in a body stands for absent, unknown members are ignored.',
      servers: Object.values(apiPrefixes),
      pathParameters,
      tagOf,
      failuresOf,
    },
    routes,
    (at, parameters) => {
      const example = examples[at];
      return example && {...example, samples: codeSamples(at, example, parameters)};
    },
  );
}

/** The first segment; what has none of /v2 in front and is no /admin is the legacy API. */
function tagOf({path}: Address): string {
  const [first = '', second = ''] = path.slice(1).split('/');
  if (first === 'v2') return second;
  return first === 'admin' || first === 'openapi.json' ? 'admin' : 'legacy';
}
