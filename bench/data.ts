// Made-up tables whose names mix common and rare words, so that searches meet both.

const common = [
  'customer',
  'order',
  'payment',
  'product',
  'invoice',
  'session',
  'click',
  'account',
];
const rarer = [
  'merchant',
  'refund',
  'ledger',
  'warehouse',
  'voucher',
  'campaign',
  'courier',
  'tariff',
  'bundle',
  'rebate',
];
const columnNames = [
  'id',
  'name',
  'status',
  'amount',
  'currency',
  'created_at',
  'updated_at',
  'country',
  'city',
  'segment',
];
const owners = Array.from({length: 40}, (_, n) => `owner${n}`);

export const columnsPerTable = 20;
/** A table and its columns; a request also names the database, which stays as it is. */
export const entitiesPerTable = columnsPerTable + 1;

export const tableName = (n: number) => `${pick(common, n)}_${pick(rarer, n * 7 + (n >> 5))}_${n}`;
export const tableKey = (n: number) => `bench.${tableName(n)}@bench`;

function pick(list: readonly string[], n: number): string {
  return list[n % list.length] ?? '';
}

type Entity = {typeName: string; guid: string; attributes: Record<string, unknown>};

const databaseOf = (guid: string): Entity => ({
  typeName: 'hive_db',
  guid,
  attributes: {qualifiedName: 'bench@bench', name: 'bench', clusterName: 'bench', owner: 'bench'},
});

function tableEntities(n: number, guid: number, database: string): Entity[] {
  const table = {guid: String(guid), typeName: 'hive_table'};
  const columns = Array.from({length: columnsPerTable}, (_, c) => ({
    typeName: 'hive_column',
    guid: String(guid - 1 - c),
    attributes: {
      qualifiedName: `bench.${tableName(n)}.c${c}@bench`,
      name: `${pick(columnNames, c)}${c >= columnNames.length ? '_2' : ''}`,
      type: c % 3 === 0 ? 'bigint' : 'string',
      position: c,
      owner: pick(owners, n),
      table,
    },
  }));
  const attributes = {
    qualifiedName: tableKey(n),
    name: tableName(n),
    owner: pick(owners, n),
    description: `${pick(rarer, n)} data of ${pick(common, n + 3)}s`,
    createTime: 1_700_000_000_000 + n,
    db: {guid: database, typeName: 'hive_db'},
    columns: columns.map(column => ({guid: column.guid, typeName: 'hive_column'})),
  };
  return [{...table, attributes}, ...columns];
}

/** POST /entity: one table with its columns, and the database they are in: 22 entities. */
export function oneTable(n: number): string {
  const [table, ...columns] = tableEntities(n, -2, '-1');
  const referred = [databaseOf('-1'), ...columns];
  return JSON.stringify({
    entity: table,
    referredEntities: Object.fromEntries(referred.map(one => [one.guid, one])),
  });
}

/** POST /entity/bulk: `count` tables with their columns. */
export function manyTables(first: number, count: number): string {
  const tables = Array.from({length: count}, (_, n) =>
    tableEntities(first + n, -2 - n * 100, '-1'),
  );
  return JSON.stringify({entities: [databaseOf('-1'), ...tables.flat()]});
}
