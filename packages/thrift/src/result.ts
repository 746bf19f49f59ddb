import type {ColumnInfo} from './column-info.ts';
import type {CallOptions} from './connection.ts';
import type {HiveClient} from './hive-client.ts';
import type {OperationHandle} from './hive-types.ts';
import type {RowSet} from './row-set.ts';

export type ResultOptions = CallOptions & {
  /** Rows of the first batch: few, so that it comes soon. Default 1,000. */
  readonly firstRows?: number;
  /** Rows of every later batch; servers may send fewer. Default 10,000. */
  readonly rows?: number;
  /** From GetOperationStatus, where it is known: it may differ from the handle's. */
  readonly hasResultSet?: boolean | undefined;
};

export type Result = {
  readonly columns: readonly ColumnInfo[];
  /**
   * Batches in order, to be read once. While one is being worked on, the next is fetched, and no
   * more than that: a slow reader slows the server. Leaving the loop early is fine; a batch under
   * way is then thrown away.
   * @throws {ServerError}, {TransportError} or the signal's reason; the place in the result is then
   * lost
   */
  readonly batches: AsyncIterable<RowSet, void, void>;
};

/**
 * The rows of a finished statement. One without columns, as Spark's DDL is, has none whatever its
 * handle says.
 */
export async function openResult(
  client: HiveClient,
  operation: OperationHandle,
  options: ResultOptions = {},
): Promise<Result> {
  const hasResultSet = options.hasResultSet ?? operation.hasResultSet;
  const columns = hasResultSet ? await client.resultColumns(operation, options) : [];
  return {columns, batches: columns.length === 0 ? nothing() : batches(client, operation, options)};
}

async function* batches(
  client: HiveClient,
  operation: OperationHandle,
  options: ResultOptions,
): AsyncGenerator<RowSet, void, void> {
  const {firstRows = 1000, rows = 10_000} = options;
  const fetch = (maxRows: number): Promise<RowSet> => {
    const batch = client.fetch(operation, {maxRows}, options);
    // Its failure is thrown where it is awaited, which is never when the reader leaves before.
    batch.catch(() => undefined);
    return batch;
  };
  let next = fetch(firstRows);
  for (;;) {
    const batch = await next;
    if (batch.rowCount === 0) return;
    next = fetch(rows);
    yield batch;
  }
}

async function* nothing(): AsyncGenerator<RowSet, void, void> {}
