import type {Codec} from './codec.ts';
import {lengthOf, readColumn, type Column} from './column.ts';
import {malformed, TransportError} from './errors.ts';
import {wire} from './wire.ts';

/** A batch of rows, column by column; all columns are `rowCount` long. */
export type RowSet = {
  /** Of the first row, as the server counts; some always say 0. */
  readonly startRow: bigint;
  readonly rowCount: number;
  readonly columns: readonly Column[];
};

/**
 * TRowSet of protocol V6 and later. Rows as rows, which older servers send, were ruled out when the
 * session was opened.
 */
export const rowSet: Codec<RowSet> = {
  wire: wire.struct,
  read: (reader, depth) => {
    let startRow = 0n;
    let columns: Column[] = [];
    for (let type = reader.byte(); type !== wire.stop; type = reader.byte()) {
      const id = reader.i16();
      if (id === 1 && type === wire.i64) {
        startRow = reader.i64();
      } else if (id === 3 && type === wire.list) {
        const count = reader.listHeader(wire.struct);
        columns = Array.from({length: count}, () => readColumn(reader, depth + 1));
      } else if (id === 4 && type === wire.string) {
        if (reader.binary().length > 0) throw serializedInTasks();
      } else {
        reader.skip(type, depth);
      }
    }
    const rowCount = columns[0] === undefined ? 0 : lengthOf(columns[0]);
    if (columns.some(column => lengthOf(column) !== rowCount))
      throw malformed('columns of different lengths');
    return {startRow, rowCount, columns};
  },
  write: () => {
    throw new TypeError('A client never sends rows');
  },
};

function serializedInTasks(): TransportError {
  return new TransportError(
    'protocol',
    'The server sends results in the compact form that its tasks wrote, which is not supported; ' +
      'set hive.server2.thrift.resultset.serialize.in.tasks=false in the session or on the server',
  );
}
