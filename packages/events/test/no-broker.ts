import type {KafkaOptions} from '../src/kafka.ts';

/** Where no broker is. */
export const noBroker: KafkaOptions = {
  brokers: ['127.0.0.1:1'],
  protocol: 'PLAINTEXT',
  mechanism: 'PLAIN',
  userName: '',
  password: '',
  service: 'kafka',
  keytabFile: '',
  authoritiesFile: '',
  certificateFile: '',
  keyFile: '',
  keyPassphrase: '',
};
