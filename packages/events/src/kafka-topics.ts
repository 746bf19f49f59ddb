import {Admin, ConfigResourceTypes} from '@platformatic/kafka';
import {checkLogin, connectionOf, type KafkaOptions} from './kafka-connection.ts';

export type Topic = {
  readonly name: string;
  readonly partitions: number;
  readonly replicas: number;
  /** Settings in force, by their names. */
  readonly settings: ReadonlyMap<string, string>;
};

/** Topics of one call. */
const topicsOfCall = 100;

/** What brokers say of their topics. */
export class KafkaTopics {
  readonly #admin: Admin;

  private constructor(admin: Admin) {
    this.#admin = admin;
  }

  /** @throws Error where the way to log in is not complete */
  static async open(options: KafkaOptions): Promise<KafkaTopics> {
    await checkLogin(options);
    return new KafkaTopics(new Admin(connectionOf(options, 'gazetteer')));
  }

  /** Without those that Kafka keeps for itself. */
  async names(): Promise<string[]> {
    const names = await this.#admin.listTopics({includeInternals: false});
    return names.filter(name => !name.startsWith('__')).toSorted();
  }

  async *describe(names: readonly string[]): AsyncGenerator<Topic> {
    for (let at = 0; at < names.length; at += topicsOfCall) {
      const some = names.slice(at, at + topicsOfCall);
      const {topics} = await this.#admin.metadata({topics: some, forceUpdate: true});
      const resources = some.map(resourceName => ({
        resourceType: ConfigResourceTypes.TOPIC,
        resourceName,
      }));
      const described = await this.#admin.describeConfigs({resources});
      const settings = new Map(described.map(one => [one.resourceName, one.configs]));
      for (const name of some) {
        const known = topics.get(name);
        if (known === undefined) continue;
        const values = (settings.get(name) ?? []).flatMap(({name: key, value}) =>
          typeof value === 'string' ? [[key, value] as const] : [],
        );
        yield {
          name,
          partitions: known.partitionsCount,
          replicas: known.partitions[0]?.replicas.length ?? 0,
          settings: new Map(values),
        };
      }
    }
  }

  async close(): Promise<void> {
    await this.#admin.close();
  }
}
