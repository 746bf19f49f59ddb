import {form, type Parameter, type ValuesOf} from '@gazetteer/kernel';
import {
  choice,
  flag,
  id,
  isUuid,
  items,
  name,
  optional,
  record,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {list as listShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {FastifyReply} from 'fastify';
import type {Editor} from '../editor.ts';
import {pageState} from '../chart/chart-specification.ts';
import {attachment} from '../http/attachment.ts';
import {whole} from '../http/shapes.ts';
import {change, query, stream} from '../operation.ts';
import type {Onlooker} from '../config/sharing.ts';
import {commentsOn, type Subjects, viewersOf} from '../share/comment-operations.ts';
import {findSubject} from './access.ts';
import {dashboardField, emptyDashboard} from './dashboard.ts';
import {contentsFor, documentKinds} from './document.ts';
import {
  copyDocument,
  createDocument,
  moveDocument,
  openDocument,
  readDocument,
  saveDocument,
} from './documents.ts';
import {exportFiles, filesOf, importFiles, zipOf} from './files.ts';
import {type Grant, granteeKinds, readGrants, shareDocument} from './grants.ts';
import {listFolder, listShared, listTrash, searchDocuments} from './lists.ts';
import {
  difference,
  documentHead,
  documentVersion,
  fullVersion,
  grants as grantsShape,
  imported,
  movedDocument,
  openedDocument,
  savedDocument,
  textFiles,
} from './shapes.ts';
import {emptyNotebook, notebookField} from './notebook.ts';
import {deleteDocument, restoreDocument, trashDocument} from './trash.ts';
import {diffVersions, listVersions, readVersion, restoreVersion} from './versions.ts';

const maxVersion = 2 ** 31 - 1;
const byId = {uuid: id};
const description = text('What it is for', {max: 10_000, default: ''});
/** Of a body. */
export const content = record('Of a query', {
  engine: text('Where it is run', {max: 200, default: ''}),
  database: text('The database that names are looked up in', {max: 500, default: ''}),
  text: text('The statements', {max: 10_000_000, default: ''}),
  state: pageState("The page's own: variables, properties of the session, its charts"),
});

const anyFolder = text('Id of a folder; the top without one', {default: ''});
/** Undefined for the top. */
const folder: Parameter<string | undefined> = {
  ...anyFolder,
  read: (given, at) => {
    const uuid = anyFolder.read(given, at);
    if (uuid === '') return undefined;
    if (!isUuid(uuid)) throw new AppError('BAD_REQUEST', [`${at} has to be the id of a folder.`]);
    return uuid;
  },
};

const listFields = {
  folder: text('Id of a folder, `shared`, `trash`, or none for what is at the top of your own', {
    default: '',
  }),
  text: text('Words to search for', {max: 1000, default: ''}),
  kind: optional(choice('Only these', documentKinds)),
  limit: wholeNumber('How many a search finds at most', {max: 1000, default: 100}),
};

const list = query('GET /documents', {
  summary: 'Documents of a folder, or those that a search finds',
  description:
    'With `text` or `kind` all that the caller owns or that is shared with them is searched: words that all have to occur in name, ' +
    'description or text, in any order and case; several words in quotes are one. Otherwise what is in the folder.',
  query: listFields,
  answer: whole({documents: listShape(documentHead, 'The documents')}),
  errors: ['NOT_FOUND'],
  run: async (e, given, {actor}) => ({documents: await documentsOf(e.db, actor, given)}),
});

async function documentsOf(
  db: Editor['db'],
  actor: Onlooker,
  {text: words, kind, limit, folder: place}: ValuesOf<typeof listFields>,
): Promise<object[]> {
  if (words.trim() !== '' || kind !== undefined)
    return await searchDocuments(db, actor, {text: words, kind, limit});
  if (place === 'shared') return await listShared(db, actor);
  if (place === 'trash') return await listTrash(db, actor);
  return await listFolder(db, actor, folder.read({folder: place}, 'folder'));
}

/** What a document is of which nothing is said. */
const empty = {
  query: {content: content.read({}, 'content')},
  dashboard: {dashboard: emptyDashboard},
  notebook: {notebook: emptyNotebook},
  folder: {},
};

type Defined<T> = {[K in keyof T]?: Exclude<T[K], undefined>};

function defined<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

const create = change('POST /documents', {
  summary: 'Save a query, a dashboard or a notebook, or make a folder',
  description:
    'A name that the folder has already is refused, and so is what documents of the kind don’t have: a query has `content`, a dashboard `dashboard`, a notebook `notebook`. The `content` of a folder is left out.',
  body: form({
    kind: choice('Which of them', documentKinds, 'query'),
    name: name('Its name'),
    description,
    content: optional(content),
    dashboard: optional(dashboardField),
    notebook: optional(notebookField),
    folder,
  }),
  answer: savedDocument,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
  run: async ({db}, {kind, content: query, dashboard, notebook, ...wanted}, {actor}) => {
    // Clients send it with folders as well, and lose nothing by it.
    const ofQuery = kind === 'folder' ? undefined : query;
    const given = {...empty[kind], ...defined({content: ofQuery, dashboard, notebook})};
    return await createDocument(db, actor, {...wanted, kind, ...contentsFor(kind, given)});
  },
});

const read = query('GET /documents/{uuid}', {
  summary: 'A document',
  description: 'With its content, and what the caller may do with it.',
  segments: byId,
  query: {opens: flag('Whether somebody opens it, which its owner can see')},
  answer: openedDocument,
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid, opens}, {actor}) =>
    opens ? await openDocument(e, actor, uuid) : await readDocument(e.db, actor, uuid),
});

