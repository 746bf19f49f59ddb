import {BinaryReader} from '../src/binary-reader.ts';
import {binary, i32, i64, list, string, struct} from '../src/codec.ts';
import {envelopes, type HiveMethod, type Request, type Response} from '../src/hive-calls.ts';
import {Connection, HiveClient} from '../src/index.ts';
import {reply} from './fault-server.ts';

type Answer<M extends HiveMethod> = M extends 'FetchResults' ? readonly string[] : Response<M>;

/**
 * What a server answers; it refuses whatever is not named here. Rows are one column of texts, as
 * those of a log.
 */
export type Answers = {
  readonly [M in HiveMethod]?: (request: Request<M>) => Answer<M> | Promise<Answer<M>>;
};

export const succeeded = {status: {statusCode: 0}};

const texts = struct('TStringColumn', {values: [1, list(string)], nulls: [2, binary]});
const rows = struct('TRowSet', {
  startRow: [1, i64],
  columns: [3, list(struct('TColumn', {texts: [7, texts]}))],
});
const status = struct('TStatus', {statusCode: [1, i32]});
/** A client only reads rows. */
const fetched = struct('FetchResults_result', {
  success: [0, struct('TFetchResultsResp', {status: [1, status], results: [3, rows]})],
});

/** A client on a connection of its own to a server that is nothing but these functions. */
export function answeringClient(answers: Answers): HiveClient {
  let isOpen = true;
  const exchange = async (message: Buffer): Promise<Buffer> => {
    const reader = new BinaryReader(message);
    reader.i32();
    const name = reader.string() as HiveMethod;
    const call = {name, sequence: reader.i32()};
    const {req} = envelopes[name].args.read(reader, 0);
    const answer = await (answers[name] as ((request: unknown) => unknown) | undefined)?.(req);
    if (name === 'FetchResults' && answer !== undefined) {
      const column = {texts: {values: answer as string[], nulls: Buffer.alloc(0)}};
      return reply(call, 2, fetched, {
        success: {...succeeded, results: {startRow: 0n, columns: [column]}},
      });
    }
    const success = answer ?? {status: {statusCode: 3, errorMessage: `${name} is refused`}};
    return reply(call, 2, envelopes[name].result as never, {success} as never);
  };
  return new HiveClient(
    new Connection({
      peer: 'a server in a test',
      get isOpen() {
        return isOpen;
      },
      exchange,
      interrupt: () => undefined,
      close: () => void (isOpen = false),
    }),
  );
}
