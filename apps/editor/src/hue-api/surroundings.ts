import {also, form} from '@gazetteer/kernel';
import {number, object, text, textIn, word, words} from '@gazetteer/kernel/loose-fields';
import {
  anything,
  described,
  flag as flagShape,
  integer,
  list,
  mapOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {escapeHtml} from '@gazetteer/server';
import {findEngine} from '../editor-api/find-engine.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {status} from '../http/envelope.ts';
import {answer, whole} from '../http/shapes.ts';
import {type Caller, change, query} from '../operation.ts';
import {peopleNamed} from '../people/operations.ts';
import {readPreferences, savePreference} from '../tab/preferences.ts';
import {findDocuments} from './find-documents.ts';
import {typeOf, urlOf} from './hue-document.ts';
import {homeOf, nameNumber} from './identity.ts';
import {indexerOperations} from './importer-operations.ts';

export {importerOperations, importerStreams} from './importer-operations.ts';

/** There is one of each: engines are told apart by their names. */
const cluster = {id: 'default', name: 'default', type: 'direct'} as const;

const namespaces = query('GET /context/namespaces/{dialect}', {
  summary: 'Where statements of an engine can run',
  description: 'Always one: engines are told apart by their names.',
  answer: mapOf(anything),
  run: async (_e, {dialect}) => ({
    status: status.ok,
    [dialect]: [{...cluster, status: 'CREATED', computes: [cluster]}],
  }),
});

const computes = query('GET /context/computes/{dialect}', {
  summary: 'What computes for an engine',
  description: 'Always one.',
  answer: mapOf(anything),
  run: async (_e, {dialect}) => ({
    status: status.ok,
    [dialect]: [{...cluster, namespace: cluster.id, interface: dialect, options: {}}],
  }),
});

const clusters = query('GET /context/clusters/{dialect}', {
  summary: 'Clusters of an engine',
  description: 'Always one.',
  answer: mapOf(anything),
  run: async (_e, {dialect}) => ({
    status: status.ok,
    [dialect]: [{...cluster, status: 'CREATED', environmentType: cluster.type}],
  }),
});

/** Apart from what our own pages keep. */
const prefix = 'hue.';
const preferencesAnswer = answer({data: described(mapOf(textShape('The value')), 'By name')});

async function preferencesOf(
  db: Parameters<typeof readPreferences>[0],
  {actor: {userName}}: Caller,
  key?: string,
): Promise<Record<string, string>> {
  const all = Object.entries(await readPreferences(db, userName)).filter(([name]) =>
    key === undefined ? name.startsWith(prefix) : name === prefix + key,
  );
  return Object.fromEntries(all.map(([name, value]) => [name.slice(prefix.length), String(value)]));
}

const allPreferences = query('GET /user_preferences', {
  summary: 'What clients of Hue keep for the caller',
  description: 'Texts by name.',
  answer: preferencesAnswer,
  run: async ({db}, _input, c) => ({status: status.ok, data: await preferencesOf(db, c)}),
});

const onePreference = query('GET /user_preferences/{name}', {
  summary: 'One of them',
  description: 'Nothing where there is none.',
  answer: preferencesAnswer,
  run: async ({db}, {name}, c) => ({status: status.ok, data: await preferencesOf(db, c, name)}),
});

const savePreferenceOf = change('POST /user_preferences/{name}', {
  summary: 'Keep or forget a preference',
  description: '`set` is the value; `delete` forgets it.',
  body: form({set: text('The value', '\0'), delete: text('Any text', '\0')}),
  answer: preferencesAnswer,
  run: async ({db}, {name, set, delete: forget}, {actor: {userName}}) => {
    const isSet = set !== '\0';
    if (isSet || forget !== '\0')
      await savePreference(db, userName, prefix + name, isSet ? set : undefined);
    return {status: status.ok, data: isSet ? {[name]: set} : {}};
  },
});

const peopleFields = {
  filter: text('A part of their names'),
  count: number('How many of each at most', 100, 100),
};
const known = {
  users: list(
    whole({
      id: integer('Number'),
      username: textShape('Name'),
      first_name: textShape('Empty'),
      last_name: textShape('Empty'),
      email: textShape('Empty'),
    }),
    'Users',
  ),
  groups: list(whole({id: integer('Number'), name: textShape('Name')}), 'Groups'),
};

const people = query('GET /users/autocomplete', {
  summary: 'Users and groups to share with',
  description: 'By a part of their names. The numbers are those that sharing takes.',
  query: peopleFields,
  answer: whole(known),
  run: async (_e, {filter, count}, {people: entries}) => {
    const {users, groups} = peopleNamed(entries(), filter, count);
    return {
      users: users.map(username => ({
        id: nameNumber('user', username),
        username,
        first_name: '',
        last_name: '',
        email: '',
      })),
      groups: groups.map(name => ({id: nameNumber('group', name), name})),
    };
  },
});

const searchFields = {
  sources: words('What is searched: `documents`'),
  query_s: word('Words that all have to occur'),
  limit: number('How many at most', 25, 100),
};

const entity = whole(
  {
    hue_name: textShape('Its name'),
    hue_description: textShape('What it is for'),
    type: textShape('Always HUE'),
    doc_type: textShape('The engine'),
    owner: textShape('Whose it is'),
    originalName: textShape('Its name'),
    link: textShape('Its page'),
    last_modified: textShape('When it was last saved, ISO 8601'),
    uuid: textShape('Its id'),
    parentUuid: textShape('Id of its folder'),
  },
  [],
);

const search = query('POST /search/entities_interactive', {
  summary: 'Saved queries with some words',
  description: 'As long as somebody types.',
  body: form(searchFields),
  answer: answer({count: integer('How many'), results: list(entity, 'Queries')}),
  run: async (e, given, c) => {
    const results = await entitiesOf(e.db, c, given);
    return {status: status.ok, count: results.length, results};
  },
});

const searchAll = query('POST /search/entities', {
  summary: 'The same',
  description: 'In another member.',
  body: form(searchFields),
  answer: answer({count: integer('How many'), entities: list(entity, 'Queries')}),
  run: async (e, given, c) => {
    const entities = await entitiesOf(e.db, c, given);
    return {status: status.ok, count: entities.length, entities};
  },
});

async function entitiesOf(
  db: Parameters<typeof readPreferences>[0],
  {actor}: Caller,
  {sources, query_s, limit}: {sources: string[]; query_s: string; limit: number},
): Promise<object[]> {
  if (!sources.includes('documents'))
    throw new AppError('STATEMENT_FAILED', ['Only documents are searched here']);
  const {found} = await findDocuments(db, actor, {
    perms: 'both',
    folder: undefined,
    types: [],
    sort: '-last_modified',
    text: query_s,
    trash: 'without',
    limit: limit || 25,
    offset: 0,
  });
  // Clients put names into pages as they are.
  return found.map(one => ({
    hue_name: escapeHtml(one.name),
    hue_description: escapeHtml(one.description),
    type: 'HUE',
    doc_type: typeOf(one.kind, `query-${one.engine}`),
    owner: escapeHtml(one.owner),
    originalName: escapeHtml(one.name),
    link: urlOf(one),
    last_modified: new Date(one.changedAt).toISOString(),
    uuid: one.uuid,
    parentUuid: one.folder ?? homeOf(one.owner),
  }));
}

/** Of `/desktop/api2`. */
export const contextOperations = {
  namespaces,
  computes,
  clusters,
  allHuePreferences: allPreferences,
  huePreference: onePreference,
  saveHuePreference: savePreferenceOf,
};

/** Of `/desktop/api`. */
export const desktopOperations = {
  searchHue: search,
  searchHueEntities: searchAll,
  huePeople: people,
};

const connectors = query('GET /connector/instances', {
  summary: 'The engines that the caller may use, as connectors',
  description: 'In the order of the configuration.',
  answer: whole({
    connectors: list(
      whole({
        category: textShape('editor'),
        values: list(mapOf(anything), 'Engines'),
      }),
      'By kind',
    ),
  }),
  run: async ({engines}) => ({
    connectors: [
      {
        category: 'editor',
        values: [...engines.values()].map(connectorOf),
      },
    ],
  }),
});

const connectorTypes = query('GET /connector/types', {
  summary: 'Kinds of engines in use',
  description: 'Engines are configured in files.',
  answer: whole({
    connectors: list(mapOf(anything), 'Kinds'),
    categories: list(mapOf(anything), 'Kinds of kinds'),
  }),
  run: async ({engines}) => ({
    connectors: [
      {
        category: 'editor',
        values: [...new Set([...engines.values()].map(({dialect}) => dialect))].map(dialect => ({
          dialect,
          nice_name: dialect,
          description: '',
          category: 'editor',
          settings: [],
        })),
      },
    ],
    categories: [{name: 'Editor', type: 'editor', description: 'Engines that run SQL'}],
  }),
});

const banners = query('GET /banners', {
  summary: 'What an administrator wants everybody to read',
  description: 'Nothing here.',
  answer: whole({system: textShape('Empty'), configured: textShape('Empty')}),
  run: async () => ({system: '', configured: ''}),
});

const oneConnector = query('GET /connector/instance/get/{name}', {
  summary: 'An engine that the caller may use, as a connector',
  description: 'By its name. Engines are configured in files: none is made or changed here.',
  answer: answer({connector: described(mapOf(anything), 'The engine')}),
  run: async (e, {name}) => ({status: status.ok, connector: connectorOf(findEngine(e, name))}),
});

const testConnector = query('POST /connector/instance/test', {
  summary: 'Try an engine',
  description: 'Opens a session for the caller and asks for its databases.',
  body: form({connector: object('Its `name` or `id` is that of the engine')}),
  answer: answer({warnings: textShape('Empty'), hasErrors: flagShape('Always false')}),
  run: async (e, {connector}, {actor: {userName}, signal}) => {
    const found = findEngine(e, textIn(connector, 'name') || textIn(connector, 'id'));
    const gone = signal();
    await e.pool.use(found, {name: userName}, session => session.databases(gone), {signal: gone});
    return {status: status.ok, warnings: '', hasErrors: false};
  },
});

const listedPerson = whole({
  id: integer('Number'),
  username: textShape('Name'),
  groups: list(integer(), 'Numbers of their groups'),
});

const peopleListed = query('GET /iam/get_users', {
  summary: 'Users that there are',
  description: 'With the numbers that sharing takes; 1,000 at most, by name.',
  query: {filter: text('A part of their names')},
  answer: answer({users: list(listedPerson, 'Users')}),
  run: async (_e, {filter}, {people: entries}) => {
    const all = entries();
    return {
      status: status.ok,
      users: peopleNamed(all, filter, maxListed).users.map(name => personOf(all, name)),
    };
  },
});

const peopleByNumber = query('GET /iam/users', {
  summary: 'Users by their numbers',
  description: 'Numbers that nobody has are left out.',
  query: {userids: words('Numbers, as a JSON list')},
  answer: answer({users: list(listedPerson, 'Users')}),
  run: async (_e, {userids}, {people: entries}) => {
    const all = entries();
    const users = [...all.keys()].filter(name =>
      userids.includes(String(nameNumber('user', name))),
    );
    return {status: status.ok, users: users.sort().map(name => personOf(all, name))};
  },
});

const maxListed = 1000;

function personOf(entries: ReturnType<Caller['people']>, username: string): object {
  const groups = entries.get(username)?.groups ?? [];
  return {
    id: nameNumber('user', username),
    username,
    groups: groups.map(name => nameNumber('group', name)),
  };
}

function connectorOf({id, displayName, dialect}: SqlEngine): object {
  return {
    id,
    name: id,
    nice_name: displayName,
    description: displayName,
    dialect,
    category: 'editor',
    category_name: 'Editor',
    is_demo: false,
    settings: [],
  };
}

/** Of `/api/v1`. */
export const publicOperations = {
  ...indexerOperations,
  connectors,
  connectorTypes,
  oneConnector,
  testConnector,
  banners,
  peopleListed,
  peopleByNumber,
  namespacesOf: also('GET /get_namespaces/{dialect}', namespaces, {
    summary: 'Where statements of an engine can run',
    description: 'As `context/namespaces`.',
    answer: mapOf(anything),
  }),
  searchHueLater: also('POST /metadata/search/entities_interactive', search, {
    summary: 'Saved queries with some words',
    description: 'As `/desktop/api/search/entities_interactive`.',
    body: form(searchFields),
    answer: answer({count: integer('How many'), results: list(entity, 'Queries')}),
  }),
  iamPeople: also('GET /iam/users/autocomplete', people, {
    summary: 'Users and groups to share with',
    description: 'As `/desktop/api/users/autocomplete`.',
    query: peopleFields,
    answer: whole(known),
  }),
};
