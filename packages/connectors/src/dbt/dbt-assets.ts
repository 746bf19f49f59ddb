import {
  datasetBodies,
  datasetKey,
  identityOf,
  type DatasetIdentity,
  type TimedFacets,
} from '@gazetteer/model';
import {ref, type Asset, type Body} from '../connector.ts';
import type {Artifacts, DbtNode} from './artifacts.ts';

export type Namespaces = {
  /** Namespace of the tables. */
  readonly warehouse: string;
  readonly jobNamespace: string;
  readonly cluster: string;
};

const tableTypes = new Set(['model', 'seed', 'snapshot', 'source']);

/** A dbt project as assets: its tables, each with the model that makes it and its tests. */
export class DbtProject {
  readonly #artifacts: Artifacts;
  readonly #namespaces: Namespaces;
  readonly #nodes: ReadonlyMap<string, DbtNode>;
  /** Which table a node is; ephemeral models are none. */
  readonly #identities: ReadonlyMap<string, DatasetIdentity>;

  constructor(artifacts: Artifacts, namespaces: Namespaces) {
    [this.#artifacts, this.#namespaces] = [artifacts, namespaces];
    const {nodes, sources = {}} = artifacts.manifest;
    this.#nodes = new Map(
      [...Object.values(nodes), ...Object.values(sources)].map(one => [one.unique_id, one]),
    );
    this.#identities = new Map(
      [...this.#nodes.values()]
        .filter(isTable)
        .map(node => [node.unique_id, this.#identityOf(node)]),
    );
  }

  *assets(): Generator<Asset> {
    const tests = [...this.#nodes.values()].filter(one => one.resource_type === 'test');
    const testsOf = Map.groupBy(tests, one => this.#testedBy(one));
    for (const [id, identity] of this.#identities) {
      const node = this.#nodes.get(id) as DbtNode;
      const own = (testsOf.get(id) ?? []).map(test => this.#checkOf(test, identity));
      yield {...this.#tableOf(node, identity), links: [...this.#processOf(node, identity), ...own]};
    }
  }

  #identityOf({database, schema, alias, identifier, name}: DbtNode): DatasetIdentity {
    const parts = [database, schema, alias ?? identifier ?? name];
    const isGiven = (part: string | null | undefined) => typeof part === 'string' && part !== '';
    return tableAt(this.#namespaces, parts.filter(isGiven) as string[]);
  }

  #tableOf(node: DbtNode, identity: DatasetIdentity): Omit<Asset, 'links'> {
    const table = this.#artifacts.tables.get(node.unique_id);
    const bodies: Body[] = datasetBodies(identity, this.#facetsOf(node), undefined, ref);
    const at = bodies.findIndex(one => one.typeName === identity.typeName);
    const main = bodies[at] as Body;
    const comment = textOf(node.description) ?? textOf(table?.metadata.comment);
    const kind = table?.metadata.type?.toLowerCase().replace(/^base table$/, 'table');
    const told = identity.typeName === 'openlineage_dataset' ? 'description' : 'comment';
    return {
      within: bodies.slice(0, at),
      main: {
        ...main,
        attributes: {
          ...main.attributes,
          ...(comment === undefined ? {} : {[told]: comment}),
          ...(identity.typeName === 'rdbms_table' && kind !== undefined ? {type: kind} : {}),
        },
        properties: tagsOf(node),
      },
      parts: bodies.slice(at + 1),
    };
  }

  /** The warehouse knows types, the project descriptions; where dbt read neither, none is said. */
  #facetsOf(node: DbtNode): TimedFacets {
    const table = this.#artifacts.tables.get(node.unique_id);
    const described = new Map(
      Object.values(node.columns ?? {}).map(one => [one.name.toLowerCase(), one]),
    );
    const known = Object.values(table?.columns ?? {}).toSorted((a, b) => a.index - b.index);
    const columns = known.length > 0 ? known : [...described.values()];
    const fields = columns.map(one => {
      const own = described.get(one.name.toLowerCase());
      const type = 'type' in one ? one.type : textOf(own?.data_type);
      const comment = 'comment' in one ? textOf(one.comment) : undefined;
      return {
        name: one.name,
        ...(type === undefined ? {} : {type}),
        description: textOf(own?.description) ?? comment ?? '',
      };
    });
    const owner = ownerOf(node) ?? textOf(table?.metadata.owner);
    return {
      schema: [0, {fields}],
      ...(owner === undefined ? {} : {ownership: [0, {owners: [{name: owner}]}]}),
    };
  }

  /** The model that makes a table from others, as events of `dbt-ol` have it. */
  #processOf(node: DbtNode, output: DatasetIdentity): Body[] {
    const inputs = this.#inputsOf(node, new Set());
    if (node.resource_type === 'source' || inputs.size === 0) return [];
    const owner = ownerOf(node);
    const result = this.#artifacts.results.get(node.unique_id);
    return [
      {
        typeName: 'openlineage_process',
        attributes: {
          qualifiedName: this.#nameOf(node),
          name: node.name,
          namespace: this.#namespaces.jobNamespace,
          jobName: node.unique_id,
          integration: 'DBT',
          jobType: node.resource_type.toUpperCase(),
          queryText: node.compiled_code ?? node.raw_code ?? null,
          ...(owner === undefined ? {} : {owner}),
          inputs: [...inputs.values()].map(one => ref(one.typeName, one.qualifiedName)),
          outputs: [ref(output.typeName, output.qualifiedName)],
        },
        properties: {
          ...tagsOf(node),
          ...(node.original_file_path === undefined ? {} : {file: node.original_file_path}),
          ...(result === undefined ? {} : {last_result: result.status}),
        },
      },
    ];
  }

  /** Tables that a model reads, through models that are none themselves. */
  #inputsOf(node: DbtNode, through: Set<string>): Map<string, DatasetIdentity> {
    const found = new Map<string, DatasetIdentity>();
    for (const id of node.depends_on?.nodes ?? []) {
      const identity = this.#identities.get(id);
      const other = this.#nodes.get(id);
      if (identity !== undefined) found.set(identity.qualifiedName, identity);
      else if (other !== undefined && !through.has(id)) {
        through.add(id);
        for (const [name, one] of this.#inputsOf(other, through)) found.set(name, one);
      }
    }
    return found;
  }

  /** The node that a test is of: the one it is written at, else the last that it reads. */
  #testedBy({attached_node: attached, depends_on: depends}: DbtNode): string | undefined {
    return attached ?? depends?.nodes?.findLast(id => this.#identities.has(id));
  }

  #checkOf(node: DbtNode, of: DatasetIdentity): Body {
    const result = this.#artifacts.results.get(node.unique_id);
    const column = textOf(node.column_name);
    const kind = node.test_metadata?.name ?? 'sql';
    const {resultsAt} = this.#artifacts;
    return {
      typeName: 'data_check',
      attributes: {
        qualifiedName: this.#nameOf(node),
        name: node.test_metadata ? `${kind} ${column ?? of.name}` : node.name,
        checkType: kind,
        columnName: column ?? null,
        severity: node.config?.severity?.toLowerCase() ?? null,
        queryText: node.compiled_code ?? node.raw_code ?? null,
        // A run of some tests tells nothing of the others.
        ...(result === undefined
          ? {}
          : {
              status: result.status,
              failures: result.failures ?? null,
              message: result.message ?? null,
              checkedAt: resultsAt ?? null,
            }),
        dataSet: ref(of.typeName, of.qualifiedName),
      },
      properties: tagsOf(node),
    };
  }

  #nameOf({unique_id: id}: DbtNode): string {
    return `${this.#namespaces.jobNamespace}/${id}`;
  }
}

function isTable({resource_type: type, config, relation_name: relation}: DbtNode): boolean {
  return tableTypes.has(type) && config?.materialized !== 'ephemeral' && relation !== null;
}

function ownerOf({meta}: DbtNode): string | undefined {
  const owner = meta?.['owner'];
  return typeof owner === 'string' && owner !== '' ? owner : undefined;
}

function tagsOf({tags = []}: DbtNode): Record<string, string> {
  return tags.length === 0 ? {} : {tags: tags.join(', ')};
}

function textOf(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}

/** The table of these names, as events of `dbt-ol` have it. */
export function tableAt(
  {warehouse, cluster}: Namespaces,
  path: readonly string[],
): DatasetIdentity {
  const key = datasetKey({namespace: warehouse, name: path.join('.')});
  return identityOf(key, {}, {cluster, clusters: {}});
}
