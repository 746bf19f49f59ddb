import {KafkaTopics, type KafkaOptions} from '@gazetteer/events/kafka';
import {choice, list, optionalText, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {passwordKeys, passwordOf} from '../password.ts';
import {isIncluded} from '../patterns.ts';
import {SchemaRegistry} from './schema-registry.ts';
import {topicAsset} from './topic-asset.ts';

const keys = {
  brokers: list(['localhost:9092'], 'Addresses of brokers, each with its port.'),
  protocol: choice(
    'PLAINTEXT',
    ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'],
    'How to connect.',
  ),
  mechanism: choice(
    'PLAIN',
    ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'GSSAPI'],
    'How to log in, with a protocol that has SASL.',
  ),
  user: optionalText('User to log in as.'),
  ...passwordKeys,
  'ca-file': optionalText(
    'PEM file of the authorities that certificates of brokers are checked against.',
    "the system's",
  ),
  'schema-registry': optionalText(
    'Address of a schema registry, such as `http://registry.example:8081`.',
  ),
  cluster: text('primary', 'What qualified names have behind `@`.'),
  topics: list([], 'Topics to read; `*` stands for any characters. All when empty.'),
  'exclude-topics': list([], 'Topics to leave out.'),
};

type KafkaConfig = Config<typeof keys>;

/** Reads topics with partitions, replicas and retention, and what a schema registry has of them. */
export const kafka: Connector<typeof keys> = {
  type: 'kafka',
  doc: 'Kafka, tried with 4.1: topics with partitions, replicas and retention, and their schemas from a schema registry.',
  keys,
  brings: [
    {typeName: 'kafka_topic', isAsset: true},
    {typeName: 'avro_schema', isAsset: false},
  ],
  test: async config => {
    const topics = await open(config);
    try {
      const names = (await namesOf(topics, config)).length;
      return `Kafka at ${config.brokers.join(', ')}: ${names} topics to read`;
    } finally {
      await topics.close();
    }
  },
  read,
  covers: (config, qualifiedName) => {
    const end = `@${config.cluster}`;
    if (!qualifiedName.endsWith(end)) return false;
    const [topic = '', schema] = qualifiedName.slice(0, -end.length).split('#');
    if (schema !== undefined && config['schema-registry'] === undefined) return false;
    return isIncluded(topic, config.topics, config['exclude-topics']);
  },
};

async function* read(config: KafkaConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const address = config['schema-registry'];
  const registry = address === undefined ? undefined : new SchemaRegistry(address, signal);
  const topics = await open(config);
  try {
    const names = await namesOf(topics, config);
    if (names.length === 0)
      problem('There is no topic to read: check topics, exclude-topics and rights.');
    for await (const topic of topics.describe(names)) {
      signal.throwIfAborted();
      yield topicAsset(topic, config.cluster, await registry?.schemaOf(`${topic.name}-value`));
    }
  } finally {
    await topics.close();
  }
}

async function namesOf(topics: KafkaTopics, config: KafkaConfig): Promise<string[]> {
  try {
    const names = await topics.names();
    return names.filter(name => isIncluded(name, config.topics, config['exclude-topics']));
  } catch (error) {
    throw new Error(
      `${config.brokers.join(', ')}: no broker answers (${(error as Error).message}). Check brokers, protocol, mechanism and user.`,
      {cause: error},
    );
  }
}

async function open(config: KafkaConfig): Promise<KafkaTopics> {
  const options: KafkaOptions = {
    brokers: config.brokers,
    protocol: config.protocol,
    mechanism: config.mechanism,
    userName: config.user ?? '',
    password: passwordOf(config) ?? '',
    service: 'kafka',
    keytabFile: '',
    authoritiesFile: config['ca-file'] ?? '',
    certificateFile: '',
    keyFile: '',
    keyPassphrase: '',
  };
  return await KafkaTopics.open(options);
}
