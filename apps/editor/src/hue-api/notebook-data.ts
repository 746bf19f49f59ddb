import {inner, type ObjectField, textIn} from '@gazetteer/kernel/loose-fields';
import {splitStatements} from '@gazetteer/sql';
import type {Document, QueryContent} from '../document/document.ts';
import type {Json} from '../http/envelope.ts';

/** What of a notebook is kept as it came, so that a client finds again what we have no word for. */
const keptAs = 'notebook';

/**
 * What a notebook of a client holds: the statements of its snippets as one text, the engine and
 * the database of the first. The rest of it is kept beside.
 */
export function contentOfNotebook(notebook: ObjectField, engine: string): QueryContent {
  const snippets = snippetsOf(notebook);
  const [first = {}] = snippets;
  const values = listIn(first, 'variables').flatMap(({name, value}) =>
    typeof name === 'string' && typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const variables: Json = values.length === 0 ? {} : {variables: Object.fromEntries(values)};
  return {
    engine: textIn(first, 'type') || engine,
    database: textIn(first, 'database'),
    text: textOf(snippets),
    state: {...variables, [keptAs]: notebook},
  };
}

/**
 * A saved query as a notebook: the one that was saved, as long as its text is still the same, with
 * what a document says of itself.
 */
export function notebookOf({uuid, name, description, content}: Document, id: number): Json {
  const {engine = '', database = '', text = '', state = {}} = content ?? {};
  const kept = inner(state, keptAs);
  const isSame = textOf(snippetsOf(kept)) === text;
  const snippets = isSame
    ? snippetsOf(kept)
    : [{...snippetsOf(kept)[0], ...snippetOf(uuid, engine, database, text, state)}];
  return {
    sessions: [],
    isHistory: false,
    isManaged: false,
    skipHistorify: false,
    directoryUuid: null,
    ...kept,
    id,
    uuid,
    name,
    description,
    type: `query-${engine || 'notebook'}`,
    isSaved: true,
    snippets,
  };
}

/** What a document holds, as clients know it; a dashboard is of a kind that is only here. */
export function dataOf(document: Document, id: number): Json {
  const {uuid, name, description, dashboard, notebook} = document;
  const head = {id, uuid, name, description, isSaved: true};
  if (dashboard !== undefined) return {...head, type: 'dashboard', dashboard};
  if (notebook === undefined) return notebookOf(document, id);
  const {engine, database, variables, cells} = notebook;
  const snippets = cells.map(({id: cell, kind, text, ...own}) => ({
    ...snippetOf(cell, kind === 'text' ? 'markdown' : engine, database, text, {variables}),
    ...own,
  }));
  return {...head, type: 'notebook', sessions: [], isHistory: false, snippets};
}

function snippetOf(
  id: string,
  type: string,
  database: string,
  statement: string,
  state: Json,
): ObjectField {
  const variables = Object.entries(inner(state, 'variables'));
  return {
    id,
    type,
    status: 'ready',
    statement_raw: statement,
    statement,
    database,
    variables: variables.map(([name, value]) => ({name, value, type: 'text', meta: {}})),
    properties: {settings: [], files: [], functions: []},
    result: {},
  };
}

function textOf(snippets: readonly ObjectField[]): string {
  const texts = snippets.map(one => textIn(one, 'statement_raw') || textIn(one, 'statement'));
  const [only = ''] = texts;
  if (texts.length < 2) return only;
  return texts
    .map(text => text.trim())
    .filter(text => splitStatements(text).length > 0)
    .map(text => (text.endsWith(';') ? text : `${text};`))
    .join('\n\n');
}

function snippetsOf(notebook: ObjectField): ObjectField[] {
  return listIn(notebook, 'snippets');
}

function listIn(given: ObjectField, name: string): ObjectField[] {
  const value = given[name];
  return Array.isArray(value)
    ? value.filter((one): one is ObjectField => typeof one === 'object' && one !== null)
    : [];
}
