import {
  Consumer,
  MessagesStreamFallbackModes,
  MessagesStreamModes,
  stringDeserializers,
  type Message,
  type MessagesStream,
} from '@platformatic/kafka';
import {connectionOf, type KafkaOptions} from './kafka-connection.ts';
import {kafkaFailure} from './kafka-failure.ts';
import type {TrailLog} from './trail-log.ts';

export type KafkaSourceOptions = KafkaOptions & {
  readonly topics: readonly string[];
  readonly groupId: string;
  /**
   * Has the records in safety when it resolves; only then are they committed. What comes again
   * after a crash is the caller's to tell by `origin`. It is called again, with the same records,
   * after it has failed.
   */
  readonly take: (records: readonly TakenRecord[]) => Promise<void>;
  readonly log: TrailLog;
};

export type TakenRecord = {
  readonly topic: string;
  /** `<topic>/<partition>/<offset>` */
  readonly origin: string;
  readonly text: string;
};

type Received = Message<string, string, string, string>;

const batchSize = 200;
/** Records in memory before the broker is asked to wait. */
const maxBuffered = 1000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Takes records of topics in the order of their partitions, as one member of a group, until it is
 * closed.
 */
export class KafkaSource {
  readonly #options: KafkaSourceOptions;
  readonly #closing = new AbortController();
  #run: Promise<void> | undefined;
  #failures = 0;

  constructor(options: KafkaSourceOptions) {
    this.#options = options;
  }

  /** Attempts in a row that failed. */
  get failures(): number {
    return this.#failures;
  }

  start(): void {
    this.#run ??= this.#followAll();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#run;
  }

  async #followAll(): Promise<void> {
    while (!this.#isClosing) {
      try {
        await this.#follow();
      } catch (cause) {
        const error = kafkaFailure(
          `Kafka gave no records of ${this.#options.topics.join(', ')}`,
          cause,
        );
        const pauseMs = Math.min(
          longestPauseMs,
          firstPauseMs * 2 ** Math.min(this.#failures++, 16),
        );
        const {topics} = this.#options;
        this.#options.log.error(
          {error, topics, failures: this.#failures, pauseMs},
          'messages cannot be read from Kafka',
        );
        await this.#pause(pauseMs);
      }
    }
  }

  async #follow(): Promise<void> {
    const {topics, groupId} = this.#options;
    const consumer = new Consumer({
      ...connectionOf(this.#options, 'gazetteer-hook'),
      groupId,
      deserializers: stringDeserializers,
      autocommit: false,
      autocreateTopics: true,
      maxWaitTime: 1000,
      // A broker that is gone, and a member that was killed, are noticed soon; nothing depends on
      // either being right.
      requestTimeout: 10_000,
      sessionTimeout: 10_000,
      heartbeatInterval: 2000,
    });
    try {
      const stream = await consumer.consume({
        topics: [...topics],
        mode: MessagesStreamModes.COMMITTED,
        fallbackMode: MessagesStreamFallbackModes.EARLIEST,
      });
      await this.#drain(stream);
    } finally {
      await consumer.close(true).catch((error: unknown) => {
        this.#options.log.warn({error}, 'a consumer of Kafka could not be closed');
      });
    }
  }

  /** Until the stream fails or this is closed. */
  async #drain(stream: MessagesStream<string, string, string, string>): Promise<void> {
    const received: Received[] = [];
    const failed = Promise.withResolvers<never>();
    // Somebody has to hear of it, also while nobody waits.
    failed.promise.catch(() => undefined);
    let come = Promise.withResolvers<void>();
    stream.on('data', message => {
      received.push(message);
      if (received.length >= maxBuffered) stream.pause();
      come.resolve();
    });
    stream.on('error', failed.reject);
    stream.on('close', () => failed.reject(new Error('the connection was closed')));
    const closed = new Promise<void>(resolve =>
      this.#closing.signal.addEventListener('abort', () => resolve()),
    );
    while (!this.#isClosing) {
      if (received.length === 0) {
        await Promise.race([come.promise, failed.promise, closed]);
        come = Promise.withResolvers();
        continue;
      }
      await this.#take(received.splice(0, batchSize));
      if (received.length < maxBuffered) stream.resume();
    }
  }

  async #take(messages: readonly Received[]): Promise<void> {
    await this.#options.take(
      messages.map(({topic, partition, offset, value}) => ({
        topic,
        origin: `${topic}/${partition}/${offset}`,
        text: value ?? '',
      })),
    );
    this.#failures = 0;
    const last = new Map(
      messages.map(message => [`${message.topic}/${message.partition}`, message]),
    );
    for (const message of last.values()) await message.commit();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#closing.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
