import assert from 'node:assert/strict';
import {test} from 'node:test';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';

const users = {ada: 'ANALYST', bob: 'STEWARD', cyd: 'ANALYST'};

type Fields = Readonly<Record<string, string>>;
type Document = {
  readonly uuid: string;
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly owner: string;
  readonly parent_uuid: string | null;
  readonly absoluteUrl: string;
  readonly perms: {
    readonly read: {readonly users: {username: string}[]; readonly groups: {name: string}[]};
    readonly write: {readonly users: {username: string}[]};
    readonly link_read: boolean;
  };
};

/** As a script with a session would: fields of a form, complex ones as JSON texts. */
function clientOf(editor: EditorForTests, name: string) {
  const authorization = `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
  return async (path: string, fields?: Fields) => {
    const {status, body, headers} = await editor.inject({
      method: fields === undefined ? 'GET' : 'POST',
      url: path,
      headers: {
        authorization,
        ...(fields && {'content-type': 'application/x-www-form-urlencoded'}),
      },
      ...(fields && {payload: new URLSearchParams(fields).toString()}),
    });
    return {code: status, headers, ...(body as {status: number; message: string})} as {
      code: number;
      status: number;
      message: string;
      headers: Readonly<Record<string, unknown>>;
    } & Record<string, unknown>;
  };
}

const notebookOf = (more: object) => ({
  name: 'Revenue',
  description: 'by day',
  type: 'query-hive',
  snippets: [
    {
      type: 'hive',
      statement_raw: 'select ${day}',
      statement: 'select 1',
      database: 'shop',
      variables: [{name: 'day', value: '1'}],
      chartSettings: {kind: 'bars'},
    },
  ],
  ...more,
});

async function saved(ada: ReturnType<typeof clientOf>, more: object = {}): Promise<Document> {
  const notebook = JSON.stringify(notebookOf(more));
  const answer = await ada('/notebook/api/notebook/save', {notebook, editorMode: 'true'});
  assert.equal(answer.status, 0, JSON.stringify(answer));
  return answer['document'] as Document;
}

test('a notebook is saved, found by its number, path and words, and comes back as it was', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = clientOf(editor, 'ada');
  const document = await saved(ada);
  assert.deepEqual(
    [document.name, document.path, document.type, document.owner],
    ['Revenue', '/Revenue', 'query-hive', 'ada'],
  );
  for (const named of [`uuid=${document.uuid}`, `uuid=${document.id}`, 'path=/Revenue']) {
    const answer = await ada(`/desktop/api2/doc?${named}&data=true`);
    assert.equal(answer.status, 0, named);
    assert.equal((answer['document'] as Document).uuid, document.uuid);
    const {snippets, isSaved} = answer['data'] as {
      snippets: {chartSettings: object; statement_raw: string}[];
      isSaved: boolean;
    };
    assert.deepEqual(
      [isSaved, snippets[0]?.statement_raw, snippets[0]?.chartSettings],
      [true, 'select ${day}', {kind: 'bars'}],
    );
  }
  // The page's own way to it has the text as well, and what it saves is in the notebook.
  const own = asUser(editor, 'ada');
  const {body} = await own('GET', `/api/v1/documents/${document.uuid}`);
  const content = body['content'] as {text: string; database: string; state: object};
  assert.deepEqual([content.text, content.database], ['select ${day}', 'shop']);
  await own('PUT', `/api/v1/documents/${document.uuid}`, {
    version: 1,
    content: {...content, engine: 'hive', text: 'select 2'},
  });
  const after = await ada(`/api/v1/doc?uuid=${document.uuid}&data=true`);
  const [snippet] = (after['data'] as {snippets: {statement_raw: string}[]}).snippets;
  assert.equal(snippet?.statement_raw, 'select 2');
  const found = await ada('/desktop/api2/docs?text=revenue&type=query-hive&limit=10&sort=name');
  assert.deepEqual([found['count'], found['page'], found['limit']], [1, 1, 10]);
  const none = await ada('/desktop/api2/docs?type=oozie-workflow2');
  assert.deepEqual([none.status, none['count']], [0, 0]);
  const opened = await ada(`/desktop/api2/doc/open?id=${document.id}`);
  assert.deepEqual(
    [opened.code, opened.headers['location']],
    [302, `/hue/editor?editor=${document.uuid}`],
  );
  const text = await ada('/api/v1/editor/get_external_statement', {
    notebook: '{}',
    snippet: JSON.stringify({
      statementType: 'document',
      associatedDocumentUuid: document.uuid,
    }),
  });
  assert.equal(text['statement'], 'select 2');
});

test('saved again it is the same document, and a new one of its name gets another', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = clientOf(editor, 'ada');
  const first = await saved(ada);
  const again = await saved(ada, {isSaved: true, uuid: first.uuid, name: 'Revenue by day'});
  assert.deepEqual([again.uuid, again.name], [first.uuid, 'Revenue by day']);
  const byId = await saved(ada, {id: first.id, name: 'Revenue'});
  assert.equal(byId.uuid, first.uuid);
  const other = await saved(ada);
  assert.deepEqual([other.uuid === first.uuid, other.name], [false, 'Revenue (2)']);
  const bob = await clientOf(editor, 'bob')('/notebook/api/notebook/save', {
    notebook: JSON.stringify(notebookOf({id: first.id})),
  });
  assert.equal(bob.status, 2, 'what one may not see is not there');
});

test('folders are made, filled, listed, emptied into the trash and restored', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = clientOf(editor, 'ada');
  const home = (await ada('/desktop/api2/doc'))['document'] as Document;
  assert.deepEqual([home.path, home.type, home.parent_uuid], ['/', 'directory', null]);
  const {directory} = (await ada('/desktop/api2/doc/mkdir', {
    parent_uuid: JSON.stringify(home.uuid),
    name: JSON.stringify('Reports'),
  })) as unknown as {directory: Document};
  assert.deepEqual(
    [directory.path, directory.type, directory.parent_uuid],
    ['/Reports', 'directory', home.uuid],
  );
  const document = await saved(ada);
  const moved = await ada('/desktop/api2/doc/move', {
    source_doc_uuid: JSON.stringify(document.uuid),
    destination_doc_uuid: JSON.stringify(directory.uuid),
  });
  assert.equal((moved['document'] as Document).path, '/Reports/Revenue');
  const inside = await ada(`/desktop/api2/doc?uuid=${directory.uuid}`);
  assert.deepEqual(
    (inside['children'] as Document[]).map(({path}) => path),
    ['/Reports/Revenue'],
  );
  assert.deepEqual((inside['parent'] as Document).uuid, home.uuid);
  const nested = await ada('/desktop/api2/doc?path=/Reports/Revenue');
  assert.equal((nested['parent'] as Document).uuid, directory.uuid);
  const renamed = await ada('/desktop/api2/doc/update', {
    uuid: JSON.stringify(document.uuid),
    name: 'Income',
    description: '',
  });
  assert.equal((renamed['document'] as Document).name, 'Income');
  const copied = await ada('/desktop/api2/doc/copy', {uuid: JSON.stringify(document.uuid)});
  assert.equal((copied['document'] as Document).path, '/Income');
  const uuid = JSON.stringify(document.uuid);
  assert.equal((await ada('/desktop/api2/doc/delete', {uuid})).status, 0);
  const trash = await ada('/desktop/api2/doc?path=/.Trash');
  assert.deepEqual(
    (trash['children'] as Document[]).map(({name}) => name),
    ['Income'],
  );
  assert.equal((await ada('/desktop/api2/docs?include_trashed=false&text=income'))['count'], 1);
  assert.equal((await ada('/desktop/api2/docs?text=income'))['count'], 2);
  const uuids = JSON.stringify(document.uuid);
  assert.equal((await ada('/desktop/api2/doc/restore', {uuids})).status, 0);
  const gone = await ada('/desktop/api2/doc/delete', {uuid, skip_trash: 'true'});
  assert.equal(gone.status, 0);
  assert.equal((await ada(`/desktop/api2/doc?uuid=${document.uuid}`)).status, 2);
  const refused = await ada('/desktop/api2/doc/delete', {uuid: JSON.stringify(home.uuid)});
  assert.deepEqual(
    [refused.status, refused.message],
    [-1, 'This folder is always there and stays as it is.'],
  );
});

test('documents are shared by numbers and by link, and others find them', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob, cyd] = ['ada', 'bob', 'cyd'].map(name => clientOf(editor, name));
  assert.ok(ada && bob && cyd);
  const document = await saved(ada);
  const uuid = JSON.stringify(document.uuid);
  const people = await ada('/desktop/api/users/autocomplete?filter=bob');
  const [user] = people['users'] as {id: number; username: string}[];
  assert.equal(user?.username, 'bob');
  const data = JSON.stringify({read: {user_ids: [user.id], group_ids: []}});
  const shared = await ada('/desktop/api2/doc/share', {uuid, data});
  assert.deepEqual(
    (shared['document'] as Document).perms.read.users.map(({username}) => username),
    ['bob'],
  );
  assert.equal((await bob('/desktop/api2/docs?perms=shared'))['count'], 1);
  assert.equal((await bob('/desktop/api2/doc'))['count'], 1, 'what is shared is in the home, too');
  assert.equal((await cyd(`/desktop/api2/doc?uuid=${document.id}`)).status, 2);
  const denied = await bob('/desktop/api2/doc/update', {uuid, name: 'Mine'});
  assert.match(denied.message, /shared with you for reading/);
  const wrong = await ada('/desktop/api2/doc/share', {
    uuid,
    data: '{"write": {"user_ids": [17], "group_ids": []}}',
  });
  assert.match(wrong.message, /no user with the number 17/);
  await ada('/desktop/api2/doc/share/link', {uuid, perm: '"read"'});
  const opened = await cyd(`/desktop/api2/doc?uuid=${document.id}`);
  assert.deepEqual(opened['user_perms'], {can_read: true, can_write: false});
  assert.equal((await cyd('/desktop/api2/docs'))['count'], 0, 'a link is not listed');
  await ada('/desktop/api2/doc/share', {uuid, data: '{"read": {"user_ids": [], "group_ids": []}}'});
  assert.equal((await bob('/desktop/api2/docs'))['count'], 0);
});

test('what was exported comes in again, for somebody else, too', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob] = ['ada', 'bob'].map(name => clientOf(editor, name));
  assert.ok(ada && bob);
  const document = await saved(ada);
  const documents = JSON.stringify([document.id]);
  const file = await editor.inject({
    url: `/desktop/api2/doc/export?documents=${encodeURIComponent(documents)}`,
    headers: {authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`},
  });
  const [row] = JSON.parse(file.text) as {model: string; fields: {owner: string[]; data: string}}[];
  assert.deepEqual([row?.model, row?.fields.owner], ['desktop.document2', ['ada']]);
  const others = await bob(`/desktop/api2/doc/export?format=json&documents=${documents}`);
  assert.equal(others.code, 200);
  const came = await bob('/desktop/api2/doc/import', {documents: JSON.stringify(file.text)});
  assert.deepEqual([came.status, came['created_count']], [0, 1]);
  const form = new FormData();
  form.append('documents', new Blob([file.text], {type: 'application/json'}), 'hue.json');
  const sent = new Response(form);
  const upload = await editor.inject({
    method: 'POST',
    url: '/desktop/api2/doc/import',
    headers: {
      authorization: `Basic ${Buffer.from('bob:bob').toString('base64')}`,
      'content-type': sent.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  assert.equal(upload.body['created_count'], 1, upload.text);
  const found = await bob('/desktop/api2/docs?sort=name');
  assert.deepEqual(
    (found['documents'] as Document[]).map(({name}) => name),
    ['Revenue', 'Revenue (2)'],
  );
  assert.equal((await bob('/desktop/api2/doc/import', {documents: '{'})).status, -1);
});

test('a statement is passed on by its address, preferences are kept, and contexts are told', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob] = ['ada', 'bob'].map(name => clientOf(editor, name));
  assert.ok(ada && bob);
  const gist = await ada('/desktop/api2/gist/create', {
    statement: 'select 1',
    doc_type: 'hive',
    name: '',
    description: '',
  });
  assert.match(String(gist['link']), /^https?:\/\/[^/]+\/hue\/gist\?uuid=/);
  const path = new URL(String(gist['link']));
  const opened = await bob(path.pathname + path.search);
  assert.deepEqual(
    [opened.code, opened.headers['location']],
    [302, `/hue/editor?editor=${gist['uuid']}`],
  );
  const document = (await bob(`/desktop/api2/doc?uuid=${gist['uuid']}`))['document'] as Document;
  assert.deepEqual([document.name, document.type], ['Hive Query', 'gist']);
  await ada('/desktop/api2/user_preferences/is_welcome_tour_seen', {set: 'seen'});
  const kept = await ada('/desktop/api2/user_preferences/is_welcome_tour_seen');
  assert.deepEqual(kept['data'], {is_welcome_tour_seen: 'seen'});
  await ada('/desktop/api2/user_preferences/is_welcome_tour_seen', {delete: 'true'});
  assert.deepEqual((await ada('/desktop/api2/user_preferences'))['data'], {});
  const namespaces = await ada('/desktop/api2/context/namespaces/hive');
  assert.equal((namespaces['hive'] as {id: string}[])[0]?.id, 'default');
  const connectors = await ada('/api/connector/instances/');
  const [{values = []} = {}] = connectors['connectors'] as {values: {id: string}[]}[];
  assert.deepEqual(
    values.map(({id}) => id),
    ['hive', 'hplsql'],
  );
  const found = await ada('/desktop/api/search/entities_interactive', {
    sources: '["documents"]',
    query_s: '"hive"',
  });
  assert.equal(found['count'], 1);
});

test('the table browser lists databases, tables and what is known of one', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = clientOf(editor, 'ada');
  const {databases} = (await ada('/metastore/databases', {source_type: 'hive'})) as unknown as {
    databases: string[];
  };
  assert.ok(databases.length > 0);
  const tables = await ada(`/metastore/tables/${databases[0]}?format=json&source_type=hive`);
  assert.equal(tables.status, 0);
  const [name = ''] = tables['table_names'] as string[];
  const table = await ada(`/metastore/table/${databases[0]}/${name}`, {
    source_type: 'hive',
    format: 'json',
  });
  assert.deepEqual([table.status, table['name']], [0, name]);
  const page = await ada(`/metastore/tables/${databases[0]}`);
  assert.deepEqual([page.code, page.headers['location']], [302, `/app/tables/-/${databases[0]}`]);
});
