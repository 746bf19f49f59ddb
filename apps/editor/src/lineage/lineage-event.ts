import {createHash} from 'node:crypto';
import {
  dialectOf,
  statementShape,
  type Lineage,
  type TablePath,
  type Written,
} from '@gazetteer/sql';
import type {DatasetName} from '../catalog/catalog-link.ts';
import type {Statement} from '../statement/statement.ts';

/** A table as its engine describes it. */
export type KnownDataset = DatasetName & {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly comment: string;
  }[];
};
export type Datasets = ReadonlyMap<string, KnownDataset>;

export const datasetKeyOf = (path: TablePath): string => JSON.stringify(path);

const producer = 'urn:gazetteer:editor';
const schemaUrl = (name: string) => `https://openlineage.io/spec/facets/1-0-0/${name}.json`;
/** A facet that is longer is not kept. */
const maxSql = 60_000;

/**
 * Events of OpenLineage that tell of a statement: when it began, and that it has ended. The same
 * statement with other values is another run of the same job.
 */
export function lineageEvents(
  statement: Statement,
  lineage: Lineage,
  datasets: Datasets,
  dialect: string,
): object[] {
  const {uuid, userName, engine, sql, submittedAt, finishedAt = submittedAt} = statement;
  const outputs = lineage.writes.flatMap(one => outputOf(one, datasets));
  const inputs = lineage.reads.flatMap(path => inputOf(path, datasets));
  const [first] = outputs;
  if (first === undefined) return [];
  const shape = statementShape(sql, dialectOf(dialect));
  // People have tables of the same name where each has their own.
  const own = outputs.map(({namespace, name}) => `${namespace} ${name}`).join(' ');
  const digest = createHash('sha256').update(`${own} ${shape}`).digest('hex').slice(0, 12);
  const isWhole = lineage.writes.every(({isComplete}) => isComplete);
  const common = {
    producer,
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: {runId: uuid, facets: {gazetteer_statement: facet('statement', {userName, engine})}},
    job: {
      namespace: `gazetteer/${engine}`,
      name: `${lineage.kind} ${first.name} ${digest}`,
      facets: {
        jobType: facet('JobTypeJobFacet', {
          processingType: 'BATCH',
          integration: 'GAZETTEER_EDITOR',
          jobType: 'QUERY',
        }),
        sql: facet('SQLJobFacet', {query: sql.slice(0, maxSql), dialect}),
        ownership: facet('OwnershipJobFacet', {owners: [{name: userName, type: 'user'}]}),
        documentation: facet('DocumentationJobFacet', {
          description: isWhole
            ? 'Run in the editor.'
            : 'Run in the editor. The columns of what it writes could not all be worked out.',
        }),
      },
    },
  };
  return [
    {
      ...common,
      eventType: 'START',
      eventTime: new Date(submittedAt).toISOString(),
      inputs: [],
      outputs: [],
    },
    {
      ...common,
      eventType: 'COMPLETE',
      eventTime: new Date(finishedAt).toISOString(),
      inputs,
      outputs,
    },
  ];
}

type Told = DatasetName & {readonly facets: object};

function inputOf(path: TablePath, datasets: Datasets): Told[] {
  const found = datasets.get(datasetKeyOf(path));
  return found === undefined ? [] : [toldOf(found)];
}

function outputOf({path, columns}: Written, datasets: Datasets): Told[] {
  const found = datasets.get(datasetKeyOf(path));
  if (found === undefined) return [];
  const told = toldOf(found);
  const fields = columns.flatMap(({name, sources, way}) => {
    const inputFields = sources.flatMap(({table, column, isIndirect}) => {
      const from = datasets.get(datasetKeyOf(table));
      if (from === undefined) return [];
      // As the engine writes it.
      const field = named(from, column);
      const transformation = isIndirect
        ? {type: 'INDIRECT', subtype: 'WINDOW'}
        : {type: 'DIRECT', subtype: way};
      const {namespace, name: dataset} = from;
      return [{namespace, name: dataset, field, transformations: [transformation]}];
    });
    return inputFields.length === 0 ? [] : [[named(found, name), {inputFields}] as const];
  });
  if (fields.length === 0) return [told];
  const columnLineage = facet('ColumnLineageDatasetFacet', {fields: Object.fromEntries(fields)});
  return [{...told, facets: {...told.facets, columnLineage}}];
}

function named({columns}: KnownDataset, name: string): string {
  return columns.find(one => one.name.toLowerCase() === name.toLowerCase())?.name ?? name;
}

function toldOf({namespace, name, columns}: KnownDataset): Told {
  const fields = columns.map(({name: column, type, comment}) => ({
    name: column,
    type,
    description: comment,
  }));
  return {namespace, name, facets: {schema: facet('SchemaDatasetFacet', {fields})}};
}

function facet(name: string, fields: object): object {
  return {_producer: producer, _schemaURL: schemaUrl(name), ...fields};
}