const save = change('PUT /documents/{uuid}', {
  summary: 'Save a document',
  description:
    'What is left out stays. A query has `content`, a dashboard `dashboard`, a notebook `notebook`, and a folder none of them. A saving that changes nothing makes no version, and of those of a notebook that one person makes within 10 minutes without a comment the last stays. Where somebody saved it meanwhile, 409 with the document as it is.',
  segments: byId,
  body: form({
    version: wholeNumber('The one that the caller knows', {max: maxVersion}),
    comment: text('Why, for the list of versions', {max: 1000, default: ''}),
    name: optional(name('Its new name')),
    description: optional(description),
    content: optional(content),
    dashboard: optional(dashboardField),
    notebook: optional(notebookField),
  }),
  answer: savedDocument,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED', 'GONE'],
  run: async ({db}, {uuid, version, comment, ...changed}, {actor}) =>
    await saveDocument(db, actor, uuid, {version, comment, ...defined(changed)}),
});

const remove = change('DELETE /documents/{uuid}', {
  summary: 'Throw a document away, or delete what is in the trash for good',
  description: 'With `forever` there is no answer. What is in a folder goes along.',
  segments: byId,
  query: {forever: flag('Only what is in the trash, and it cannot be restored then')},
  answer: movedDocument,
  mayBeEmpty: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
  run: async ({db}, {uuid, forever}, {actor}) =>
    forever ? await deleteDocument(db, actor, uuid) : await trashDocument(db, actor, uuid),
});

const restore = change('POST /documents/{uuid}/restore', {
  summary: 'Take a document out of the trash',
  description:
    'Back to its folder, or to the top where that is gone. Where its name is taken it gets another.',
  segments: byId,
  answer: movedDocument,
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  run: async ({db}, {uuid}, {actor}) => await restoreDocument(db, actor, uuid),
});

const move = change('POST /documents/{uuid}/move', {
  summary: 'Move a document to another folder',
  description: 'Of the same owner.',
  segments: byId,
  body: form({folder}),
  answer: movedDocument,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
  run: async ({db}, {uuid, folder: to}, {actor}) => await moveDocument(db, actor, uuid, to),
});

const copy = change('POST /documents/{uuid}/copy', {
  summary: 'Copy a query, a dashboard or a notebook',
  description: 'Whoever may read it may copy it.',
  segments: byId,
  body: form({folder}),
  answer: savedDocument,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
  run: async ({db}, {uuid, folder: to}, {actor}) => await copyDocument(db, actor, uuid, to),
});

const listGrants = query('GET /documents/{uuid}/grants', {
  summary: 'Whom a document is shared with',
  description: 'For its owner.',
  segments: byId,
  answer: grantsShape,
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  run: async ({db}, {uuid}, {actor}) => await readGrants(db, actor, uuid),
});

/** Of a body, for `grantOf`. */
export const grantFields = {
  kind: choice('A user, a group, or everybody who is logged in and has the address', granteeKinds),
  name: optional(text('Of the user or the group', {max: 200})),
  permission: choice('What they may do', ['read', 'write']),
};

const share = change('PUT /documents/{uuid}/grants', {
  summary: 'Share a document',
  description:
    'With these and no others. A folder is shared with all that is in it, also with what comes later.',
  segments: byId,
  body: form({
    grants: items('With whom', grantFields),
  }),
  answer: grantsShape,
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  run: async (e, {uuid, grants}, {actor}) => {
    await shareDocument(e, actor, uuid, grants.map(grantOf));
    return await readGrants(e.db, actor, uuid);
  },
});

/** @throws BAD_REQUEST for a user or a group without a name */
export function grantOf({
  kind,
  name: given,
  permission,
}: Omit<Grant, 'name'> & {readonly name: string | undefined}): Grant {
  if (kind === 'link') return {kind, name: '', permission};
  if (given === undefined) throw new AppError('BAD_REQUEST', ['name is missing.']);
  if (given === '') throw new AppError('BAD_REQUEST', ['name of a grant is empty.']);
  return {kind, name: given, permission};
}

const versions = query('GET /documents/{uuid}/versions', {
  summary: 'The versions of a document',
  description: 'The last first, 1,000 at most.',
  segments: byId,
  answer: whole({versions: listShape(documentVersion, 'The versions')}),
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db}, {uuid}, {actor}) => ({versions: await listVersions(db, actor, uuid)}),
});

