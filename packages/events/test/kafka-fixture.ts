import {
  Admin,
  Consumer,
  ProduceAcks,
  Producer,
  stringDeserializers,
  stringSerializers,
} from '@platformatic/kafka';
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, rmSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {freePorts} from '../../thrift/test/servers/free-port.ts';

const root = join(import.meta.dirname, '../../..');
const jars = join(root, '.cache/kafka');

export type TestBroker = {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** `localhost:<port>` of each of `SecuredListeners`, by its protocol. */
  readonly secured: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** At once and without a farewell. */
  kill(): Promise<void>;
  /** What it does not do meanwhile it does afterwards. */
  freeze(): void;
  thaw(): void;
  /** For good, with all its data. */
  remove(): Promise<void>;
};

/** Ways in beside the open one. */
export type SecuredListeners = {
  readonly protocols: readonly ('SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL')[];
  /** Lines of the broker's configuration. */
  readonly properties: readonly string[];
  /** For the making of its storage. */
  readonly formatArgs: readonly string[];
  /** Of its Java machine. */
  readonly javaOptions: readonly string[];
};

/**
 * A real Kafka broker on 127.0.0.1 and free ports, started.
 * @returns a reason to skip where Java or the broker's jars are missing
 */
export async function kafkaForTests(
  more: SecuredListeners = {protocols: [], properties: [], formatArgs: [], javaOptions: []},
): Promise<TestBroker | {readonly skip: string}> {
  if (!existsSync(jars)) {
    return {
      skip: 'needs the jars of Kafka (mvn -q -B -ntp -f packages/events/test/pom.xml dependency:copy-dependencies)',
    };
  }
  if (spawnSync('java', ['-version']).status !== 0) {
    return {skip: 'needs Java 17 or newer (apt-get install openjdk-17-jre-headless)'};
  }
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-kafka-'));
  process.once('exit', () => rmSync(folder, {recursive: true, force: true}));
  const [port = 0, controller = 0, ...others] = await freePorts(2 + more.protocols.length);
  const secured = Object.fromEntries(
    more.protocols.map((name, at) => [name, `localhost:${others[at]}`]),
  );
  const config = join(folder, 'server.properties');
  await writeFile(
    config,
    [...propertiesOf(folder, port, controller, secured), ...more.properties].join('\n'),
  );
  const broker = brokerOf(config, folder, port, {secured, javaOptions: more.javaOptions});
  try {
    const id = 'MkU3OEVBNTcwNTJENDM2Qg';
    const args = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', config, ...more.formatArgs];
    const format = java(['-Xmx128m'], args, 'pipe');
    const said = textOf(format);
    const [code] = (await once(format, 'close')) as [number | null];
    if (code !== 0) throw new Error(`Kafka's storage could not be made:\n${said()}`);
    await broker.start();
  } catch (error) {
    await broker.remove();
    throw error;
  }
  return broker;
}

function propertiesOf(
  folder: string,
  port: number,
  controller: number,
  secured: TestBroker['secured'],
): string[] {
  const protocols = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'];
  const open = [
    `PLAINTEXT://127.0.0.1:${port}`,
    ...Object.entries(secured).map(([name, address]) => `${name}://${address}`),
  ].join();
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `listeners=${open},CONTROLLER://127.0.0.1:${controller}`,
    `advertised.listeners=${open}`,
    `listener.security.protocol.map=CONTROLLER:PLAINTEXT,${protocols.map(one => `${one}:${one}`).join()}`,
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${join(folder, 'data')}`,
    'num.partitions=1',
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=1',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'transaction.state.log.num.partitions=1',
    'group.initial.rebalance.delay.ms=0',
    'auto.create.topics.enable=true',
  ];
}

function brokerOf(
  config: string,
  folder: string,
  port: number,
  {
    secured,
    javaOptions,
  }: {readonly secured: TestBroker['secured']; readonly javaOptions: readonly string[]},
): TestBroker {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    address: `127.0.0.1:${port}`,
    secured,
    start: async () => {
      const small = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
      child = java([...small, ...javaOptions], ['kafka.Kafka', config], 'pipe');
      endWithUs(child);
      await listening(child, textOf(child), port);
    },
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    remove: async () => {
      await kill();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    },
  };
}

function java(options: readonly string[], args: readonly string[], stdio: 'pipe'): ChildProcess {
  return spawn('java', [...options, '-cp', `${jars}/*`, ...args], {
    stdio: ['ignore', stdio, stdio],
  });
}

/** The end of what it said. */
function textOf(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => (text = `${text}${chunk.toString()}`.slice(-4000));
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

async function listening(child: ChildProcess, said: () => string, port: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`Kafka ended with ${child.exitCode} at its start:\n${said()}`);
    if (await isOpen(port)) return;
    await delay(100);
  }
  throw new Error(`Kafka did not start:\n${said()}`);
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export type ReadRecord = {
  readonly key: string;
  readonly value: string;
  readonly id: string;
  readonly offset: bigint;
};

/** Everything in a topic from its beginning, as it comes, until `isEnough` says so. */
export async function readTopic(
  address: string,
  topic: string,
  isEnough: (records: readonly ReadRecord[]) => boolean,
): Promise<ReadRecord[]> {
  const consumer = new Consumer({
    clientId: 'test',
    groupId: `test-${crypto.randomUUID()}`,
    bootstrapBrokers: [address],
    deserializers: stringDeserializers,
    autocommit: false,
    autocreateTopics: true,
    maxWaitTime: 200,
  });
  const records: ReadRecord[] = [];
  try {
    const stream = await consumer.consume({topics: [topic], mode: 'earliest'});
    for await (const {key, value, headers, offset} of stream) {
      records.push({key, value, id: headers.get('id') ?? '', offset});
      if (isEnough(records)) break;
    }
  } finally {
    await consumer.close(true);
  }
  return records;
}

export async function writeTopic(
  address: string,
  topic: string,
  values: readonly string[],
): Promise<void> {
  const producer = new Producer({
    clientId: 'test',
    bootstrapBrokers: [address],
    serializers: stringSerializers,
    autocreateTopics: true,
  });
  try {
    await producer.send({
      messages: values.map(value => ({topic, key: '', value})),
      acks: ProduceAcks.ALL,
    });
  } finally {
    await producer.close(true);
  }
}

/** The offset that a group has committed for the only partition of a topic; undefined for none. */
export async function committedOffset(
  address: string,
  groupId: string,
  topic: string,
): Promise<bigint | undefined> {
  const admin = new Admin({clientId: 'test', bootstrapBrokers: [address]});
  try {
    const [group] = await admin.listConsumerGroupOffsets({groups: [groupId]});
    return group?.topics.find(one => one.name === topic)?.partitions[0]?.committedOffset;
  } finally {
    await admin.close();
  }
}
