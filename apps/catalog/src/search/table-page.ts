import {
  AppError,
  checkBasicSearch,
  governanceGroups,
  joinCell,
  nextMarker,
  readSearchParameters,
  trustGroup,
  type EntityHeader,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import {searchEntities} from '@gazetteer/store';
import {readHeaders} from '../entity/headers.ts';
import {query} from '../operation.ts';
import type {DownloadPage} from './download-page.ts';
import {resolve} from './find.ts';

/** A table of assets that an import takes back, of all that a search finds. */
export type TableRequest = {
  readonly kind: 'TABLE';
  readonly format: 'csv' | 'xlsx';
  readonly searchParameters: Record<string, unknown>;
  /** None: the usual ones. */
  readonly columns: readonly string[];
};

type TableArgs = {
  readonly request: TableRequest;
  /** Where the page begins; undefined: at the start, with the header line. */
  readonly from: string | undefined;
  /** 0: checks the request and counts its rows. */
  readonly size: number;
};

/** What everybody describes; all business metadata that people have made is added. */
const usual = [
  'name',
  'description',
  'owner',
  'classifications',
  'terms',
  'labels',
  `${trustGroup}.certification`,
  `${trustGroup}.tier`,
];
const keys = ['guid', 'typeName', 'qualifiedName'];
/** More characters do not fit a cell of a spreadsheet. */
const maxXlsxCell = 32_767;

/**
 * One page of a table, which follow one another by row numbers.
 * @throws UNKNOWN_ATTRIBUTE, BAD_REQUEST for a text that does not fit a spreadsheet
 */
export const tablePage = query({
  on: 'search',
  logAs: 'EntityDiscoveryService.downloadTable',
  read: (args: TableArgs, c) => {
    const given = readSearchParameters(args.request.searchParameters, {includeSubTypes: true});
    checkBasicSearch(given, c.settings);
    return {...args, given};
  },
  run: async (graph, {request, from, size, given}, c): Promise<DownloadPage> => {
    const columns = request.columns.length > 0 ? request.columns : usualColumns(graph.types);
    checkColumns(graph.types, columns);
    const {sortBy: _by, sortOrder: _order, attributes: _shown, ...rest} = given;
    const parameters: SearchParameters = {
      ...rest,
      offset: 0,
      limit: Math.max(size, 1),
      marker: from ?? '*',
    };
    const {records, lastRow, count} = await searchEntities(
      graph,
      await resolve(c, graph, parameters),
    );
    if (size === 0) return {lines: [], rows: 0, total: count};
    const headers = await readHeaders(graph, records, () => ({
      withClassifications: true,
      attributes: columns,
    }));
    const lines = headers.map(one => cellsOf(graph.types, one, columns));
    if (request.format === 'xlsx' && lines.some(line => line.some(isTooLong)))
      throw new AppError('BAD_REQUEST', [
        `a cell has more than ${maxXlsxCell} characters, which XLSX cannot hold; use CSV`,
      ]);
    const next = records.length < size ? undefined : nextMarker(parameters, lastRow);
    return {
      lines: [...(from === undefined ? [[...keys, ...columns]] : []), ...lines],
      rows: lines.length,
      total: count,
      ...(next === undefined || next === '-1' ? {} : {next}),
    };
  },
});

const isTooLong = ({length}: string) => length > maxXlsxCell;

function usualColumns(types: TypeRegistry): string[] {
  const groups = [...types.businessMetadataTypes.values()];
  const own = groups
    .filter(({name}) => !governanceGroups.has(name))
    .flatMap(({name, attributes}) => Array.from(attributes.keys(), one => `${name}.${one}`));
  return [
    ...usual.filter(name => !name.includes('.') || types.businessMetadataTypes.has(trustGroup)),
    ...own.sort(),
  ];
}

function checkColumns(types: TypeRegistry, columns: readonly string[]): void {
  const known = new Set<string>([...usual.filter(name => !name.includes('.')), ...keys]);
  for (const {attributes} of types.entityTypes.values())
    for (const name of attributes.keys()) known.add(name);
  for (const column of columns) {
    const [group = '', name = ''] = column.split('.');
    if (!known.has(column) && types.businessMetadataTypes.get(group)?.attributes.has(name) !== true)
      throw new AppError('UNKNOWN_ATTRIBUTE', [column, '_ALL_ENTITY_TYPES']);
  }
}

function cellsOf(types: TypeRegistry, header: EntityHeader, columns: readonly string[]): string[] {
  const {guid, typeName, attributes, classifications = [], meanings, labels} = header;
  const list = (values: readonly unknown[]) => joinCell(values.map(String), '|');
  const own = classifications.filter(one => one.entityGuid === guid);
  return [
    guid,
    typeName,
    cell(attributes['qualifiedName'], false),
    ...columns.map(column => {
      if (column === 'classifications') return list(own.map(one => one.typeName).sort());
      if (column === 'terms') return list(meanings.map(one => one['qualifiedName']).sort());
      if (column === 'labels') return list([...labels].sort());
      const value = attributes[column];
      const isDate = isDateColumn(types, typeName, column);
      return Array.isArray(value) ? list(value.map(one => cell(one, isDate))) : cell(value, isDate);
    }),
  ];
}

function isDateColumn(types: TypeRegistry, typeName: string, column: string): boolean {
  const [group = '', name = ''] = column.split('.');
  const type = (
    types.entityType(typeName).attributes.get(column) ??
    types.businessMetadataTypes.get(group)?.attributes.get(name)
  )?.type;
  const element = type?.kind === 'array' ? type.element : type;
  return element?.kind === 'primitive' && element.name === 'date';
}

/** Of what headers write for a missing date nothing is written. */
function cell(value: unknown, isDate: boolean): string {
  if (value === null || value === undefined) return '';
  if (isDate) return value === 0 ? '' : new Date(Number(value)).toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
