import {ProduceAcks, Producer, stringSerializers} from '@platformatic/kafka';
import {connectionOf, type KafkaOptions} from './kafka-connection.ts';
import {kafkaFailure} from './kafka-failure.ts';
import {toRecords, type EnvelopeOptions} from './message-envelope.ts';
import type {OutgoingMessage, Publisher} from './publisher.ts';

export type KafkaTopicOptions = KafkaOptions & {
  readonly name: string;
  readonly topic: string;
  /** Undefined where bodies are the records as they are. */
  readonly envelope: EnvelopeOptions | undefined;
};

/** Requests stay below what brokers take by default (1 MiB). */
const maxRequestBytes = 900_000;

/**
 * Writes messages to a topic, each taken by all replicas that are in sync. Those with one key go to
 * one partition.
 */
export class KafkaPublisher implements Publisher {
  readonly name: string;
  readonly #options: KafkaTopicOptions;
  #producer: Producer<string, string, string, string> | undefined;

  constructor(options: KafkaTopicOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const {topic, envelope} = this.#options;
    const time = Date.now();
    let batch: {topic: string; key: string; value: string; headers: Record<string, string>}[] = [];
    let bytes = 0;
    for (const {id, key, body} of messages) {
      const records = envelope === undefined ? [body] : await toRecords({id, body, time}, envelope);
      for (const value of records) {
        const size = Buffer.byteLength(value);
        if (bytes + size > maxRequestBytes && batch.length > 0) {
          await this.#send(batch);
          [batch, bytes] = [[], 0];
        }
        batch.push({topic, key, value, headers: {id}});
        bytes += size;
      }
    }
    if (batch.length > 0) await this.#send(batch);
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.close(true);
  }

  /**
   * After a failure the next attempt has a connection of its own: what is left of a broken one
   * could hang.
   */
  async #send(
    messages: {topic: string; key: string; value: string; headers: Record<string, string>}[],
  ): Promise<void> {
    const producer = (this.#producer ??= new Producer({
      ...connectionOf(this.#options, `gazetteer-${this.name}`),
      serializers: stringSerializers,
      autocreateTopics: true,
    }));
    try {
      await producer.send({messages, acks: ProduceAcks.ALL});
    } catch (error) {
      if (this.#producer === producer) this.#producer = undefined;
      await producer.close(true).catch(() => undefined);
      throw kafkaFailure(`Kafka did not take records for ${this.#options.topic}`, error);
    }
  }
}
