import {body} from '@gazetteer/kernel';
import {flag} from '@gazetteer/kernel/parameters';
import {
  datasetKey,
  namedIdentity,
  type CarriedClassification,
  type EntityRecord,
  type Guid,
  type Meaning,
} from '@gazetteer/model';
import {deprecationOf, documentationOf, ownersOf, qualityOf, trustOf} from '@gazetteer/model/asset';
import {datasetsOf, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {datasetNames, readDatasetNames, type DatasetName} from './datasets-body.ts';
import {identityIn, withFolders} from './dataset-rows.ts';
import {columnRelations} from './entity-request.ts';
import * as shapes from './shapes.ts';

/** An asset as far as somebody wants to know of it who is about to use it. */
export type DatasetAsset = {
  guid: Guid;
  typeName: string;
  name: string;
  qualifiedName: string;
  description?: string;
  owners: readonly string[];
  classifications: string[];
  terms: string[];
  certification?: string;
  checks?: {state: string; passed: number; failed: number; errors: number};
  announcement?: string;
  deprecation?: {reason: string; successor?: {guid?: Guid; name: string}};
  columns?: {name: string; description?: string; classifications: string[]; terms: string[]}[];
};
type Found = DatasetName & {typeName: string; qualifiedName: string; asset?: DatasetAsset};

/** Of all tables of a request together. */
const maxColumns = 5000;

/** POST /lineage/datasets/find: by the names that engines and producers have for them. */
export const findDatasetAssets = query('POST /v2/lineage/datasets/find', {
  summary: 'Which assets data sets are',
  description:
    'Data sets by the namespace and name that producers of OpenLineage give them, by the same rules as their events. One answer for each, in order; `asset` where there is one that the caller may read. An addition to the Atlas API.',
  body: body(datasetNames, readDatasetNames),
  query: {withColumns: flag('Adds columns that have a description, classification or term')},
  answer: shapes.foundDatasets,
  errors: ['BAD_REQUEST'],
  keptFor: 'rights',
  logAs: 'OpenLineage.findAssets',
  run: async (graph, {body: names, withColumns}, c): Promise<{datasets: Found[]}> => {
    const rules = c.settings.openLineage;
    const rows = await datasetsOf(graph, withFolders(names.map(datasetKey)));
    const meant = names.map(name => identityIn(rows, datasetKey(name), rules));
    const records = await graph.byUnique(
      meant.map(({typeName, qualifiedName: value}) => ({
        typeName,
        attribute: 'qualifiedName',
        value,
      })),
    );
    const assets = await assetsOf(
      graph,
      records.filter(one => one !== undefined),
      withColumns,
    );
    return {
      datasets: names.map((name, i) => {
        const asset = assets.get(records[i]?.guid ?? '');
        // Another name of what may not be read is not told.
        const {typeName, qualifiedName} = asset ?? namedIdentity(name, rules);
        return {...name, typeName, qualifiedName, ...(asset === undefined ? {} : {asset})};
      }),
    };
  },
});

/** One question for all of them, whatever their number. */
async function assetsOf(
  graph: GraphRead,
  records: readonly EntityRecord[],
  withColumns: boolean,
): Promise<Map<Guid, DatasetAsset>> {
  const columns = withColumns ? await columnsOf(graph, records) : new Map<Guid, EntityRecord[]>();
  const all = [...records, ...[...columns.values()].flat()].map(({guid}) => guid);
  const [carried, meanings] = [await graph.carriedBy(all), await graph.meaningsOf(all)];
  const successors = await graph.entities(
    records.flatMap(one => trustOf(one).successor ?? []),
    'look',
  );
  const told = (guid: Guid) => marksOf(carried.get(guid), meanings.get(guid));
  return new Map(
    records.map(record => {
      const {guid, typeName} = record;
      const {certification, announcement} = trustOf(record);
      const deprecation = deprecated(graph, record, carried.get(guid) ?? [], successors);
      const parts = columns.get(guid)?.flatMap(one => noted(one, told(one.guid)));
      const asset: DatasetAsset = {
        guid,
        typeName,
        name: textAt(record, 'name'),
        qualifiedName: textAt(record, 'qualifiedName'),
        ...described(record),
        owners: ownersOf(record).owners,
        ...told(guid),
        ...(certification === undefined ? {} : {certification}),
        ...(announcement === undefined ? {} : {announcement}),
        ...checked(record),
        ...(deprecation === undefined ? {} : {deprecation}),
        ...(withColumns ? {columns: parts ?? []} : {}),
      };
      return [guid, asset] as const;
    }),
  );
}

/** Columns of the tables, as far as there are not too many. */
export async function columnsOf(
  graph: GraphRead,
  tables: readonly EntityRecord[],
): Promise<Map<Guid, EntityRecord[]>> {
  const refs = tables.flatMap(({guid, typeName}) => {
    const relation = columnRelations[typeName];
    return relation === undefined ? [] : [{guid, typeName: relation, end: 1 as const}];
  });
  const edges = (await graph.edgesAt(refs)).slice(0, maxColumns);
  const known = await graph.entities(edges.map(({end2}) => end2));
  const found = new Map<Guid, EntityRecord[]>();
  for (const {end1, end2} of edges) {
    const column = known.get(end2);
    if (column?.status !== 'ACTIVE') continue;
    const list = found.get(end1);
    if (list === undefined) found.set(end1, [column]);
    else list.push(column);
  }
  return found;
}

/** Also those that came to it by propagation, each once. */
function marksOf(
  carried: readonly CarriedClassification[] = [],
  meanings: readonly Meaning[] = [],
): {classifications: string[]; terms: string[]} {
  return {
    classifications: [...new Set(carried.map(({typeName}) => typeName))],
    terms: meanings.map(({term}) => textAt(term, 'name')),
  };
}

/** How its checks ended, where it has any. */
function checked(record: EntityRecord): Pick<DatasetAsset, 'checks'> {
  const quality = qualityOf(record);
  if (quality === undefined) return {};
  const {checks: state, passed, failed, errors} = quality;
  return {checks: {state, passed, failed, errors}};
}

/** A column that there is something to say of. */
function noted(
  record: EntityRecord,
  marks: ReturnType<typeof marksOf>,
): NonNullable<DatasetAsset['columns']> {
  const one = {name: textAt(record, 'name'), ...described(record), ...marks};
  const isPlain =
    one.description === undefined && marks.classifications.length + marks.terms.length === 0;
  return isPlain ? [] : [one];
}

/** An asset may be deprecated by itself, or by a classification that it carries. */
function deprecated(
  {types}: GraphRead,
  record: EntityRecord,
  carried: readonly CarriedClassification[],
  successors: ReadonlyMap<Guid, EntityRecord>,
): DatasetAsset['deprecation'] {
  const {certification, deprecationReason: reason = '', successor} = trustOf(record);
  if (certification === 'Deprecated') {
    const next = successors.get(successor ?? '');
    return {
      reason,
      ...(next === undefined ? {} : {successor: {guid: next.guid, name: nameOf(next)}}),
    };
  }
  const lineOf = (name: string) =>
    [...(types.classificationTypes.get(name)?.superTypes ?? [])].map(one => ({name: one}));
  const told = deprecationOf({lineOf}, record.guid, carried);
  return (
    told && {
      reason: told.reason,
      ...(told.successor === '' ? {} : {successor: {name: told.successor}}),
    }
  );
}

function described({attributes}: EntityRecord): {description?: string} {
  const description = documentationOf(attributes);
  return description === '' ? {} : {description};
}

/** As statements have it. */
function nameOf(record: EntityRecord): string {
  const qualified = textAt(record, 'qualifiedName').replace(/@[^@]*$/, '');
  return qualified === '' ? textAt(record, 'name') : qualified;
}

function textAt({attributes}: EntityRecord, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}