const readOne = query('GET /documents/{uuid}/versions/{version}', {
  summary: 'A version of a document',
  description: 'With its content.',
  segments: byId,
  answer: fullVersion,
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db}, {uuid, version}, {actor}) =>
    await readVersion(db, actor, uuid, versionOf(version)),
});

const restoreOne = change('POST /documents/{uuid}/versions/{version}/restore', {
  summary: 'Take an earlier version as the newest',
  description: 'Nothing is lost by it. Its name of then is not taken back.',
  segments: byId,
  answer: savedDocument,
  errors: ['NOT_FOUND', 'NOT_ALLOWED', 'GONE'],
  run: async ({db}, {uuid, version}, {actor}) =>
    await restoreVersion(db, actor, uuid, versionOf(version)),
});

const versionNumber = wholeNumber('Number of a version', {max: maxVersion});
function versionOf(version: string): number {
  return versionNumber.read({version}, 'version');
}

const diff = query('GET /documents/{uuid}/diff', {
  summary: 'What changed from one version to another',
  description: 'The other may be the older one.',
  segments: byId,
  query: {from: versionNumber, to: versionNumber},
  answer: difference,
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db}, {uuid, ...between}, {actor}) => await diffVersions(db, actor, uuid, between),
});

const subjects: Subjects = {at: 'documents', what: 'a document', find: findSubject};
const comments = commentsOn(subjects);

/** Saved queries, dashboards and notebooks in folders. */
export const documentOperations = {
  listDocuments: list,
  createDocument: create,
  readDocument: read,
  saveDocument: save,
  deleteDocument: remove,
  restoreDocument: restore,
  moveDocument: move,
  copyDocument: copy,
  readGrants: listGrants,
  setGrants: share,
  listVersions: versions,
  readVersion: readOne,
  restoreVersion: restoreOne,
  diffVersions: diff,
  listComments: comments.list,
  addComment: comments.add,
  deleteComment: comments.remove,
  listViewers: viewersOf(subjects),
};

const exportQuery = {
  format: choice(
    'A zip, the files as JSON, or, of one query, its file',
    ['zip', 'json', 'sql'],
    'zip',
  ),
  name: text('Name of the download', {max: 200, default: 'queries'}),
};
const exported = {
  query: exportQuery,
  answer: textFiles,
};

async function sendFiles(
  {db}: Editor,
  actor: Onlooker,
  reply: FastifyReply,
  {uuid, format, name: title}: ValuesOf<typeof exportQuery> & {readonly uuid?: string},
): Promise<FastifyReply> {
  const files = await exportFiles(db, actor, uuid);
  if (format === 'json') return await reply.send({files});
  if (format === 'sql') {
    const [file] = files;
    if (file === undefined || files.length > 1)
      throw new AppError('BAD_REQUEST', ['Only a query is a single file.']);
    return await reply
      .type('application/sql; charset=utf-8')
      .header('content-disposition', attachment(`${title}.sql`))
      .send(file.text);
  }
  return await reply
    .type('application/zip')
    .header('content-disposition', attachment(`${title}.zip`))
    .send(zipOf(files));
}

const importFields = {
  files: optional(
    items('In place of a zip: a file for each query', {
      path: text('Its folders and its name', {max: 4000}),
      text: text('The file', {max: 64 * 2 ** 20}),
    }),
  ),
  folder,
};

export const documentFiles = [
  stream(
    'GET /documents/export',
    {
      summary: 'All queries of the caller as files',
      description: 'As a zip, unless `format` says otherwise.',
      ...exported,
    },
    async (input, request, reply, {editorFor, callerOf}) =>
      await sendFiles(editorFor(request), callerOf(request, reply).actor, reply, input),
  ),
  stream(
    'GET /documents/{uuid}/export',
    {
      summary: 'A query, or all queries in a folder, as files',
      description: 'As a zip, unless `format` says otherwise.',
      segments: byId,
      ...exported,
      errors: ['NOT_FOUND', 'GONE'],
    },
    async (input, request, reply, {editorFor, callerOf}) =>
      await sendFiles(editorFor(request), callerOf(request, reply).actor, reply, input),
  ),
  stream(
    'POST /documents/import',
    {
      summary: 'Make queries of files',
      description:
        'A zip (`Content-Type: application/zip`), or the files as JSON. All or nothing; what has a name that is taken gets another.',
      change: 'plain',
      query: {
        into: {
          ...optional(folder),
          description: 'Id of the folder that they come into',
          wireName: 'folder',
        },
      },
      body: {form: importFields, file: 'application/zip'},
      answer: imported,
      errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
    },
    async ({into, folder: to, files: given}, request, reply, {editorFor, callerOf}) => {
      const files = request.body instanceof Uint8Array ? filesOf(request.body) : given;
      if (files === undefined) throw new AppError('BAD_REQUEST', ['files has to be a list.']);
      return await importFiles(
        editorFor(request).db,
        callerOf(request, reply).actor,
        into ?? to,
        files,
      );
    },
  ),
];
