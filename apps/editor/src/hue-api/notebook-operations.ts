import {form} from '@gazetteer/kernel';
import {flag, object, type ObjectField, text, textIn, word} from '@gazetteer/kernel/loose-fields';
import {
  anything,
  described,
  flag as flagShape,
  integer,
  mapOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import type {Document} from '../document/document.ts';
import {createDocument, openDocument, readDocument, saveDocument} from '../document/documents.ts';
import {setGrants} from '../document/grants.ts';
import type {Editor} from '../editor.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {change, query, stream} from '../operation.ts';
import {shortOrigin} from './find-documents.ts';
import {hueDocument} from './hue-document.ts';
import {documentNumber} from './identity.ts';
import {contentOfNotebook, notebookOf} from './notebook-data.ts';
import {documentNamed, folderNamed, documentRefAt, documentRefOf, shown} from './one-document.ts';

const notebook = object('The notebook: its name, description and snippets');

const save = change('POST /notebook/save', {
  summary: 'Save a notebook as a query',
  description:
    'Over the query of its `parentSavedQueryUuid` or `id`; as a new one in `directoryUuid` otherwise, where a name that is taken gets a number.',
  body: form({notebook, editorMode: flag('Whether a query was saved, for the message')}),
  answer: answer({
    save_as: flagShape('Whether it is a new one'),
    message: textShape('That it was saved'),
    uuid: textShape('Id of the document'),
    id: integer('Number of the document'),
    document: described(hueDocument, 'As it is now'),
  }),
  run: async (e, {notebook: given, editorMode}, {actor}) => {
    const before = await savedBefore(e, actor, given);
    const saved = await savedAs(e, actor, given, before);
    return {
      status: status.ok,
      save_as: before === undefined,
      message: `${editorMode ? 'Query' : 'Notebook'} saved successfully`,
      uuid: saved.uuid,
      id: documentNumber(saved.uuid),
      document: (await shown(e, actor, saved.uuid)).document,
    };
  },
});

async function savedAs(
  e: Editor,
  actor: Onlooker,
  given: ObjectField,
  before: Document | undefined,
): Promise<Document> {
  const engine = textIn(given, 'type').replace(/^query-/, '');
  const content = contentOfNotebook(given, engine);
  const [name, description] = [textIn(given, 'name').trim(), textIn(given, 'description')];
  if (before !== undefined) {
    const changes = {content, description, ...(name !== '' && {name})};
    const {version} = before;
    return await saveDocument(e.db, actor, before.uuid, {version, comment: '', ...changes});
  }
  const directory = textIn(given, 'directoryUuid');
  return await createDocument(
    e.db,
    actor,
    {
      kind: 'query',
      name: name || 'Unsaved query',
      description,
      folder: directory === '' ? undefined : await folderNamed(e, actor, directory),
      content,
    },
    'rename',
  );
}

/** The query that a notebook was opened from, if it was. */
async function savedBefore(
  e: Editor,
  actor: Onlooker,
  given: ObjectField,
): Promise<Document | undefined> {
  const named =
    textIn(given, 'parentSavedQueryUuid') || (given['isSaved'] === true && textIn(given, 'uuid'));
  if (typeof named === 'string' && named !== '')
    return await readDocument(e.db, actor, await documentNamed(e, actor, named));
  const id = textIn(given, 'id');
  // Numbers of what was run are small: those of documents are made of 48 bits.
  if (id === '' || given['isHistory'] === true || Number(id) < 2 ** 31) return undefined;
  return await readDocument(e.db, actor, await documentNamed(e, actor, id));
}

const openOne = query('GET /notebook/open', {
  summary: 'The notebook of a saved query',
  description: '`/desktop/api2/doc` has it as well, beside the document.',
  query: {notebook: text('Id or number of the query')},
  answer: answer({notebook: described(mapOf(anything), 'The notebook')}),
  run: async (e, {notebook: named}, {actor}) => {
    const uuid = await documentNamed(e, actor, named);
    const opened = await openDocument(e, actor, uuid);
    if (opened.kind !== 'query')
      throw new AppError('BAD_REQUEST', [`${opened.name} is a ${opened.kind}.`]);
    return {status: status.ok, notebook: notebookOf(opened, documentNumber(uuid))};
  },
});

const close = change('POST /notebook/close', {
  summary: 'Say that a notebook is not open any more',
  description:
    'Nothing has to be closed: sessions and statements are given back when they have ended.',
  body: form({notebook}),
  answer: answer({message: textShape('That it is closed')}),
  run: async () => ({status: status.ok, message: 'Notebook closed successfully'}),
});

const externalStatement = query('POST /get_external_statement', {
  summary: 'The text of the saved query that a snippet names',
  description: 'In `associatedDocumentUuid`.',
  body: form({notebook, snippet: object('Its `statementType` and `associatedDocumentUuid`')}),
  answer: answer({statement: textShape('The text')}),
  run: async (e, {snippet}, {actor}) => {
    const named = textIn(snippet, 'associatedDocumentUuid');
    if (textIn(snippet, 'statementType') !== 'document' || named === '')
      throw new AppError('NOT_SUPPORTED', ['Only the text of a saved query is read']);
    const {content} = await readDocument(e.db, actor, await documentNamed(e, actor, named));
    return {status: status.ok, statement: content?.text ?? ''};
  },
});

/** Beside the calls of `/notebook/api`. */
export const hueNotebookOperations = {
  saveHueNotebook: save,
  openHueNotebook: openOne,
  closeHueNotebook: close,
  externalStatement,
};

const gistFolder = 'Gist';

const createGist = stream(
  'POST /gist/create',
  {
    summary: 'Keep a statement under an address that can be passed on',
    description:
      'In the folder `Gist` of the caller. Whoever is logged in may open it, where sharing by link is allowed.',
    change: 'plain',
    body: {
      form: {
        statement: text('The statement'),
        doc_type: word('The engine', 'hive'),
        name: text('Its name'),
        description: text('What it is for'),
      },
    },
    answer: answer({
      id: integer('Number of the document'),
      uuid: textShape('Id of the document'),
      link: textShape('Address of its page'),
    }),
  },
  async ({statement, doc_type: engine, name, description}, request, reply, door) => {
    const {actor} = door.callerOf(request, reply);
    const e = door.editorFor(request);
    const content = {engine, database: '', text: statement, state: {origin: shortOrigin}};
    const {uuid} = await createDocument(
      e.db,
      actor,
      {
        kind: 'query',
        name: name || `${engine.slice(0, 1).toUpperCase()}${engine.slice(1)} Query`,
        description,
        folder: await gistFolderOf(e, actor),
        content,
      },
      'rename',
    );
    const {isOn, byLink} = e.sharing;
    if (isOn && byLink && e.access.decide('editor-share', undefined))
      await setGrants(e.db, actor, uuid, [{kind: 'link', name: '', permission: 'read'}]);
    const link = `${request.protocol}://${request.host}/hue/gist?uuid=${uuid}`;
    return {status: status.ok, id: documentNumber(uuid), uuid, link};
  },
);

async function gistFolderOf(e: Editor, actor: Onlooker): Promise<string> {
  try {
    const place = await documentRefAt(e, actor, `/${gistFolder}`);
    if (typeof place !== 'string') return place.uuid;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'NOT_FOUND')) throw error;
  }
  const wanted = {name: gistFolder, description: '', folder: undefined, content: undefined};
  return (await createDocument(e.db, actor, {kind: 'folder', ...wanted})).uuid;
}

const gistPage = {
  summary: 'The page of a statement that was kept to be passed on',
  description: 'A redirect.',
  query: {uuid: text('Its id or number')},
  answer: textShape(),
  errors: ['NOT_FOUND', 'GONE'],
} as const;

/** Leads to the editor, with the statement in it. */
const pageAt = (at: 'GET /gist/open' | 'GET /gist') =>
  stream(at, gistPage, async ({uuid}, request, reply, {editorFor, callerOf}) => {
    const place = await documentRefOf(editorFor(request), callerOf(request, reply).actor, uuid);
    return reply.redirect(
      typeof place === 'string'
        ? '/app/documents/'
        : `/hue/editor?editor=${encodeURIComponent(place.uuid)}`,
    );
  });

export const gistRoutes = [createGist, pageAt('GET /gist/open')];
/** As links of `createGist` have it. */
export const gistPages = [pageAt('GET /gist')];
