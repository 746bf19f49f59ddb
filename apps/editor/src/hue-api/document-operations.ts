import {form} from '@gazetteer/kernel';
import {flag, inner, number, object, text, word, words} from '@gazetteer/kernel/loose-fields';
import {described, list, nullable} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {levels} from '../document/access.ts';
import {
  copyDocument,
  createDocument,
  moveDocument,
  noteOpened,
  saveDocument,
} from '../document/documents.ts';
import {type Grant, readGrants, shareDocument} from '../document/grants.ts';
import {deleteDocument, restoreDocument, trashDocument} from '../document/trash.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {type Caller, change, query, stream} from '../operation.ts';
import {findDocuments, namesOfNumbers} from './find-documents.ts';
import {
  foundPage,
  hueDocument,
  hueDocumentOf,
  openedHueDocument,
  specialFolder,
  urlOf,
} from './hue-document.ts';
import {documentNumber} from './identity.ts';
import {dataOf} from './notebook-data.ts';
import {documentNamed, folderNamed, documentRefAt, documentRefOf, shown} from './one-document.ts';

const listFields = {
  type: words('Only these: `directory`, `gist`, `query-hive` and so on'),
  text: text('Words that all have to occur in name, description or statements'),
  sort: text('`name`, `type`, `owner` or `last_modified`, downwards with a `-`', '-last_modified'),
  page: number('Which of the pages, from 1', 1),
  limit: number('How many are on a page; 0 for all, 1,000 at most', 0),
};

type ListFields = {
  readonly type: string[];
  readonly text: string;
  readonly sort: string;
  readonly page: number;
  readonly limit: number;
};

async function pageOf(
  e: Editor,
  {actor}: Caller,
  given: ListFields,
  which: Pick<Parameters<typeof findDocuments>[2], 'perms' | 'folder' | 'trash'>,
): Promise<{readonly documents: object[]; readonly about: object}> {
  const {type: types, text: searched, sort, limit} = given;
  const page = Math.max(1, given.page);
  const offset = (page - 1) * limit;
  const {count, found} = await findDocuments(e.db, actor, {
    ...which,
    types,
    text: searched,
    sort,
    limit,
    offset,
  });
  return {
    documents: found.map(hueDocumentOf),
    about: {count, page, limit, types, text: searched || null, sort},
  };
}

const searchAll = query('GET /docs', {
  summary: 'Documents that the caller owns or that are shared with them',
  description: 'In the form of clients of Hue. `/api/v1/documents` has more of it.',
  query: {
    ...listFields,
    perms: text('`owned`, `shared` or `both`', 'both'),
    include_trashed: text('`false` leaves out what was thrown away', 'true'),
  },
  answer: answer({documents: list(hueDocument, 'The documents'), ...foundPage}),
  run: async (e, {perms, include_trashed, ...given}, c) => {
    if (perms !== 'owned' && perms !== 'shared' && perms !== 'both')
      throw new AppError('BAD_REQUEST', [
        'Invalid value for perms, acceptable values are: owned, shared, both.',
      ]);
    const trash = include_trashed === 'false' ? 'without' : 'with';
    const {documents, about} = await pageOf(e, c, given, {perms, folder: undefined, trash});
    return {status: status.ok, documents, ...about};
  },
});

const open = query('GET /doc', {
  summary: 'A document, and what is in a folder',
  description:
    'By `uuid`, which may be its number, or by `path`; without either the top of what the caller owns, with what others shared.',
  query: {
    ...listFields,
    uuid: text('Its id or number'),
    path: text('Its path among what the caller owns', '/'),
    data: flag('Whether the notebook comes along'),
  },
  answer: openedHueDocument,
  run: async (e, {uuid, path, data, ...given}, c) => {
    const {actor} = c;
    const place =
      uuid === '' ? await documentRefAt(e, actor, path) : await documentRefOf(e, actor, uuid);
    const none = {status: status.ok, children: [], dependencies: [], dependents: [], data: ''};
    if (typeof place === 'string') {
      const {documents, about} = await pageOf(e, c, given, {
        perms: place === 'home' ? 'both' : 'owned',
        folder: place === 'home' ? '' : undefined,
        trash: place === 'home' ? 'without' : 'only',
      });
      return {
        ...none,
        document: specialFolder(actor.userName, place, 0),
        parent: place === 'home' ? null : specialFolder(actor.userName, 'home', 0),
        user_perms: {can_read: true, can_write: true},
        children: documents,
        ...about,
      };
    }
    const {document, opened} = await shown(e, actor, place.uuid);
    if (data) noteOpened(e, actor, opened);
    const parent =
      opened.path.length > 0
        ? (await shown(e, actor, opened.path.at(-1)?.uuid ?? '')).document
        : opened.owner === actor.userName
          ? specialFolder(actor.userName, 'home', 0)
          : null;
    const isFolder = opened.kind === 'folder';
    const children = isFolder
      ? await pageOf(e, c, given, {perms: 'opened', folder: place.uuid, trash: 'with'})
      : undefined;
    return {
      ...none,
      document,
      parent,
      user_perms: {
        can_read: true,
        can_write: levels[opened.permission] >= levels.write,
      },
      ...(data && !isFolder && {data: dataOf(opened, documentNumber(opened.uuid))}),
      ...(children && {children: children.documents, ...children.about}),
    };
  },
});

