import type {TableAnswer, TableName} from '../api/wire.ts';

/**
 * What is known of the names of an engine; undefined where it was not asked for, or has not come
 * yet.
 */
export type Names = {
  readonly databases: readonly string[];
  readonly tables: (database: string) => readonly TableName[] | undefined;
  readonly table: (database: string, table: string) => TableAnswer | undefined;
  readonly functions: readonly string[] | undefined;
  /**
   * Databases that are being looked into for what a filter says, and those that are not, where they
   * are too many; and how many more tables the engine has found than it has told.
   */
  readonly searched?: {readonly pending: number; readonly left: number; readonly more?: number};
  /** Why a list did not come, by the key of the row that it belongs to. */
  readonly failures: ReadonlyMap<string, string>;
};

export type TreeRow = {
  readonly key: string;
  readonly level: number;
  readonly kind:
    | 'database'
    | 'table'
    | 'view'
    | 'column'
    | 'partition'
    | 'functions'
    | 'function'
    | 'note'
    | 'failure';
  readonly label: string;
  /** Beside the label: a type, a number. */
  readonly detail: string;
  readonly comment: string;
  /** Undefined for what has nothing below it. */
  readonly isOpen: boolean | undefined;
  /** `[database, table, column]`, as far as it goes. */
  readonly path: readonly string[];
};

/**
 * Keys of rows that can be opened. Names are written as JSON, so that no name with a separator in
 * it is another row's key.
 */
export const functionsKey = 'functions';
/** Of what a filter does. */
export const searchKey = 'searching';
export const databaseKey = (database: string) => `d ${JSON.stringify([database])}`;
export const tableKey = (database: string, table: string) =>
  `t ${JSON.stringify([database, table])}`;

/**
 * The rows of the tree from top to bottom, as far as it is open; with a filter those that have it
 * in their name.
 */
export function treeRows(names: Names, open: ReadonlySet<string>, filter: string): TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  const fits = (name: string) => wanted === '' || name.toLowerCase().includes(wanted);
  const rows: TreeRow[] = [];
  for (const database of names.databases) {
    const key = databaseKey(database);
    const tables = open.has(key) || wanted !== '' ? names.tables(database) : undefined;
    const shown = tables?.filter(one => fits(one.name)) ?? [];
    if (wanted !== '' && !fits(database) && shown.length === 0) continue;
    // What a filter has found is shown, whether its database was opened or not.
    const isOpen = open.has(key) || (wanted !== '' && shown.length > 0);
    const detail = tables === undefined || !isOpen ? '' : shown.length.toLocaleString();
    rows.push({
      key,
      level: 1,
      kind: 'database',
      label: database,
      detail,
      comment: '',
      isOpen,
      path: [database],
    });
    if (!isOpen) continue;
    const failure = names.failures.get(key);
    if (failure !== undefined) rows.push(message('failure', key, 2, failure));
    else if (tables === undefined) rows.push(message('note', key, 2, 'Loading tables…'));
    else if (tables.length === 0) rows.push(message('note', key, 2, 'No tables'));
    for (const table of shown) pushTable(rows, names, open, database, table);
  }
  if (wanted !== '') pushSearched(rows, names);
  pushFunctions(rows, names, open, fits);
  return rows;
}

function pushSearched(rows: TreeRow[], {failures, searched = {pending: 0, left: 0}}: Names): void {
  const failure = failures.get(searchKey);
  if (failure !== undefined) rows.push(message('failure', searchKey, 1, failure));
  const {pending, left, more = 0} = searched;
  const ofDatabases = (count: number) =>
    count === 1 ? '1 database' : `${count.toLocaleString()} databases`;
  if (pending > 0)
    rows.push(message('note', searchKey, 1, `Looking into ${ofDatabases(pending)}…`));
  if (more > 0)
    rows.push(
      message(
        'note',
        'more',
        1,
        `${more.toLocaleString()} more tables. Write more of the name to see them.`,
      ),
    );
  if (left > 0)
    rows.push(
      message(
        'note',
        'unsearched',
        1,
        `Not searched: ${ofDatabases(left)}. Open one to search it.`,
      ),
    );
}

function pushTable(
  rows: TreeRow[],
  names: Names,
  open: ReadonlySet<string>,
  database: string,
  table: TableName,
): void {
  const key = tableKey(database, table.name);
  const isOpen = open.has(key);
  // Engines say `VIEW`, `VIRTUAL_VIEW`, `MATERIALIZED_VIEW`.
  const kind = /view/i.test(table.type) ? 'view' : 'table';
  const path = [database, table.name];
  rows.push({
    key,
    level: 2,
    kind,
    label: table.name,
    detail: '',
    comment: table.comment,
    isOpen,
    path,
  });
  if (!isOpen) return;
  const described = names.table(database, table.name);
  const failure = names.failures.get(key);
  if (failure !== undefined) rows.push(message('failure', key, 3, failure));
  else if (described === undefined) rows.push(message('note', key, 3, 'Loading columns…'));
  const partitions = new Set(described?.partition_keys.map(({name}) => name));
  for (const {name, type, comment} of described?.extended_columns ?? []) {
    rows.push({
      key: `c ${JSON.stringify([...path, name])}`,
      level: 3,
      kind: partitions.has(name) ? 'partition' : 'column',
      label: name,
      detail: type,
      comment,
      isOpen: undefined,
      path: [...path, name],
    });
  }
}

function pushFunctions(
  rows: TreeRow[],
  {functions, failures}: Names,
  open: ReadonlySet<string>,
  fits: (name: string) => boolean,
): void {
  const isOpen = open.has(functionsKey);
  const shown = functions?.filter(fits) ?? [];
  const detail = isOpen && functions !== undefined ? shown.length.toLocaleString() : '';
  rows.push({
    key: functionsKey,
    level: 1,
    kind: 'functions',
    label: 'Functions',
    detail,
    comment: '',
    isOpen,
    path: [],
  });
  if (!isOpen) return;
  const failure = failures.get(functionsKey);
  if (failure !== undefined) rows.push(message('failure', functionsKey, 2, failure));
  else if (functions === undefined)
    rows.push(message('note', functionsKey, 2, 'Loading functions…'));
  for (const name of shown) {
    rows.push({
      key: `f ${name}`,
      level: 2,
      kind: 'function',
      label: name,
      detail: '',
      comment: '',
      isOpen: undefined,
      path: [name],
    });
  }
}

/** A row that is no name: it cannot be opened, put into a sheet or dragged. */
function message(kind: 'note' | 'failure', of: string, level: number, label: string): TreeRow {
  return {
    key: `${of} ${kind}`,
    level,
    kind,
    label,
    detail: '',
    comment: '',
    isOpen: undefined,
    path: [],
  };
}
