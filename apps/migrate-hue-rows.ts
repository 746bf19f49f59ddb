/** Rows of the tables of a Hue, as `hue dumpdata` writes them. */
type Fields = Readonly<Record<string, unknown>>;
export type Row = {readonly model: string; readonly pk?: number; readonly fields: Fields};

export const user = (pk: number, username: string, groups: readonly number[], more: Fields = {}) =>
  ({
    model: 'auth.user',
    pk,
    fields: {
      password: 'pbkdf2_sha256$260000$c2FsdA$aGFzaA',
      last_login: '2023-05-01T08:00:00',
      is_superuser: false,
      username,
      first_name: '',
      last_name: '',
      email: '',
      is_staff: false,
      is_active: true,
      date_joined: '2022-01-01T00:00:00',
      groups,
      user_permissions: [],
      ...more,
    },
  }) satisfies Row;

export const group = (pk: number, name: string) =>
  ({model: 'auth.group', pk, fields: {name, permissions: []}}) satisfies Row;

export const uuidOf = (n: number) => `a${String(n).padStart(7, '0')}-1111-4222-8333-444444444444`;

/** A document; `owner` and `parent` are numbers of rows. */
export const document = (
  pk: number,
  owner: number,
  type: string,
  name: string,
  parent: number | null,
  data: unknown = {},
  more: Fields = {},
) =>
  ({
    model: 'desktop.document2',
    pk,
    fields: {
      owner,
      name,
      description: '',
      uuid: uuidOf(pk),
      type,
      connector: null,
      data: JSON.stringify(data),
      extra: '',
      search: '',
      last_modified: `2023-01-05T23:08:${String(pk % 60).padStart(2, '0')}.548`,
      version: 1,
      is_history: false,
      is_managed: false,
      is_trashed: false,
      parent_directory: parent,
      dependencies: [],
      ...more,
    },
  }) satisfies Row;

export const permission = (
  pk: number,
  doc: number,
  perms: string,
  users: readonly number[],
  groups: readonly number[],
  isLinkOn = false,
) =>
  ({
    model: 'desktop.document2permission',
    pk,
    fields: {doc, perms, is_link_on: isLinkOn, users, groups},
  }) satisfies Row;

export const snippet = (type: string, statement: string, more: Fields = {}) => ({
  id: '7b1c2d3e-0000-4000-8000-000000000001',
  type,
  status: 'ready',
  statement_raw: statement,
  statement,
  database: 'shop',
  variables: [],
  properties: {settings: [], files: [], functions: []},
  result: {},
  ...more,
});

export const notebook = (type: string, ...snippets: readonly object[]) => ({
  type,
  name: '',
  isSaved: true,
  sessions: [],
  snippets,
});

/** Of three people: queries, folders, a notebook, what is shared, thrown away, run and left behind. */
export const rows: readonly Row[] = [
  group(1, 'default'),
  group(2, 'data science'),
  user(1, 'admin', [1], {is_superuser: true}),
  user(2, 'ann.lee', [1, 2]),
  user(3, 'bob', [1]),
  user(4, 'gone', [1], {is_active: false}),
  document(10, 2, 'directory', '', null),
  document(11, 2, 'directory', '.Trash', 10),
  document(12, 3, 'directory', '', null),
  // A folder stands behind what is in it.
  document(
    20,
    2,
    'query-hive',
    'Sales',
    22,
    notebook(
      'query-hive',
      snippet('hive', 'select ${day}', {
        statement: 'select 1',
        variables: [
          {name: 'day', value: '1'},
          {name: 'unset', value: ''},
        ],
      }),
    ),
    {description: 'by day'},
  ),
  document(21, 2, 'directory', 'Team', 10),
  document(22, 2, 'directory', 'Daily', 21),
  document(
    23,
    2,
    'query-impala',
    'Sales',
    22,
    notebook('query-impala', snippet('impala', 'select 2')),
  ),
  document(
    24,
    2,
    'notebook',
    'Book',
    10,
    notebook(
      'notebook',
      snippet('markdown', '# Title', {id: 'a'}),
      snippet('hive', 'select 3', {id: 'b'}),
      snippet('hive', 'select 4', {id: 'c'}),
      snippet('pyspark', 'print(5)', {id: 'd'}),
    ),
  ),
  document(25, 3, 'query-hive', 'His', 12, notebook('query-hive', snippet('hive', 'select 6')), {
    uuid: 'sample-1',
  }),
  document(26, 3, 'query-hive', 'In hers', 22, notebook('query-hive', snippet('hive', 'select 7'))),
  document(27, 2, 'query-hive', 'Away', 11, notebook('query-hive', snippet('hive', 'select 8')), {
    is_trashed: true,
  }),
  document(28, 2, 'oozie-workflow2', 'Flow', 10),
  document(29, 2, 'search-dashboard', 'Board', 10),
  document(30, 2, 'query-hive', 'Nothing', 10, notebook('query-hive')),
  document(31, 2, 'query-hive', 'Task', 10, notebook('query-hive', snippet('hive', 'select 9')), {
    is_managed: true,
  }),
  document(
    40,
    2,
    'query-hive',
    '',
    10,
    notebook(
      'query-hive',
      snippet('hive', 'select 10', {status: 'available', lastExecuted: 1_672_960_000_000}),
    ),
    {is_history: true},
  ),
  document(
    41,
    2,
    'query-hive',
    '',
    10,
    notebook('query-hive', snippet('hive', 'select broken', {status: 'failed', lastExecuted: -1})),
    {is_history: true},
  ),
  document(
    42,
    3,
    'query-impala',
    '',
    12,
    notebook(
      'query-impala',
      snippet('impala', 'select 11', {status: 'running', lastExecuted: 1_672_970_000_000}),
    ),
    {is_history: true},
  ),
  permission(1, 20, 'read', [3], [2]),
  permission(2, 20, 'write', [3], []),
  permission(3, 20, 'link_read', [], [], true),
  permission(4, 23, 'link_write', [], [], false),
  permission(5, 21, 'comment', [3], []),
  {model: 'oozie.job', pk: 1, fields: {name: 'old'}},
];

/** The same row as commands that export documents write it: by names and ids in place of numbers. */
export function withNaturalKeys(all: readonly Row[]): readonly Row[] {
  const of = (model: string, pk: unknown, name: string) =>
    all.find(row => row.model === model && row.pk === pk)?.fields[name];
  const key = (pk: unknown) =>
    pk === null ? null : [of('desktop.document2', pk, 'uuid'), 1, false];
  const names = (model: string, name: string, list: unknown) =>
    (list as readonly unknown[]).map(pk => [of(model, pk, name)]);
  return all.map(row => {
    const {model, fields} = row;
    if (model === 'auth.user')
      return {...row, fields: {...fields, groups: names('auth.group', 'name', fields['groups'])}};
    if (model === 'desktop.document2')
      return {
        ...row,
        fields: {
          ...fields,
          owner: [of('auth.user', fields['owner'], 'username')],
          parent_directory: key(fields['parent_directory']),
        },
      };
    if (model !== 'desktop.document2permission') return row;
    return {
      ...row,
      fields: {
        ...fields,
        doc: key(fields['doc']),
        users: names('auth.user', 'username', fields['users']),
        groups: names('auth.group', 'name', fields['groups']),
      },
    };
  });
}

/** All by names and ids, as `--natural-primary` has them too. */
export function withoutNumbers(all: readonly Row[]): readonly Row[] {
  return withNaturalKeys(all).map(({model, fields, ...row}) =>
    /user|group|document2$/.test(model) ? {model, fields} : {...row, model, fields},
  );
}
