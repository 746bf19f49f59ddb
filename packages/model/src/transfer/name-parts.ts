import {lookup} from '../lookup.ts';
import {attributesOf, type RawEntity} from './import-transforms.ts';

/**
 * What the qualified name of a Hive or HDFS entity is made of, under the keys that transformers
 * use.
 */
export type NameParts = {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  /** Writes the name, and what else follows from its parts, when one of them was set. */
  settle(): void;
};

type Values = Record<string, string>;
type Form = {
  /** Parts by the keys that they are known under. */
  keys: Readonly<Record<string, string>>;
  read(attributes: Record<string, unknown>): Values;
  write(
    values: Values,
    attributes: Record<string, unknown>,
    wereSet: ReadonlySet<string>,
  ): Record<string, unknown>;
};

const database = {'hive_db.name': 'database', 'hive_db.clusterName': 'cluster'};
const table = {...database, 'hive_table.name': 'table'};

const forms: Readonly<Record<string, Form>> = lookup({
  hive_db: {
    keys: database,
    read: attributes => ({database: textOf(attributes['name']), cluster: clusterOf(attributes)}),
    write: ({database: name, cluster}) => ({
      name,
      clusterName: cluster,
      qualifiedName: `${name}@${cluster}`,
    }),
  },
  hive_table: {
    keys: table,
    read: attributes => ({
      database: before(nameOf(attributes), '.'),
      table: textOf(attributes['name']),
      cluster: clusterOf(attributes),
    }),
    write: ({database: db, table: name, cluster}) => ({
      name,
      qualifiedName: `${db}.${name}@${cluster}`,
    }),
  },
  hive_column: {
    keys: {...table, 'hive_column.name': 'column'},
    read: attributes => {
      const [db = '', name = ''] = nameOf(attributes).split('.', 2);
      return {
        database: db.trim(),
        table: name.trim(),
        column: textOf(attributes['name']),
        cluster: clusterOf(attributes),
      };
    },
    write: ({database: db, table: of, column, cluster}) => ({
      name: column,
      qualifiedName: `${db}.${of}.${column}@${cluster}`,
    }),
  },
  hive_storagedesc: {
    keys: table,
    read: attributes => {
      const name = nameOf(attributes);
      const local = name.slice(0, Math.max(0, name.lastIndexOf('@')));
      return {
        database: before(name, '.'),
        table: local.slice(local.indexOf('.') + 1),
        cluster: before(clusterOf(attributes), '_storage'),
      };
    },
    write: ({database: db, table: name, cluster}, attributes) => {
      const location = textOf(attributes['location']);
      const end = location.lastIndexOf('/');
      return {
        ...(end < 0 ? {} : {location: `${location.slice(0, end)}/${name}`}),
        qualifiedName: `${db}.${name}@${cluster}_storage`,
      };
    },
  },
  hdfs_path: {
    keys: {'hdfs_path.name': 'name', 'hdfs_path.path': 'path', 'hdfs_path.clusterName': 'cluster'},
    read: attributes => ({
      name: textOf(attributes['name']),
      path: textOf(attributes['path']),
      cluster: nameOf(attributes).includes('@') ? clusterOf(attributes) : '',
    }),
    write: ({name = '', path = '', cluster = ''}, attributes, wereSet) => {
      const old = textOf(attributes['path']);
      const at = old.indexOf(textOf(attributes['name']));
      const next = wereSet.has('path') ? path : `${at > 0 ? old.slice(0, at) : ''}${name}`;
      return {
        clusterName: cluster,
        name,
        path: next,
        qualifiedName: cluster === '' ? next : `${next}@${cluster}`,
      };
    },
  },
});

/** undefined for an entity whose name has no such parts, or none of which an action names. */
export function partsOf(entity: RawEntity, actionKeys: readonly string[]): NameParts | undefined {
  const form = Object.hasOwn(forms, String(entity.typeName))
    ? forms[String(entity.typeName)]
    : undefined;
  if (form === undefined || !actionKeys.some(key => key in form.keys)) return undefined;
  const attributes = attributesOf(entity);
  const values = form.read(attributes);
  const wereSet = new Set<string>();
  return {
    get: key => (key in form.keys ? values[form.keys[key] ?? ''] : undefined),
    set: (key, value) => {
      const part = form.keys[key] ?? '';
      values[part] = value;
      wereSet.add(part);
    },
    settle: () => {
      if (wereSet.size > 0) Object.assign(attributes, form.write(values, attributes, wereSet));
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nameOf(attributes: Record<string, unknown>): string {
  return textOf(attributes['qualifiedName']);
}

function clusterOf(attributes: Record<string, unknown>): string {
  const name = nameOf(attributes);
  const at = name.lastIndexOf('@');
  return at < 0 ? '' : name.slice(at + 1);
}

/** Empty when the sign is not there. */
function before(text: string, sign: string): string {
  const at = sign === '_storage' ? text.lastIndexOf(sign) : text.indexOf(sign);
  return at < 0 ? '' : text.slice(0, at);
}
