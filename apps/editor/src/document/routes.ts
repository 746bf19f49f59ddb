import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Editor} from '../editor.ts';
import {Refusal} from '../http/refusal.ts';
import {type RestHandler, restRoutes} from '../http/rest.ts';
import {isUuid, RestInput, uuidIn} from '../http/rest-input.ts';
import {forOnlookers, type OnlookerCall} from '../share/for-onlookers.ts';
import {checkSharing} from '../share/sharing.ts';
import {attachment} from '../http/attachment.ts';
import type {QueryContent} from './document.ts';
import {copyDocument, createDocument, moveDocument, readDocument, saveDocument} from './documents.ts';
import {exportFiles, filesOf, importFiles, zipOf} from './files.ts';
import {type Grant, granteeKinds, readGrants, setGrants} from './grants.ts';
import {listFolder, listShared, listTrash, searchDocuments} from './lists.ts';
import {deleteDocument, restoreDocument, trashDocument} from './trash.ts';
import {diffVersions, listVersions, readVersion, restoreVersion} from './versions.ts';

const maxVersion = 2 ** 31 - 1;

/** Saved queries in folders. */
export function documentRoutes(app: FastifyInstance, e: Editor): void {
  const {db} = e;
  const routes = forOnlookers(e, {
    'GET /api/v1/documents': async ({actor, query}) => ({documents: await list(db, {actor, query})}),
    'POST /api/v1/documents': async ({actor, body, reply}) => {
      const kind = body.choice('kind', ['query', 'folder'], 'query');
      const content = kind === 'query' ? contentIn(body) : undefined;
      const wanted = {kind, name: nameIn(body), description: body.text('description', '', 10_000), content};
      const made = await createDocument(db, actor, {...wanted, folder: folderIn(body)});
      void reply.code(201);
      return made;
    },
    'GET /api/v1/documents/:uuid': async ({actor, path}) => await readDocument(db, actor, uuidIn(path)),
    'PUT /api/v1/documents/:uuid': async ({actor, path, body}) =>
      await saveDocument(db, actor, uuidIn(path), {
        version: body.wholeNumber('version', undefined, maxVersion),
        comment: body.text('comment', '', 1000),
        ...(body.has('name') && {name: nameIn(body)}),
        ...(body.has('description') && {description: body.text('description', '', 10_000)}),
        ...(body.has('content') && {content: contentIn(body)}),
      }),
    'DELETE /api/v1/documents/:uuid': async ({actor, path, query}) => {
      if (!query.flag('forever')) return await trashDocument(db, actor, uuidIn(path));
      await deleteDocument(db, actor, uuidIn(path));
      return undefined;
    },
    'POST /api/v1/documents/:uuid/restore': async ({actor, path}) => await restoreDocument(db, actor, uuidIn(path)),
    'POST /api/v1/documents/:uuid/move': async ({actor, path, body}) =>
      await moveDocument(db, actor, uuidIn(path), folderIn(body)),
    'POST /api/v1/documents/:uuid/copy': async ({actor, path, body, reply}) => {
      const made = await copyDocument(db, actor, uuidIn(path), folderIn(body));
      void reply.code(201);
      return made;
    },
    'GET /api/v1/documents/:uuid/grants': async ({actor, path}) => await readGrants(db, actor, uuidIn(path)),
    'PUT /api/v1/documents/:uuid/grants': async ({actor, path, body}) => {
      const grants = body.items('grants').map(grantIn);
      checkSharing(e.sharing, grants);
      await setGrants(db, actor, uuidIn(path), grants);
      return await readGrants(db, actor, uuidIn(path));
    },
  });
  restRoutes(app, {...routes, ...versionRoutes(e), ...fileRoutes(e)});
}