const uuid = word('Its id or number');
const changed = answer({document: described(hueDocument, 'As it is now')});

const move = change('POST /doc/move', {
  summary: 'Move a document to another folder',
  description: 'Of the same owner.',
  body: form({
    source_doc_uuid: word('The document'),
    destination_doc_uuid: word('The folder'),
  }),
  answer: changed,
  run: async (e, {source_doc_uuid, destination_doc_uuid}, {actor}) => {
    if (source_doc_uuid === '' || destination_doc_uuid === '')
      throw new AppError('BAD_REQUEST', [
        'move_document requires source_doc_uuid and destination_doc_uuid',
      ]);
    const moved = await documentNamed(e, actor, source_doc_uuid);
    await moveDocument(e.db, actor, moved, await folderNamed(e, actor, destination_doc_uuid));
    return {status: status.ok, document: (await shown(e, actor, moved)).document};
  },
});

const makeFolder = change('POST /doc/mkdir', {
  summary: 'Make a folder',
  description: 'A name that its folder has already is refused.',
  body: form({parent_uuid: word('The folder that it comes into'), name: word('Its name')}),
  answer: answer({directory: described(hueDocument, 'The folder')}),
  run: async (e, {parent_uuid, name}, {actor}) => {
    if (parent_uuid === '' || name.trim() === '')
      throw new AppError('BAD_REQUEST', ['create_directory requires parent_uuid and name']);
    const made = await createDocument(e.db, actor, {
      kind: 'folder',
      name: name.trim(),
      description: '',
      folder: await folderNamed(e, actor, parent_uuid),
      content: undefined,
    });
    return {status: status.ok, directory: (await shown(e, actor, made.uuid)).document};
  },
});

const update = change('POST /doc/update', {
  summary: 'Rename a document, or describe it',
  description: 'What is left out or empty stays.',
  body: form({uuid, name: text('Its new name'), description: text('What it is for')}),
  answer: changed,
  run: async (e, {uuid: named, name, description}, {actor}) => {
    const at = await documentNamed(e, actor, needed(named, 'update_document'));
    const {version} = (await shown(e, actor, at)).opened;
    await saveDocument(e.db, actor, at, {
      version,
      comment: '',
      ...(name !== '' && {name}),
      ...(description !== '' && {description}),
    });
    return {status: status.ok, document: (await shown(e, actor, at)).document};
  },
});

const remove = change('POST /doc/delete', {
  summary: 'Throw a document away, or delete it for good',
  description: 'What is in a folder goes along.',
  body: form({uuid, skip_trash: flag('Whether it goes for good')}),
  answer: answer({}),
  run: async (e, {uuid: named, skip_trash}, {actor}) => {
    const at = await documentNamed(e, actor, needed(named, 'delete_document'));
    await trashDocument(e.db, actor, at);
    if (skip_trash) await deleteDocument(e.db, actor, at);
    return {status: status.ok};
  },
});

const copy = change('POST /doc/copy', {
  summary: 'Copy a query',
  description: 'To the top of what the caller owns. Folders are not copied.',
  body: form({uuid}),
  answer: changed,
  run: async (e, {uuid: named}, {actor}) => {
    const at = await documentNamed(e, actor, needed(named, 'copy_document'));
    const made = await copyDocument(e.db, actor, at, undefined);
    return {status: status.ok, document: (await shown(e, actor, made.uuid)).document};
  },
});

const restore = change('POST /doc/restore', {
  summary: 'Take documents out of the trash',
  description: 'Back to their folders, or to the top where these are gone.',
  body: form({uuids: word('Their ids with commas between')}),
  answer: answer({}),
  run: async (e, {uuids}, {actor}) => {
    const given = uuids.split(',').map(one => one.trim());
    for (const named of needed(given.join(','), 'restore_document').split(','))
      await restoreDocument(e.db, actor, await documentNamed(e, actor, named));
    return {status: status.ok};
  },
});

