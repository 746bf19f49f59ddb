import type {DatasetIdentity} from './dataset-identity.ts';
import type {Facet} from './event.ts';
import {parentOf, type ProcessIdentity} from './process-identity.ts';
import {facetOf, type RunState, type TimedFacets} from './run-state.ts';

/** An entity as a client would send it. */
export type EntityBody = {
  readonly guid?: string;
  readonly typeName: string;
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** Names an entity that may be in the same request. */
export type Refer = (typeName: string, qualifiedName: string) => object;

export type Column = {
  readonly typeName: string;
  readonly qualifiedName: string;
  readonly name: string;
};

type Field = {readonly name: string; readonly type: string; readonly description: string};

const columnTypes: Readonly<Record<string, string>> = {
  hive_table: 'hive_column',
  rdbms_table: 'rdbms_column',
  openlineage_dataset: 'openlineage_column',
};

/** The column of a table or data set; undefined for what has none, such as a path. */
export function columnOf(of: DatasetIdentity, name: string): Column | undefined {
  const typeName = columnTypes[of.typeName];
  if (typeName === undefined) return undefined;
  const own = of.typeName === 'hive_table' ? name.toLowerCase() : name;
  const at = of.qualifiedName.lastIndexOf('@');
  const qualifiedName =
    of.typeName === 'openlineage_dataset'
      ? `${of.qualifiedName}#${own}`
      : `${of.qualifiedName.slice(0, at)}.${own}${of.qualifiedName.slice(at)}`;
  return {typeName, qualifiedName, name: own};
}

/** What the entity has already, that somebody else may have written. */
export type Present = {
  readonly description?: unknown;
  readonly owner?: unknown;
  readonly hasColumns: boolean;
};

/**
 * The entity of a dataset with what holds it and, where its columns are known, those.
 * @param present undefined where what producers say is all there is; else only what is empty is
 * filled
 */
export function datasetBodies(
  of: DatasetIdentity,
  facets: TimedFacets,
  present: Present | undefined,
  refer: Refer,
): EntityBody[] {
  const holders = holdersOf(of, refer);
  const description = facetOf(facets, 'documentation')?.['description'];
  const owner = ownerOf(facets);
  const withColumns = present === undefined || !present.hasColumns;
  const columns = withColumns ? columnBodies(of, fieldsOf(facets), refer) : [];
  const isFree = (value: unknown) => present === undefined || value === undefined || value === '';
  return [
    ...holders,
    {
      typeName: of.typeName,
      attributes: {
        qualifiedName: of.qualifiedName,
        name: of.name,
        ...ownAttributes(of, refer),
        ...(typeof description === 'string' && isFree(present?.description) ? {description} : {}),
        ...(owner !== undefined && isFree(present?.owner) ? {owner} : {}),
        ...(columns.length === 0
          ? {}
          : {
              columns: columns.map(one =>
                refer(one.typeName, one.attributes['qualifiedName'] as string),
              ),
            }),
      },
    },
    ...columns,
  ];
}

/** Database and server of a table. */
function holdersOf(of: DatasetIdentity, refer: Refer): EntityBody[] {
  const [database = ''] = of.within;
  const name = database;
  if (of.typeName === 'hive_table') {
    return [
      {
        typeName: 'hive_db',
        attributes: {qualifiedName: `${database}@${of.at}`, name, clusterName: of.at},
      },
    ];
  }
  if (of.typeName !== 'rdbms_table') return [];
  const server = `${of.scheme}://${of.at}`;
  const [hostname, port] = of.at.split(/:(?=\d+$)/);
  return [
    {
      typeName: 'rdbms_instance',
      attributes: {
        qualifiedName: server,
        name: of.at,
        rdbms_type: of.scheme,
        hostname,
        ...(port === undefined ? {} : {port: Number(port)}),
      },
    },
    {
      typeName: 'rdbms_db',
      attributes: {
        qualifiedName: `${database}@${of.at}`,
        name,
        instance: refer('rdbms_instance', server),
      },
    },
  ];
}

function ownAttributes(of: DatasetIdentity, refer: Refer): Record<string, unknown> {
  const at = of.qualifiedName.lastIndexOf('@');
  const path = of.qualifiedName.slice(0, at < 0 ? undefined : at);
  switch (of.typeName) {
    case 'hive_table':
      return {db: refer('hive_db', `${of.within[0]}@${of.at}`)};
    case 'rdbms_table':
      return {db: refer('rdbms_db', `${of.within[0]}@${of.at}`), name_path: path};
    case 'kafka_topic':
      return {topic: of.name, uri: of.name};
    case 'fs_path':
      return {path: of.qualifiedName};
    case 'hdfs_path':
      return {path, clusterName: of.at};
    case 'aws_s3_v2_object':
      return {bucketName: of.at};
    case 'openlineage_dataset':
      return {namespace: of.at};
  }
}

function columnBodies(of: DatasetIdentity, fields: readonly Field[], refer: Refer): EntityBody[] {
  return fields.flatMap(({name, type, description}, i) => {
    const column = columnOf(of, name);
    if (column === undefined) return [];
    const isHive = column.typeName === 'hive_column';
    const owner = isHive || column.typeName === 'rdbms_column' ? 'table' : 'dataset';
    const typeOf = column.typeName === 'rdbms_column' ? {data_type: type} : {type, position: i};
    const told = owner === 'table' ? {comment: description} : {description};
    return [
      {
        typeName: column.typeName,
        attributes: {
          qualifiedName: column.qualifiedName,
          name: column.name,
          ...typeOf,
          ...(description === '' ? {} : told),
          [owner]: refer(of.typeName, of.qualifiedName),
        },
      },
    ];
  });
}

/** Columns by the names in the schema, each once. */
export function fieldsOf(facets: TimedFacets): Field[] {
  const fields = facetOf(facets, 'schema')?.['fields'];
  if (!Array.isArray(fields)) return [];
  const list = (fields as readonly Facet[]).flatMap(({name, type, description}) =>
    typeof name === 'string' && name !== ''
      ? [{name, type: textOf(type, 'unknown'), description: textOf(description, '')}]
      : [],
  );
  return [...new Map(list.map(one => [one.name.toLowerCase(), one])).values()];
}

function ownerOf(facets: TimedFacets): string | undefined {
  const owners = facetOf(facets, 'ownership')?.['owners'];
  const [first] = Array.isArray(owners) ? (owners as readonly Facet[]) : [];
  return typeof first?.['name'] === 'string' ? first['name'] : undefined;
}

function textOf(value: unknown, other: string): string {
  return typeof value === 'string' && value !== '' ? value : other;
}

export type Flow = {
  readonly inputs: readonly DatasetIdentity[];
  readonly outputs: readonly DatasetIdentity[];
  readonly columns: readonly ColumnFlow[];
};

/** Where a column comes from. */
export type ColumnFlow = {
  readonly output: Column;
  readonly inputs: readonly Column[];
  /** Those that decide about rows, by a filter or a join, and are not in the value. */
  readonly indirect: readonly Column[];
  readonly expression: string;
};

/** A process and, for each column that it is known of, where it comes from. */
export function processBodies(
  of: ProcessIdentity,
  run: RunState,
  flow: Flow,
  refer: Refer,
): EntityBody[] {
  const {job, jobFacets, facets} = run;
  const jobType = facetOf(jobFacets, 'jobType');
  const text = (facet: string, member: string, name: string) => {
    const value = facetOf(jobFacets, facet)?.[member];
    return typeof value === 'string' && value !== '' ? {[name]: value} : {};
  };
  const owner = ownerOf(jobFacets);
  const parent = parentOf(facets);
  const columns = flow.columns.map(one => columnProcess(of, one, refer));
  const refs = (list: readonly DatasetIdentity[]) =>
    list.map(one => refer(one.typeName, one.qualifiedName));
  return [
    {
      typeName: 'openlineage_process',
      attributes: {
        qualifiedName: of.key,
        name: of.name,
        namespace: job.namespace,
        jobName: job.name,
        ...(typeof jobType?.['integration'] === 'string'
          ? {integration: jobType['integration']}
          : {}),
        ...(typeof jobType?.['jobType'] === 'string' ? {jobType: jobType['jobType']} : {}),
        ...text('documentation', 'description', 'description'),
        ...text('sql', 'query', 'queryText'),
        ...text('sourceCodeLocation', 'url', 'sourceUrl'),
        ...(owner === undefined ? {} : {owner}),
        ...(parent === undefined ? {} : {parentJob: parent.name}),
        inputs: refs(flow.inputs),
        outputs: refs(flow.outputs),
        columnLineages: columns.map(one =>
          refer(one.typeName, one.attributes['qualifiedName'] as string),
        ),
      },
    },
    ...columns,
  ];
}

function columnProcess(
  of: ProcessIdentity,
  {output, inputs, indirect, expression}: ColumnFlow,
  refer: Refer,
): EntityBody {
  const refs = (list: readonly Column[]) => list.map(one => refer(one.typeName, one.qualifiedName));
  return {
    typeName: 'openlineage_column_lineage',
    attributes: {
      qualifiedName: `${of.key}:${output.qualifiedName}`,
      name: output.name,
      inputs: refs(inputs),
      outputs: refs([output]),
      indirectInputs: indirect.map(one => one.qualifiedName),
      ...(expression === '' ? {} : {expression}),
      process: refer('openlineage_process', of.key),
    },
  };
}

/**
 * What a run says of the columns of an output. Names of datasets that are none of its inputs are
 * passed over: dbt names common table expressions there.
 * @param inputOf the entity of a dataset among the inputs
 */
export function columnFlows(
  output: DatasetIdentity,
  useFacets: TimedFacets,
  inputOf: (namespace: string, name: string) => DatasetIdentity | undefined,
): ColumnFlow[] {
  const fields = facetOf(useFacets, 'columnLineage')?.['fields'];
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields as Record<string, Facet>).flatMap(([name, {inputFields}]) => {
    const column = columnOf(output, name);
    if (column === undefined || !Array.isArray(inputFields)) return [];
    const found = (inputFields as readonly Facet[]).flatMap(one => sourceOf(one, inputOf));
    const direct = unique(found.filter(one => !one.isIndirect));
    if (direct.length === 0) return [];
    const ways = [...new Set(found.flatMap(one => one.ways))].toSorted();
    const indirect = unique(found.filter(one => one.isIndirect));
    return [{output: column, inputs: direct, indirect, expression: ways.join(', ')}];
  });
}

type Source = {
  readonly column: Column;
  readonly isIndirect: boolean;
  readonly ways: readonly string[];
};

function sourceOf(
  given: Facet,
  inputOf: (namespace: string, name: string) => DatasetIdentity | undefined,
): Source[] {
  const {namespace, name, field, transformations} = given;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof field !== 'string')
    return [];
  const dataset = inputOf(namespace, name);
  const column = dataset && columnOf(dataset, field);
  if (column === undefined) return [];
  const list = Array.isArray(transformations) ? (transformations as readonly Facet[]) : [];
  const isIndirect = list.length > 0 && list.every(one => one['type'] === 'INDIRECT');
  const ways = list.flatMap(({type, subtype}) =>
    type === 'DIRECT' && typeof subtype === 'string' ? [subtype] : [],
  );
  return [{column, isIndirect, ways}];
}

function unique(sources: readonly Source[]): Column[] {
  return [...new Map(sources.map(({column}) => [column.qualifiedName, column])).values()];
}
