import {traced} from '@gazetteer/server/trace';
import {type CallOptions, type Codec, Connection} from '@gazetteer/thrift';

/** Each call of a Thrift server is a part of the trace of whoever makes it. */
export class TracedConnection extends Connection {
  override async call<A, R>(
    method: string,
    args: Codec<A>,
    value: A,
    result: Codec<R>,
    options?: CallOptions,
  ): Promise<R> {
    const about = {'rpc.system.name': 'thrift', 'rpc.method': method, 'server.address': this.peer};
    const call = () => super.call(method, args, value, result, options);
    return await traced(`thrift ${method}`, about, call, 'client');
  }
}
