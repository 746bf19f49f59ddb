import {form} from '@gazetteer/kernel';
import {
  choice,
  isUuid,
  items,
  list,
  name,
  optional,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {integer, list as listShape, named, oneOf, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {isAdmin} from '@gazetteer/server';
import {dashboardField, emptyDashboard} from '../document/dashboard.ts';
import {findReadable} from '../document/access.ts';
import {contentsFor, documentKinds} from '../document/document.ts';
import {emptyNotebook, notebookField} from '../document/notebook.ts';
import {content, grantFields, grantOf} from '../document/operations.ts';
import {contents, grant} from '../document/shapes.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {type Caller, change, query} from '../operation.ts';
import {type MovedDocument, readMoved, storeMoved} from './moved-documents.ts';
import {endedStates, readMovedStatements, storeMovedStatements} from './moved-statements.ts';
import {readNumbered} from './taken-over.ts';

const maxAtOnce = 500;
const maxGrants = 500;
const latest = 8_640_000_000_000_000;

const idShape = {type: 'string', format: 'uuid'} as const;
const ids = (what: string) => optional(list(`Ids of ${what}, ${maxAtOnce} at most`, idShape));
const ownId = text('Its id, which it keeps', {max: 36});

const documentFields = {
  uuid: ownId,
  kind: choice('What it is', documentKinds),
  name: name('Its name'),
  description: text('What it is for', {max: 10_000, default: ''}),
  folder: text('Id of its folder, which is here or stands before it; the top without one', {
    max: 36,
    default: '',
  }),
  changedAt: wholeNumber('When it was last saved, in milliseconds since 1970', {max: latest}),
  number: optional(wholeNumber('What addresses of the other server name it by')),
  grants: items('Whom it is shared with', grantFields),
  content: optional(content),
  dashboard: optional(dashboardField),
  notebook: optional(notebookField),
};

const statementFields = {
  uuid: ownId,
  engine: text('Where it was run', {max: 200}),
  database: text('The database that names were looked up in', {max: 500, default: ''}),
  text: text('The statement', {max: 10_000_000}),
  state: choice('How it ended', endedStates),
  submittedAt: wholeNumber('When it was run, in milliseconds since 1970', {max: latest}),
};

const storedDocument = named('MigratedDocument', 'A document as it is here', () =>
  whole(
    {
      uuid: textShape('Its id'),
      owner: textShape('Whose it is'),
      kind: oneOf(documentKinds, 'What it is'),
      name: textShape('Its name'),
      description: textShape('What it is for'),
      folder: textShape('Id of its folder; empty at the top'),
      version: integer('Counts the savings'),
      createdAt: statementTime('When it was made'),
      changedAt: statementTime('When it was last saved'),
      changedBy: textShape('Who saved it last'),
      trashedAt: statementTime('When it was thrown away'),
      grants: listShape(grant, 'Whom it is shared with'),
      ...contents,
    },
    ['trashedAt', ...Object.keys(contents)],
  ),
);

const storedStatement = named('MigratedStatement', 'A statement as it is here', () =>
  whole({
    uuid: textShape('Its id'),
    userName: textShape('Who ran it'),
    engine: textShape('Where it was run'),
    database: textShape('The database that names were looked up in'),
    text: textShape('The statement'),
    state: textShape('How far it is'),
    submittedAt: statementTime('When it was run'),
  }),
);

const find = query('POST /migration/find', {
  summary: 'Documents and statements of everybody by their ids',
  description: 'Those that are here. For administrators who move another server to this one.',
  body: form({documents: ids('documents'), statements: ids('statements')}),
  answer: whole({
    documents: listShape(storedDocument, 'The documents'),
    statements: listShape(storedStatement, 'The statements'),
  }),
  errors: ['NOT_ALLOWED'],
  run: async ({db}, {documents = [], statements = []}, c) => {
    checkAdmin(c);
    checkCount(documents);
    checkCount(statements);
    return await db.read(async session => ({
      documents: await readMoved(session, documents.map(String)),
      statements: await readMovedStatements(session, statements.map(String)),
    }));
  },
});

const store = change('POST /migration/documents', {
  summary: 'Take over documents that a person had on another server',
  description:
    'With their ids, times and whom they are shared with. Folders stand before what is in them. What was saved, thrown away or deleted here since stays as it is, a document that differs gets a version, whom it is shared with changes by what has changed there, and a name that its folder has already gets a number. For administrators.',
  body: form({
    owner: name('Whose they are'),
    documents: items(`The documents, ${maxAtOnce} at most`, documentFields),
  }),
  answer: whole({
    outcomes: listShape(
      named('MigrationOutcome', 'What became of a document', () =>
        whole({
          uuid: textShape('Its id'),
          outcome: oneOf(
            ['created', 'changed', 'unchanged', 'kept', 'refused'],
            'What became of it; `kept` is what was changed here since',
          ),
          reason: textShape('Why it was kept or refused; empty otherwise'),
        }),
      ),
      'In the order that they came in',
    ),
  }),
  errors: ['NOT_ALLOWED', 'CONFLICT'],
  run: async ({db}, {owner, documents}, c) => {
    checkAdmin(c);
    checkCount(documents);
    checkIds(documents);
    return {outcomes: await storeMoved(db, owner, documents.map(movedOf))};
  },
});

const storeHistory = change('POST /migration/statements', {
  summary: 'Take over statements that a person ran on another server',
  description:
    'Into the history, the oldest first. What is there by its id stays as it is, and what was deleted here stays so; there are no results of them. For administrators.',
  body: form({
    userName: name('Who ran them'),
    statements: items(`The statements, ${maxAtOnce} at most`, statementFields),
  }),
  answer: whole({added: integer('How many were never there')}),
  errors: ['NOT_ALLOWED', 'CONFLICT'],
  run: async ({db}, {userName, statements}, c) => {
    checkAdmin(c);
    checkCount(statements);
    checkIds(statements);
    return {added: await storeMovedStatements(db, userName, statements)};
  },
});

const numbered = query('GET /migration/numbers/{number}', {
  summary: 'Which documents had a number on another server',
  description:
    'Those that the caller may read, also by link, as bookmarks of that server name them.',
  answer: whole({
    documents: listShape(textShape('Id of a document'), 'None, or one of each server'),
  }),
  run: async ({db}, {number}, {actor}) => {
    if (!/^\d{1,15}$/.test(number)) throw new AppError('BAD_REQUEST', [`${number} is no number.`]);
    return await db.read(async session => {
      const there = await readNumbered(session, Number(number));
      return {documents: [...(await findReadable(session, actor, there)).keys()].sort()};
    });
  },
});

/** What `npm run migrate -- --from-hue` asks for, and who follows a bookmark of Hue then. */
export const migrationOperations = {
  findNumbered: numbered,
  findMigrated: find,
  storeMigratedDocuments: store,
  storeMigratedStatements: storeHistory,
};

/** What a document is of which nothing is said. */
const empty = {
  query: {content: content.read({}, 'content')},
  dashboard: {dashboard: emptyDashboard},
  notebook: {notebook: emptyNotebook},
  folder: {},
};

type Given = Omit<MovedDocument, 'grants' | 'content'> & {
  readonly grants: readonly Parameters<typeof grantOf>[0][];
  readonly content?: MovedDocument['content'];
};

function movedOf({content: ofQuery, dashboard, notebook, grants, ...head}: Given): MovedDocument {
  if (grants.length > maxGrants)
    throw new AppError('BAD_REQUEST', [`A document is shared with ${maxGrants} at most.`]);
  const wanted = grants.map(grantOf);
  const given = {
    ...(ofQuery && {content: ofQuery}),
    ...(dashboard && {dashboard}),
    ...(notebook && {notebook}),
  };
  return {
    ...head,
    ...contentsFor(head.kind, {...empty[head.kind], ...given}),
    grants: [...new Map(wanted.map(one => [`${one.kind} ${one.name}`, one])).values()],
  };
}

function checkAdmin({actor}: Caller): void {
  if (!isAdmin(actor))
    throw new AppError('NOT_ALLOWED', ['Only administrators can move documents of others.']);
}

function checkCount(given: readonly unknown[]): void {
  if (given.length > maxAtOnce)
    throw new AppError('BAD_REQUEST', [`At most ${maxAtOnce} at a time, not ${given.length}.`]);
}

function checkIds(given: readonly {readonly uuid: string}[]): void {
  const uuids = given.map(({uuid}) => uuid);
  const wrong = uuids.find(uuid => !isUuid(uuid));
  if (wrong !== undefined) throw new AppError('BAD_REQUEST', [`${wrong} is no id.`]);
  if (new Set(uuids).size < uuids.length)
    throw new AppError('BAD_REQUEST', ['An id stands there twice.']);
}
