import type {KafkaSource} from '@gazetteer/events/kafka';
import {checkKafka, kafkaOf} from '@gazetteer/server';
import type {Log} from '../catalog.ts';
import type {HookConsumer, HookConsumerOptions} from './hook-consumer.ts';
import type {HookOptions} from '../options/hook-options.ts';
import {listed, type NotificationOptions} from '../options/notification-options.ts';

/**
 * How often and in which distance (ms) a message that failed is tried again, as the options say.
 */
export function hookConsumerOptionsOf(options: HookOptions): HookConsumerOptions {
  const {
    hookMaxRetries: maxRetries,
    hookRetryMs: retryMs,
    hookSegmentWaitMs: segmentWaitMs,
  } = options;
  return {maxRetries, retryMs, segmentWaitMs};
}

/**
 * Hands records of Kafka's topics in; undefined when none is to be read. Its client is loaded only
 * for who has brokers.
 */
export async function hookSourceOf(
  options: HookOptions & NotificationOptions,
  hooks: HookConsumer,
  log: Log,
): Promise<KafkaSource | undefined> {
  const topics = listed(options.hookTopics);
  if (options.kafkaBrokers === '' || options.consumerDisabled || topics.length === 0)
    return undefined;
  await checkKafka(options);
  const {KafkaSource} = await import('@gazetteer/events/kafka');
  return new KafkaSource({
    ...kafkaOf(options),
    topics,
    groupId: options.hookGroup,
    log,
    take: async records => {
      for (const [topic, list] of Map.groupBy(records, one => one.topic))
        await hooks.receive({topic, records: list});
    },
  });
}
