import {AppError} from '@gazetteer/model';
import type {Json} from '../http/envelope.ts';
import type {QueryFile} from './query-file.ts';

/** A query and the folders that it stands in, from the top. */
export type PlacedQuery = {readonly names: readonly string[]; readonly query: QueryFile};

/**
 * `passedOver`: documents of kinds that there are not here, such as workflows, and those without a
 * statement.
 */
export type DocumentExport = {
  readonly queries: readonly PlacedQuery[];
  readonly passedOver: number;
};

type Fields = Readonly<Record<string, unknown>>;

const model = 'desktop.document2';
const trash = '.Trash';
const maxDepth = 40;

/**
 * Whether a text looks like the export that the documents page of Hue writes, without reading all
 * of it.
 */
export function isDocumentExport(text: string): boolean {
  return /^\s*"?\[(?:\s|\\[nrt])*\{/.test(text) && text.slice(0, 2000).includes(model);
}

/**
 * The queries of such an export: a list of rows of its table of documents, with a notebook as JSON
 * text in each. A notebook of several snippets is a folder of them. History and trash stay behind.
 * Where several people's documents are exported, each has a folder.
 * @throws AppError 400 for what is none
 */
export function readDocumentExport(fileName: string, text: string): DocumentExport {
  const all = fieldsIn(fileName, text).filter(
    fields => fields['is_history'] !== true && fields['is_trashed'] !== true,
  );
  const directories = new Map(
    all.filter(({type}) => type === 'directory').map(fields => [textOf(fields['uuid']), fields]),
  );
  const documents = all.filter(({type}) => type !== 'directory');
  const owners = new Set(documents.map(ownerOf));
  const queries: PlacedQuery[] = [];
  let passedOver = 0;
  for (const fields of documents) {
    const path = pathOf(fields, directories);
    if (path.includes(trash)) continue;
    const found = queriesOf(fields);
    if (found.length === 0) passedOver++;
    const names = owners.size > 1 ? [ownerOf(fields), ...path] : path;
    queries.push(...found.map(({names: inside, query}) => ({names: [...names, ...inside], query})));
  }
  return {queries, passedOver};
}

function fieldsIn(fileName: string, text: string): Fields[] {
  const value = parsed(text);
  // One of its ways to export writes the list as a text.
  const rows = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(rows))
    throw new AppError('BAD_REQUEST', [`${fileName} is no export of documents.`]);
  return rows.flatMap((row: unknown) =>
    isObject(row) && row['model'] === model ? [objectOf(row['fields'])] : [],
  );
}

/** Names of the folders above, as far as they are in the export; the one at the top has none. */
function pathOf(fields: Fields, directories: ReadonlyMap<string, Fields>): string[] {
  const names: string[] = [];
  for (let at = parentOf(fields, directories); at !== undefined && names.length < maxDepth;) {
    const name = textOf(at['name']).trim();
    if (name !== '') names.unshift(name);
    at = parentOf(at, directories);
  }
  return names;
}

/** Rows name each other by UUID, version and whether they are history. */
function parentOf(fields: Fields, directories: ReadonlyMap<string, Fields>): Fields | undefined {
  const {parent_directory: parent} = fields;
  return Array.isArray(parent) ? directories.get(textOf(parent[0])) : undefined;
}

function ownerOf({owner}: Fields): string {
  return (Array.isArray(owner) ? textOf(owner[0]) : '') || 'unknown';
}

function queriesOf(fields: Fields): PlacedQuery[] {
  const type = textOf(fields['type']);
  if (type !== 'notebook' && !type.startsWith('query-')) return [];
  const data = objectOf(parsed(textOf(fields['data'])));
  const snippets = (Array.isArray(data['snippets']) ? data['snippets'].map(objectOf) : []).filter(
    hasStatement,
  );
  const name = textOf(fields['name']).trim() || 'Query';
  const description = textOf(fields['description']);
  return snippets.map((snippet, n): PlacedQuery => {
    const query = (own: string): QueryFile => ({
      name: own,
      description,
      content: contentOf(snippet),
    });
    if (snippets.length === 1) return {names: [], query: query(name)};
    return {names: [name], query: query(textOf(snippet['name']).trim() || `${name} ${n + 1}`)};
  });
}

const notRun = new Set(['markdown', 'text']);

function hasStatement(snippet: Fields): boolean {
  return statementOf(snippet).trim() !== '' && !notRun.has(textOf(snippet['type']));
}

/** As it was written; `statement` has the values of variables put in. */
function statementOf(snippet: Fields): string {
  return textOf(snippet['statement_raw']) || textOf(snippet['statement']);
}

function contentOf(snippet: Fields): QueryFile['content'] {
  const variables = Array.isArray(snippet['variables']) ? snippet['variables'].map(objectOf) : [];
  const values = variables
    .map(({name, value}) => [textOf(name), textOf(value)] as const)
    .filter(([name, value]) => name !== '' && value !== '');
  const state: Json = values.length === 0 ? {} : {variables: Object.fromEntries(values)};
  return {
    engine: textOf(snippet['type']),
    database: textOf(snippet['database']),
    text: statementOf(snippet),
    state,
  };
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
