import {ref, type Asset, type Body, type ViewQuery} from './connector.ts';
import {ofViews, viewType} from './source-types.ts';

/**
 * A database server, by the scheme that OpenLineage has for it, so that both make the same
 * entities.
 */
export type DatabaseServer = {
  readonly scheme: string;
  /** Of a database in a file, the file. */
  readonly host: string;
  readonly port?: number;
  readonly usualPort?: number;
};

export type DatabaseColumn = {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimaryKey: boolean;
  readonly default?: string | null;
  readonly comment?: string | null;
};

export type ForeignKey = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly toTable: TablePath;
  readonly toColumns: readonly string[];
};

export type DatabaseIndex = {
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
};

/** Database, schema where there are any, table. */
export type TablePath = readonly string[];

export type DatabaseTable = {
  readonly path: TablePath;
  /** As people say it: `table`, `view`, `materialized view`. */
  readonly kind: string;
  readonly owner?: string | undefined;
  readonly comment?: string | undefined;
  /** False where the source could not be asked; the comment stays as it is then. */
  readonly isCommentKnown?: boolean;
  readonly columns: readonly DatabaseColumn[];
  readonly indexes: readonly DatabaseIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  /**
   * Of views: the query, what it reads, and where tables lie that it names by less than all of their
   * path: beside the view unless said otherwise.
   */
  readonly view?:
    | {
        readonly sql: string;
        readonly reads: readonly TablePath[];
        readonly within?: readonly TablePath[];
      }
    | undefined;
};

/**
 * `host:port`, as qualified names end; names of this machine are one, and the port that everybody
 * means is left out.
 */
export function addressOf({host, port, usualPort}: DatabaseServer): string {
  const name = host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
  return port === undefined || port === usualPort ? name : `${name}:${port}`;
}

export function qualifiedTable(server: DatabaseServer, path: TablePath): string {
  return `${path.join('.')}@${addressOf(server)}`;
}

/**
 * The database, schema and table that the entity of this qualified name is, or belongs to;
 * undefined where it is of another server. A name with dots in it is taken for several.
 */
export function pathOfTable(server: DatabaseServer, qualifiedName: string): TablePath | undefined {
  const end = `@${addressOf(server)}`;
  if (!qualifiedName.endsWith(end)) return undefined;
  const [path = ''] = qualifiedName.slice(0, -end.length).split('#');
  return path.split('.');
}

/** What sources of tables bring, and the types of it that no catalog has by itself. */
export const relational = {
  types: ofViews.types,
  brings: [
    {typeName: 'rdbms_table', isAsset: true},
    {typeName: 'rdbms_foreign_key', isAsset: false},
    ...ofViews.brings,
  ],
};

/** A table or view as entities of the stock model for relational databases. */
export function tableAsset(server: DatabaseServer, table: DatabaseTable): Asset {
  const {path, columns} = table;
  const own = qualifiedTable(server, path);
  const tableRef = ref('rdbms_table', own);
  const column = (of: TablePath, name: string) => `${of.join('.')}.${name}@${addressOf(server)}`;
  const columnRefs = (of: TablePath, names: readonly string[]) =>
    names.map(name => ref('rdbms_column', column(of, name)));
  const indexes: Body[] = table.indexes.map(index => ({
    typeName: 'rdbms_index',
    attributes: {
      qualifiedName: `${path.join('.')}#${index.name}@${addressOf(server)}`,
      name: index.name,
      index_type: index.type,
      isUnique: index.isUnique,
      table: tableRef,
      columns: columnRefs(path, index.columns),
    },
  }));
  return {
    within: holders(server, path[0] ?? ''),
    main: {
      typeName: 'rdbms_table',
      attributes: {
        qualifiedName: own,
        name: path.at(-1),
        name_path: path.join('.'),
        type: table.kind,
        // What the source does not say at all stays as people wrote it.
        ...(table.owner === undefined ? {} : {owner: table.owner}),
        ...(table.isCommentKnown === false ? {} : {comment: table.comment ?? null}),
        db: ref('rdbms_db', `${path[0]}@${addressOf(server)}`),
        columns: columnRefs(
          path,
          columns.map(one => one.name),
        ),
        indexes: indexes.map(one => ref('rdbms_index', one.attributes['qualifiedName'] as string)),
      },
    },
    parts: [
      ...columns.map(one => ({
        typeName: 'rdbms_column',
        attributes: {
          qualifiedName: column(path, one.name),
          name: one.name,
          data_type: one.type,
          isNullable: one.isNullable,
          isPrimaryKey: one.isPrimaryKey,
          default_value: one.default ?? null,
          comment: one.comment ?? null,
          table: tableRef,
        },
      })),
      ...indexes,
    ],
    links: [
      ...table.foreignKeys.map(key => ({
        typeName: 'rdbms_foreign_key',
        attributes: {
          qualifiedName: `${path.join('.')}#${key.name}@${addressOf(server)}`,
          name: key.name,
          table: tableRef,
          key_columns: columnRefs(path, key.columns),
          references_table: ref('rdbms_table', qualifiedTable(server, key.toTable)),
          references_columns: columnRefs(key.toTable, key.toColumns),
        },
      })),
      ...viewLineage(server, table),
    ],
    ...queryOf(server, table),
  };
}

/** Without tables that it reads there is nothing to work out. */
function queryOf(server: DatabaseServer, {path, view}: DatabaseTable): {query?: ViewQuery} {
  if (view === undefined || view.reads.length === 0) return {};
  const {sql, within = [path.slice(0, -1)]} = view;
  const end = `@${addressOf(server)}`;
  const own = qualifiedTable(server, path);
  return {query: {sql, dialect: server.scheme, within, end, own, typeName: 'rdbms_table'}};
}

/** The server and the database. */
function holders(server: DatabaseServer, database: string): Body[] {
  const at = addressOf(server);
  const instance = `${server.scheme}://${at}`;
  return [
    {
      typeName: 'rdbms_instance',
      attributes: {
        qualifiedName: instance,
        name: at,
        rdbms_type: server.scheme,
        hostname: server.host,
        ...(server.port === undefined ? {} : {port: server.port}),
      },
    },
    {
      typeName: 'rdbms_db',
      attributes: {
        qualifiedName: `${database}@${at}`,
        name: database,
        instance: ref('rdbms_instance', instance),
      },
    },
  ];
}

function viewLineage(server: DatabaseServer, {path, view}: DatabaseTable): Body[] {
  if (view === undefined || view.reads.length === 0) return [];
  const own = qualifiedTable(server, path);
  return [
    {
      typeName: viewType.name,
      attributes: {
        qualifiedName: `${path.join('.')}#view@${addressOf(server)}`,
        name: path.at(-1),
        queryText: view.sql,
        inputs: view.reads.map(one => ref('rdbms_table', qualifiedTable(server, one))),
        outputs: [ref('rdbms_table', own)],
      },
    },
  ];
}