function versionRoutes(e: Editor): Record<string, RestHandler> {
  const {db} = e;
  return forOnlookers(e, {
    'GET /api/v1/documents/:uuid/versions': async ({actor, path}) => ({
      versions: await listVersions(db, actor, uuidIn(path)),
    }),
    'GET /api/v1/documents/:uuid/versions/:version': async ({actor, path}) =>
      await readVersion(db, actor, uuidIn(path), versionIn(path)),
    'POST /api/v1/documents/:uuid/versions/:version/restore': async ({actor, path}) =>
      await restoreVersion(db, actor, uuidIn(path), versionIn(path)),
    'GET /api/v1/documents/:uuid/diff': async ({actor, path, query}) =>
      await diffVersions(db, actor, uuidIn(path), {
        from: query.wholeNumber('from', undefined, maxVersion),
        to: query.wholeNumber('to', undefined, maxVersion),
      }),
  });
}

function fileRoutes(e: Editor): Record<string, RestHandler> {
  const {db} = e;
  const send = async ({reply, actor, query}: OnlookerCall, uuid: string | undefined): Promise<FastifyReply> => {
    const files = await exportFiles(db, actor, uuid);
    const format = query.choice('format', ['zip', 'json', 'sql'], 'zip');
    if (format === 'json') return await reply.send({files});
    const name = query.text('name', 'queries', 200);
    if (format === 'sql') {
      const [file] = files;
      if (file === undefined || files.length > 1) throw new Refusal(400, 'Only a query is a single file.');
      return await reply
        .type('application/sql; charset=utf-8')
        .header('content-disposition', attachment(`${name}.sql`))
        .send(file.text);
    }
    return await reply
      .type('application/zip')
      .header('content-disposition', attachment(`${name}.zip`))
      .send(zipOf(files));
  };
  return forOnlookers(e, {
    'GET /api/v1/documents/export': async call => await send(call, undefined),
    'GET /api/v1/documents/:uuid/export': async call => await send(call, uuidIn(call.path)),
    'POST /api/v1/documents/import': async ({actor, body, query, request}) => {
      const zip = request.body;
      const files =
        zip instanceof Uint8Array
          ? filesOf(zip)
          : body.items('files').map(file => ({
              path: file.text('path', undefined, 4000),
              text: file.text('text', undefined, 64 * 2 ** 20),
            }));
      return await importFiles(db, actor, folderIn(query.has('folder') ? query : body), files);
    },
  });
}

async function list(db: Editor['db'], {actor, query}: Pick<OnlookerCall, 'actor' | 'query'>): Promise<object[]> {
  const text = query.text('text', '', 1000);
  const kind = query.has('kind') ? query.choice('kind', ['query', 'folder']) : undefined;
  if (text.trim() !== '' || kind !== undefined) {
    return await searchDocuments(db, actor, {text, kind, limit: query.wholeNumber('limit', 100, 1000)});
  }
  const folder = query.text('folder', '');
  if (folder === 'shared') return await listShared(db, actor);
  if (folder === 'trash') return await listTrash(db, actor);
  return await listFolder(db, actor, folderIn(query));
}

function nameIn(body: RestInput): string {
  const name = body.text('name', undefined, 200).trim();
  if (name === '') throw new Refusal(400, 'name is empty.');
  return name;
}

/** Undefined for the top. */
function folderIn(input: RestInput): string | undefined {
  const folder = input.text('folder', '');
  if (folder === '') return undefined;
  if (!isUuid(folder)) throw new Refusal(400, 'folder has to be the id of a folder.');
  return folder;
}

function contentIn(body: RestInput): QueryContent {
  const content = new RestInput(body.object('content'));
  return {
    engine: content.text('engine', '', 200),
    database: content.text('database', '', 500),
    text: content.text('text', '', 10_000_000),
    state: content.object('state'),
  };
}

function grantIn(grant: RestInput): Grant {
  const kind = grant.choice('kind', granteeKinds);
  const name = kind === 'link' ? '' : grant.text('name', undefined, 200);
  if (kind !== 'link' && name === '') throw new Refusal(400, 'name of a grant is empty.');
  return {kind, name, permission: grant.choice('permission', ['read', 'write'])};
}

function versionIn(path: Readonly<Record<string, string>>): number {
  return new RestInput(path).wholeNumber('version', undefined, maxVersion);
}
