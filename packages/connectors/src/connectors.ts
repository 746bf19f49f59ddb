import type {Connector} from './connector.ts';
import {dbt} from './dbt/dbt.ts';
import {duckdb} from './duckdb/duckdb.ts';
import {editorEngine} from './editor-engine/editor-engine.ts';
import {files} from './files/files.ts';
import {hive} from './hive/hive.ts';
import {iceberg} from './iceberg/iceberg.ts';
import {kafka} from './kafka/kafka.ts';
import {mysql} from './mysql/mysql.ts';
import {postgresql} from './postgresql/postgresql.ts';
import {trino} from './trino/trino.ts';

/** All kinds of sources, by what `type:` says. */
export const connectors: ReadonlyMap<string, Connector> = new Map(
  [dbt, duckdb, editorEngine, files, hive, iceberg, kafka, mysql, postgresql, trino].map(one => [
    one.type,
    one as unknown as Connector,
  ]),
);
