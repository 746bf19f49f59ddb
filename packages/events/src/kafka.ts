/** Apart from the rest, so that only who has brokers loads their client. */
export {checkLogin, type KafkaOptions} from './kafka-connection.ts';
export {KafkaPublisher} from './kafka-publisher.ts';
export {KafkaSource, type TakenRecord} from './kafka-source.ts';
export {KafkaTopics, type Topic} from './kafka-topics.ts';