const share = change('POST /doc/share', {
  summary: 'Share a document with users and groups',
  description:
    '`{"read": {"user_ids": [], "group_ids": []}, "write": …}`, by numbers or names. Of `read` and `write`, what is left out stays.',
  body: form({uuid, data: object('Who may read and who may write')}),
  answer: changed,
  run: async (e, {uuid: named, data}, {actor, people}) => {
    const at = await documentNamed(e, actor, needed(named, 'share_document'));
    const {grants} = await readGrants(e.db, actor, at);
    const entries = people();
    const known = {
      user: [...entries.keys(), ...namesIn(grants, 'user')],
      group: [...[...entries.values()].flatMap(one => one.groups), ...namesIn(grants, 'group')],
    };
    const given = (['read', 'write'] as const).filter(permission => permission in data);
    const kept = grants.filter(
      one => one.kind === 'link' || !given.some(permission => permission === one.permission),
    );
    const wanted = given.flatMap(permission =>
      (['user', 'group'] as const).flatMap(kind =>
        namesFor(kind, inner(data, permission)[`${kind}_ids`], known[kind]).map((name): Grant => ({
          kind,
          name,
          permission,
        })),
      ),
    );
    await shareDocument(e, actor, at, [...kept, ...wanted]);
    return {status: status.ok, document: (await shown(e, actor, at)).document};
  },
});

const shareLink = change('POST /doc/share/link', {
  summary: 'Let everybody who is logged in and has the address open a document',
  description: '`perm` is `read`, `write` or `off`.',
  body: form({uuid, perm: word('`read`, `write` or `off`')}),
  answer: changed,
  run: async (e, {uuid: named, perm}, {actor}) => {
    const at = await documentNamed(e, actor, needed(named, 'share_document_link'));
    if (perm !== 'read' && perm !== 'write' && perm !== 'off')
      throw new AppError('BAD_REQUEST', [`perm must be read, write or off, not ${perm}`]);
    const {grants} = await readGrants(e.db, actor, at);
    const others = grants.filter(({kind}) => kind !== 'link');
    const link: Grant[] = perm === 'off' ? [] : [{kind: 'link', name: '', permission: perm}];
    await shareDocument(e, actor, at, [...others, ...link]);
    return {status: status.ok, document: (await shown(e, actor, at)).document};
  },
});

/** The calls of Hue's page of documents. */
export const hueDocumentOperations = {
  searchHueDocuments: searchAll,
  openHueDocument: open,
  moveHueDocument: move,
  makeHueFolder: makeFolder,
  updateHueDocument: update,
  deleteHueDocument: remove,
  copyHueDocument: copy,
  restoreHueDocuments: restore,
  shareHueDocument: share,
  linkHueDocument: shareLink,
};

/** Leads to the page of a document. */
export const hueDocumentPages = [
  stream(
    'GET /doc/open',
    {
      summary: 'The page of a document',
      description: 'A redirect.',
      query: {id: text('Its id or number')},
      answer: nullable({type: 'string'}),
      errors: ['NOT_FOUND', 'GONE'],
    },
    async ({id}, request, reply, {editorFor, callerOf}) => {
      const {actor} = callerOf(request, reply);
      const e = editorFor(request);
      const place = await documentRefOf(e, actor, id);
      if (typeof place === 'string') return reply.redirect('/app/documents/');
      return reply.redirect(urlOf((await shown(e, actor, place.uuid)).opened));
    },
  ),
];

function namesIn(grants: readonly Grant[], kind: Grant['kind']): string[] {
  return grants.filter(one => one.kind === kind).map(({name}) => name);
}

/** @throws BAD_REQUEST for a number that nobody has: it would be shared with fewer than wanted */
function namesFor(
  kind: 'user' | 'group',
  given: unknown,
  known: readonly string[],
): readonly string[] {
  const wanted: readonly unknown[] = Array.isArray(given) ? given : [];
  const isName = (one: unknown): one is string => typeof one === 'string' && !/^\d+$/.test(one);
  const {names, unknown} = namesOfNumbers(
    kind,
    wanted.filter(one => !isName(one)),
    known,
  );
  if (unknown.length > 0)
    throw new AppError('BAD_REQUEST', [
      `There is no ${kind} with the number ${unknown.join(', ')}`,
    ]);
  return [...wanted.filter(isName), ...names];
}

function needed(named: string, call: string): string {
  if (named === '') throw new AppError('BAD_REQUEST', [`${call} requires uuid`]);
  return named;
}
