// `node packages/thrift/test/record.ts spark|hive`: starts the real server and writes its answers
// to recorded/, for the tests that run without one. Statuses asked while a statement runs are
// recorded as often as they were asked.
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {connectSocket, Connection, HiveClient} from '../src/index.ts';
import {conversation} from './conversation.ts';
import {RecordingTransport} from './recording.ts';
import {start} from './servers/start.ts';

const dialect = process.argv[2] === 'hive' ? 'hive' : 'spark';
const port = Number(process.argv[3] ?? 0);
const server =
  port > 0
    ? undefined
    : await start(`${dialect}.sh`, dialect === 'hive' ? ['none', 'binary'] : ['binary']);
try {
  const auth = {mechanism: 'PLAIN', user: 'hue', password: 'hue'} as const;
  const transport = new RecordingTransport(
    await connectSocket({host: '127.0.0.1', port: server?.port ?? port, auth}),
  );
  const {product} = await conversation(new HiveClient(new Connection(transport)), dialect);
  transport.close();
  const folder = join(import.meta.dirname, 'recorded');
  await mkdir(folder, {recursive: true});
  const recording = {server: product.join(' '), replies: transport.replies};
  await writeFile(join(folder, `${dialect}.json`), `${JSON.stringify(recording, undefined, 1)}\n`);
} finally {
  await server?.stop();
}
