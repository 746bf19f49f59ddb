import {
  AppError,
  checkBasicSearch,
  readSearchParameters,
  resolveSearch,
  type EntityHeader,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query} from '../operation.ts';
import {dslText, planDsl, runDsl} from './dsl-search.ts';
import {find, resolve} from './find.ts';

/**
 * What a file is to hold, as plain data: it is sent to the thread that searches, once for each
 * page.
 */
export type DownloadRequest = {
  readonly kind: 'BASIC' | 'DSL';
  readonly format: 'csv';
  readonly searchParameters: Record<string, unknown>;
  /** Attribute by the label of its column. */
  readonly labels: Readonly<Record<string, string>>;
};

export type DownloadArgs = {
  readonly request: DownloadRequest;
  /** Where the page begins; undefined: at the start, with the header line. */
  readonly from: string | undefined;
  /** 0: checks the request and counts its rows. */
  readonly size: number;
};

export type DownloadPage = {
  /** Cells of each line, the header line first on the first page. */
  readonly lines: readonly (readonly string[])[];
  /** Without the header line. */
  readonly rows: number;
  /** Rows in all, where they are counted. */
  readonly total?: number;
  /** undefined: this was the last page. */
  readonly next?: string;
};

const fixedColumns = ['Type name', 'Name', 'Classifications', 'Terms'];

/**
 * One page of a download. Pages of a search without an order follow one another by row numbers, so
 * that the last costs no more than the first; others by offsets.
 */
export const downloadPage = query({
  logAs: 'EntityDiscoveryService.downloadSearchResults',
  read: (args: DownloadArgs, c) => {
    if (args.request.kind === 'DSL') return args;
    const given = readSearchParameters(args.request.searchParameters, {includeSubTypes: true});
    checkBasicSearch(given, c.settings);
    return {...args, given};
  },
  run: (graph, asked, c): Promise<DownloadPage> =>
    'given' in asked ? basicPage(c, graph, asked) : dslPage(c, graph, asked),
});

async function basicPage(
  c: Context,
  graph: GraphRead,
  {request, from, size, given}: DownloadArgs & {given: SearchParameters},
): Promise<DownloadPage> {
  const columns = {...request.labels, Owner: 'owner', Description: 'description'};
  const asked = Object.values(request.labels);
  const offset = from === undefined ? given.offset : Number(from);
  const isByMarker = (given.sortBy ?? '') === '' && given.offset === 0;
  const parameters: SearchParameters = {
    ...given,
    attributes: [...new Set([...(given.attributes ?? []), ...asked])],
    excludeHeaderAttributes: false,
    limit: Math.max(size, 1),
    ...(isByMarker ? {offset: 0, marker: from ?? '*'} : {offset}),
  };
  if (from === undefined) checkColumns(graph.types, {...parameters, attributes: asked});
  const result = await find(graph, parameters, await resolve(c, graph, parameters));
  const total = Math.max(0, result.approximateCount - given.offset);
  if (size === 0) return {lines: [], rows: 0, total};
  const {entities = [], referredEntities = {}, nextMarker} = result;
  const lines = entities.map(one => cellsOf(one, Object.values(columns), referredEntities));
  const header = from === undefined ? [[...fixedColumns, ...Object.keys(columns)]] : [];
  const isLast = entities.length < size;
  const next =
    isLast || nextMarker === '-1' ? undefined : isByMarker ? nextMarker : String(offset + size);
  return {
    lines: [...header, ...lines],
    rows: lines.length,
    total,
    ...(next === undefined ? {} : {next}),
  };
}

/** What is asked for as a column has to be there. @throws UNKNOWN_ATTRIBUTE */
function checkColumns(types: TypeRegistry, parameters: SearchParameters): void {
  resolveSearch(types, {...parameters, excludeHeaderAttributes: true}, Date.now());
}

async function dslPage(
  c: Context,
  graph: GraphRead,
  {request, from, size}: DownloadArgs,
): Promise<DownloadPage> {
  const {searchParameters} = request;
  const text = dslText(searchParameters);
  const whole = planDsl(c, graph, text, {
    limit: 0,
    offset: Number(searchParameters['offset'] ?? 0),
  });
  // Without a limit of its own the query is asked for everything, not for one usual page.
  const limit = whole.parsed.limit ?? Infinity;
  const done = Number(from ?? 0);
  const page = Math.min(size, limit - done);
  const isWhole = whole.table?.groups !== undefined;
  if (size === 0 || page <= 0) return {lines: [], rows: 0};
  const query = isWhole
    ? {...whole.query, limit: Math.min(limit, Number.MAX_SAFE_INTEGER)}
    : {...whole.query, limit: page, offset: whole.query.offset + done};
  const result = await runDsl(graph, text, {...whole, query});
  const {name, values} = result.attributes ?? tableOf(result.entities ?? []);
  const count = result.entities?.length ?? values.length;
  const header = from === undefined ? [name] : [];
  // Distinct rows may be fewer than the entities they come from, so a page of values ends only when
  // it is empty.
  const isLast = isWhole || count === 0 || (result.entities !== undefined && count < page);
  const next = isLast || done + page >= limit ? undefined : String(done + page);
  const lines = [...header, ...values.map(row => row.map(cell))];
  return {lines, rows: values.length, ...(next === undefined ? {} : {next})};
}

function tableOf(entities: readonly EntityHeader[]): {name: string[]; values: unknown[][]} {
  return {
    name: [...fixedColumns, 'Owner', 'Description'],
    values: entities.map(one => cellsOf(one, ['owner', 'description'], {})),
  };
}

function cellsOf(
  {typeName, displayText, guid, classificationNames, meaningNames, attributes}: EntityHeader,
  names: readonly string[],
  referred: Readonly<Record<string, EntityHeader>>,
): string[] {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(text).join(',');
    const other =
      typeof value === 'object' && value !== null ? (value as {guid?: string}).guid : undefined;
    const header = other === undefined ? undefined : referred[other];
    return header === undefined
      ? cell(value)
      : String(header.attributes['qualifiedName'] ?? header.displayText);
  };
  return [
    typeName,
    displayText === '' ? guid : displayText,
    classificationNames.join(','),
    meaningNames.join(','),
    ...names.map(name => text(attributes[name])),
  ];
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | boolean);
}

/**
 * @throws INVALID_PARAMETERS for a body without search parameters, or with labels that are no texts
 */
export function readDownloadRequest(kind: 'BASIC' | 'DSL', json: unknown): DownloadRequest {
  const body = (typeof json === 'object' ? json : undefined) as
    | Record<string, unknown>
    | null
    | undefined;
  const searchParameters = body?.['searchParameters'];
  const labels = body?.['attributeLabelMap'] ?? {};
  if (typeof searchParameters !== 'object' || searchParameters === null) {
    throw new AppError('INVALID_PARAMETERS', ['searchParameters are needed']);
  }
  if (!Object.values(labels).every(one => typeof one === 'string')) {
    throw new AppError('INVALID_PARAMETERS', [
      'attributeLabelMap names an attribute for each label',
    ]);
  }
  return {
    kind,
    format: 'csv',
    // Whatever a search does not know may hold a number with more digits than a double has, which
    // no thread can be handed.
    searchParameters: JSON.parse(JSON.stringify(searchParameters)) as Record<string, unknown>,
    labels: labels as Record<string, string>,
  };
}
