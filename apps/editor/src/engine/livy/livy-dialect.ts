import {hiveDialect} from '../hive-dialect.ts';
import type {Question, SqlDialect} from '../sql-dialect.ts';

/** At the front of a text that is SQL in a session of another language. */
export const sqlMark = '%sql\n';

function marked<T>({sql, read}: Question<T>): Question<T> {
  return {sql: sqlMark + sql, read};
}

/** Spark SQL is asked as Hive is. */
export const livyDialect: SqlDialect = {
  quotedName: hiveDialect.quotedName,
  useDatabase: database => sqlMark + hiveDialect.useDatabase(database),
  describeTable: (database, table) => marked(hiveDialect.describeTable(database, table)),
  partitions: (database, table) => marked(hiveDialect.partitions(database, table)),
  describePartition: (database, table, partition) =>
    marked(hiveDialect.describePartition(database, table, partition)),
  describeDatabase: database => marked(hiveDialect.describeDatabase(database)),
  columnStats: (database, table, column) =>
    marked(hiveDialect.columnStats(database, table, column)),
  explainAsData: statement => {
    const asked = hiveDialect.explainAsData(statement, 'spark');
    return asked && marked(asked);
  },
  describeFunction: name => marked(hiveDialect.describeFunction(name)),
};
