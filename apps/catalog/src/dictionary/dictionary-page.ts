import {
  assetTypesOf,
  checkBasicSearch,
  displayText,
  nextMarker,
  ownersOf,
  readSearchParameters,
  trustOf,
  type EntityRecord,
  type Guid,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import {assetShape, documentationOf} from '@gazetteer/model/asset';
import {searchEntities, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {resolve} from '../search/find.ts';

/** What a dictionary says of an asset, and of each of its columns. */
export type DictionaryEntry = {
  readonly guid: Guid;
  readonly name: string;
  readonly typeName: string;
  readonly description: string;
  readonly classifications: readonly string[];
  readonly terms: readonly string[];
};
export type DictionaryColumn = DictionaryEntry & {readonly dataType: string};
export type DictionaryAsset = DictionaryEntry & {
  readonly qualifiedName: string;
  readonly owners: readonly string[];
  readonly certification: string;
  readonly columns: readonly DictionaryColumn[];
  /** Columns beyond those, which are left out. */
  readonly moreColumns: number;
};

export type DictionaryPage = {
  readonly assets: readonly DictionaryAsset[];
  /** Absent: this was the last page. */
  readonly next?: string;
};

/** Columns of all assets of a page; there is hardly a table with a tenth of it. */
const maxColumns = 10_000;

/**
 * Some assets that a search finds, with their columns. Pages follow one another by row numbers.
 * A constant number of statements.
 */
export const dictionaryPage = query({
  on: 'search',
  logAs: 'Dictionary.page',
  read: (
    args: {
      readonly searchParameters: Record<string, unknown>;
      /** Where the page begins; undefined: at the start. */
      readonly from: string | undefined;
      readonly size: number;
    },
    c,
  ) => {
    const given = readSearchParameters(args.searchParameters, {includeSubTypes: true});
    checkBasicSearch(given, c.settings);
    return {...args, given};
  },
  run: async (graph, {from, size, given}, c): Promise<DictionaryPage> => {
    const {sortBy: _by, sortOrder: _order, attributes: _shown, ...rest} = given;
    const parameters: SearchParameters = {...rest, offset: 0, limit: size, marker: from ?? '*'};
    const search = await resolve(c, graph, parameters);
    const {records, lastRow} = await searchEntities(graph, search);
    const next = records.length < size ? undefined : nextMarker(parameters, lastRow);
    return {
      assets: await assetsOf(graph, records),
      ...(next === undefined || next === '-1' ? {} : {next}),
    };
  },
});

async function assetsOf(
  graph: GraphRead,
  records: readonly EntityRecord[],
): Promise<DictionaryAsset[]> {
  const {columns, left} = await columnsOf(graph, records);
  const all = [...records, ...[...columns.values()].flat()].map(({guid}) => guid);
  const carried = await graph.carriedBy(all);
  const meanings = await graph.meaningsOf(all);
  const entry = (record: EntityRecord): DictionaryEntry => ({
    guid: record.guid,
    name: nameOf(graph.types, record),
    typeName: record.typeName,
    description: documentationOf(record.attributes),
    classifications: [...new Set((carried.get(record.guid) ?? []).map(one => one.typeName))].sort(),
    terms: (meanings.get(record.guid) ?? []).map(({term}) => textAt(term, 'name')).sort(),
  });
  return records.map(record => ({
    ...entry(record),
    qualifiedName: textAt(record, 'qualifiedName'),
    owners: ownersOf(record).owners,
    certification: trustOf(record).certification ?? '',
    columns: (columns.get(record.guid) ?? []).map(one => ({
      ...entry(one),
      dataType:
        ['type', 'dataType', 'data_type'].map(name => textAt(one, name)).find(Boolean) ?? '',
    })),
    moreColumns: left.get(record.guid) ?? 0,
  }));
}

/** In their order, and of how many there was no room for. */
async function columnsOf(graph: GraphRead, tables: readonly EntityRecord[]) {
  const types = assetTypesOf(graph.types);
  const ends = tables.flatMap(({guid, typeName}) => {
    if (!graph.types.entityTypes.has(typeName)) return [];
    const {columns} = assetShape(types, typeName);
    if (columns === undefined) return [];
    return [
      {guid, typeName: columns.edge, end: columns.partEnd === 2 ? (1 as const) : (2 as const)},
    ];
  });
  const edges = ends.length === 0 ? [] : await graph.edgesAt(ends);
  const endOf = new Map(ends.map(one => [one.guid, one.end]));
  const pairs = edges
    .filter(one => one.status === 'ACTIVE')
    .map(({end1, end2}) => (endOf.get(end1) === 1 ? [end1, end2] : [end2, end1]) as [Guid, Guid]);
  const read = pairs.slice(0, maxColumns);
  const known = await graph.entities(read.map(([, column]) => column));
  const found = Map.groupBy(
    read.flatMap(([table, column]) => {
      const record = known.get(column);
      return record?.status === 'ACTIVE' ? [{table, record}] : [];
    }),
    one => one.table,
  );
  const columns = new Map(
    Array.from(found, ([table, all]) => [
      table,
      all.map(one => one.record).sort((a, b) => positionOf(a) - positionOf(b)),
    ]),
  );
  const left = new Map<Guid, number>();
  for (const [table] of pairs.slice(maxColumns)) left.set(table, (left.get(table) ?? 0) + 1);
  return {columns, left};
}

function positionOf({attributes}: EntityRecord): number {
  return Number(attributes['position'] ?? attributes['ordinalPosition'] ?? 0);
}

function nameOf(types: TypeRegistry, record: EntityRecord): string {
  const type = types.entityTypes.get(record.typeName);
  const name = type === undefined ? '' : displayText(type, record);
  return name === '' ? record.guid : name;
}

function textAt({attributes}: Pick<EntityRecord, 'attributes'>, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}
